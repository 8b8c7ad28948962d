// Delivering webhooks once for those who wait by Promises. A defect stops no other delivery; the first one is told.
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type DeliverEventsOptions, deliverEvents } from "../../app/webhooks/deliverEvents.ts"

/** Delivers whatever is ready, and fails with the first defect. */
export const deliverOnce = (options: DeliverEventsOptions) => {
  const causes: Array<Cause.Cause<never>> = []
  const report = Effect.suspend(() => (causes[0] === undefined ? Effect.void : Effect.failCause(causes[0])))
  return Effect.andThen(
    deliverEvents((cause) => void causes.push(cause), options),
    report,
  )
}
