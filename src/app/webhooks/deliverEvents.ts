// Delivering once, for a service that runs it now and then instead of keeping a dispatcher. GAP-62
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { checkWithin } from "../due/checkWhole.ts"
import { useCase } from "../execution/useCase.ts"
import { dispatchEvents, type WebhookPorts } from "./dispatchEvents.ts"

/** How a delivery is made. */
export interface DeliverEventsOptions {
  /**
   * For how long it begins attempts, in milliseconds: from 1 to a day, and by default without an end. Then it waits for those
   * under way, 30 seconds at most, and leaves the rest ready.
   */
  readonly withinMillis?: number
}

/**
 * Delivers whatever is ready, and returns when no attempt is under way. A slow receiver makes it wait. It dies of an option
 * that is out of range.
 */
export const deliverEvents = useCase("deliverEvents")(
  (
    onDefect: (cause: Cause.Cause<never>) => void,
    { withinMillis }: DeliverEventsOptions = {},
  ): Effect.Effect<void, never, WebhookPorts> => {
    checkWithin(withinMillis)
    return Effect.scoped(
      Effect.flatMap(dispatchEvents(onDefect), ({ wake, idle, drain }) => {
        const all = Effect.andThen(wake, idle)
        if (withinMillis === undefined) return all
        return Effect.raceFirst(all, Effect.andThen(Effect.sleep(withinMillis), drain))
      }),
    )
  },
)
