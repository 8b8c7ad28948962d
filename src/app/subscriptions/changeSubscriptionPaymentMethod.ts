// Changing the payment method of a subscription. GAP-22, GAP-35
import { changePaymentMethod } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** The subscription of an organization, and one of its methods. */
export interface ChangeSubscriptionPaymentMethod {
  readonly organizationId: string
  readonly paymentMethodId: string
}

/** Charges the subscription with this method from now on. The organization's default stays as it is. */
export const changeSubscriptionPaymentMethod = useCase("changeSubscriptionPaymentMethod")(
  ({ organizationId, paymentMethodId }: ChangeSubscriptionPaymentMethod) =>
    changeSubscription({
      organizationId,
      decide: (account, now, rules) => changePaymentMethod(account, { paymentMethodId, now }, rules),
    }),
  about,
)
