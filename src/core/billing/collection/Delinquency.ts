// The standing of a subscription: whether its invoices are paid as they should be. Derived from facts, never
// stored as one, so that facts may arrive in any order. GAP-33, GAP-34
import { byIssue, type PaymentFailure, type Receivable } from "../../invoice/Receivable.ts"
import type { DeclineCode } from "../../payment/PaymentAttempt.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Dunning from "../../subscription/Dunning.ts"
import type { PastDueReason, Subscription, SubscriptionRejection } from "../../subscription/Subscription.ts"
import { type Account, applyToSubscription, type Change, type Rules, subscriptionsOf } from "../Account.ts"
import { receivablesWhere } from "./Receivables.ts"

/**
 * Whether an invoice is delinquent: its payment failed or its slip expired, or it is open past its due date and
 * grace with no attempt in flight. An attempt that was in flight before, or since its issue, keeps an open invoice from
 * it, and so does a card that takes the place of such a slip; an attempt that starts later cures nothing.
 */
export const isDelinquent = (receivable: Receivable, now: number, graceMillis: number): boolean => {
  switch (receivable.status) {
    case "PAYMENT_FAILED":
    case "EXPIRED":
      return true
    default: {
      const at = delinquentAt(receivable, graceMillis)
      return at !== null && now >= at
    }
  }
}

/** When an open invoice becomes delinquent by time alone; `null` for one that an attempt keeps from it, and others. */
export const delinquentAt = (receivable: Receivable, graceMillis: number): number | null => {
  if (receivable.status !== "OPEN") return null
  const at = receivable.dueAt + graceMillis
  if (receivable.attempt === null) return at
  // While it is open, each attempt before the one in flight is a slip that the next one took the place of.
  const since = receivable.triedAt ?? at
  return since === receivable.issuedAt || since < at ? null : at
}

const reasonOfCode: Readonly<Record<DeclineCode, PastDueReason>> = {
  card_declined: "PAYMENT_DECLINED",
  stolen_card: "PAYMENT_DECLINED",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  expired_card: "CARD_EXPIRED",
  processing_error: "PAYMENT_ERROR",
}

/** The delinquent invoices of a subscription, the account's own unless another one is given, oldest first. */
export const delinquentInvoices = (
  account: Account,
  now: number,
  rules: Rules,
  subscription: Subscription | null = account.subscription,
): ReadonlyArray<Receivable> =>
  receivablesWhere(
    account,
    (receivable) =>
      receivable.subscriptionId === subscription?.subscriptionId &&
      isDelinquent(receivable, now, rules.policy.graceMillis),
  ).sort(byIssue)

/**
 * Why a subscription is delinquent, the account's own unless another one is given: the reason of the latest definite
 * failure on an invoice that still is, else PAYMENT_ERROR, or NO_PAYMENT_METHOD where there is none to charge; `null`
 * when it is not.
 */
export const delinquency = (
  account: Account,
  now: number,
  rules: Rules,
  subscription: Subscription | null = account.subscription,
): PastDueReason | null => {
  const delinquent = delinquentInvoices(account, now, rules, subscription)
  if (delinquent.length === 0) return null
  let latest: PaymentFailure | null = null
  for (const { failure } of delinquent) {
    if (failure !== null && (latest === null || failure.at >= latest.at)) latest = failure
  }
  if (latest !== null) {
    return latest.declineCode === null ? "BOLETO_EXPIRED" : reasonOfCode[latest.declineCode]
  }
  return account.paymentMethods.length === 0 ? "NO_PAYMENT_METHOD" : "PAYMENT_ERROR"
}

/**
 * Brings every subscription in line with the facts of its own invoices: its status, where it is not paused or ended, and
 * its dunning, which runs while an invoice is delinquent, whatever the status.
 */
export const updateDelinquency = resultFn(function* (
  change: Change,
  now: number,
  rules: Rules,
): Steps<Change, SubscriptionRejection> {
  let next = change
  for (const subscription of subscriptionsOf(change.account)) {
    const { subscriptionId } = subscription
    const delinquent = delinquency(next.account, now, rules, subscription)
    const dunning = delinquent === null ? null : (subscription.dunning ?? Dunning.start(now))
    next = yield* applyToSubscription(next, { _tag: "Assess", delinquent, now }, subscriptionId)
    next = yield* applyToSubscription(next, { _tag: "SetDunning", dunning, now }, subscriptionId)
  }
  return next
})
