// Changing a payment method: the default, and billing details. GAP-21, GAP-22, GAP-97
import * as Effect from "effect/Effect"
import { type UpdateMethodCommand, updateMethod } from "../../core/billing/subscriptions/Methods.ts"
import * as PaymentMethod from "../../core/payment-method/PaymentMethod.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A method of an organization, and its changes. */
export interface UpdatePaymentMethod extends UpdateMethodCommand {
  readonly organizationId: string
}

/** Changes a payment method and gives it as it is then. A change that is already in effect writes nothing. */
export const updatePaymentMethod = useCase("updatePaymentMethod")(function* (
  command: UpdatePaymentMethod,
): Effect.fn.Return<
  PaymentMethod.PaymentMethod,
  PaymentMethod.PaymentMethodNotFound | PaymentMethod.BillingDetailRequired | ApplyDueRejection,
  BillingPorts
> {
  const { organizationId, paymentMethodId } = command
  const { account } = yield* decideAndCharge({
    organizationId,
    decide: (account) => updateMethod(account, command),
  })
  return yield* Effect.orDie(Effect.fromResult(PaymentMethod.find(account.paymentMethods, paymentMethodId)))
}, about)
