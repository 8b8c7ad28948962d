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

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Which number of an input is no amount, in words; `null` where all are. */
const wrongNumber = ({ lines, coupon, vouchers }: InvoiceInput): string | null => {
  for (const [index, { unitPrice, quantity }] of lines.entries()) {
    if (!isAmount(unitPrice)) return `the unit price of line ${index} is ${unitPrice}`
    if (!isAmount(quantity)) return `the quantity of line ${index} is ${quantity}`
  }
  const wrong = vouchers.find(({ balance }) => !isAmount(balance))
  if (wrong !== undefined) return `the balance of the voucher ${wrong.voucherId} is ${wrong.balance}`
  if (coupon === null) return null
  const { discount, periodEligibleAmount: eligible, periodDiscountAmount: given } = coupon
  if (discount.type === "FIXED" && !isAmount(discount.amount)) return `the coupon takes ${discount.amount}`
  if (discount.type === "PERCENTAGE" && !(isAmount(discount.basisPoints) && discount.basisPoints <= 10_000)) {
    return `the coupon takes ${discount.basisPoints} basis points`
  }
  if (!isAmount(eligible)) return `the eligible amount of the period is ${eligible}`
  return isAmount(given) ? null : `the period was given ${given}`
}

/** Why no invoice can be computed, in words; `null` where one can. */
export const refusalOf = (input: InvoiceInput): string | null => {
  const { currency, lines, coupon } = input
  const wrong = wrongNumber(input)
  if (wrong !== null) return wrong
  const total = sum(lines.map(amountOf))
  if (total > MAX) return `the total is ${total}, beyond the safe integers`
  if (coupon === null) return null
  if (coupon.discount.type === "FIXED" && coupon.discount.currency !== currency) {
    return `the coupon takes ${coupon.discount.currency} off an invoice in ${currency}`
  }
  const period = BigInt(coupon.periodEligibleAmount) + eligibleOf(lines, coupon)
  return period > MAX ? `the period comes to ${period}, beyond the safe integers` : null
}
