// Taking back a cancellation that waits for the end of the period. GAP-35
import type * as Effect from "effect/Effect"
import { undoCancel } from "../core/billing/subscriptions/lifecycle.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { commandSubscription, type SubscriptionCommandRejection } from "./commandSubscription.ts"
import type { BillingPorts } from "./execution/applyDue.ts"

/** Lets the subscription go on after its period. One that has ended already stays so. */
export const undoCancelSubscription = (
  organizationId: string,
): Effect.Effect<Subscription, SubscriptionCommandRejection, BillingPorts> =>
  commandSubscription(organizationId, undoCancel)
