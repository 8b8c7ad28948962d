// Waiting for something no longer than it may take, whatever it does: it may be uninterruptible, or never end its finalizer.
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/**
 * The exit of an effect, which runs in a fiber of its own, because a race waits for a loser that cannot be interrupted; none
 * where it took too long. Then it is interrupted, and not waited for. With an infinite time it is waited for to its end, and
 * needs no fiber of its own.
 */
export const exitWithin = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
): Effect.Effect<Option.Option<Exit.Exit<A, E>>, never, R> =>
  Number.isFinite(millis) ? exitInTime(effect, millis) : Effect.asSome(Effect.exit(effect))

const exitInTime = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
): Effect.fn.Return<Option.Option<Exit.Exit<A, E>>, never, R> {
  const fiber = yield* Effect.forkDetach(effect, { startImmediately: true })
  const ended = fiber.pollUnsafe()
  if (ended !== undefined) return Option.some(ended)
  const abandon = Effect.sync(() => fiber.interruptUnsafe())
  const awaited = Effect.timeoutOption(Fiber.await(fiber), millis)
  const exit = yield* Effect.onInterrupt(awaited, () => abandon)
  if (Option.isNone(exit)) yield* abandon
  return exit
})
