// Prices, price books and plans, all of them sound: `Price.check` and `Plan.check` accept every one.
import * as fc from "fast-check"
import type { Plan, PlanTerms } from "../../core/plan/Plan.ts"
import type { Price } from "../../core/plan/Price.ts"
import type { Interval } from "../../core/time/Interval.ts"
import { amounts } from "./money.ts"
import { intervals } from "./time.ts"

/** The meters of price books, of usage and of plans, unless others are given. */
export const METERS = ["messages", "tokens", "calls"] as const

/** What is wanted of a price. */
export interface PriceOptions {
  readonly currency?: string
  readonly meter?: string
  /** The largest amount of a unit, a package or a band; 1,000 unless given. */
  readonly amountMax?: number
}

/**
 * Prices of every model. Packages, free units and bands are of at most 60 units, so that a quantity of some hundred
 * goes through all of them. They shrink to a STANDARD price of 0.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Price } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.prices(), 100).every((price) => Price.check(price) === null) // true
 * ```
 */
export const prices = (options: PriceOptions = {}): fc.Arbitrary<Price> => {
  const { currency = "BRL", meter = METERS[0], amountMax = 1_000 } = options
  const common = { meter, name: meter, currency }
  const amount = amounts({ max: amountMax })
  const size = fc.integer({ min: 1, max: 40 })
  const bounded = fc.array(fc.record({ size, unitPrice: amount }), { maxLength: 5 })
  return fc.oneof(
    { withCrossShrink: true },
    amount.map((unitPrice): Price => ({ ...common, model: "STANDARD", unitPrice })),
    fc
      .record({ packageSize: size, packagePrice: amount, freeUnits: fc.nat({ max: 60 }) })
      .map((pack): Price => ({ ...common, model: "PACKAGE", ...pack })),
    fc.record({ bounded, last: amount }).map(({ bounded, last }): Price => {
      let upTo = 0
      const bands = bounded.map(({ size, unitPrice }) => {
        upTo += size
        return { upTo, unitPrice }
      })
      return { ...common, model: "GRADUATED", bands: [...bands, { upTo: null, unitPrice: last }] }
    }),
  )
}

/**
 * Price books: of each of the meters a price, or none. They shrink to an empty one.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.priceBooks({ meters: ["calls"] }), 100).every((book) => book.length <= 1) // true
 * ```
 */
export const priceBooks = (
  options: Omit<PriceOptions, "meter"> & { readonly meters?: ReadonlyArray<string> } = {},
): fc.Arbitrary<ReadonlyArray<Price>> => {
  const { meters = METERS, ...rest } = options
  return fc
    .tuple(...meters.map((meter) => fc.option(prices({ ...rest, meter }), { freq: 4 })))
    .map((book) => book.filter((price) => price !== null))
}

/** What is wanted of a plan. */
export interface PlanOptions {
  readonly planId?: string
  readonly currency?: string
  /** The one length of its intervals; any unless given. */
  readonly interval?: Interval
  readonly meters?: ReadonlyArray<string>
}

/**
 * Active plans of one currency with one or two intervals.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import * as fc from "fast-check"
 * import { Plan } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.plans(), 100).every((plan) => Result.isSuccess(Plan.check(plan))) // true
 * ```
 */
export const plans = (options: PlanOptions = {}): fc.Arbitrary<Plan> => {
  const { planId = "plan-1", currency = "BRL", interval, ...book } = options
  const one = fc.record({
    interval: interval === undefined ? intervals() : fc.constant(interval),
    amount: amounts({ max: 1_000_000 }),
  })
  return fc
    .record({
      intervals: fc.array(one, { minLength: 1, maxLength: 2 }),
      prices: priceBooks({ currency, ...book }),
    })
    .map(({ intervals, prices }) => ({
      planId,
      name: planId,
      description: "",
      status: "ACTIVE",
      intervals: intervals.map((each, index) => ({ id: `${planId}-${index}`, ...each, currency })),
      prices,
      createdAt: 0,
    }))
}

/**
 * What a subscription agreed to: the terms of the first interval of a plan.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.planTerms({ interval: "YEARLY" }), 100).every((terms) => terms.interval === "YEARLY") // true
 * ```
 */
export const planTerms = (options: PlanOptions = {}): fc.Arbitrary<PlanTerms> => {
  const { planId = "plan-1", currency = "BRL", interval, ...book } = options
  return fc
    .record({
      interval: interval === undefined ? intervals() : fc.constant(interval),
      amount: amounts({ max: 1_000_000 }),
      prices: priceBooks({ currency, ...book }),
    })
    .map((terms) => ({ planId, planName: planId, planIntervalId: `${planId}-0`, currency, ...terms }))
}
