// The status of a coupon on a subscription. GAP-32
import * as Coupon from "../../coupon/Coupon.ts"
import { isLive, type Subscription } from "../../subscription/Subscription.ts"
import { monthsOf } from "../../time/Interval.ts"
import { monthOf } from "../periods/BillingPeriod.ts"
import { termsFrom } from "../periods/nextPeriod.ts"

/**
 * The status of a coupon on a subscription: ACTIVE while it discounts the running cycle or can discount a later one.
 * Then DEPLETED where it was used ONCE, else EXPIRED.
 */
export const couponStatus = (
  subscription: Subscription,
  coupon: Coupon.AppliedCoupon,
): Coupon.CouponStatus => {
  const { cycle } = subscription.cycle
  // One that came to a running subscription may begin later. GAP-191
  const first = Math.max(cycle, coupon.startCycle ?? cycle)
  const terms = termsFrom(subscription, first)
  const running = { cycle, month: monthOf(subscription, cycle), months: monthsOf(terms.interval) }
  // It begins with the next cycle where it first discounted a fee of that, paid early. GAP-175
  const isAhead = coupon.discounted.some((discounted) => discounted.cycle > cycle)
  const isLeft = isAhead || Coupon.covers(coupon, running)
  // One that was taken off discounts the running cycle to its end, unless it was to begin later. GAP-190, GAP-191
  const isEnded =
    coupon.endedCycle !== null && (coupon.endedCycle < first || coupon.endedSegment !== undefined)
  const isOver = isEnded || !Coupon.fits(coupon, terms)
  if (isLive(subscription) && !isOver && isLeft) return "ACTIVE"
  return coupon.duration.type === "ONCE" && coupon.discounted.length > 0 ? "DEPLETED" : "EXPIRED"
}
