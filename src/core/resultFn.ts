// Functions that give results, written as steps one after another, like `Effect.fnUntraced`.
import * as Result from "effect/Result"

/** The steps of a function that gives an `A` or fails with an `E`. `yield*` of a failure ends it with that failure. */
export type Steps<A, E> = Generator<Result.Result<unknown, E>, A, never>

/**
 * Makes a function of its steps. The generator function is made once: one that is made with each call, as inside
 * `Result.gen`, costs more than most of what it does.
 */
export const resultFn =
  <Args extends ReadonlyArray<unknown>, A, E>(
    steps: (...args: Args) => Steps<A, E>,
  ): ((...args: Args) => Result.Result<A, E>) =>
  (...args) =>
    Result.gen(() => steps(...args))
