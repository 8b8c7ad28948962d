// What the tests of coupons that come to a subscription, or go, have in common. Coupons take 100 or a tenth off each cycle.
import { type Coupon, CouponStatus, type Plan } from "../../../../src/index.ts"
import { coupon, plan } from "../../../support/billing.ts"
import type { Billing } from "../fixtures.ts"

export const hundredOff: Coupon.Coupon = {
  ...coupon,
  code: "LATE",
  discount: { type: "FIXED", amount: 100, currency: "BRL" },
  duration: { type: "FOREVER" },
  planIds: null,
}
export const tenth: Coupon.Coupon = { ...hundredOff, discount: { type: "PERCENTAGE", basisPoints: 1000 } }

/** The plan with members of its intervals in place of others. */
export const withInterval = (members: Partial<Plan.PlanInterval>): Plan.Plan => ({
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, ...members })),
})
export const inAdvance = withInterval({ feeTiming: "ADVANCE" })

/** The status of the coupon of an account's subscription. */
export const statusOf = (billing: Billing) => {
  const { subscription } = billing.now()
  return subscription?.coupon ? CouponStatus.couponStatus(subscription, subscription.coupon) : "none"
}
