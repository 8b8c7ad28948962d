// The billing metrics: counted from the events of a commit, once it is made. What every event says is counted here alone.
// GAP-162
import * as Effect from "effect/Effect"
import { attribute } from "../app/telemetry/telemetry.ts"
import type { BillingEvent } from "../core/billing/Account.ts"
import type { Invoice } from "../core/invoice/Invoice.ts"
import { update } from "./metrics.ts"

/** Counts an event that was committed. */
export const countEvent = (event: BillingEvent): Effect.Effect<void> => {
  switch (event.type) {
    case "invoice.issued": {
      const { currency, kind } = event.invoice
      return update("invoicesIssued", 1, {
        [attribute.currency]: currency,
        [attribute.billingReason]: kind,
      })
    }
    case "payment.approved":
    case "payment.failed":
    case "payment.needs_operator":
      return update("payments", 1, paymentOf(event.invoice, event.type.slice("payment.".length), event.at))
    case "invoice.status_changed": {
      const { currency, status, payableAmount } = event.invoice
      const is = isFailed(status)
      if (is === isFailed(event.previousStatus)) return Effect.void
      const key = is ? "delinquencyEntered" : "delinquencyLeft"
      return update(key, payableAmount, { [attribute.currency]: currency })
    }
    case "subscription.status_changed":
      return update("subscriptionChanges", 1, { [attribute.subscriptionStatus]: event.subscription.status })
    default:
      return Effect.void
  }
}

/** The statuses of an invoice that nobody paid although its payment was tried. */
const isFailed = (status: string): boolean => status === "PAYMENT_FAILED" || status === "EXPIRED"

/** The attempt that the event tells of is the one that changed at its instant. */
const paymentOf = (
  { currency, attempts }: Invoice,
  outcome: string,
  at: number,
): Readonly<Record<string, string>> => {
  const declineCode = attempts.findLast((attempt) => attempt.at === at)?.declineCode ?? null
  return {
    [attribute.currency]: currency,
    [attribute.outcome]: outcome,
    ...(declineCode !== null && { [attribute.declineCode]: declineCode }),
  }
}
