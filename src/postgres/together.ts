// Calls that are made together: a call is made by itself while no other is under way. Those that come meanwhile wait, and are
// then made at once, in one statement.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"

/** How many calls go in one statement. */
const CALLS_MAX = 64

/** How long most calls wait for one under way: a large account, or a row that somebody holds, does not hold up all. */
export const PATIENCE = Effect.sleep("20 millis")

/** How calls are made. A context is that of Effect: an `AsyncLocalStorage` has what the call before left there. */
export interface Calls<Item, Answer, E> {
  /** Makes one, in the context of its caller. */
  readonly one: (item: Item) => Effect.Effect<Answer, E>
  /** Makes many, in no caller's context. It gives for each item, in their order, what its caller then runs to have its answer. */
  readonly many: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Effect.Effect<Answer, E>>>
  /** How long calls wait for what is under way. Then they go on beside it, so that what hangs does not hold up all. */
  readonly patience: Effect.Effect<void>
}

/**
 * A call that may be made together with others. What `many` ends with as a defect, each of its calls ends with. A call
 * that is interrupted while it waits is not made; one that is on its way may be.
 */
export const makeTogether = <Item, Answer, E = never>({
  one,
  many,
  patience,
}: Calls<Item, Answer, E>): ((item: Item) => Effect.Effect<Answer, E>) => {
  interface Call {
    readonly item: Item
    readonly answer: Deferred.Deferred<Effect.Effect<Answer, E>>
  }
  let waiting: Array<Call> = []
  /** What is under way and is waited for; null where nothing is. */
  let turn: symbol | null = null
  let watch: Fiber.Fiber<void> | null = null
  let isBeginning = false

  const beginTurn = (): symbol => {
    const own = Symbol()
    turn = own
    return own
  }

  const endTurn = (own: symbol | null): Effect.Effect<void> =>
    Effect.sync(() => {
      if (turn === own) nextTurn()
    })

  const nextTurn = (): void => {
    turn = null
    watch?.interruptUnsafe()
    watch = null
    if (waiting.length === 0) return
    const own = beginTurn()
    // A turn that began in the one before it yields first: those of a client that answers at once would nest.
    const answering = isBeginning ? Effect.andThen(Effect.yieldNow, answerWaiting) : answerWaiting
    isBeginning = true
    // In no caller's context: it is done for others, too, who may be in another trace or transaction.
    Effect.runFork(Effect.ensuring(answering, endTurn(own)))
    isBeginning = false
  }

  const answerWaiting: Effect.Effect<void> = Effect.suspend(() => {
    const calls = waiting.slice(0, CALLS_MAX)
    if (calls.length === 0) return Effect.void
    waiting = waiting.slice(CALLS_MAX)
    if (waiting.length > 0) watchTurn()
    const answers = Effect.suspend(() => many(calls.map(({ item }) => item)))
    return Effect.map(Effect.exit(answers), (exit) => {
      for (const [place, call] of calls.entries())
        Deferred.doneUnsafe(
          call.answer,
          Exit.map(exit, (answers) => answers[place] as Effect.Effect<Answer, E>),
        )
    })
  })

  const watchTurn = (): void => {
    watch ??= Effect.runFork(Effect.andThen(patience, endTurn(turn)))
  }

  return (item) =>
    Effect.uninterruptibleMask((restore) => {
      if (turn === null) {
        const own = beginTurn()
        return Effect.ensuring(restore(Effect.suspend(() => one(item))), endTurn(own))
      }
      const call: Call = { item, answer: Deferred.makeUnsafe() }
      const leave = Effect.sync(() => {
        waiting = waiting.filter((other) => other !== call)
      })
      waiting.push(call)
      watchTurn()
      return Effect.onInterrupt(restore(Effect.flatten(Deferred.await(call.answer))), () => leave)
    })
}
