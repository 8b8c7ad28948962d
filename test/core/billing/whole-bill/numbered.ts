// Histories whose cycles do not have the numbers of their months: a year that becomes months in its first days, so that
// every cycle after it has another number than its first month.
import * as fc from "fast-check"
import type { Coupon, Plan } from "../../../../src/index.ts"
import { HOUR } from "../fixtures.ts"
import type { Setup, Step } from "../laws/world.ts"
import { couponLives } from "./coupons.ts"
import { wholeLives, wholeSetups } from "./histories.ts"

const by = (plan: Plan.Plan, interval: "MONTHLY" | "YEARLY"): Plan.Plan => ({
  ...plan,
  intervals: plan.intervals.map(({ trialDays: _, ...each }) => ({ ...each, interval })),
})

/** A coupon for months is for whole years here. */
const forYears = (coupon: Coupon.Coupon): Coupon.Coupon => ({
  ...coupon,
  ...(coupon.duration.type === "REPEATING" && { duration: { type: "REPEATING", months: 24 } as const }),
})

/** Accounts that begin with a year; the other plan is by months. */
export const yearSetups: fc.Arbitrary<Setup> = wholeSetups.map((setup) => ({
  ...setup,
  plans: [by(setup.plans[0], "YEARLY"), by(setup.plans[1], "MONTHLY")],
  coupon: setup.coupon && forYears(setup.coupon),
}))

/** A change to months, before which the year may be paid, and then everything that can happen. */
export const monthsAfterYear: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .tuple(fc.boolean(), fc.oneof({ arbitrary: wholeLives, weight: 2 }, couponLives))
  .map(([isPaid, lives]) => [
    ...(isPaid ? [{ do: "payEarly", after: HOUR } as const] : []),
    { do: "changeNow", plan: 1, after: HOUR },
    ...lives,
  ])
