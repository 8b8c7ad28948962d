// Running to completion, whether or not somebody waits for it.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Runs an effect in a fiber of its own, so that a caller who leaves does not interrupt it. */
export const runToCompletion = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), Fiber.join)
