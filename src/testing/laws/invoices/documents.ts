// What the laws of invoices share: sums, the coupon of an invoice, and the first document of a period.
import type * as Result from "effect/Result"
import type { ComputedInvoice, Discount, InvoiceInput } from "../../../core/invoice/computeInvoice.ts"

/** What the laws are about: an invoice from its input, or a reason why it cannot be computed. */
export type ComputeInvoice = (input: InvoiceInput) => Result.Result<ComputedInvoice, object>

/** The input of the first document of its period. */
export const asFirst = (input: InvoiceInput): InvoiceInput =>
  input.coupon === null
    ? input
    : { ...input, coupon: { ...input.coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 } }

/** The discounts of an invoice that a coupon gave. */
export const couponsOf = (discounts: ReadonlyArray<Discount>): ReadonlyArray<Discount> =>
  discounts.filter(({ type }) => type === "COUPON")

/** What some lines or discounts come to. */
export const sum = (parts: ReadonlyArray<{ readonly amount: number }>): number =>
  parts.reduce((total, { amount }) => total + amount, 0)
