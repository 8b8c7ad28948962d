// Removing a payment method. GAP-21, GAP-22
import * as Effect from "effect/Effect"
import { removeMethod } from "../../core/billing/subscriptions/Methods.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A method of an organization. */
export interface RemovePaymentMethod {
  readonly organizationId: string
  readonly paymentMethodId: string
}

/**
 * Removes a payment method. A subscription that used it is charged by the default from now on, and what this change
 * causes is charged before this answers. GAP-95, GAP-96
 */
export const removePaymentMethod = useCase("removePaymentMethod")(
  ({ organizationId, paymentMethodId }: RemovePaymentMethod) =>
    Effect.asVoid(
      decideAndCharge({
        organizationId,
        decide: (account, now, rules) => removeMethod(account, { paymentMethodId, now }, rules),
      }),
    ),
  about,
)
