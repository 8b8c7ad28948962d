// A bound on the time that a call of a port may take, whatever its adapter does.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/**
 * What an effect gives within a time; none after it. The effect is interrupted then, and not waited for, so that one that
 * cannot be interrupted keeps nobody.
 */
export const within = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) => {
    const leave = Effect.sync(() => fiber.interruptUnsafe())
    const joined = Effect.timeoutOption(Fiber.join(fiber), millis)
    return Effect.onInterrupt(
      Effect.tap(joined, (answer) => (Option.isNone(answer) ? leave : Effect.void)),
      () => leave,
    )
  })
