// Removing a payment method. GAP-21, GAP-22
import * as Effect from "effect/Effect"
import type { LifecycleRejection } from "../core/billing/subscriptions/lifecycle.ts"
import { removeMethod } from "../core/billing/subscriptions/methods.ts"
import type { PaymentMethodInUse } from "../core/payment-method/PaymentMethod.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { decideAndCharge } from "./execution/decideAndCharge.ts"
import { type Loaded, noFacts } from "./execution/decideAndCommit.ts"

/** Which method of which organization. */
export interface RemovePaymentMethod {
  readonly organizationId: string
  readonly paymentMethodId: string
}

/**
 * Removes a payment method. Where the subscription charged it, it charges the default from now on, and what that change
 * causes is charged before this answers. GAP-95, GAP-96
 */
export const removePaymentMethod = Effect.fnUntraced(function* (
  command: RemovePaymentMethod,
): Effect.fn.Return<void, PaymentMethodInUse | Loaded<LifecycleRejection> | ApplyDueRejection, BillingPorts> {
  const { organizationId, paymentMethodId } = command
  yield* decideAndCharge({
    organizationId,
    facts: noFacts,
    decide: (account, { now, rules }) => removeMethod(account, { paymentMethodId, now }, rules),
  })
})
