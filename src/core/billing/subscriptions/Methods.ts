// The payment methods of an account: adding, changing and removing. A method that is still needed cannot be removed. A
// live subscription that loses its method is charged by the default. GAP-21, GAP-22
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

/** A method that the gateway has stored. */
export interface AddMethodCommand {
  readonly method: PaymentMethod.PaymentMethod
  readonly now: number
}

/**
 * Adds a method, within the limits. Debt of a cancelled subscription is charged by it from then on, if it takes the
 * currency, and running dunning tries it at once. A live subscription keeps its own method. GAP-22, GAP-93
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

/** A change of a method. `isDefault` false leaves the default as it is. */
export interface UpdateMethodCommand {
  readonly paymentMethodId: string
  readonly isDefault: boolean
  readonly billingDetails: PaymentMethod.BillingDetailsChange
}

/** Makes a method the default, or changes its billing details. The subscription keeps its own method. GAP-22 */
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
 * Removes a method. A live subscription that uses it is charged by the default from then on. Refused while it is the
 * only one of a live subscription, where the default cannot pay the subscription's currency, and while a payment by it
 * is in flight, because its charge may have to be made again under the same key. A cancelled subscription needs no
 * method. GAP-21, GAP-95, GAP-96
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
