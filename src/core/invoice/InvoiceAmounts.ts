// What can be read off an invoice: whether it takes payments, what is due, what it received and what can go back.
import { isInFlight, type PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { Invoice, InvoiceStatus } from "./Invoice.ts"

const PAYABLE: ReadonlySet<InvoiceStatus> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"])

/** Whether the status takes a payment. GAP-41 */
export const isPayable = (invoice: Pick<Invoice, "status">): boolean => PAYABLE.has(invoice.status)

/** What is still to be paid, in minor units; 0 on a VOID invoice. */
export const amountDue = (invoice: Invoice): number =>
  invoice.status === "VOID" ? 0 : invoice.payableAmount - invoice.amountPaid

/** The attempt whose outcome is open, if there is one; there is never more than one. */
export const attemptInFlight = (invoice: Invoice): PaymentAttempt | null =>
  invoice.attempts.find(isInFlight) ?? null

/**
 * The money and the vouchers that an invoice really got and still has, in minor units; a coupon is neither. The money
 * of a dispute that was lost is gone, and a VOID invoice gave everything back.
 */
export const receivedAmount = (invoice: Invoice): number => {
  if (invoice.status === "VOID") return 0
  return invoice.discounts.reduce(
    (sum, { type, amount }) => (type === "VOUCHER" ? sum + amount : sum),
    invoice.status === "CHARGEBACK" ? 0 : invoice.amountPaid,
  )
}

/** What an invoice took of a voucher, and the cause that the voucher's ledger names it by. */
export interface VoucherUse {
  readonly voucherId: string
  readonly amount: number
  readonly cause: string
}

/** What an invoice took of vouchers, in that order: at its issue, and by those that were applied to it since. */
export const voucherUses = ({ invoiceId, discounts, receipts }: Invoice): ReadonlyArray<VoucherUse> => [
  ...discounts.flatMap(({ type, code, amount }) =>
    type === "VOUCHER" ? [{ voucherId: code, amount, cause: invoiceId }] : [],
  ),
  ...receipts.flatMap(({ voucherId, amount, receiptId }) =>
    voucherId === null ? [] : [{ voucherId, amount, cause: receiptId }],
  ),
]

/** What can still go back as money: at most the money received, less what went back as refund or credit. */
export const refundableAmount = (invoice: Invoice): number => {
  const money = invoice.receipts.reduce(
    (sum, receipt) => (receipt.kind === "VOUCHER" ? sum : sum + receipt.appliedAmount),
    0,
  )
  return Math.max(
    0,
    Math.min(
      money - invoice.amountRefunded,
      receivedAmount(invoice) - invoice.amountRefunded - invoice.amountCredited,
    ),
  )
}
