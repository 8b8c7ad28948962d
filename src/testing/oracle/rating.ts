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

const unitCost = (price: Price, unit: number): number => {
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

/** The units of a quantity beyond an earlier one that cost something: how many there are of each price, in their order. */
export const unitsByPrice = (
  price: Price,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyArray<{ readonly unitPrice: number; readonly quantity: number }> => {
  const counted = new Map<number, number>()
  for (let unit = from + 1; unit <= to; unit++) {
    const unitPrice = unitCost(price, unit)
    if (unitPrice > 0) counted.set(unitPrice, (counted.get(unitPrice) ?? 0) + 1)
  }
  return Array.from(counted, ([unitPrice, quantity]) => ({ unitPrice, quantity }))
}

/** What a payment for several things was for the unused part of one of them. */
export const unusedPart = (
  paid: number,
  { unused, total }: { readonly unused: number; readonly total: number },
) => rounded(BigInt(paid) * BigInt(unused), BigInt(total))

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
