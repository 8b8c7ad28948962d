// Calls of one moment, and those that come while a statement runs, wait for the next one, which carries them all: one
// commit for many.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** How many calls one statement carries. */
const TOGETHER_MAX = 64

/** Makes one call of many: `runAll` gives the answers in the order of its items. */
export const makeTogether = <Item, Answer>(
  runAll: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>>,
): ((item: Item) => Effect.Effect<Answer>) => {
  interface Call {
    readonly item: Item
    readonly answer: Deferred.Deferred<Answer>
  }
  let waiting: ReadonlyArray<Call> = []
  let isRunning = false

  const runWaiting: Effect.Effect<void> = Effect.suspend(() => {
    const calls = waiting.slice(0, TOGETHER_MAX)
    waiting = waiting.slice(TOGETHER_MAX)
    isRunning = calls.length > 0
    if (!isRunning) return Effect.void
    const answers = Effect.exit(runAll(calls.map(({ item }) => item)))
    return Effect.flatMap(answers, (exit) => {
      for (const [place, { answer }] of calls.entries())
        Deferred.doneUnsafe(
          answer,
          Exit.map(exit, (all) => all[place] as Answer),
        )
      return runWaiting
    })
  })

  const join = (call: Call): Effect.Effect<void> =>
    Effect.suspend(() => {
      waiting = [...waiting, call]
      if (isRunning) return Effect.void
      isRunning = true
      return Effect.asVoid(Effect.forkDetach(runWaiting))
    })

  return (item) =>
    Effect.suspend(() => {
      const call = { item, answer: Deferred.makeUnsafe<Answer>() }
      return Effect.andThen(Effect.uninterruptible(join(call)), Deferred.await(call.answer))
    })
}
