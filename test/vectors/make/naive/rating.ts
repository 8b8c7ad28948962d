// The cost of a quantity, the naive way: unit by unit where there are few, and on big integers where there are too many to
// count.
import type { Price } from "../../../../src/core/plan/Price.ts"
import { type Expected, outOfRange, result } from "../Case.ts"

const COUNTABLE = 5_000

/** The band that a unit, counted from 1, adds one to; `null` where it adds nothing. */
const bandOfUnit = (price: Price, unit: number): number | null => {
  switch (price.model) {
    case "STANDARD":
      return 0
    case "PACKAGE": {
      const billable = unit - price.freeUnits
      return billable > 0 && (billable - 1) % price.packageSize === 0 ? 0 : null
    }
    case "GRADUATED":
      return price.bands.findIndex(({ upTo }) => upTo === null || unit <= upTo)
  }
}

const counted = (price: Price, quantity: number): ReadonlyArray<bigint> => {
  const counts: Array<bigint> = []
  for (let unit = 1; unit <= quantity; unit++) {
    const band = bandOfUnit(price, unit)
    if (band !== null) counts[band] = (counts[band] ?? 0n) + 1n
  }
  return counts
}

const reckoned = (price: Price, quantity: bigint): ReadonlyArray<bigint> => {
  switch (price.model) {
    case "STANDARD":
      return [quantity]
    case "PACKAGE": {
      const [size, billable] = [BigInt(price.packageSize), quantity - BigInt(price.freeUnits)]
      return [billable > 0n ? (billable + size - 1n) / size : 0n]
    }
    case "GRADUATED":
      return price.bands.map(({ upTo }, index) => {
        const from = BigInt(price.bands[index - 1]?.upTo ?? 0)
        const to = upTo === null || BigInt(upTo) > quantity ? quantity : BigInt(upTo)
        return to > from ? to - from : 0n
      })
  }
}

const priceOf = (price: Price, band: number): number => {
  if (price.model === "STANDARD") return price.unitPrice
  return price.model === "PACKAGE" ? price.packagePrice : (price.bands[band]?.unitPrice ?? 0)
}

/** The bands that a quantity reaches. */
export const rate = ({ price, quantity }: { readonly price: Price; readonly quantity: number }): Expected => {
  if (!Number.isSafeInteger(quantity) || quantity < 0) return outOfRange("rate", [quantity])
  const counts = quantity <= COUNTABLE ? counted(price, quantity) : reckoned(price, BigInt(quantity))
  let cost = 0n
  const bands = []
  for (const [band, count] of counts.entries()) {
    if (count === undefined || count === 0n) continue
    const unitPrice = priceOf(price, band)
    cost += BigInt(unitPrice) * count
    if (cost > BigInt(Number.MAX_SAFE_INTEGER)) return outOfRange("rate", [unitPrice, Number(count)])
    bands.push({ band, unitPrice, quantity: Number(count) })
  }
  return result(bands)
}
