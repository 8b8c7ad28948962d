// Whether the client of a call has left. Handlers run to their end all the same; one that takes long may stop by itself.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Ends when the client has left; never where nobody can tell. */
export const ClientLeft = Context.Reference<Effect.Effect<void>>("studio-billing/http/ClientLeft", {
  defaultValue: () => Effect.never,
})

/**
 * Tells a call that asks when its client has left. `listen` gets the function to call then, calls it at once where the client
 * has left already, and gives a function that stops listening.
 */
export const tellingOfClient = <A>(
  answer: Effect.Effect<A>,
  listen: (left: () => void) => () => void,
): Effect.Effect<A> => {
  const left = Effect.callback<void>((resume) => Effect.sync(listen(() => resume(Effect.void))))
  return Effect.provideService(answer, ClientLeft, left)
}
