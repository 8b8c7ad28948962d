// Running to completion, also when the caller is interrupted.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Told of each fiber that runs to its end, so that a host that stops can wait for it. */
export const CurrentCompletions = Context.Reference<(fiber: Fiber.Fiber<unknown, unknown>) => void>(
  "studio-billing/app/Completions",
  { defaultValue: () => () => undefined },
)

/** Starts an effect in its own fiber, so that an interrupted caller does not interrupt it. */
export const startToCompletion = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<Fiber.Fiber<A, E>, never, R> =>
  Effect.flatMap(CurrentCompletions, (onStart) =>
    Effect.tap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) =>
      Effect.sync(() => onStart(fiber)),
    ),
  )

/** Runs an effect in its own fiber, and gives its result. */
export const runToCompletion = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(startToCompletion(effect), Fiber.join)
