// Calls that are made together: those of one moment go in one statement, and those that come while it is under way wait and
// go in the next one.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** How many calls go in one statement. */
const CALLS_MAX = 64

/** How long the next statement waits for the one under way. It goes on beside one that hangs. */
const PATIENCE = Effect.sleep(1_000)

/**
 * A call for one item, over one for many, which answers in the order of its items. What many fail with, each of them fails
 * with. A call that is interrupted while it waits is not made; one that is on its way may be.
 */
export const makeTogether = <Item, Answer>(
  callAll: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>>,
  patience: Effect.Effect<void> = PATIENCE,
): ((item: Item) => Effect.Effect<Answer>) => {
  interface Call {
    readonly item: Item
    readonly answer: Deferred.Deferred<Answer>
  }
  let waiting: ReadonlyArray<Call> = []
  let isGoing = false

  const answer = (calls: ReadonlyArray<Call>): Effect.Effect<void> =>
    Effect.map(Effect.exit(Effect.suspend(() => callAll(calls.map(({ item }) => item)))), (exit) => {
      for (const [place, call] of calls.entries())
        Deferred.doneUnsafe(
          call.answer,
          Exit.map(exit, (answers) => answers[place] as Answer),
        )
    })

  const goOn: Effect.Effect<void> = Effect.suspend(() => {
    const calls = waiting.slice(0, CALLS_MAX)
    waiting = waiting.slice(CALLS_MAX)
    isGoing = calls.length > 0
    if (!isGoing) return Effect.void
    const statement = Effect.flatMap(Effect.forkDetach(answer(calls)), Fiber.await)
    return Effect.andThen(Effect.raceFirst(statement, patience), goOn)
  })

  const join = (call: Call): void => {
    waiting = [...waiting, call]
    if (isGoing) return
    isGoing = true
    // In no caller's context: it goes on for others, who may be in another trace or transaction.
    Effect.runFork(Effect.andThen(Effect.yieldNow, goOn))
  }
  const leave = (call: Call): void => {
    waiting = waiting.filter((other) => other !== call)
  }

  return (item) =>
    Effect.uninterruptibleMask((restore) => {
      const call = { item, answer: Deferred.makeUnsafe<Answer>() }
      join(call)
      return Effect.onInterrupt(restore(Deferred.await(call.answer)), () => Effect.sync(() => leave(call)))
    })
}
