// The standing of a subscription: whether its invoices are paid as they should be. Derived from facts, never
// stored as one, so that facts may arrive in any order. GAP-33, GAP-34
import * as Result from "effect/Result"
import { attemptInFlight, type Invoice } from "../invoice/Invoice.ts"
import type { DeclineCode } from "../payment/PaymentAttempt.ts"
import type { PastDueReason, SubscriptionRejection } from "../subscription/Subscription.ts"
import { type Account, type Change, documentsOf, type Rules, tellSubscription } from "./Account.ts"

/**
 * Whether an invoice is delinquent: its payment failed or its slip expired, or it is open past its due date and
 * grace with no attempt in flight. An attempt in flight keeps an open invoice from it and cures nothing.
 */
export const isDelinquent = (invoice: Invoice, now: number, graceMillis: number): boolean => {
  switch (invoice.status) {
    case "PAYMENT_FAILED":
    case "EXPIRED":
      return true
    default: {
      const at = delinquentAt(invoice, graceMillis)
      return at !== null && now >= at
    }
  }
}

/** When an open invoice without an attempt in flight becomes delinquent by time alone; `null` for all others. */
export const delinquentAt = (invoice: Invoice, graceMillis: number): number | null =>
  invoice.status === "OPEN" && attemptInFlight(invoice) === null ? invoice.dueAt + graceMillis : null

const reasonOfCode: Readonly<Record<DeclineCode, PastDueReason>> = {
  card_declined: "PAYMENT_DECLINED",
  stolen_card: "PAYMENT_DECLINED",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  expired_card: "CARD_EXPIRED",
  processing_error: "PAYMENT_ERROR",
}

/**
 * Why the account's subscription is delinquent: the reason of the latest definite failure on an invoice that
 * still is, else PAYMENT_ERROR, or NO_PAYMENT_METHOD where there is none to charge; `null` when it is not.
 */
export const delinquency = (account: Account, now: number, rules: Rules): PastDueReason | null => {
  const { subscription } = account
  if (subscription === null) return null
  const delinquent = documentsOf(account, subscription.subscriptionId).filter((invoice) =>
    isDelinquent(invoice, now, rules.policy.graceMillis),
  )
  if (delinquent.length === 0) return null
  let latest: { readonly at: number; readonly reason: PastDueReason } | null = null
  for (const { attempts } of delinquent) {
    for (const { status, declineCode, at } of attempts) {
      if (latest !== null && at < latest.at) continue
      if (status === "EXPIRED") latest = { at, reason: "BOLETO_EXPIRED" }
      if (status === "DECLINED" && declineCode !== null) latest = { at, reason: reasonOfCode[declineCode] }
    }
  }
  if (latest !== null) return latest.reason
  return account.paymentMethods.length === 0 ? "NO_PAYMENT_METHOD" : "PAYMENT_ERROR"
}

/** Brings the subscription's status in line with the facts. A subscription that is paused or ended stays so. */
export const assess = (
  change: Change,
  now: number,
  rules: Rules,
): Result.Result<Change, SubscriptionRejection> =>
  change.account.subscription === null
    ? Result.succeed(change)
    : tellSubscription(change, { _tag: "Assess", delinquent: delinquency(change.account, now, rules), now })
