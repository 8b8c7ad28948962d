// The computation of an invoice: lines, discounts and totals from plain data ("Total = plan fee + usage charges -
// discounts", rule 1 of the specification). It imports nothing at run time but `effect/Result`, so that an entry which
// holds it alone stays small.
import * as Result from "effect/Result"
import { type CouponDiscount, discountOf } from "../coupon/Coupon.ts"
import { type AmountOutOfRange, amountOutOfRange } from "../money/Money.ts"

/** A line to be billed: `quantity` times `unitPrice`, in minor units. */
export interface LineInput {
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  /** The plan it belongs to, for coupons that are limited to plans. */
  readonly planId?: string
}

/** A line with its amount: exactly `unitPrice × quantity`. */
export type Line<L extends LineInput = LineInput> = L & { readonly amount: number }

/** A discount of an invoice: what a coupon or a voucher took off. */
export interface Discount {
  readonly type: "COUPON" | "VOUCHER"
  /** The coupon's code, or the voucher's id. */
  readonly code: string
  readonly amount: number
}

/** A coupon, as the computation of one invoice needs it. */
export interface CouponInput {
  readonly code: string
  readonly discount: CouponDiscount
  /** Plans whose lines it discounts; `null` means every line. */
  readonly planIds: ReadonlyArray<string> | null
  /** The eligible amount and the discount of earlier invoices of the same billing period; both 0 for the first one. */
  readonly periodEligibleAmount: number
  readonly periodDiscountAmount: number
}

/** A voucher that can pay the invoice. */
export interface VoucherInput {
  readonly voucherId: string
  readonly currency: string
  readonly balance: number
}

/** The input of the computation. Vouchers are used in the order given. */
export interface InvoiceInput<L extends LineInput = LineInput> {
  readonly currency: string
  readonly lines: ReadonlyArray<L>
  readonly coupon: CouponInput | null
  readonly vouchers: ReadonlyArray<VoucherInput>
}

/** A computed invoice. `payableAmount = totalAmount − discountAmount`, and none of them is negative. */
export interface ComputedInvoice<L extends LineInput = LineInput> {
  readonly currency: string
  readonly lines: ReadonlyArray<Line<L>>
  readonly discounts: ReadonlyArray<Discount>
  /** The sum of the lines. */
  readonly totalAmount: number
  /** The sum of the discounts, at most `totalAmount`. */
  readonly discountAmount: number
  readonly payableAmount: number
}

/** A line that cannot be billed: its index, the member that is wrong, and its value. */
export interface InvalidLine {
  readonly _tag: "InvalidLine"
  readonly index: number
  readonly member: "unitPrice" | "quantity"
  readonly value: number
}

/** An invalid discount: a percentage over 100, a negative amount, or a balance that is not an amount. */
export interface InvalidDiscount {
  readonly _tag: "InvalidDiscount"
  readonly code: string
  readonly value: number
}

/** A fixed coupon of another currency than the invoice's. */
export interface DiscountCurrencyMismatch {
  readonly _tag: "DiscountCurrencyMismatch"
  readonly code: string
  readonly currency: string
}

/** Why an invoice cannot be computed. */
export type InvoiceRejection = AmountOutOfRange | InvalidLine | InvalidDiscount | DiscountCurrencyMismatch

/**
 * Computes an invoice from its lines, a coupon and vouchers.
 *
 * The amount of a line is `unitPrice × quantity`. The coupon comes first: it gets the discount of one invoice as large
 * as the whole billing period so far, less what the period already got. So cutting a cycle never changes what is paid.
 * Vouchers follow, each up to the rest; one of another currency is skipped. Discounts of 0 are left out. All amounts
 * are minor units; only a percentage is rounded, half away from zero.
 *
 * Fails with the first error: a price or quantity that is not a whole number from 0 up, a discount out of bounds, a
 * fixed coupon of another currency, or a sum outside the safe integers.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { computeInvoice } from "studio-billing"
 *
 * const invoice = computeInvoice({
 *   currency: "BRL",
 *   lines: [
 *     { name: "Starter", unitPrice: 4990, quantity: 1 },
 *     { name: "Messages", unitPrice: 3, quantity: 1000 },
 *   ],
 *   coupon: { code: "WELCOME10", discount: { type: "PERCENTAGE", basisPoints: 1000 }, planIds: null, periodEligibleAmount: 0, periodDiscountAmount: 0 },
 *   vouchers: [{ voucherId: "v1", currency: "BRL", balance: 500 }],
 * })
 * Result.map(invoice, ({ totalAmount, discountAmount, payableAmount }) => [totalAmount, discountAmount, payableAmount]) // Result.succeed([7990, 1299, 6691])
 * ```
 */
export const computeInvoice = <L extends LineInput>(
  input: InvoiceInput<L>,
): Result.Result<ComputedInvoice<L>, InvoiceRejection> => {
  const { currency, coupon } = input
  const lines: Array<Line<L>> = []
  let totalAmount = 0
  let eligibleAmount = 0
  for (let index = 0; index < input.lines.length; index++) {
    const line = input.lines[index] as L
    const { unitPrice, quantity } = line
    if (!Number.isSafeInteger(unitPrice) || unitPrice < 0) return invalidLine(index, "unitPrice", unitPrice)
    if (!Number.isSafeInteger(quantity) || quantity < 0) return invalidLine(index, "quantity", quantity)
    // A quantity of -0 makes no amount of -0.
    const amount = unitPrice * quantity + 0
    totalAmount += amount
    if (!Number.isSafeInteger(totalAmount))
      return Result.fail(amountOutOfRange("line", [unitPrice, quantity]))
    if (coupon !== null && isEligible(coupon.planIds, line.planId)) eligibleAmount += amount
    lines.push({ ...line, amount })
  }
  const discounts: Array<Discount> = []
  let discountAmount = 0
  if (coupon !== null) {
    const given = couponShare(coupon, currency, eligibleAmount)
    if (Result.isFailure(given)) return Result.fail(given.failure)
    if (given.success > 0) discounts.push({ type: "COUPON", code: coupon.code, amount: given.success })
    discountAmount = given.success
  }
  for (const voucher of input.vouchers) {
    if (!Number.isSafeInteger(voucher.balance) || voucher.balance < 0)
      return invalidDiscount(voucher.voucherId, voucher.balance)
    if (voucher.currency !== currency) continue
    const amount = Math.min(voucher.balance, totalAmount - discountAmount)
    if (amount === 0) continue
    discounts.push({ type: "VOUCHER", code: voucher.voucherId, amount })
    discountAmount += amount
  }
  const payableAmount = totalAmount - discountAmount
  return Result.succeed({ currency, lines, discounts, totalAmount, discountAmount, payableAmount })
}

/** Tells whether a coupon limited to `planIds` discounts a line of a plan. */
export const isEligible = (planIds: ReadonlyArray<string> | null, planId: string | undefined): boolean =>
  planIds === null || (planId !== undefined && planIds.includes(planId))

const invalidLine = (
  index: number,
  member: InvalidLine["member"],
  value: number,
): Result.Result<never, InvalidLine> => Result.fail({ _tag: "InvalidLine", index, member, value })

const invalidDiscount = (code: string, value: number): Result.Result<never, InvalidDiscount> =>
  Result.fail({ _tag: "InvalidDiscount", code, value })

const couponShare = (
  coupon: CouponInput,
  currency: string,
  eligibleAmount: number,
): Result.Result<number, InvoiceRejection> => {
  const { code, discount, periodEligibleAmount, periodDiscountAmount } = coupon
  const value = discount.type === "FIXED" ? discount.amount : discount.basisPoints
  if (!Number.isSafeInteger(value) || value < 0) return invalidDiscount(code, value)
  if (discount.type === "PERCENTAGE" && value > 10_000) return invalidDiscount(code, value)
  if (discount.type === "FIXED" && discount.currency !== currency) {
    return Result.fail({ _tag: "DiscountCurrencyMismatch", code, currency: discount.currency })
  }
  if (!Number.isSafeInteger(periodEligibleAmount) || periodEligibleAmount < 0)
    return invalidDiscount(code, periodEligibleAmount)
  if (!Number.isSafeInteger(periodDiscountAmount) || periodDiscountAmount < 0)
    return invalidDiscount(code, periodDiscountAmount)
  const periodAmount = periodEligibleAmount + eligibleAmount
  if (!Number.isSafeInteger(periodAmount)) {
    return Result.fail(amountOutOfRange("group", [periodEligibleAmount, eligibleAmount]))
  }
  const due = discountOf(discount, periodAmount)
  if (Result.isFailure(due)) return due
  return Result.succeed(Math.max(0, Math.min(due.success - periodDiscountAmount, eligibleAmount)))
}
