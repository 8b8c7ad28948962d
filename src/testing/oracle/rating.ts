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

/** The band that a unit, counted from 1, adds one to; `null` where it begins no package. */
const bandOfUnit = (price: Price, unit: number): number | null => {
  if (price.model === "GRADUATED") return price.bands.findIndex(({ upTo }) => upTo === null || unit <= upTo)
  if (price.model === "STANDARD") return 0
  return unit > price.freeUnits && (unit - price.freeUnits - 1) % price.packageSize === 0 ? 0 : null
}

const priceOf = (price: Price, band: number): number => {
  if (price.model === "GRADUATED") return price.bands[band]?.unitPrice ?? 0
  return price.model === "STANDARD" ? price.unitPrice : price.packagePrice
}

/** What a unit of a quantity costs, counted from 1. */
export const unitCost = (price: Price, unit: number): number => {
  const band = bandOfUnit(price, unit)
  return band === null ? 0 : priceOf(price, band)
}

/** What a quantity costs: the sum over its units, counted from 1. */
export const cost = (price: Price, quantity: number): number => {
  let total = 0
  for (let unit = 1; unit <= quantity; unit++) total += unitCost(price, unit)
  return total
}

/** The bands that a quantity reaches, in their order, each with its price: unit by unit. */
export const bands = (
  price: Price,
  quantity: number,
): ReadonlyArray<{ readonly band: number; readonly unitPrice: number; readonly quantity: number }> => {
  const counts = new Map<number, number>()
  for (let unit = 1; unit <= quantity; unit++) {
    const band = bandOfUnit(price, unit)
    if (band !== null) counts.set(band, (counts.get(band) ?? 0) + 1)
  }
  return [...counts].map(([band, count]) => ({ band, unitPrice: priceOf(price, band), quantity: count }))
}

/** What a quantity costs that has too many units to go through: on big integers, which have no bound. */
export const costOfMany = (price: Price, units: number): bigint => {
  const quantity = BigInt(units)
  switch (price.model) {
    case "STANDARD":
      return BigInt(price.unitPrice) * quantity
    case "PACKAGE": {
      const billable = quantity - BigInt(price.freeUnits)
      const size = BigInt(price.packageSize)
      return billable > 0n ? BigInt(price.packagePrice) * ((billable + size - 1n) / size) : 0n
    }
    case "GRADUATED": {
      let total = 0n
      let from = 0n
      for (const { upTo, unitPrice } of price.bands) {
        const to = upTo === null || BigInt(upTo) > quantity ? quantity : BigInt(upTo)
        total += BigInt(unitPrice) * (to - from)
        from = to
      }
      return total
    }
  }
}

/** The part of a price that falls on some of the milliseconds of a cycle; less than nothing is the opposite of as much. */
export const share = (price: number, activeMillis: number, cycleMillis: number): number => {
  const part = rounded(BigInt(Math.abs(price)) * BigInt(activeMillis), BigInt(cycleMillis))
  return price < 0 && part > 0 ? -part : part
}

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
