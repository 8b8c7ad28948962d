// An invoice as it is stored: its frozen lines and totals, the attempts to charge it, the money that came and the money
// that went back. Models "Invoice" of the specification; statuses by GAP-40.
import type { PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { BillableLine } from "./BilledLine.ts"
import type { ComputedInvoice } from "./computeInvoice.ts"

/** The statuses of an issued invoice. */
export const ISSUED_STATUSES = [
  "OPEN",
  "PAID",
  "PAYMENT_FAILED",
  "UNCOLLECTIBLE",
  "VOID",
  "EXPIRED",
  "REFUNDED",
  "PARTIALLY_REFUNDED",
  "DISPUTED",
  "CHARGEBACK",
  "CHARGEBACK_RESOLVED",
] as const

/** The statuses of an invoice. DRAFT is the upcoming invoice, which is never stored and is shown as OPEN. GAP-40 */
export const INVOICE_STATUSES = ["DRAFT", ...ISSUED_STATUSES] as const

/** One of the statuses of an invoice. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/**
 * Why an invoice is issued: a threshold, the end of a cycle, a pause, a change of plan, a cancellation, a void; and of a
 * fee in advance, the begin of the first cycle, a higher quantity and a resume.
 */
export type BillingReason =
  | "CUT"
  | "CYCLE"
  | "PAUSE"
  | "CHANGE"
  | "FINAL"
  | "REISSUE"
  | "CREATION"
  | "QUANTITY_CHANGE"
  | "RESUME"

/** The threshold at the issue of the invoice. GAP-46 */
export interface ThresholdSnapshot {
  readonly value: number
  readonly currency: string
  /** The unbilled usage of that moment, before discounts. */
  readonly accumulatedAmount: number
  readonly exceeded: boolean
}

/** Money that arrived for an invoice. The same `receiptId` again is the same money. */
export interface Receipt {
  readonly receiptId: string
  readonly kind: "CHARGE" | "SETTLEMENT" | "VOUCHER"
  /** The attempt that brought it, by its charge or its boleto; `null` for other money. */
  readonly attemptId: string | null
  /** The voucher that paid; `null` for money. */
  readonly voucherId: string | null
  /** The amount that was reported. */
  readonly reportedAmount: number
  /** The new money in it: the money of an attempt counts once, however often it is reported. */
  readonly amount: number
  /** The part that paid this invoice; the rest became a voucher. */
  readonly appliedAmount: number
  readonly at: number
}

/** Money that went back. The same `refundId` again is the same refund. */
export interface Refund {
  readonly refundId: string
  readonly amount: number
  readonly at: number
}

/**
 * The part of an invoice that a voucher paid. The cause is the invoice's issue or a receipt, as in the voucher's
 * ledger.
 */
export interface VoucherUse {
  readonly voucherId: string
  readonly cause: string
  readonly amount: number
}

/**
 * Given back because a part of its cycle is no longer due: money as one new voucher, and to vouchers what they had
 * paid. `creditId` occurs once, and is the id of the new voucher.
 */
export interface Credit {
  readonly creditId: string
  readonly moneyAmount: number
  readonly releases: ReadonlyArray<VoucherUse>
  /** The cycle that it is a credit of, where that is another than the invoice's: that of a fee in advance. */
  readonly cycle?: number
  readonly at: number
}

/** A dispute of the money of an invoice. An invoice has no two at a time. */
export interface Dispute {
  readonly openedAt: number
  /** `null` while it is open. */
  readonly endedAt: number | null
  readonly outcome: "WON" | "LOST" | null
}

/** What a coupon gave the lines of one billing period. */
export interface CouponPart {
  readonly cycle: number
  readonly amount: number
}

/** An invoice before it is issued, as a preview shows it. */
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
  /** The parts of the coupon's discount, where it is not all of the invoice's own cycle. */
  readonly couponParts?: ReadonlyArray<CouponPart>
  readonly createdAt: number
}

/** An issued invoice. */
export interface Invoice extends InvoiceDraft {
  readonly status: (typeof ISSUED_STATUSES)[number]
  /** The sum that receipts paid; discounts are not in it. */
  readonly amountPaid: number
  readonly amountRefunded: number
  /** The sum of money and vouchers that went back as credit. */
  readonly amountCredited: number
  readonly receipts: ReadonlyArray<Receipt>
  /** They add up to `amountRefunded`. */
  readonly refunds: ReadonlyArray<Refund>
  /** They add up to `amountCredited`. */
  readonly credits: ReadonlyArray<Credit>
  readonly attempts: ReadonlyArray<PaymentAttempt>
  /** Set on a VOID invoice whose items are billed again. */
  readonly rebilled: boolean
  /** Set once a dispute of it was won, whatever its status became by refunds; absent: none was. */
  readonly disputeWon?: boolean
  /** Every dispute of it, the first one first; absent: none was. */
  readonly disputes?: ReadonlyArray<Dispute>
  readonly issuedAt: number
  readonly paidAt: number | null
  /** The instant at which it was written off, also where it was paid or voided after that; absent: it never was. */
  readonly writtenOffAt?: number
  /** The instant at which it was voided, whatever came for it since; absent: it never was. */
  readonly voidedAt?: number
  readonly updatedAt: number
}
