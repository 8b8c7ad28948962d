// Telling a listener that a host gave: work never depends on it.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/**
 * Tells somebody beside the work. A listener that throws or hangs disturbs nothing, and nobody waits for it; neither does a
 * promise that it gives, whatever that rejects with.
 */
export const tell = <R>(listener: () => Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
  Effect.asVoid(
    Effect.forkDetach(Effect.ignoreCause(Effect.suspend(() => heard(listener()))), {
      startImmediately: true,
    }),
  )

/** An `async` function, which a host without types may write, gives a promise in place of an effect. */
const heard = <R>(given: Effect.Effect<unknown, never, R>): Effect.Effect<void, never, R> =>
  Effect.isEffect(given) ? Effect.map(given, leave) : Effect.sync(() => leave(given))

const leave = (given: unknown): void => {
  if (Predicate.isPromiseLike(given)) void given.then(undefined, () => undefined)
}
