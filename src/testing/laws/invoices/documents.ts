// What the laws of invoices share: what a computation gives, sums, the coupon of an invoice, and the first document of a
// period.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { ComputedInvoice, Discount, InvoiceInput } from "../../../core/invoice/computeInvoice.ts"

/** What the laws are about: an invoice from its input, or a reason why it cannot be computed. */
export type ComputeInvoice = (input: InvoiceInput) => Result.Result<ComputedInvoice, object>

/** A computation that throws, with the remedy, where it gives something that no law can look at. */
export const giving =
  (computeInvoice: ComputeInvoice): ComputeInvoice =>
  (input) => {
    const computed = computeInvoice(input)
    if (!Result.isResult(computed)) {
      const isPromise = (computed as unknown) instanceof Promise
      const what = isPromise ? "a promise" : "no Result"
      const later = isPromise ? "; for one that answers later, see docs/testing.md" : ""
      throw new Error(
        `the function gave ${what}: give Result.succeed(invoice) or Result.fail(reason), at once${later}`,
      )
    }
    const invoice: Partial<ComputedInvoice> = Result.isSuccess(computed) ? computed.success : NOTHING
    const missing = (["lines", "discounts"] as const).find((member) => !Array.isArray(invoice?.[member]))
    if (missing !== undefined)
      throw new Error(`the invoice has no array ${missing}: give one, also an empty one`)
    return computed
  }

const NOTHING = { lines: [], discounts: [] }

/** The input of the first document of its period. */
export const asFirst = (input: InvoiceInput): InvoiceInput =>
  input.coupon === null
    ? input
    : { ...input, coupon: { ...input.coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 } }

/** The discounts of an invoice that a coupon gave. */
export const couponsOf = (discounts: ReadonlyArray<Discount>): ReadonlyArray<Discount> =>
  discounts.filter(({ type }) => type === "COUPON")

/** What some lines or discounts come to. Throws where an amount is no number, such as a string or a bigint. */
export const sum = (parts: ReadonlyArray<{ readonly amount: number }>): number =>
  parts.reduce((total, { amount }) => {
    if (typeof amount !== "number") throw new Error(`an amount is ${fc.stringify(amount)}: give a number`)
    return total + amount
  }, 0)
