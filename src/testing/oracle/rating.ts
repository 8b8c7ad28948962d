// What things cost the naive way: unit by unit, and fractions as big integers. Shares nothing with the code under test
// but the shape of a price and of a coupon.
import type { CouponDiscount, CouponDuration } from "../../core/coupon/Coupon.ts"
import type { Price } from "../../core/plan/Price.ts"

/** numerator / denominator, rounded half away from zero; neither is negative. */
export const rounded = (numerator: bigint, denominator: bigint): number => {
  let quotient = numerator / denominator
  if ((numerator - quotient * denominator) * 2n >= denominator) quotient += 1n
  return Number(quotient)
}

/** What a unit of a quantity costs, counted from 1. */
export const unitCost = (price: Price, unit: number): number => {
  switch (price.model) {
    case "STANDARD":
      return price.unitPrice
    case "PACKAGE": {
      const billable = unit - price.freeUnits
      return billable > 0 && (billable - 1) % price.packageSize === 0 ? price.packagePrice : 0
    }
    case "GRADUATED":
      return price.bands.find(({ upTo }) => upTo === null || unit <= upTo)?.unitPrice ?? 0
  }
}

/** What a quantity costs: the sum over its units, counted from 1. */
export const cost = (price: Price, quantity: number): number => {
  let total = 0
  for (let unit = 1; unit <= quantity; unit++) total += unitCost(price, unit)
  return total
}

/** The part of a price that falls on some of the milliseconds of a cycle. */
export const share = (price: number, activeMillis: number, cycleMillis: number): number =>
  rounded(BigInt(price) * BigInt(activeMillis), BigInt(cycleMillis))

/** What a coupon takes off one invoice whose eligible lines come to an amount. */
export const discountOn = (discount: CouponDiscount, amount: number): number =>
  discount.type === "FIXED"
    ? Math.min(discount.amount, amount)
    : rounded(BigInt(amount) * BigInt(discount.basisPoints), 10_000n)

/** Whether a coupon discounts the period of a month, when it has discounted those of some months before. */
export const covers = (
  duration: CouponDuration,
  discounted: ReadonlyArray<number>,
  month: number,
): boolean => {
  if (duration.type === "FOREVER" || discounted.length === 0 || discounted.includes(month)) return true
  if (duration.type === "ONCE") return false
  const months = [...discounted, month]
  return Math.max(...months) - Math.min(...months) < duration.months
}
