// Changing which payment method a subscription is charged with. GAP-22, GAP-35
import type * as Effect from "effect/Effect"
import { changePaymentMethod } from "../core/billing/subscriptions/lifecycle.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { commandSubscription, type SubscriptionCommandRejection } from "./commandSubscription.ts"
import type { BillingPorts } from "./execution/applyDue.ts"

/** Whose subscription, and one of the organization's methods. */
export interface ChangeSubscriptionPaymentMethod {
  readonly organizationId: string
  readonly paymentMethodId: string
}

/** Charges the subscription with this method from now on. The organization's default stays as it is. */
export const changeSubscriptionPaymentMethod = ({
  organizationId,
  paymentMethodId,
}: ChangeSubscriptionPaymentMethod): Effect.Effect<
  Subscription,
  SubscriptionCommandRejection,
  BillingPorts
> =>
  commandSubscription(organizationId, (account, now, rules) =>
    changePaymentMethod(account, { paymentMethodId, now }, rules),
  )
