// Random accounts before the first command: subscriptions that start on awkward days, prices of every model, coupons
// of every kind, vouchers, thresholds and policies.
import * as fc from "fast-check"
import type { BillingPolicy, Coupon, Plan, Price } from "../../../../src/index.ts"
import { coupon } from "../../../support/billing.ts"
import { DAY } from "../fixtures.ts"
import type { Setup } from "./world.ts"

/** The ends of months, leap years among them, and any other instant of a few years. */
export const starts: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    Date.UTC(2026, 0, 31),
    Date.UTC(2026, 0, 30, 12),
    Date.UTC(2024, 0, 31, 23, 59, 59, 999),
    Date.UTC(2024, 1, 29),
    Date.UTC(2095, 1, 28, 1),
    Date.UTC(2025, 2, 31, 7),
    Date.UTC(2025, 3, 30),
    Date.UTC(2023, 11, 29),
  ),
  fc.integer({ min: Date.UTC(2023, 0), max: Date.UTC(2028, 0) }),
)

const amount = fc.oneof(fc.constantFrom(0, 1, 9_990), fc.nat({ max: 20_000 }))
const unit = fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 90 }))

export const meters = ["calls", "tokens", "messages"] as const

const prices: fc.Arbitrary<ReadonlyArray<Price.Price>> = fc
  .record({
    unitPrice: unit,
    pack: fc.record({
      packageSize: fc.integer({ min: 1, max: 40 }),
      packagePrice: unit,
      freeUnits: fc.nat({ max: 20 }),
    }),
    first: unit,
    second: unit,
    last: unit,
    bound: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ unitPrice, pack, first, second, last, bound, length }) => [
    { model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice },
    { model: "PACKAGE", meter: "tokens", name: "Tokens", currency: "BRL", ...pack },
    {
      model: "GRADUATED",
      meter: "calls",
      name: "Calls",
      currency: "BRL",
      bands: [
        { upTo: bound, unitPrice: first },
        { upTo: bound + length, unitPrice: second },
        { upTo: null, unitPrice: last },
      ],
    },
  ])

const planOf = (planId: string, interval: "MONTHLY" | "YEARLY"): fc.Arbitrary<Plan.Plan> =>
  fc.record({ fee: amount, prices }).map(({ fee, prices }) => ({
    planId,
    name: planId,
    description: "",
    status: "ACTIVE",
    intervals: [{ id: `${planId} interval`, interval, amount: fee, currency: "BRL" }],
    prices,
    createdAt: 0,
  }))

const couponFor = (interval: "MONTHLY" | "YEARLY", planIds: ReadonlyArray<string> | null) =>
  fc
    .record({
      discount: fc.oneof(
        fc
          .oneof(fc.constantFrom(0, 1, 1_500, 3_333, 5_000, 10_000), fc.nat({ max: 10_000 }))
          .map((basisPoints): Coupon.CouponDiscount => ({ type: "PERCENTAGE", basisPoints })),
        fc
          .oneof(fc.constantFrom(1, 5_000, 1_000_000), fc.nat({ max: 30_000 }))
          .map((amount): Coupon.CouponDiscount => ({ type: "FIXED", amount, currency: "BRL" })),
      ),
      duration: fc.oneof(
        fc.constantFrom<Coupon.CouponDuration>({ type: "ONCE" }, { type: "FOREVER" }),
        fc.integer({ min: 1, max: 4 }).map(
          (count): Coupon.CouponDuration => ({
            type: "REPEATING",
            months: interval === "MONTHLY" ? count : 12 * count,
          }),
        ),
      ),
    })
    .map((terms): Coupon.Coupon => ({ ...coupon, ...terms, planIds }))

const intervals = fc.constantFrom<"MONTHLY" | "YEARLY">("MONTHLY", "MONTHLY", "MONTHLY", "YEARLY")
/** A threshold: any positive amount. */
export const thresholds = fc.integer({ min: 1, max: 300 })

const setupWith = (
  [first, second]: readonly ["MONTHLY" | "YEARLY", "MONTHLY" | "YEARLY"],
  planIds: ReadonlyArray<string> | null,
): fc.Arbitrary<Setup> =>
  fc.record({
    startAt: starts,
    plans: fc.tuple(planOf("first", first), planOf("second", second)),
    coupon: fc.option(couponFor(first, planIds), { freq: 4 }),
    vouchers: fc.array(fc.integer({ min: 1, max: 15_000 }), { maxLength: 2 }),
    threshold: fc.option(thresholds, { freq: 3 }),
  })

/** Both are sold by quantity, or one of them, or none. */
const soldByQuantity = fc.constantFrom<readonly [boolean, boolean]>(
  [true, true],
  [true, true],
  [true, false],
  [false, false],
)
const byQuantity = (plan: Plan.Plan, allowed: boolean): Plan.Plan => ({
  ...plan,
  intervals: plan.intervals.map((interval) => ({ ...interval, ...(allowed && { quantityAllowed: true }) })),
})
const withQuantities = (setup: Setup): fc.Arbitrary<Setup> =>
  soldByQuantity.map(([first, second]) => ({
    ...setup,
    plans: [byQuantity(setup.plans[0], first), byQuantity(setup.plans[1], second)],
  }))

/** The fee of both is due in advance, or of one of them, or of none. */
const timings = fc.constantFrom<readonly [boolean, boolean]>(
  [true, true],
  [true, false],
  [false, true],
  [false, false],
  [false, false],
)
const timed = (plan: Plan.Plan, isAhead: boolean): Plan.Plan => ({
  ...plan,
  intervals: plan.intervals.map((interval) => ({
    ...interval,
    ...(isAhead && { feeTiming: "ADVANCE" as const }),
  })),
})
const withTimings = (setup: Setup): fc.Arbitrary<Setup> =>
  timings.map(([first, second]) => ({
    ...setup,
    plans: [timed(setup.plans[0], first), timed(setup.plans[1], second)],
  }))

/** Accounts before the first command, by plans of one length of interval; `planIds` limits their coupons. */
export const setups = ({ planIds = null }: { readonly planIds?: ReadonlyArray<string> | null } = {}) =>
  intervals
    .chain((interval) => setupWith([interval, interval], planIds))
    .chain(withQuantities)
    .chain(withTimings)

const policies: fc.Arbitrary<Partial<BillingPolicy>> = fc.record({
  graceMillis: fc.constantFrom(0, 0, 2 * DAY),
  dunningDays: fc.constantFrom([1, 3, 7, 14], [1, 3, 7, 14], [2], []),
  onExhausted: fc.constantFrom("STAY", "STAY", "PAUSE", "CANCEL"),
  writeOffAfterDays: fc.constantFrom(null, null, 17, 40),
})

const expiring = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 15_000 }), after: fc.nat({ max: 100 * DAY }) }),
  { maxLength: 2 },
)
const widened = (setup: Setup): fc.Arbitrary<Setup> =>
  fc.record({ expiring, policy: policies }).map((members) => ({ ...setup, ...members }))

/** The same, with vouchers that end. */
export const endingSetups = setups().chain((setup) =>
  expiring.map((vouchers) => ({ ...setup, expiring: vouchers })),
)

/** The same, with vouchers that end, and policies of dunning. */
export const richSetups = setups().chain(widened)

const trialDays = fc.option(fc.oneof(fc.constantFrom(1, 14, 31), fc.integer({ min: 1, max: 60 })), {
  freq: 2,
})
const onTrial = (plan: Plan.Plan, days: number | null): Plan.Plan => ({
  ...plan,
  intervals: plan.intervals.map((interval) => (days === null ? interval : { ...interval, trialDays: days })),
})
/** The same setup, where some plans begin with a trial. */
export const withTrials = (setup: Setup): fc.Arbitrary<Setup> =>
  fc.tuple(trialDays, trialDays).map(([first, second]) => ({
    ...setup,
    plans: [onTrial(setup.plans[0], first), onTrial(setup.plans[1], second)],
  }))

/** The same, by plans of any lengths of interval, some of which begin with a trial, or are sold by quantity. */
export const mixedSetups = fc
  .tuple(intervals, intervals)
  .chain((pair) => setupWith(pair, null))
  .chain(widened)
  .chain(withTrials)
  .chain(withQuantities)
  .chain(withTimings)
