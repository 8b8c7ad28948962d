// The discounts of the invoices of one billing period, the naive way: each invoice adds to the discount of the whole period.
import type { CouponDiscount, CouponDuration } from "../../../../src/core/coupon/Coupon.ts"
import type { LineInput } from "../../../../src/core/invoice/computeInvoice.ts"
import * as Rating from "../../../../src/testing/oracle/rating.ts"
import { type Expected, result } from "../Case.ts"
import { computeInvoice } from "./invoice.ts"

/** The invoices of one billing period, in the order of their issue, with the coupon that discounts it. */
export interface Period {
  readonly currency: string
  readonly discount: CouponDiscount
  readonly planIds: ReadonlyArray<string> | null
  readonly invoices: ReadonlyArray<ReadonlyArray<LineInput>>
}

/** The part of some invoices that the coupon discounts. */
const eligibleOf = ({ planIds }: Period, invoices: Period["invoices"]): number =>
  invoices
    .flat()
    .filter(({ planId = "" }) => planIds === null || planIds.includes(planId))
    .reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)

/** The discount of each invoice, unless one of them cannot be computed. */
export const discountPeriod = (period: Period): Expected => {
  const { currency, discount, planIds, invoices } = period
  const wholes: Array<number> = []
  for (const [index, lines] of invoices.entries()) {
    const periodEligibleAmount = eligibleOf(period, invoices.slice(0, index))
    const coupon = { code: "COUPON", discount, planIds, periodEligibleAmount, periodDiscountAmount: 0 }
    const invoice = computeInvoice({ currency, lines, coupon, vouchers: [] })
    if ("rejection" in invoice) return invoice
    wholes.push(Rating.discountOn(discount, eligibleOf(period, invoices.slice(0, index + 1))))
  }
  return result({
    discountAmounts: wholes.map((whole, index) => whole - (wholes[index - 1] ?? 0)),
    periodDiscountAmount: wholes.at(-1) ?? 0,
  })
}

/** A month, and those that a coupon discounted before; the periods are months. */
export interface Coverage {
  readonly duration: CouponDuration
  readonly discountedMonths: ReadonlyArray<number>
  readonly month: number
}

/** Whether the coupon discounts the month. */
export const coversMonth = ({ duration, discountedMonths, month }: Coverage): Expected =>
  result(Rating.covers(duration, discountedMonths, month))
