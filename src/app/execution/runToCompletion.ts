// Running to completion, also when the caller is interrupted.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Runs an effect in its own fiber, so that an interrupted caller does not interrupt it. */
export const runToCompletion = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), Fiber.join)
