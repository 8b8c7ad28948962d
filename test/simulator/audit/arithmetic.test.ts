// The audit's own arithmetic and rating come to what the rules come to, though they share no line.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isAmount, monthsLater, share, sum } from "../../../simulator/audit/books/arithmetic.ts"
import { bandsOf } from "../../../simulator/audit/books/rating.ts"
import { BillingCycle, Money, type Price, Rating } from "../../../src/index.ts"
import { runs } from "../../support/runs.ts"

const amount = fc.nat({ max: 2 ** 31 })

describe("a share", () => {
  it.each([
    [9990, 1, 1, 9990],
    [1, 1, 2, 1],
    [1, 1, 3, 0],
    [9990, 898_560_000, 2_419_200_000, 3711],
    [0, 5, 7, 0],
  ])("of %i, %i of %i, is %i", (whole, part, parts, expected) => {
    expect(share(whole, part, parts)).toBe(expected)
  })

  it("is rounded as the rules round it", () => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 2 ** 31 }), (whole, part, parts) => {
        const exact = Money.mulDiv(whole, part, parts)
        if (Result.isSuccess(exact)) expect(share(whole, part, parts)).toBe(exact.success)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe("months later", () => {
  it("are the boundaries of cycles", () => {
    const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0) })
    const interval = fc.constantFrom("MONTHLY" as const, "YEARLY" as const)
    fc.assert(
      fc.property(instants, interval, fc.nat({ max: 60 }), (at, interval, cycle) => {
        const anchor = BillingCycle.anchorOf({ at, interval })
        const months = cycle * (interval === "YEARLY" ? 12 : 1)
        expect(Result.succeed(monthsLater(at, months, anchor.anchorDay))).toEqual(
          BillingCycle.boundary(anchor, cycle),
        )
      }),
      { numRuns: runs(1000) },
    )
  })

  it("keep a wanted day where the month has it", () => {
    const at = Date.parse("2026-04-30T12:00:00.000Z")
    const later = [1, 2, 10].map((months) => new Date(monthsLater(at, months, 31)).toISOString().slice(0, 10))
    expect(later).toEqual(["2026-05-31", "2026-06-30", "2027-02-28"])
  })
})

describe("bands", () => {
  const metered = { meter: "calls", name: "Calls", currency: "BRL" }
  const prices: ReadonlyArray<Price.Price> = [
    { ...metered, model: "STANDARD", unitPrice: 3 },
    { ...metered, model: "PACKAGE", packageSize: 10, packagePrice: 50, freeUnits: 5 },
    {
      ...metered,
      model: "GRADUATED",
      bands: [
        { upTo: 10, unitPrice: 5 },
        { upTo: 20, unitPrice: 0 },
        { upTo: null, unitPrice: 2 },
      ],
    },
  ]

  it.each(prices.map((price) => [price.model, price] as const))(
    "of %s are those of the rules",
    (_, price) => {
      for (let quantity = 0; quantity < 60; quantity++) {
        const rated = bandsOf(price, quantity).flatMap(({ unitPrice, quantity: units }, band) =>
          units === 0 ? [] : [{ band, unitPrice, quantity: units }],
        )
        expect(Result.succeed(rated)).toEqual(Rating.rate(price, quantity))
      }
    },
  )
})

describe("amounts", () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])("include %d", (value) => expect(isAmount(value)).toBe(true))
  it.each([-1, 0.5, Number.NaN, 2 ** 53])("do not include %d", (value) => expect(isAmount(value)).toBe(false))
  it("add up", () => expect([sum([]), sum([1, 2, 3])]).toEqual([0, 6]))
})
