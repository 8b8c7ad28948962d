// Telling a listener of a host: calls never depend on it.
import * as Predicate from "effect/Predicate"

/** Tells a listener. What it throws, or what a promise that it gives rejects with, disturbs nothing. */
export const tell = <A>(listener: (told: A) => unknown, told: A): void => {
  try {
    const given = listener(told)
    if (Predicate.isPromiseLike(given)) void given.then(undefined, () => undefined)
  } catch {
    // Whoever is told has nobody to tell of it.
  }
}
