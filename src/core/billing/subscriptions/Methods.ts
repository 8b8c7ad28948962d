// The payment methods of an account: adding one, changing one, and removing one. What is still needed to pay cannot be
// removed, and what a live subscription charges passes on to the default. GAP-21, GAP-22
import * as Result from "effect/Result"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive } from "../../subscription/Subscription.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  type Rules,
  subscriptionsOf,
  unchanged,
  withAccount,
} from "../Account.ts"
import { tryAtOnce } from "../collection/dunningRounds.ts"
import { checkCurrency } from "../collection/Payments.ts"
import { receivablesOf, receivablesWhere } from "../collection/Receivables.ts"
import { changePaymentMethod, type LifecycleRejection } from "./Lifecycle.ts"

/** A method that was stored with the gateway, to be kept. */
export interface AddMethodCommand {
  readonly method: PaymentMethod.PaymentMethod
  readonly now: number
}

/**
 * Adds a method, within the limits. Where a cancelled subscription still owes, and the method takes its currency, what it
 * owes is charged by this one from then on, and dunning that runs tries it at once. A live subscription goes on charging
 * its own. GAP-22, GAP-93
 */
export const addMethod = resultFn(function* (
  account: Account,
  { method, now }: AddMethodCommand,
  rules: Rules,
): Steps<Change, PaymentMethod.PaymentMethodLimitReached | LifecycleRejection> {
  const { paymentMethodId } = method
  const methods = yield* PaymentMethod.add(account.paymentMethods, method, rules.policy.paymentMethodsMax)
  let next = withAccount(unchanged(account), { paymentMethods: methods })
  const owing = new Set(receivablesOf(account).flatMap((list) => list.map((owed) => owed.subscriptionId)))
  for (const subscription of subscriptionsOf(account)) {
    const { subscriptionId, terms } = subscription
    const takesOver = owing.has(subscriptionId) && PaymentMethod.takesCurrency(method, terms.currency)
    if (isLive(subscription) || !takesOver) continue
    next = yield* applyToSubscription(next, { _tag: "CollectBy", paymentMethodId, now }, subscriptionId)
    next = yield* tryAtOnce(next, now, rules, subscriptionId)
  }
  return next
})

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
  receivablesWhere(account, ({ attempt }) => attempt?.paymentMethodId === paymentMethodId).length > 0
