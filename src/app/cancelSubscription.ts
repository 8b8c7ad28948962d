// Cancelling a subscription, at once or at the end of its period. GAP-34, GAP-35
import type * as Effect from "effect/Effect"
import { cancel, scheduleCancel } from "../core/billing/subscriptions/lifecycle.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { commandSubscription, type SubscriptionCommandRejection } from "./commandSubscription.ts"
import type { BillingPorts } from "./execution/applyDue.ts"

/** Whose subscription, and when it is to end. */
export interface CancelSubscription {
  readonly organizationId: string
  readonly atPeriodEnd: boolean
}

/**
 * Cancels at once, billing and charging what is owed so far; or at the end of the running cycle, whose ordinary
 * document is then the last one.
 */
export const cancelSubscription = ({
  organizationId,
  atPeriodEnd,
}: CancelSubscription): Effect.Effect<Subscription, SubscriptionCommandRejection, BillingPorts> =>
  commandSubscription(organizationId, atPeriodEnd ? scheduleCancel : cancel)
