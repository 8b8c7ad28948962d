// Whether the client of a call has left. Handlers run to their end all the same; one that takes long may stop by itself.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Ends when the client has left; never where nobody can tell. */
export const ClientLeft = Context.Reference<Effect.Effect<void>>("studio-simulator/ClientLeft", {
  defaultValue: () => Effect.never,
})

/**
 * Tells a call of the control plane when its client has left; no other one asks. `listen` is told whom to call then, and
 * gives what makes it forget them.
 */
export const tellingOfClient = <A>(
  answer: Effect.Effect<A>,
  url: string,
  listen: (left: () => void) => () => void,
): Effect.Effect<A> => {
  if (!url.includes("/_simulator/")) return answer
  const left = Effect.callback<void>((resume) => Effect.sync(listen(() => resume(Effect.void))))
  return Effect.provideService(answer, ClientLeft, left)
}
