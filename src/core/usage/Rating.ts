// Rating: the cost of a cumulative quantity of one meter. It is always that of the whole quantity of a segment, so that
// cutting a cycle never changes what is paid. An invoice bills the difference to what was billed.
import * as Result from "effect/Result"
import { type AmountOutOfRange, amountOutOfRange } from "../money/Money.ts"
import type { Price } from "../plan/Price.ts"

/** A rated share of a quantity: a number of units at one price. A PACKAGE counts packages. */
export interface RatedBand {
  /** The index of the band; prices without bands have only band 0. */
  readonly band: number
  readonly unitPrice: number
  readonly quantity: number
}

/**
 * Rates the cumulative quantity of a segment: one entry for each band that is reached, which costs `unitPrice ×
 * quantity` minor units. The quantity of a band never falls when the total rises.
 *
 * Fails with `AmountOutOfRange` when the quantity is not a safe integer from 0 up, or the cost leaves the safe range.
 *
 * @example
 * ```ts
 * import { Rating } from "studio-billing"
 *
 * const tokens = { model: "PACKAGE", meter: "tokens", name: "Tokens", currency: "BRL", packageSize: 1000, packagePrice: 50, freeUnits: 0 } as const
 * Rating.rate(tokens, 1500) // Result.succeed([{ band: 0, unitPrice: 50, quantity: 2 }])
 * ```
 */
export const rate = (
  price: Price,
  quantity: number,
): Result.Result<ReadonlyArray<RatedBand>, AmountOutOfRange> => {
  if (!Number.isSafeInteger(quantity) || quantity < 0) {
    return Result.fail(amountOutOfRange("rate", [quantity]))
  }
  const bands = bandsOf(price, quantity)
  let cost = 0
  for (const band of bands) {
    cost += band.unitPrice * band.quantity
    if (!Number.isSafeInteger(cost)) {
      return Result.fail(amountOutOfRange("rate", [band.unitPrice, band.quantity]))
    }
  }
  return Result.succeed(bands)
}

const bandsOf = (price: Price, quantity: number): ReadonlyArray<RatedBand> => {
  if (quantity === 0) return []
  switch (price.model) {
    case "STANDARD":
      return [{ band: 0, unitPrice: price.unitPrice, quantity }]
    case "PACKAGE": {
      const packages = Math.ceil((quantity - price.freeUnits) / price.packageSize)
      return packages <= 0 ? [] : [{ band: 0, unitPrice: price.packagePrice, quantity: packages }]
    }
    case "GRADUATED": {
      const bands: Array<RatedBand> = []
      let before = 0
      for (const [band, { upTo, unitPrice }] of price.bands.entries()) {
        const reached = upTo === null ? quantity : Math.min(quantity, upTo)
        if (reached <= before) break
        bands.push({ band, unitPrice, quantity: reached - before })
        before = reached
      }
      return bands
    }
  }
}
