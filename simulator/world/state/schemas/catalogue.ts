// The catalogue: plans with their prices, and coupons.
import * as Schema from "effect/Schema"
import { WirePlanInterval, WirePlanStatus } from "../../../../src/api/index.ts"
import type { Coupon as Coupons, Plan as Plans, Price as Prices } from "../../../../src/index.ts"
import { At, AtOrNull, Interval, Natural } from "./scalars.ts"

const metered = { meter: Schema.String, name: Schema.String, currency: Schema.String }

const Price: Schema.Codec<Prices.Price> = Schema.Union([
  Schema.Struct({ model: Schema.Literal("STANDARD"), ...metered, unitPrice: Natural }),
  Schema.Struct({
    model: Schema.Literal("PACKAGE"),
    ...metered,
    packageSize: Natural,
    packagePrice: Natural,
    freeUnits: Natural,
  }),
  Schema.Struct({
    model: Schema.Literal("GRADUATED"),
    ...metered,
    bands: Schema.Array(Schema.Struct({ upTo: Schema.NullOr(Natural), unitPrice: Natural })),
  }),
])

/** A plan. */
export const Plan: Schema.Codec<Plans.Plan> = Schema.Struct({
  planId: Schema.String,
  name: Schema.String,
  description: Schema.String,
  status: WirePlanStatus,
  intervals: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      interval: Interval,
      amount: Natural,
      currency: Schema.String,
      trialDays: Schema.optionalKey(Natural),
      quantityAllowed: Schema.optionalKey(Schema.Boolean),
      feeTiming: WirePlanInterval.fields.feeTiming,
    }),
  ),
  prices: Schema.Array(Price),
  createdAt: At,
})

/** The terms of a subscription. */
export const PlanTerms: Schema.Codec<Plans.PlanTerms> = Schema.Struct({
  planId: Schema.String,
  planName: Schema.String,
  planIntervalId: Schema.String,
  interval: Interval,
  amount: Natural,
  currency: Schema.String,
  prices: Schema.Array(Price),
  quantityAllowed: Schema.optionalKey(Schema.Boolean),
  feeTiming: Schema.optionalKey(Schema.Literal("ADVANCE")),
})

const couponTerms = {
  couponId: Schema.String,
  code: Schema.String,
  discount: Schema.Union([
    Schema.Struct({ type: Schema.Literal("PERCENTAGE"), basisPoints: Natural }),
    Schema.Struct({ type: Schema.Literal("FIXED"), amount: Natural, currency: Schema.String }),
  ]),
  duration: Schema.Union([
    Schema.Struct({ type: Schema.Literal("ONCE") }),
    Schema.Struct({ type: Schema.Literal("REPEATING"), months: Natural }),
    Schema.Struct({ type: Schema.Literal("FOREVER") }),
  ]),
  planIds: Schema.NullOr(Schema.Array(Schema.String)),
}

/** A coupon. */
export const Coupon: Schema.Codec<Coupons.Coupon> = Schema.Struct({
  ...couponTerms,
  name: Schema.String,
  redemptionsMax: Schema.NullOr(Natural),
  redeemBy: AtOrNull,
  timesRedeemed: Natural,
  amountRedeemed: Natural,
  createdAt: At,
})

/** A coupon on a subscription. */
export const AppliedCoupon: Schema.Codec<Coupons.AppliedCoupon> = Schema.Struct({
  ...couponTerms,
  startCycle: Schema.optionalKey(Natural),
  endedCycle: Schema.NullOr(Natural),
  /** -1 where a coupon ends with a trial. */
  endedSegment: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(-1))),
  endedNextSegment: Schema.optionalKey(Natural),
  discounted: Schema.Array(Schema.Struct({ cycle: Natural, month: Natural, months: Natural })),
  createdAt: At,
})
