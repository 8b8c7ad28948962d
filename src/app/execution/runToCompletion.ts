// A region: what runs in it comes to its end, whether or not somebody waits for it.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Runs in a fiber of its own, so that a caller who leaves interrupts nothing of it. */
export const runToCompletion = <A, E, R>(region: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkDetach(region, { startImmediately: true }), Fiber.join)
