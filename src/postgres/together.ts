// Calls that are made together: a call is made by itself while no other is under way. Those that come meanwhile wait, and are
// then made at once, in one statement.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"

/** How many calls go in one statement. */
const CALLS_MAX = 64

/** How calls are made. */
export interface Calls<Item, Answer, E> {
  /** Makes one, in the context of its caller. */
  readonly one: (item: Item) => Effect.Effect<Answer, E>
  /** Makes many, in no caller's context. It gives for each item, in their order, what its caller then runs to have its answer. */
  readonly many: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Effect.Effect<Answer, E>>>
  /** Two calls that have a key in common are not made together: the later one waits once more. */
  readonly keysOf?: (item: Item) => ReadonlyArray<string>
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
  keysOf = () => [],
  patience,
}: Calls<Item, Answer, E>): ((item: Item) => Effect.Effect<Answer, E>) => {
  interface Call {
    readonly item: Item
    readonly answer: Deferred.Deferred<Effect.Effect<Answer, E>>
  }
  let waiting: Array<Call> = []
  /** Ends the turn that is waited for; null where nothing is under way. */
  let ending: Effect.Effect<void> | null = null
  let watch: Fiber.Fiber<void> | null = null

  /** Begins a turn, and gives what ends it. */
  const beginTurn = (): Effect.Effect<void> => {
    const end: Effect.Effect<void> = Effect.sync(() => {
      if (ending === end) nextTurn()
    })
    ending = end
    return end
  }

  const nextTurn = (): void => {
    ending = null
    watch?.interruptUnsafe()
    watch = null
    if (waiting.length === 0) return
    const calls = takeWaiting()
    // In no caller's context: it is done for others, too, who may be in another trace or transaction.
    Effect.runFork(Effect.ensuring(answer(calls), beginTurn()))
    if (waiting.length > 0) watchTurn()
  }

  const watchTurn = (): void => {
    watch ??= Effect.runFork(Effect.andThen(patience, ending ?? Effect.void))
  }

  /** The first of those that wait, and those after it that may be made with it. */
  const takeWaiting = (): ReadonlyArray<Call> => {
    const taken: Array<Call> = []
    const left: Array<Call> = []
    const keys = new Set<string>()
    for (const call of waiting) {
      const own = keysOf(call.item)
      const isTaken = taken.length < CALLS_MAX && !own.some((key) => keys.has(key))
      if (isTaken) for (const key of own) keys.add(key)
      ;(isTaken ? taken : left).push(call)
    }
    waiting = left
    return taken
  }

  const answer = (calls: ReadonlyArray<Call>): Effect.Effect<void> =>
    Effect.map(Effect.exit(Effect.suspend(() => many(calls.map(({ item }) => item)))), (exit) => {
      for (const [place, call] of calls.entries())
        Deferred.doneUnsafe(
          call.answer,
          Exit.map(exit, (answers) => answers[place] as Effect.Effect<Answer, E>),
        )
    })

  return (item) =>
    Effect.uninterruptibleMask((restore) => {
      if (ending === null) return Effect.ensuring(restore(one(item)), beginTurn())
      const call: Call = { item, answer: Deferred.makeUnsafe() }
      const leave = Effect.sync(() => {
        waiting = waiting.filter((other) => other !== call)
      })
      waiting.push(call)
      watchTurn()
      return Effect.onInterrupt(restore(Effect.flatten(Deferred.await(call.answer))), () => leave)
    })
}
