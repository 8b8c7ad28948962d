// Cancelling a subscription, at once or at the end of its period. GAP-34, GAP-35
import * as Effect from "effect/Effect"
import { cancel, scheduleCancel } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about } from "../execution/about.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** Whose subscription, and when it is to end. */
export interface CancelSubscription {
  readonly organizationId: string
  readonly atPeriodEnd: boolean
}

/**
 * Cancels at once, billing and charging what is owed so far; or at the end of the running cycle, whose ordinary
 * document is then the last one.
 */
export const cancelSubscription = Effect.fn("cancelSubscription")(
  ({ organizationId, atPeriodEnd }: CancelSubscription) =>
    changeSubscription(organizationId, atPeriodEnd ? scheduleCancel : cancel),
  about,
)
