// The standing of a subscription: whether its invoices are paid as they should be. Derived from facts, never
// stored as one, so that facts may arrive in any order. GAP-33, GAP-34
import * as Result from "effect/Result"
import { attemptInFlight, type Invoice } from "../invoice/Invoice.ts"
import type { DeclineCode } from "../payment/PaymentAttempt.ts"
import * as Dunning from "../subscription/Dunning.ts"
import type { PastDueReason, SubscriptionRejection } from "../subscription/Subscription.ts"
import { type Account, type Change, documentsOf, type Rules, tellSubscription } from "./Account.ts"

/**
 * Whether an invoice is delinquent: its payment failed or its slip expired, or it is open past its due date and
 * grace with no attempt in flight. An attempt that was in flight before, or since its issue, keeps an open invoice from
 * it, and so does a card that takes the place of such a slip; an attempt that starts later cures nothing.
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

/** When an open invoice becomes delinquent by time alone; `null` for one that an attempt keeps from it, and others. */
export const delinquentAt = (invoice: Invoice, graceMillis: number): number | null => {
  if (invoice.status !== "OPEN") return null
  const at = invoice.dueAt + graceMillis
  if (attemptInFlight(invoice) === null) return at
  // While it is open, each attempt before the one in flight is a slip that the next one took the place of.
  const since = invoice.attempts[0]?.startedAt ?? at
  return since === invoice.issuedAt || since < at ? null : at
}

const reasonOfCode: Readonly<Record<DeclineCode, PastDueReason>> = {
  card_declined: "PAYMENT_DECLINED",
  stolen_card: "PAYMENT_DECLINED",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  expired_card: "CARD_EXPIRED",
  processing_error: "PAYMENT_ERROR",
}

/** The delinquent invoices of the account's subscription, oldest first. */
export const delinquentInvoices = (account: Account, now: number, rules: Rules): ReadonlyArray<Invoice> =>
  documentsOf(account, account.subscription?.subscriptionId)
    .filter((invoice) => isDelinquent(invoice, now, rules.policy.graceMillis))
    .sort((a, b) => a.issuedAt - b.issuedAt || (a.invoiceId < b.invoiceId ? -1 : 1))

/**
 * Why the account's subscription is delinquent: the reason of the latest definite failure on an invoice that
 * still is, else PAYMENT_ERROR, or NO_PAYMENT_METHOD where there is none to charge; `null` when it is not.
 */
export const delinquency = (account: Account, now: number, rules: Rules): PastDueReason | null => {
  const delinquent = delinquentInvoices(account, now, rules)
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

/**
 * Brings the subscription in line with the facts: its status, where it is not paused or ended, and its dunning, which
 * runs while an invoice is delinquent, whatever the status.
 */
export const assess = (
  change: Change,
  now: number,
  rules: Rules,
): Result.Result<Change, SubscriptionRejection> => {
  const { subscription } = change.account
  if (subscription === null) return Result.succeed(change)
  const delinquent = delinquency(change.account, now, rules)
  const dunning = delinquent === null ? null : (subscription.dunning ?? Dunning.start(now))
  return Result.flatMap(tellSubscription(change, { _tag: "Assess", delinquent, now }), (next) =>
    tellSubscription(next, { _tag: "SetDunning", dunning, now }),
  )
}
