// Calls of one moment go together, and so do those that come while statements are under way.
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
  const call = makeTogether((items: ReadonlyArray<number>) => {
    const answer = Deferred.makeUnsafe<ReadonlyArray<string>>()
    asked.push(items)
    answers.push(answer)
    return Deferred.await(answer)
  })
  return {
    call,
    asked,
    /** Answers the statement of that number. */
    answer: (index: number) =>
      Effect.sync(() =>
        Deferred.doneUnsafe(
          answers[index] as never,
          Effect.succeed((asked[index] ?? []).map((item) => `answer ${item}`)),
        ),
      ),
  }
}
const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("calls that go together", () => {
  it("are those of one moment, and then those that came while two statements were under way", async () => {
    const { call, asked, answer } = makeServer()
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const fibers: Array<Fiber.Fiber<string>> = []
        for (const items of [[1, 2], [3], [4], [5, 6]]) {
          fibers.push(...(yield* Effect.forEach(items, (item) => start(call(item)))))
          yield* settle
        }
        expect(asked).toEqual([[1, 2], [3]])
        yield* answer(1)
        yield* settle
        expect(asked).toEqual([[1, 2], [3], [4, 5, 6]])
        yield* answer(2)
        yield* answer(0)
        return yield* Fiber.joinAll(fibers)
      }),
    )
    expect(answers).toEqual([1, 2, 3, 4, 5, 6].map((item) => `answer ${item}`))
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

  it("go past one that hangs", async () => {
    const { call, asked, answer } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        yield* start(call(1))
        yield* settle
        for (const item of [2, 3, 4]) {
          const fiber = yield* start(call(item))
          yield* settle
          yield* answer(item - 1)
          expect(yield* Fiber.join(fiber)).toBe(`answer ${item}`)
        }
        expect(asked).toEqual([[1], [2], [3], [4]])
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
        expect(yield* Fiber.joinAll(both)).toEqual([Exit.die("no answer"), Exit.die("no answer")])
        isBroken = false
        // More than are under way at a time.
        for (const item of [3, 4, 5]) expect(yield* call(item)).toBe(item)
      }),
    )
  })

  it("are not made where whoever asked is gone before, and go on where it is gone after", async () => {
    const { call, asked, answer } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const [first, , third] = yield* Effect.forEach([1, 2, 3], (item) =>
          Effect.tap(start(call(item)), settle),
        )
        const fourth = yield* start(call(4))
        yield* settle
        for (const gone of [first, third]) if (gone !== undefined) yield* Fiber.interrupt(gone)
        yield* answer(0)
        yield* settle
        expect(asked).toEqual([[1], [2], [4]])
        yield* answer(2)
        expect(yield* Fiber.join(fourth)).toBe("answer 4")
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
