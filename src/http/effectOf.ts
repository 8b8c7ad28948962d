// What a hook of a host gives, which a program without types may have written.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/**
 * The effect that a hook gave. Anything else, such as the promise of an `async` function, is a defect that says what to give:
 * Effect itself would end the fiber there, past all that looks after it.
 */
export const effectOf = <A, E, R>(hook: string, given: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (Effect.isEffect(given)) return given
  const other: unknown = given
  if (Predicate.isPromiseLike(other)) void other.then(undefined, () => undefined)
  return Effect.die(new TypeError(`${hook} has to give an Effect, as by Effect.promise`))
}
