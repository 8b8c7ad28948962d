// Delinquency of a subscription: whether its invoices are paid in time. It is derived from facts and never stored, so
// that facts may arrive in any order. GAP-33, GAP-34
import * as Result from "effect/Result"
import type { Invoice, InvoiceRejection } from "../../invoice/Invoice.ts"
import { byIssue, type PaymentFailure, type Receivable, receivableOf } from "../../invoice/Receivable.ts"
import type { DeclineCode } from "../../payment/PaymentAttempt.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Dunning from "../../subscription/Dunning.ts"
import type { PastDueReason, Subscription, SubscriptionRejection } from "../../subscription/Subscription.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  findSubscription,
  type InvoicesNotLoaded,
  type Rules,
  subscriptionsOf,
} from "../Account.ts"
import { automaticMethod, startCharge } from "../invoicing/Charging.ts"
import { receivablesWhere } from "./Receivables.ts"

/**
 * Tells whether an invoice is delinquent: its payment failed, its boleto expired, or it is open past its due date and
 * grace. An attempt keeps an open invoice from it if it started at an issue in time or before that date, and so does a card that
 * replaces such a boleto. An attempt that starts later does not.
 */
export const isDelinquent = (receivable: Receivable, now: number, graceMillis: number): boolean => {
  const { status } = receivable
  if (status === "PAYMENT_FAILED" || status === "EXPIRED") return true
  const at = delinquentAt(receivable, graceMillis)
  return at !== null && now >= at
}

/**
 * The instant at which an open invoice becomes delinquent by time alone; `null` where an attempt keeps it from that,
 * and for other statuses.
 */
export const delinquentAt = (receivable: Receivable, graceMillis: number): number | null => {
  if (receivable.status !== "OPEN") return null
  const at = receivable.dueAt + graceMillis
  if (receivable.attempt === null) return at
  // While it is open, each earlier attempt is a boleto that the next attempt replaced.
  const since = receivable.triedAt ?? at
  const isInTime = since < at || (since === receivable.issuedAt && since <= receivable.dueAt)
  return isInTime ? null : at
}

const reasonOfCode: Readonly<Record<DeclineCode, PastDueReason>> = {
  card_declined: "PAYMENT_DECLINED",
  stolen_card: "PAYMENT_DECLINED",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  expired_card: "CARD_EXPIRED",
  processing_error: "PAYMENT_ERROR",
}

/** The receivables of a subscription for which `fits` holds, oldest first. */
const owedBy = (
  account: Account,
  subscriptionId: string | undefined,
  fits: (receivable: Receivable) => boolean,
): ReadonlyArray<Receivable> =>
  receivablesWhere(
    account,
    (receivable) => receivable.subscriptionId === subscriptionId && fits(receivable),
  ).sort(byIssue)

/** The delinquent invoices of a subscription, the account's own unless another one is given, oldest first. */
export const delinquentInvoices = (
  account: Account,
  now: number,
  rules: Rules,
  subscription: Subscription | null = account.subscription,
): ReadonlyArray<Receivable> =>
  owedBy(account, subscription?.subscriptionId, (receivable) =>
    isDelinquent(receivable, now, rules.policy.graceMillis),
  )

/** Tells whether an invoice is open and nobody has tried it yet: it was issued while dunning ran, or without a method. */
const isUntried = ({ status, triedAt }: Receivable): boolean => status === "OPEN" && triedAt === null

/**
 * What is collected of a subscription while dunning runs, oldest first: its delinquent invoices, and those that nobody
 * has tried, which joined dunning when they were issued.
 */
export const dunnedInvoices = (
  account: Account,
  now: number,
  { policy }: Pick<Rules, "policy">,
  { subscriptionId }: Subscription,
): ReadonlyArray<Receivable> =>
  owedBy(
    account,
    subscriptionId,
    (receivable) => isUntried(receivable) || isDelinquent(receivable, now, policy.graceMillis),
  )

/**
 * The reason why a subscription (the account's own, unless another one is given) is delinquent: that of the latest
 * refusal on a delinquent invoice. Without a refusal it is PAYMENT_ERROR, or NO_PAYMENT_METHOD where there is no
 * method. `null` when it is not delinquent.
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

const untriedInvoices = (account: Account, subscriptionId: string): ReadonlyArray<Receivable> =>
  owedBy(account, subscriptionId, isUntried)

/** Charges the invoices of a subscription that waited while dunning ran, now that it is over. */
const chargeUntried = resultFn(function* (
  change: Change,
  subscriptionId: string,
  now: number,
  rules: Rules,
): Steps<Change, InvoiceRejection | InvoicesNotLoaded> {
  const paymentMethod = automaticMethod(change.account, findSubscription(change.account, subscriptionId))
  if (paymentMethod === null) return change
  let next = change
  for (const { invoiceId } of untriedInvoices(change.account, subscriptionId))
    next = yield* startCharge(next, { invoiceId, paymentMethod, at: now }, rules)
  return next
})

/**
 * Lets dunning go on with what bills a delinquent invoice again that is voided for that, where dunning is exhausted or a
 * method was refused for good: the debt is the same one, and nobody tries that method again. GAP-93
 */
export const dunInPlaceOf = (
  change: Change,
  invoice: Invoice,
  now: number,
  rules: Rules,
): Result.Result<Change, SubscriptionRejection> => {
  const { subscriptionId } = invoice
  const dunning = findSubscription(change.account, subscriptionId)?.dunning ?? null
  const receivable = receivableOf(invoice)
  if (dunning === null || !isDelinquent(receivable, now, rules.policy.graceMillis)) {
    return Result.succeed(change)
  }
  const refused = change.account.paymentMethods
    .map(({ paymentMethodId }) => paymentMethodId)
    .filter((paymentMethodId) => receivable.refusedMethodIds.includes(paymentMethodId))
  return dunning.exhaustedAt === null && refused.length === 0
    ? Result.succeed(change)
    : applyToSubscription(
        change,
        { _tag: "SetDunning", dunning: Dunning.rebilled(dunning, refused), now },
        subscriptionId,
      )
}

/**
 * Updates every subscription from the facts of its own invoices: its status, unless it is paused or ended, and its
 * dunning, which runs while an invoice is delinquent, or while nobody has tried what bills one again. Where dunning ends, what
 * waited because of it is charged.
 */
export const updateDelinquency = resultFn(function* (
  change: Change,
  now: number,
  rules: Rules,
): Steps<Change, InvoiceRejection | InvoicesNotLoaded | SubscriptionRejection> {
  let next = change
  for (const subscription of subscriptionsOf(change.account)) {
    const { subscriptionId } = subscription
    const delinquent = delinquency(next.account, now, rules, subscription)
    const goesOn =
      delinquent !== null ||
      (subscription.dunning !== null &&
        Dunning.isRebilled(subscription.dunning) &&
        untriedInvoices(next.account, subscriptionId).length > 0)
    const dunning = goesOn ? (subscription.dunning ?? Dunning.start(now)) : null
    next = yield* applyToSubscription(next, { _tag: "Assess", delinquent, now }, subscriptionId)
    next = yield* applyToSubscription(next, { _tag: "SetDunning", dunning, now }, subscriptionId)
    if (subscription.dunning !== null && dunning === null)
      next = yield* chargeUntried(next, subscriptionId, now, rules)
  }
  return next
})
