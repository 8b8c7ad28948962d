// An invoice the naive way, on big integers that have no bound, and what a coupon gives a whole billing period. Shares
// nothing with the code under test but the shape of its input.
import type { CouponInput, InvoiceInput, LineInput } from "../../core/invoice/computeInvoice.ts"

const MAX = BigInt(Number.MAX_SAFE_INTEGER)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const amountOf = ({ unitPrice, quantity }: LineInput): bigint => BigInt(unitPrice) * BigInt(quantity)

const sum = (amounts: ReadonlyArray<bigint>): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** What of the lines a coupon discounts. */
const eligibleOf = (lines: ReadonlyArray<LineInput>, { planIds }: CouponInput): bigint =>
  sum(
    lines
      .filter(({ planId }) => planIds === null || (planId !== undefined && planIds.includes(planId)))
      .map(amountOf),
  )

/** What a coupon gives one more document of its period: what the whole period gets, less what it got before. */
export const couponGives = ({ lines, coupon }: InvoiceInput): bigint => {
  if (coupon === null) return 0n
  const { discount, periodEligibleAmount, periodDiscountAmount } = coupon
  const eligible = eligibleOf(lines, coupon)
  const period = BigInt(periodEligibleAmount) + eligible
  const whole =
    discount.type === "FIXED"
      ? least(BigInt(discount.amount), period)
      : (period * BigInt(discount.basisPoints) + 5_000n) / 10_000n
  const left = whole - BigInt(periodDiscountAmount)
  return left < 0n ? 0n : least(left, eligible)
}

/** Whether every amount of an invoice is one: the total and the period are safe, and the coupon is of its currency. */
export const isComputable = ({ currency, lines, coupon }: InvoiceInput): boolean => {
  if (sum(lines.map(amountOf)) > MAX) return false
  if (coupon === null) return true
  if (coupon.discount.type === "FIXED" && coupon.discount.currency !== currency) return false
  return BigInt(coupon.periodEligibleAmount) + eligibleOf(lines, coupon) <= MAX
}
