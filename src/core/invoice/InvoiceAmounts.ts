// What can be computed from an invoice: whether it takes payments, what is due, what it received and what can go back.
import { isInFlight, type PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { Credit, Invoice, InvoiceStatus, VoucherUse } from "./InvoiceRecord.ts"

const PAYABLE: ReadonlySet<InvoiceStatus> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"])

/** Tells whether an invoice of this status takes payments. GAP-41 */
export const isPayable = (invoice: Pick<Invoice, "status">): boolean => PAYABLE.has(invoice.status)

/** The amount that is still to be paid, in minor units; 0 on a VOID invoice. */
export const amountDue = (invoice: Invoice): number =>
  invoice.status === "VOID" ? 0 : invoice.payableAmount - invoice.amountPaid

/** The attempt whose outcome is open; an invoice has at most one. */
export const attemptInFlight = (invoice: Invoice): PaymentAttempt | null =>
  invoice.attempts.find(isInFlight) ?? null

const sumOf = <A>(items: ReadonlyArray<A>, amountOf: (item: A) => number): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0)

/** The amount that a credit gave back, in minor units. */
export const creditAmount = ({ moneyAmount, releases }: Credit): number =>
  moneyAmount + sumOf(releases, ({ amount }) => amount)

/** The amount that a coupon took off an invoice, in minor units. */
export const couponAmount = ({ discounts }: Pick<Invoice, "discounts">): number =>
  sumOf(discounts, ({ type, amount }) => (type === "COUPON" ? amount : 0))

/** The parts that vouchers paid of an invoice, at its issue and by receipts, in that order. */
export const voucherUses = ({ invoiceId, discounts, receipts }: Invoice): ReadonlyArray<VoucherUse> => [
  ...discounts.flatMap(({ type, code, amount }) =>
    type === "VOUCHER" ? [{ voucherId: code, cause: invoiceId, amount }] : [],
  ),
  ...receipts.flatMap(({ voucherId, receiptId, appliedAmount }) =>
    voucherId === null ? [] : [{ voucherId, cause: receiptId, amount: appliedAmount }],
  ),
]

/** The money that an invoice got, in minor units, including what went back since. */
const moneyPaid = ({ receipts }: Invoice): number =>
  sumOf(receipts, ({ kind, appliedAmount }) => (kind === "VOUCHER" ? 0 : appliedAmount))

/**
 * The money and vouchers that an invoice received, less refunds, in minor units. A coupon is neither. Credits are not
 * subtracted. After a lost dispute the money is gone, and a VOID invoice gave everything back.
 */
export const receivedAmount = (invoice: Invoice): number => {
  if (invoice.status === "VOID") return 0
  const money = invoice.status === "CHARGEBACK" ? 0 : moneyPaid(invoice) - invoice.amountRefunded
  return money + sumOf(voucherUses(invoice), ({ amount }) => amount)
}

/** The money that can still go back: what was received, less refunds and what went back as credit. GAP-117 */
export const refundableAmount = (invoice: Invoice): number => {
  if (invoice.status === "VOID" || invoice.status === "CHARGEBACK") return 0
  const credited = sumOf(invoice.credits, ({ moneyAmount }) => moneyAmount)
  return Math.max(0, moneyPaid(invoice) - invoice.amountRefunded - credited)
}

/** The parts that vouchers paid and did not get back yet, the latest first. */
export const releasable = (invoice: Invoice): ReadonlyArray<VoucherUse> => {
  if (invoice.status === "VOID") return []
  const released = (taken: VoucherUse): number =>
    sumOf(
      invoice.credits.flatMap(({ releases }) => releases),
      ({ voucherId, cause, amount }) => (voucherId === taken.voucherId && cause === taken.cause ? amount : 0),
    )
  return voucherUses(invoice)
    .map((taken) => ({ ...taken, amount: taken.amount - released(taken) }))
    .filter(({ amount }) => amount > 0)
    .toReversed()
}

/** Tells whether a payment in flight may still pay an invoice, also a written-off one. */
export const isAwaited = (invoice: Invoice): boolean =>
  isPayable(invoice) && attemptInFlight(invoice) !== null
