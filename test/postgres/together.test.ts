// Calls of one moment, and those that come while a statement runs, go together with the next one.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { makeTogether } from "../../src/postgres/together.ts"

const start = <A>(call: Effect.Effect<A>) => Effect.forkChild(call, { startImmediately: true })

/** A call of all items that waits until it is answered, and what it was asked. */
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
    /** Ends the call of that number. */
    end: (index: number, exit: Exit.Exit<ReadonlyArray<string>>) =>
      Effect.sync(() => Deferred.doneUnsafe(answers[index] as never, exit)),
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
  it("go at once where nothing runs, and with all that came meanwhile after it", async () => {
    const { call, asked, answer } = makeServer()
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const before = yield* Effect.forEach([1, 2], (item) => start(call(item)))
        yield* settle
        const after = yield* Effect.forEach([3, 4, 5], (item) => start(call(item)))
        yield* settle
        expect(asked).toEqual([[1, 2]])
        yield* answer(0)
        yield* settle
        expect(asked).toEqual([
          [1, 2],
          [3, 4, 5],
        ])
        yield* answer(1)
        return yield* Fiber.joinAll([...before, ...after])
      }),
    )
    expect(answers).toEqual([1, 2, 3, 4, 5].map((item) => `answer ${item}`))
  })

  it("are at most 64 in one", async () => {
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

  it("get the same defect, and the next one goes on", async () => {
    const { call, asked, answer, end } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const both = yield* Effect.forEach([1, 2], (item) => start(call(item)))
        yield* settle
        yield* end(0, Exit.die("no answer"))
        for (const fiber of both) expect(yield* Fiber.await(fiber)).toEqual(Exit.die("no answer"))
        const next = yield* start(call(3))
        yield* settle
        expect(asked).toEqual([[1, 2], [3]])
        yield* answer(1)
        expect(yield* Fiber.join(next)).toBe("answer 3")
      }),
    )
  })

  it("go on where whoever asked first is gone", async () => {
    const { call, asked, answer } = makeServer()
    await Effect.runPromise(
      Effect.gen(function* () {
        const first = yield* start(call(1))
        yield* settle
        const second = yield* start(call(2))
        yield* Fiber.interrupt(first)
        yield* answer(0)
        yield* settle
        expect(asked).toEqual([[1], [2]])
        yield* answer(1)
        expect(yield* Fiber.join(second)).toBe("answer 2")
      }),
    )
  })
})
