// The payment methods of an account: changing one, and removing one. What is still needed to pay cannot be removed, and
// what a live subscription charges passes on to the default. GAP-21, GAP-22
import * as Result from "effect/Result"
import { attemptInFlight } from "../invoice/Invoice.ts"
import * as PaymentMethod from "../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import { isLive } from "../subscription/Subscription.ts"
import { type Account, type Change, type Rules, unchanged, withAccount } from "./Account.ts"
import { changePaymentMethod, type LifecycleRejection } from "./lifecycle.ts"
import { checkCurrency } from "./payments.ts"

/** What is to be changed of a method; `isDefault` false leaves the default as it is. */
export interface UpdateMethodCommand {
  readonly paymentMethodId: string
  readonly isDefault: boolean
  readonly billingDetails: PaymentMethod.BillingDetailsChange
}

/** Makes a method the default, or changes whom it belongs to. The subscription goes on charging its own. GAP-22 */
export const updateMethod = (
  account: Account,
  command: UpdateMethodCommand,
): Result.Result<Change, PaymentMethod.PaymentMethodNotFound | PaymentMethod.BillingDetailRequired> =>
  Result.map(PaymentMethod.update(account.paymentMethods, command), (paymentMethods) =>
    paymentMethods === account.paymentMethods
      ? unchanged(account)
      : withAccount(unchanged(account), { paymentMethods }),
  )

/**
 * Removes a method. A live subscription that charges it charges the default from then on, with all that a change of
 * its method causes. Refused while it is the only one under a live subscription, where the default cannot pay the
 * subscription's currency, and while a payment by it is in flight: its charge may have to be made again under the
 * same key. A cancelled subscription holds no method. GAP-21, GAP-95, GAP-96
 */
export const removeMethod = resultFn(function* (
  account: Account,
  command: { readonly paymentMethodId: string; readonly now: number },
  rules: Rules,
): Steps<Change, LifecycleRejection | PaymentMethod.PaymentMethodInUse> {
  const { paymentMethodId, now } = command
  const { subscription } = account
  const live = subscription !== null && isLive(subscription)
  const paymentMethods = yield* PaymentMethod.remove(account.paymentMethods, paymentMethodId, live)
  const inUse: PaymentMethod.PaymentMethodInUse = { _tag: "PaymentMethodInUse", paymentMethodId }
  if (isPaying(account, paymentMethodId)) return yield* Result.fail(inUse)
  const removed = withAccount(unchanged(account), { paymentMethods })
  if (!live || subscription.paymentMethodId !== paymentMethodId) return removed
  const next = PaymentMethod.defaultOf(paymentMethods)
  if (next === null || Result.isFailure(checkCurrency(next, subscription.terms.currency))) {
    return yield* Result.fail(inUse)
  }
  const change = { paymentMethodId: next.paymentMethodId, now }
  return yield* changePaymentMethod(removed.account, change, rules)
})

const isPaying = (account: Account, paymentMethodId: string): boolean =>
  account.invoices.some((invoice) => attemptInFlight(invoice)?.paymentMethodId === paymentMethodId)
