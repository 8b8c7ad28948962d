// Changing a payment method: the default, and billing details. GAP-21, GAP-22, GAP-97
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type UpdateMethodCommand, updateMethod } from "../core/billing/subscriptions/methods.ts"
import * as PaymentMethod from "../core/payment-method/PaymentMethod.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"
import { decideAndCommit, noFacts } from "./execution/decideAndCommit.ts"

/** Which method of which organization, and what is to be changed of it. */
export interface UpdatePaymentMethod extends UpdateMethodCommand {
  readonly organizationId: string
}

/** Changes a payment method and gives it as it is then. What is in effect already is no error and writes nothing. */
export const updatePaymentMethod = Effect.fnUntraced(function* (
  command: UpdatePaymentMethod,
): Effect.fn.Return<
  PaymentMethod.PaymentMethod,
  PaymentMethod.PaymentMethodNotFound | PaymentMethod.BillingDetailRequired | ApplyDueRejection,
  BillingPorts
> {
  const { organizationId, paymentMethodId } = command
  const loaded = yield* applyDue({ organizationId }, yield* Clock.currentTimeMillis)
  const { account } = yield* decideAndCommit({
    organizationId,
    loaded,
    facts: noFacts,
    decide: (account) => updateMethod(account, command),
  })
  return yield* Effect.orDie(Effect.fromResult(PaymentMethod.find(account.paymentMethods, paymentMethodId)))
})
