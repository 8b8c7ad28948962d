import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Price } from "../../../src/core/plan/Price.ts"
import { type RatedBand, rate } from "../../../src/core/usage/Rating.ts"
import { frozen } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"
import { graduated, packages, standard } from "../plan/fixtures.ts"

const rated = (price: Price, quantity: number): ReadonlyArray<RatedBand> =>
  Result.getOrThrow(rate(frozen(price), quantity))
const costOf = (bands: ReadonlyArray<RatedBand>) =>
  bands.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
const cost = (price: Price, quantity: number) => costOf(rated(price, quantity))

describe("rate", () => {
  it.each<[string, Price, number, ReadonlyArray<RatedBand>]>([
    ["nothing used", standard(), 0, []],
    ["-0 used", standard(), -0, []],
    ["10 units at 3", standard(), 10, [{ band: 0, unitPrice: 3, quantity: 10 }]],
    ["a started package", packages(), 1, [{ band: 0, unitPrice: 1, quantity: 1 }]],
    ["a full package", packages(), 1_000, [{ band: 0, unitPrice: 1, quantity: 1 }]],
    ["1,500 units in packages of 1,000", packages(), 1_500, [{ band: 0, unitPrice: 1, quantity: 2 }]],
    ["as many units as are free", packages({ freeUnits: 100 }), 100, []],
    ["fewer units than are free", packages({ freeUnits: 100 }), 99, []],
    ["one more than is free", packages({ freeUnits: 100 }), 101, [{ band: 0, unitPrice: 1, quantity: 1 }]],
    ["a band filled", graduated(), 10, [{ band: 0, unitPrice: 5, quantity: 10 }]],
    [
      "into the last band",
      graduated(),
      25,
      [
        { band: 0, unitPrice: 5, quantity: 10 },
        { band: 1, unitPrice: 2, quantity: 10 },
        { band: 2, unitPrice: 9, quantity: 5 },
      ],
    ],
    [
      "the documented bands, 12 units for 54",
      graduated({
        bands: [
          { upTo: 10, unitPrice: 5 },
          { upTo: null, unitPrice: 2 },
        ],
      }),
      12,
      [
        { band: 0, unitPrice: 5, quantity: 10 },
        { band: 1, unitPrice: 2, quantity: 2 },
      ],
    ],
  ])("%s", (_, price, quantity, bands) => {
    expect(rated(price, quantity)).toEqual(bands)
  })

  it("C13: given a package price 1 per 1,000, when cut at 1,500 and ended at 2,000, then 2 packages in total", () => {
    const cut = cost(packages(), 1_500)
    const rest = cost(packages(), 2_000) - cut
    expect([cut, rest]).toEqual([2, 0])
  })

  it("C11: no price that is offered costs less for more units, not even where a band is cheaper", () => {
    expect([15, 16].map((quantity) => cost(graduated(), quantity))).toEqual([60, 62])
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53])(
    "a quantity of %d is rejected under every model",
    (quantity) => {
      for (const price of [standard(), packages(), graduated()]) {
        expect(rate(price, quantity)).toEqual(
          Result.fail({ _tag: "AmountOutOfRange", operation: "rate", operands: [quantity] }),
        )
      }
    },
  )

  it("a cost outside the safe integers is rejected, in one band and in the sum of two", () => {
    const max = Number.MAX_SAFE_INTEGER
    const out = (...operands: ReadonlyArray<number>) =>
      Result.fail({ _tag: "AmountOutOfRange", operation: "rate", operands })
    expect(cost(standard({ unitPrice: 1 }), max)).toBe(max)
    expect(rate(standard({ unitPrice: 2 }), max)).toEqual(out(2, max))
    const bands = [
      { upTo: 1, unitPrice: max },
      { upTo: null, unitPrice: 1 },
    ]
    expect(rate(graduated({ bands }), 2)).toEqual(out(1, 1))
    expect(rate(packages({ packagePrice: max, packageSize: 1 }), 2)).toEqual(out(max, 2))
  })

  it("counts packages exactly where a division of floats would not", () => {
    const max = Number.MAX_SAFE_INTEGER
    expect(rated(packages({ packageSize: 1 }), max)).toEqual([{ band: 0, unitPrice: 1, quantity: max }])
    expect(rated(packages({ packageSize: max - 1 }), max)).toEqual([{ band: 0, unitPrice: 1, quantity: 2 }])
    expect(rated(packages({ packageSize: 3 }), max - 1)).toEqual([
      { band: 0, unitPrice: 1, quantity: Number((BigInt(max - 1) + 2n) / 3n) },
    ])
  })

  it("law 13: any numbers give whole amounts or a rejection, and never throw", () => {
    const anyNumber = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.nat())
    fc.assert(
      fc.property(anyNumber, fc.maxSafeNat(), fc.maxSafeNat(), (quantity, unitPrice, other) => {
        const prices = [
          standard({ unitPrice }),
          packages({ packagePrice: unitPrice, packageSize: other + 1, freeUnits: other }),
          graduated({
            bands: [
              { upTo: Math.max(1, other), unitPrice },
              { upTo: null, unitPrice: other },
            ],
          }),
        ]
        for (const price of prices) {
          const result = rate(price, quantity)
          if (Result.isFailure(result)) continue
          expect(Number.isSafeInteger(costOf(result.success))).toBe(true)
          expect(result.success.every((band) => Number.isSafeInteger(band.quantity))).toBe(true)
        }
      }),
      { numRuns: runs(2000) },
    )
  })
})
