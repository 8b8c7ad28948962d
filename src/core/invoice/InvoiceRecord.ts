// An invoice as it is kept: a frozen document, the attempts to charge it, the money that came and the money that went
// back. Models "Invoice" of the specification; statuses by GAP-40.
import type { PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { BillableLine } from "./BilledLine.ts"
import type { ComputedInvoice } from "./computeInvoice.ts"

/** The statuses of an invoice. DRAFT is the live document, which is never stored and is shown as OPEN. GAP-40 */
export type InvoiceStatus =
  | "DRAFT"
  | "OPEN"
  | "PAID"
  | "PAYMENT_FAILED"
  | "UNCOLLECTIBLE"
  | "VOID"
  | "EXPIRED"
  | "REFUNDED"
  | "PARTIALLY_REFUNDED"
  | "DISPUTED"
  | "CHARGEBACK"
  | "CHARGEBACK_RESOLVED"

/** Why a document is issued: a threshold, the end of a cycle, a pause, a change of plan, a cancellation, a void. */
export type BillingReason = "CUT" | "CYCLE" | "PAUSE" | "CHANGE" | "FINAL" | "REISSUE"

/** The threshold as it stood when the document was issued. GAP-46 */
export interface ThresholdSnapshot {
  readonly value: number
  readonly currency: string
  /** The unbilled usage of that moment, before discounts. */
  readonly accumulatedAmount: number
  readonly exceeded: boolean
}

/** Money that arrived for an invoice. `receiptId` occurs once: the same receipt twice is one. */
export interface Receipt {
  readonly receiptId: string
  readonly kind: "CHARGE" | "SETTLEMENT" | "VOUCHER"
  /** The attempt that brought it: its own charge, or the slip that was paid; `null` for money of another way. */
  readonly attemptId: string | null
  /** The voucher that paid; `null` for money. */
  readonly voucherId: string | null
  /** What was reported. */
  readonly reportedAmount: number
  /** What of it is new money: an attempt's money counts once, however often and in whichever order it is reported. */
  readonly amount: number
  /** What of that paid this invoice; the rest became a voucher. */
  readonly appliedAmount: number
  readonly at: number
}

/** Money that went back. `refundId` occurs once: the same refund twice is one. */
export interface Refund {
  readonly refundId: string
  readonly amount: number
  readonly at: number
}

/** What an invoice took of a voucher. The cause, under which the voucher's ledger has it, is its issue or a receipt. */
export interface VoucherUse {
  readonly voucherId: string
  readonly cause: string
  readonly amount: number
}

/**
 * What went back of an invoice because something that its cycle was billed is no longer due: money as one new voucher,
 * and what vouchers had paid to these vouchers. `creditId` occurs once; the new voucher has it as its id.
 */
export interface Credit {
  readonly creditId: string
  readonly moneyAmount: number
  readonly releases: ReadonlyArray<VoucherUse>
  readonly at: number
}

/** A document before it is issued: what a preview shows. */
export interface InvoiceDraft extends ComputedInvoice<BillableLine> {
  readonly invoiceId: string
  readonly organizationId: string
  readonly subscriptionId: string
  readonly kind: BillingReason
  readonly cycle: number
  readonly sequence: number
  readonly dueAt: number
  readonly periodStartAt: number
  readonly periodEndAt: number
  readonly billingThreshold: ThresholdSnapshot | null
  readonly createdAt: number
}

/** An issued invoice. */
export interface Invoice extends InvoiceDraft {
  readonly status: Exclude<InvoiceStatus, "DRAFT">
  /** What receipts paid of it; discounts are not among it. */
  readonly amountPaid: number
  readonly amountRefunded: number
  /** What of its money and vouchers went back as credit. */
  readonly amountCredited: number
  readonly receipts: ReadonlyArray<Receipt>
  /** They add up to `amountRefunded`. */
  readonly refunds: ReadonlyArray<Refund>
  /** They add up to `amountCredited`. */
  readonly credits: ReadonlyArray<Credit>
  readonly attempts: ReadonlyArray<PaymentAttempt>
  /** Set on a VOID invoice whose items are billed again. */
  readonly rebilled: boolean
  readonly issuedAt: number
  readonly paidAt: number | null
  readonly updatedAt: number
}
