// The status of a coupon on a subscription. GAP-32
import * as Coupon from "../../coupon/Coupon.ts"
import { isLive, type Subscription } from "../../subscription/Subscription.ts"
import { monthsOf } from "../../time/Interval.ts"
import { monthOf } from "../periods/BillingPeriod.ts"

/**
 * The status of a coupon on a subscription: ACTIVE while it discounts the running cycle or can discount a later one.
 * Then DEPLETED where it was used ONCE, else EXPIRED.
 */
export const couponStatus = (
  subscription: Subscription,
  coupon: Coupon.AppliedCoupon,
): Coupon.CouponStatus => {
  const { cycle } = subscription.cycle
  const running = {
    cycle,
    month: monthOf(subscription, cycle),
    months: monthsOf(subscription.anchor.interval),
  }
  if (isLive(subscription) && coupon.endedCycle === null && Coupon.covers(coupon, running)) return "ACTIVE"
  return coupon.duration.type === "ONCE" && coupon.discounted.length > 0 ? "DEPLETED" : "EXPIRED"
}
