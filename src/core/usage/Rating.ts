// Rating: what a cumulative quantity of one meter costs. Always of the whole quantity of a segment, never of a
// part, so that cutting a cycle never changes what is paid; what is billed is the difference to what was billed.
import * as Result from "effect/Result"
import { type AmountOutOfRange, amountOutOfRange } from "../money/Money.ts"
import type { Price } from "../plan/Price.ts"

/** A rated share of a quantity: so many at so much. A PACKAGE counts packages. */
export interface RatedBand {
  /** Which band of the price, from 0; prices without bands have only band 0. */
  readonly band: number
  readonly unitPrice: number
  readonly quantity: number
}

/**
 * Rates the cumulative quantity of a segment: one entry a band that is reached, with `unitPrice × quantity` as
 * its cost, in minor units. Rises with the quantity, band by band.
 *
 * Fails with `AmountOutOfRange` when the quantity is not a safe integer from 0 up, or the cost would leave the
 * safe range.
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
      const packages = Math.ceil(Math.max(0, quantity - price.freeUnits) / price.packageSize)
      return packages === 0 ? [] : [{ band: 0, unitPrice: price.packagePrice, quantity: packages }]
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
