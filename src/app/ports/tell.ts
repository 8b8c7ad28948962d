// Telling a listener that a host gave: work never depends on it.
import * as Effect from "effect/Effect"

/** Tells somebody beside the work. A listener that throws or hangs disturbs nothing, and nobody waits for it. */
export const tell = <R>(listener: () => Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
  Effect.asVoid(Effect.forkDetach(Effect.ignoreCause(Effect.suspend(listener)), { startImmediately: true }))
