// Pausing a subscription: it is billed up to now and then stops. GAP-34, GAP-35
import type * as Effect from "effect/Effect"
import { pause } from "../core/billing/subscriptions/lifecycle.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { commandSubscription, type SubscriptionCommandRejection } from "./commandSubscription.ts"
import type { BillingPorts } from "./execution/applyDue.ts"

/** Pauses: the unbilled usage and the fee of the active time so far are billed and charged at once. */
export const pauseSubscription = (
  organizationId: string,
): Effect.Effect<Subscription, SubscriptionCommandRejection, BillingPorts> =>
  commandSubscription(organizationId, pause)
