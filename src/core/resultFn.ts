// Functions of results whose steps are written one after another, as `Effect.fnUntraced` has them for effects.
import * as Result from "effect/Result"

/** The steps of a function that gives an `A` or fails with an `E`; each `yield*` of a failure ends it with that failure. */
export type Steps<A, E> = Generator<Result.Result<unknown, E>, A, never>

/**
 * A function of its steps. They are written once: a generator that is made with each call, as one inside `Result.gen`
 * is, costs more than most of what it does, and keeps alive what it encloses until the collector has looked at everything.
 */
export const resultFn =
  <Args extends ReadonlyArray<unknown>, A, E>(
    steps: (...args: Args) => Steps<A, E>,
  ): ((...args: Args) => Result.Result<A, E>) =>
  (...args) =>
    Result.gen(() => steps(...args))
