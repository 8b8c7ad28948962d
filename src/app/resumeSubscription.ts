// Resuming a subscription that was paused. GAP-34, GAP-35
import type * as Effect from "effect/Effect"
import { resume } from "../core/billing/subscriptions/lifecycle.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { commandSubscription, type SubscriptionCommandRejection } from "./commandSubscription.ts"
import type { BillingPorts } from "./execution/applyDue.ts"

/** Resumes on the same grid of cycles: ACTIVE, or PAST_DUE where an invoice is not paid as it should be. */
export const resumeSubscription = (
  organizationId: string,
): Effect.Effect<Subscription, SubscriptionCommandRejection, BillingPorts> =>
  commandSubscription(organizationId, resume)
