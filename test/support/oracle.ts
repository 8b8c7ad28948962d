// What naive oracles of tests count, the naive way. Shares nothing with the code under test but the shape of a price.
import type { Price } from "../../src/index.ts"
import { rounded, unitCost } from "../../src/testing/oracle/rating.ts"

/** What a credit of so much does to one bill after another: each takes what it can. */
export const takeCredit = (credit: number, rests: ReadonlyArray<number>): ReadonlyArray<number> => {
  let left = credit
  return rests.map((rest) => {
    const taken = Math.min(left, rest)
    left -= taken
    return taken
  })
}

/** The units of a quantity beyond an earlier one that cost something: how many there are of each price, in their order. */
export const unitsByPrice = (
  price: Price.Price,
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
