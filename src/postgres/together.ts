// Calls that are made together: those of one moment go in one statement, and those that come while statements are under way
// wait and go in the next one.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** How many calls go in one statement. */
const CALLS_MAX = 64

/** How many statements are under way at a time: one that hangs does not hold up all calls. */
const STATEMENTS_MAX = 2

/**
 * A call for one item, over one for many, which answers in the order of its items. What many fail with, each of them fails
 * with. A call that is interrupted while it waits is not made; one that is on its way may be.
 */
export const makeTogether = <Item, Answer>(
  callAll: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>>,
): ((item: Item) => Effect.Effect<Answer>) => {
  interface Call {
    readonly item: Item
    readonly answer: Deferred.Deferred<Answer>
  }
  let waiting: ReadonlyArray<Call> = []
  let statements = 0

  const callWaiting: Effect.Effect<void> = Effect.suspend(() => {
    const calls = waiting.slice(0, CALLS_MAX)
    waiting = waiting.slice(CALLS_MAX)
    if (calls.length === 0) {
      statements -= 1
      return Effect.void
    }
    const answering = Effect.exit(Effect.suspend(() => callAll(calls.map(({ item }) => item))))
    return Effect.flatMap(answering, (exit) => {
      for (const [place, { answer }] of calls.entries())
        Deferred.doneUnsafe(
          answer,
          Exit.map(exit, (answers) => answers[place] as Answer),
        )
      return callWaiting
    })
  })

  const join = (call: Call): void => {
    waiting = [...waiting, call]
    if (statements === STATEMENTS_MAX) return
    statements += 1
    // In no caller's context: it goes on for others, who may be in another trace or transaction.
    Effect.runFork(Effect.andThen(Effect.yieldNow, callWaiting))
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
