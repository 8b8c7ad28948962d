// Waits for an effect no longer than it may take, whatever it does: it may be uninterruptible, or never end its finalizer.
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/**
 * The exit of an effect; `null` where it took too long, and then it is interrupted and not waited for. It runs in a fiber of
 * its own, because a race waits for a loser that cannot be interrupted. With an infinite time it needs no such fiber.
 */
export const exitWithin = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
): Effect.Effect<Exit.Exit<A, E> | null, never, R> =>
  Number.isFinite(millis) ? exitInTime(effect, millis) : Effect.exit(effect)

const exitInTime = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
): Effect.fn.Return<Exit.Exit<A, E> | null, never, R> {
  const fiber = yield* Effect.forkDetach(effect, { startImmediately: true })
  const ended = fiber.pollUnsafe()
  if (ended !== undefined) return ended
  const abandon = Effect.sync(() => fiber.interruptUnsafe())
  const awaited = Effect.timeoutOption(Fiber.await(fiber), millis)
  const exit = Option.getOrNull(yield* Effect.onInterrupt(awaited, () => abandon))
  if (exit === null) yield* abandon
  return exit
})
