// A receivable: a small summary of an invoice that takes or awaits money. It tells whether the invoice is late, what is
// tried next and when time changes it. An account has the receivables of all invoices that are owed, and only a few
// invoices.
import { type DeclineCode, isInFlight, type PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { Invoice } from "./Invoice.ts"
import { amountDue, isPayable } from "./InvoiceAmounts.ts"

/** A refusal of a charge, or an expired boleto where the code is `null`. */
export interface PaymentFailure {
  readonly at: number
  readonly declineCode: DeclineCode | null
}

/** The amount that is still to be collected of an issued invoice, with its dates and attempts. */
export interface Receivable {
  readonly invoiceId: string
  readonly subscriptionId: string
  readonly status: Invoice["status"]
  readonly currency: string
  /** In minor units. */
  readonly amountDue: number
  readonly issuedAt: number
  readonly dueAt: number
  /** The start of its first attempt; `null` without one. */
  readonly triedAt: number | null
  /** The attempt whose outcome is open, if there is one. */
  readonly attempt: PaymentAttempt | null
  /** The latest refusal of a charge, or expiry of a boleto. */
  readonly failure: PaymentFailure | null
  /** The methods that were refused for good. */
  readonly refusedMethodIds: ReadonlyArray<string>
  readonly updatedAt: number
}

/** Tells whether money is still collected or awaited for an invoice. A written-off invoice is not collected. */
export const isReceivable = ({ status, attempts }: Invoice): boolean =>
  (isPayable({ status }) && status !== "UNCOLLECTIBLE") || attempts.some(isInFlight)

/**
 * The receivable of an invoice.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Decider, Invoice, Receivable } from "studio-billing"
 *
 * const draft: Invoice.InvoiceDraft = {
 *   invoiceId: "invoice-1", organizationId: "org-1", subscriptionId: "sub-1", kind: "CYCLE", cycle: 0, sequence: 0,
 *   currency: "BRL", lines: [], discounts: [], totalAmount: 9990, discountAmount: 0, payableAmount: 9990,
 *   dueAt: 1, periodStartAt: 0, periodEndAt: 1, billingThreshold: null, createdAt: 0,
 * }
 * const { state } = Result.getOrThrow(Decider.run(Invoice.Invoice, null, { _tag: "Issue", draft, now: 1 }))
 * const owed = state === null ? null : Receivable.receivableOf(state)
 * const shown = [owed?.status, owed?.amountDue, owed?.attempt]
 * shown // ["OPEN", 9990, null]
 * ```
 */
export const receivableOf = (invoice: Invoice): Receivable => {
  const { invoiceId, subscriptionId, status, currency, issuedAt, dueAt, attempts, updatedAt } = invoice
  let attempt: PaymentAttempt | null = null
  let failure: PaymentFailure | null = null
  const refusedMethodIds: Array<string> = []
  for (const tried of attempts) {
    if (isInFlight(tried)) attempt = tried
    if (tried.status !== "DECLINED" && tried.status !== "EXPIRED") continue
    const { at, declineCode, paymentMethodId } = tried
    // Of two at one instant the later attempt counts.
    if (failure === null || at >= failure.at) failure = { at, declineCode }
    if (tried.status === "DECLINED" && !tried.retryable) refusedMethodIds.push(paymentMethodId)
  }
  return {
    invoiceId,
    subscriptionId,
    status,
    currency,
    amountDue: amountDue(invoice),
    issuedAt,
    dueAt,
    triedAt: attempts[0]?.startedAt ?? null,
    attempt,
    failure,
    refusedMethodIds,
    updatedAt,
  }
}

/** The order of issue; invoices of one instant are in the order of their ids. */
export const byIssue = (
  a: Pick<Receivable, "issuedAt" | "invoiceId">,
  b: Pick<Receivable, "issuedAt" | "invoiceId">,
): number => a.issuedAt - b.issuedAt || (a.invoiceId < b.invoiceId ? -1 : 1)
