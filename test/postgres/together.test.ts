// A call is made by itself while no other is under way, and those that come meanwhile are made at once.
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { makeTogether } from "../../src/postgres/together.ts"
import { thorough } from "../support/thorough.ts"

const start = <A, E>(call: Effect.Effect<A, E>) => Effect.forkChild(call, { startImmediately: true })

/** A call over a server that answers when it is told to, and what that one was asked. */
const makeServer = () => {
  const asked: Array<ReadonlyArray<number>> = []
  const answers: Array<Deferred.Deferred<void>> = []
  const ask = (items: ReadonlyArray<number>): Effect.Effect<void> => {
    const answer = Deferred.makeUnsafe<void>()
    asked.push(items)
    answers.push(answer)
    return Deferred.await(answer)
  }
  const answerTo = (item: number) => `answer ${item}`
  let patience = Deferred.makeUnsafe<void>()
  const call = makeTogether({
    one: (item: number) =>
      Effect.as(
        Effect.suspend(() => ask([item])),
        answerTo(item),
      ),
    many: (items) =>
      Effect.as(
        ask(items),
        items.map((item) => Effect.succeed(answerTo(item))),
      ),
    patience: Effect.suspend(() => Deferred.await(patience)),
  })
  return {
    call,
    asked,
    /** Answers the statement of that number. */
    answer: (index: number) =>
      Effect.sync(() => {
        const asking = answers[index]
        if (asking !== undefined) Deferred.doneUnsafe(asking, Effect.void)
      }),
    /** As if the time had passed. */
    losePatience: Effect.sync(() => {
      Deferred.doneUnsafe(patience, Effect.void)
      patience = Deferred.makeUnsafe()
    }),
  }
}
const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

/** Starts a call for each item, one after the other. */
const startAll = <A, E>(call: (item: number) => Effect.Effect<A, E>, items: ReadonlyArray<number>) =>
  Effect.tap(
    Effect.forEach(items, (item) => start(call(item))),
    settle,
  )

describe("calls that go together", () => {
  it("are those that came while another one was under way, which is made by itself", async () => {
    const { call, asked, answer } = makeServer()
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* startAll(call, [1, 2, 3])
        expect(asked).toEqual([[1]])
        yield* answer(0)
        yield* settle
        fibers.push(...(yield* startAll(call, [4])))
        expect(asked).toEqual([[1], [2, 3]])
        yield* answer(1)
        yield* settle
        expect(asked).toEqual([[1], [2, 3], [4]])
        yield* answer(2)
        return yield* Fiber.joinAll(fibers)
      }),
    )
    expect(answers).toEqual([1, 2, 3, 4].map((item) => `answer ${item}`))
  })

  it("are at most 64", async () => {
    const { call, asked, answer } = makeServer()
    const items = Array.from({ length: 131 }, (_, item) => item)
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* startAll(call, items)
        for (const index of [0, 1, 2, 3]) {
          yield* answer(index)
          yield* settle
        }
        return yield* Fiber.joinAll(fibers)
      }),
    )
    expect(asked.map(({ length }) => length)).toEqual([1, 64, 64, 2])
    expect(answers).toEqual(items.map((item) => `answer ${item}`))
  })

  it.runIf(thorough)("are as many as come, also where each is answered at once", async () => {
    const first = Deferred.makeUnsafe<void>()
    const call = makeTogether({
      one: (item: number) => Effect.as(Deferred.await(first), item),
      many: (items) => Effect.succeed(items.map(Effect.succeed)),
      patience: Effect.never,
    })
    const items = Array.from({ length: 130_000 }, (_, item) => item)
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* startAll(call, items)
        Deferred.doneUnsafe(first, Effect.void)
        return yield* Fiber.joinAll(fibers)
      }),
    )
    expect(answers).toEqual(items)
  })

  it("go on beside what hangs, and get the answer of what comes late", async () => {
    const { call, asked, answer, losePatience } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const [first, second] = yield* startAll(call, [1, 2])
        expect(asked).toEqual([[1]])
        yield* losePatience
        yield* settle
        expect(asked).toEqual([[1], [2]])
        const [third] = yield* startAll(call, [3])
        // What was waited for in vain ends no turn but its own.
        yield* answer(0)
        expect(first && (yield* Fiber.join(first))).toBe("answer 1")
        yield* settle
        expect(asked).toEqual([[1], [2]])
        yield* losePatience
        yield* settle
        expect(asked).toEqual([[1], [2], [3]])
        yield* answer(2)
        expect(third && (yield* Fiber.join(third))).toBe("answer 3")
        yield* answer(1)
        expect(second && (yield* Fiber.join(second))).toBe("answer 2")
      }),
    )
  })

  it("are made by themselves again when nothing is under way any more", async () => {
    const { call, asked, answer } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        for (const [index, item] of [1, 2].entries()) {
          const [fiber] = yield* startAll(call, [item])
          yield* answer(index)
          expect(fiber && (yield* Fiber.join(fiber))).toBe(`answer ${item}`)
        }
      }),
    )
    expect(asked).toEqual([[1], [2]])
  })

  it.each([
    ["fails", () => Effect.die("no answer")],
    [
      "throws",
      () => {
        throw "no answer"
      },
    ],
  ])("get the same defect where what makes them %s, and later ones go on", async (_, fail) => {
    let isBroken = true
    const first = Deferred.makeUnsafe<void>()
    const call = makeTogether({
      one: (item: number) => Effect.as(Deferred.await(first), item),
      many: (items): Effect.Effect<ReadonlyArray<Effect.Effect<number>>> =>
        isBroken ? fail() : Effect.succeed(items.map(Effect.succeed)),
      patience: Effect.never,
    })
    await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* startAll((item) => Effect.exit(call(item)), [1, 2, 3])
        Deferred.doneUnsafe(first, Effect.void)
        yield* settle
        const defect = Exit.succeed(Exit.die("no answer"))
        const ended = fibers.map((fiber) => fiber.pollUnsafe())
        expect(ended).toEqual([Exit.succeed(Exit.succeed(1)), defect, defect])
        isBroken = false
        for (const item of [4, 5]) expect(yield* call(item)).toBe(item)
      }),
    )
  })

  it("are each answered as it is said for it", async () => {
    const first = Deferred.makeUnsafe<void>()
    const call = makeTogether<number, number, string>({
      one: (item) => Effect.as(Deferred.await(first), item),
      many: (items) =>
        Effect.succeed(items.map((item) => (item === 2 ? Effect.fail("lost") : Effect.succeed(item)))),
      patience: Effect.never,
    })
    await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* startAll((item) => Effect.exit(call(item)), [1, 2, 3])
        Deferred.doneUnsafe(first, Effect.void)
        expect(yield* Fiber.joinAll(fibers)).toEqual([Exit.succeed(1), Exit.fail("lost"), Exit.succeed(3)])
      }),
    )
  })

  it("are not made where whoever asked is gone before, and go on where it is gone after", async () => {
    const { call, asked, answer } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const [first, second, third] = yield* startAll(call, [1, 2, 3])
        if (second !== undefined) yield* Fiber.interrupt(second)
        // Nobody waits for the first one any more, so what waited goes on at once.
        if (first !== undefined) yield* Fiber.interrupt(first)
        yield* settle
        expect(asked).toEqual([[1], [3]])
        const [fourth, fifth] = yield* startAll(call, [4, 5])
        yield* answer(1)
        yield* settle
        expect(asked).toEqual([[1], [3], [4, 5]])
        if (fourth !== undefined) yield* Fiber.interrupt(fourth)
        yield* answer(2)
        expect(third && (yield* Fiber.join(third))).toBe("answer 3")
        expect(fifth && (yield* Fiber.join(fifth))).toBe("answer 5")
      }),
    )
  })

  it("are made in the context of none of those who ask, and one by itself in that of its caller", async () => {
    const Caller = Context.Reference<string>("Caller", { defaultValue: () => "nobody" })
    const seen: Array<string> = []
    const see = Effect.map(Effect.service(Caller), (caller) => void seen.push(caller))
    const call = makeTogether({
      one: (item: number) => Effect.as(Effect.andThen(Effect.yieldNow, see), item),
      many: (items) => Effect.as(see, items.map(Effect.succeed)),
      patience: Effect.never,
    })
    const asking = Effect.forEach([1, 2], call, { concurrency: "unbounded" })
    await Effect.runPromise(Effect.provideService(asking, Caller, "a request"))
    expect(seen).toEqual(["a request", "nobody"])
  })
})
