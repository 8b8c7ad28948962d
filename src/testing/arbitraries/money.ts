// Money: amounts that are mostly small, so that sums of them stay amounts, and now and then at the edge.
import * as fc from "fast-check"

/**
 * Currencies with two, none, three and four decimals. They shrink to BRL.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Currency } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.currencies(), 100).every(Currency.isCurrency) // true
 * ```
 */
export const currencies = (): fc.Arbitrary<string> =>
  fc.constantFrom("BRL", "USD", "EUR", "JPY", "KWD", "CLF")

/**
 * Amounts from 0 to `max`, which is the largest safe integer unless given. Most are small, some are the bound itself.
 * They shrink to 0.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.amounts({ max: 7 }), 100).every((amount) => amount >= 0 && amount <= 7) // true
 * ```
 */
export const amounts = ({ max = Number.MAX_SAFE_INTEGER } = {}): fc.Arbitrary<number> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 10, arbitrary: fc.nat({ max: Math.min(50, max) }) },
    { weight: 10, arbitrary: fc.nat({ max: Math.min(1_000_000, max) }) },
    { weight: 1, arbitrary: fc.nat({ max }) },
    { weight: 1, arbitrary: fc.constant(max) },
  )
