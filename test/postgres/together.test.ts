// Calls of one moment go together, and so do those that come while a statement is under way.
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { makeTogether } from "../../src/postgres/together.ts"

const start = <A>(call: Effect.Effect<A>) => Effect.forkChild(call, { startImmediately: true })

/** A call over a server that answers when it is told to, and what that one was asked. */
const makeServer = () => {
  const asked: Array<ReadonlyArray<number>> = []
  const answers: Array<Deferred.Deferred<ReadonlyArray<string>>> = []
  let patience = Deferred.makeUnsafe<void>()
  const call = makeTogether(
    (items: ReadonlyArray<number>) => {
      const answer = Deferred.makeUnsafe<ReadonlyArray<string>>()
      asked.push(items)
      answers.push(answer)
      return Deferred.await(answer)
    },
    Effect.suspend(() => Deferred.await(patience)),
  )
  return {
    call,
    asked,
    /** Answers the statement of that number. */
    answer: (index: number) =>
      Effect.sync(() => {
        const told = (asked[index] ?? []).map((item) => `answer ${item}`)
        const asking = answers[index]
        if (asking !== undefined) Deferred.doneUnsafe(asking, Effect.succeed(told))
      }),
    /** As if a second had passed. */
    losePatience: Effect.sync(() => {
      Deferred.doneUnsafe(patience, Effect.void)
      patience = Deferred.makeUnsafe()
    }),
  }
}
const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("calls that go together", () => {
  it("are those of one moment, and then those that came while their statement was under way", async () => {
    const { call, asked, answer } = makeServer()
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const fibers: Array<Fiber.Fiber<string>> = []
        for (const items of [[1, 2], [3], [4, 5]]) {
          fibers.push(...(yield* Effect.forEach(items, (item) => start(call(item)))))
          yield* settle
        }
        expect(asked).toEqual([[1, 2]])
        yield* answer(0)
        yield* settle
        expect(asked).toEqual([
          [1, 2],
          [3, 4, 5],
        ])
        yield* answer(1)
        return yield* Fiber.joinAll(fibers)
      }),
    )
    expect(answers).toEqual([1, 2, 3, 4, 5].map((item) => `answer ${item}`))
  })

  it("are at most 64", async () => {
    const { call, asked, answer } = makeServer()
    const items = Array.from({ length: 130 }, (_, item) => item)
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* Effect.forEach(items, (item) => start(call(item)))
        for (const index of [0, 1, 2]) {
          yield* settle
          yield* answer(index)
        }
        return yield* Fiber.joinAll(fibers)
      }),
    )
    expect(asked.map(({ length }) => length)).toEqual([64, 64, 2])
    expect(answers).toEqual(items.map((item) => `answer ${item}`))
  })

  it("go on beside a statement that hangs, and get the answer of one that comes late", async () => {
    const { call, asked, answer, losePatience } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const first = yield* start(call(1))
        yield* settle
        const second = yield* start(call(2))
        yield* settle
        expect(asked).toEqual([[1]])
        yield* losePatience
        yield* settle
        expect(asked).toEqual([[1], [2]])
        yield* answer(1)
        expect(yield* Fiber.join(second)).toBe("answer 2")
        yield* answer(0)
        expect(yield* Fiber.join(first)).toBe("answer 1")
      }),
    )
  })

  it.each([
    ["fails", () => Effect.die("no answer")],
    [
      "throws",
      () => {
        throw "no answer"
      },
    ],
  ])("get the same defect where their statement %s, and later ones go on", async (_, fail) => {
    let isBroken = true
    const call = makeTogether((items: ReadonlyArray<number>) => (isBroken ? fail() : Effect.succeed(items)))
    await Effect.runPromise(
      Effect.gen(function* () {
        const both = yield* Effect.forEach([1, 2], (item) => start(Effect.exit(call(item))))
        yield* settle
        const defect = Exit.succeed(Exit.die("no answer"))
        expect(both.map((fiber) => fiber.pollUnsafe())).toEqual([defect, defect])
        isBroken = false
        for (const item of [3, 4]) expect(yield* call(item)).toBe(item)
      }),
    )
  })

  it("are not made where whoever asked is gone before, and go on where it is gone after", async () => {
    const { call, asked, answer } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const [first, second, third] = yield* Effect.forEach([1, 2, 3], (item) =>
          Effect.tap(start(call(item)), settle),
        )
        for (const gone of [first, second]) if (gone !== undefined) yield* Fiber.interrupt(gone)
        yield* answer(0)
        yield* settle
        expect(asked).toEqual([[1], [3]])
        yield* answer(1)
        expect(third && (yield* Fiber.join(third))).toBe("answer 3")
      }),
    )
  })

  it("are made in the context of none of those who ask", async () => {
    const Caller = Context.Reference<string>("Caller", { defaultValue: () => "nobody" })
    const seen: Array<string> = []
    const call = makeTogether((items: ReadonlyArray<number>) =>
      Effect.map(Effect.service(Caller), (caller) => {
        seen.push(caller)
        return items
      }),
    )
    const asking = Effect.forEach([1, 2], call, { concurrency: "unbounded" })
    await Effect.runPromise(Effect.provideService(asking, Caller, "a request"))
    expect(seen).toEqual(["nobody"])
  })
})
