import * as fc from "fast-check"
import type { Plan } from "../../../src/core/plan/Plan.ts"
import type { GraduatedPrice, PackagePrice, Price, StandardPrice } from "../../../src/core/plan/Price.ts"

const common = { meter: "tokens", name: "Tokens", currency: "BRL" }

export const standard = (over: Partial<StandardPrice> = {}): StandardPrice => ({
  ...common,
  model: "STANDARD",
  unitPrice: 3,
  ...over,
})
export const packages = (over: Partial<PackagePrice> = {}): PackagePrice => ({
  ...common,
  model: "PACKAGE",
  packageSize: 1_000,
  packagePrice: 1,
  freeUnits: 0,
  ...over,
})
/** To 10 at 5, to 20 at 2, onwards at 9: a price that falls and rises again. */
export const graduated = (over: Partial<GraduatedPrice> = {}): GraduatedPrice => ({
  ...common,
  model: "GRADUATED",
  bands: [
    { upTo: 10, unitPrice: 5 },
    { upTo: 20, unitPrice: 2 },
    { upTo: null, unitPrice: 9 },
  ],
  ...over,
})

const amount = fc.nat({ max: 1_000 })

/** Sound prices of every model, small enough to be counted unit by unit. */
export const anyPrice: fc.Arbitrary<Price> = fc.oneof(
  amount.map((unitPrice) => standard({ unitPrice })),
  fc
    .record({
      packageSize: fc.integer({ min: 1, max: 40 }),
      packagePrice: amount,
      freeUnits: fc.nat({ max: 60 }),
    })
    .map(packages),
  fc
    .tuple(
      fc.array(fc.record({ size: fc.integer({ min: 1, max: 40 }), unitPrice: amount }), { maxLength: 5 }),
      amount,
    )
    .map(([bands, last]) => {
      let upTo = 0
      const bounded = bands.map(({ size, unitPrice }) => {
        upTo += size
        return { upTo, unitPrice }
      })
      return graduated({ bands: [...bounded, { upTo: null, unitPrice: last }] })
    }),
)

export const plan = (over: Partial<Plan> = {}): Plan => ({
  planId: "p1",
  name: "Starter",
  description: "",
  status: "ACTIVE",
  intervals: [
    { id: "monthly", interval: "MONTHLY", amount: 9_990, currency: "BRL" },
    { id: "yearly", interval: "YEARLY", amount: 99_900, currency: "BRL" },
    { id: "dollars", interval: "MONTHLY", amount: 1_990, currency: "USD" },
  ],
  prices: [
    standard({ meter: "messages", name: "Messages" }),
    standard({ currency: "USD" }),
    packages(),
    graduated({ meter: "calls", name: "Calls" }),
  ],
  createdAt: 0,
  ...over,
})
