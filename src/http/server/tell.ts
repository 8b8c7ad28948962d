// Telling a listener of a host: calls never depend on it.
import * as Predicate from "effect/Predicate"

/** Tells a listener. What it throws, or what a promise that it gives rejects with, disturbs nothing. */
export const tell = <Told extends ReadonlyArray<unknown>>(
  listener: (...told: Told) => unknown,
  ...told: Told
): void => {
  try {
    const given = listener(...told)
    if (Predicate.isPromiseLike(given)) void given.then(undefined, () => undefined)
  } catch {
    // Whoever is told has nobody to tell of it.
  }
}
