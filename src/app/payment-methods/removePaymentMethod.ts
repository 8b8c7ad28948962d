// Removing a payment method. GAP-21, GAP-22
import * as Effect from "effect/Effect"
import { removeMethod } from "../../core/billing/subscriptions/Methods.ts"
import { about } from "../execution/about.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"

/** Which method of which organization. */
export interface RemovePaymentMethod {
  readonly organizationId: string
  readonly paymentMethodId: string
}

/**
 * Removes a payment method. Where the subscription charged it, it charges the default from now on, and what that change
 * causes is charged before this answers. GAP-95, GAP-96
 */
export const removePaymentMethod = Effect.fn("removePaymentMethod")(
  ({ organizationId, paymentMethodId }: RemovePaymentMethod) =>
    Effect.asVoid(
      decideAndCharge({
        organizationId,
        decide: (account, now, rules) => removeMethod(account, { paymentMethodId, now }, rules),
      }),
    ),
  about,
)
