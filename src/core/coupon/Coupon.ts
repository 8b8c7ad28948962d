// A coupon: a discount by code, at most one a subscription. Its terms say how much and for how long. A subscription
// keeps the list of billing periods that its coupon discounted. GAP-49
import * as Result from "effect/Result"
import { isCurrency } from "../money/Currency.ts"
import { type AmountOutOfRange, percentOf } from "../money/Money.ts"
import { isInstant } from "../time/Instant.ts"
import { type Interval, monthsOf } from "../time/Interval.ts"

/** A percentage of the eligible lines, in basis points 0..10000, or a fixed amount a billing period. */
export type CouponDiscount =
  | { readonly type: "PERCENTAGE"; readonly basisPoints: number }
  | { readonly type: "FIXED"; readonly amount: number; readonly currency: string }

/**
 * How long a coupon discounts: the first billing period with something to discount (ONCE), that period and those
 * of the following months (REPEATING, `months` in all), or every period (FOREVER).
 */
export type CouponDuration =
  | { readonly type: "ONCE" }
  | { readonly type: "REPEATING"; readonly months: number }
  | { readonly type: "FOREVER" }

/** A coupon of the catalogue. */
export interface Coupon {
  readonly couponId: string
  readonly code: string
  readonly name: string
  readonly discount: CouponDiscount
  readonly duration: CouponDuration
  /** The plans whose lines it discounts and that it can be redeemed with; `null` means every plan. */
  readonly planIds: ReadonlyArray<string> | null
  /** How many organizations can redeem it; `null` means any number. */
  readonly redemptionsMax: number | null
  /** The end of redemption; it goes on discounting afterwards. `null` means no end. */
  readonly redeemBy: number | null
  readonly timesRedeemed: number
  /** The discounts that it gave on issued invoices so far, in minor units. */
  readonly amountRedeemed: number
  readonly createdAt: number
}

/** Why a coupon is not valid: the member and its value. */
export interface InvalidCoupon {
  readonly _tag: "InvalidCoupon"
  readonly member:
    | Exclude<keyof Coupon, "couponId" | "timesRedeemed" | "amountRedeemed" | "createdAt">
    | "currency"
  readonly value: number | string
}

/**
 * Checks a coupon before it enters the catalogue or changes there. It needs a code and a name, a discount (at most 100 %,
 * or a positive amount of a known currency), at least a month where it repeats, at least one plan where plans are named,
 * and at least one redemption and those that there were.
 */
export const check = (coupon: Coupon): Result.Result<Coupon, InvalidCoupon> => {
  const invalid = (
    member: InvalidCoupon["member"],
    value: number | string,
  ): Result.Result<never, InvalidCoupon> => Result.fail({ _tag: "InvalidCoupon", member, value })
  const { code, name, discount, duration, planIds, redemptionsMax, redeemBy, timesRedeemed } = coupon
  if (code === "") return invalid("code", code)
  if (name === "") return invalid("name", name)
  const value = discount.type === "FIXED" ? discount.amount : discount.basisPoints
  if (!Number.isSafeInteger(value) || value <= 0) return invalid("discount", value)
  if (discount.type === "PERCENTAGE" && value > 10_000) return invalid("discount", value)
  if (discount.type === "FIXED" && !isCurrency(discount.currency))
    return invalid("currency", discount.currency)
  if (duration.type === "REPEATING" && (!Number.isSafeInteger(duration.months) || duration.months < 1)) {
    return invalid("duration", duration.months)
  }
  if (planIds?.length === 0) return invalid("planIds", 0)
  if (redeemBy !== null && !isInstant(redeemBy)) return invalid("redeemBy", redeemBy)
  return redemptionsMax !== null &&
    !(Number.isSafeInteger(redemptionsMax) && redemptionsMax >= Math.max(1, timesRedeemed))
    ? invalid("redemptionsMax", redemptionsMax)
    : Result.succeed(coupon)
}

/** ACTIVE can be redeemed; EXPIRED is past `redeemBy`; DEPLETED has no redemption left. */
export type CouponStatus = "ACTIVE" | "DEPLETED" | "EXPIRED"

/** The status of a coupon at an instant. EXPIRED comes before DEPLETED. */
export const statusOf = (coupon: Coupon, now: number): CouponStatus => {
  if (coupon.redeemBy !== null && now >= coupon.redeemBy) return "EXPIRED"
  return coupon.redemptionsMax !== null && coupon.timesRedeemed >= coupon.redemptionsMax
    ? "DEPLETED"
    : "ACTIVE"
}

/** No coupon has this code. */
export interface CouponNotFound {
  readonly _tag: "CouponNotFound"
  readonly code: string
}

/** Why a coupon cannot be used, as facts. GAP-37, GAP-73 */
export type CouponUnavailable =
  | CouponNotFound
  | { readonly _tag: "CouponExpired"; readonly code: string; readonly redeemBy: number }
  | { readonly _tag: "CouponDepleted"; readonly code: string; readonly redemptionsMax: number }
  | { readonly _tag: "CouponNotForPlan"; readonly code: string; readonly planId: string }
  | { readonly _tag: "CouponNotForInterval"; readonly code: string; readonly interval: Interval }
  | { readonly _tag: "CouponCurrencyMismatch"; readonly code: string; readonly currency: string }
  | { readonly _tag: "CouponAlreadyUsed"; readonly code: string }

/** The plan interval that a coupon is used with. */
export interface CouponTarget {
  readonly planId: string
  readonly interval: Interval
  readonly currency: string
}

type CouponTerms = Pick<Coupon, "code" | "discount" | "duration" | "planIds">

/** Tells whether a coupon discounts what is billed under the terms of a plan interval. */
export const fits = (coupon: CouponTerms, target: CouponTarget): boolean => misfit(coupon, target) === null

const misfit = (coupon: CouponTerms, target: CouponTarget): CouponUnavailable | null => {
  const { code, discount, duration, planIds } = coupon
  if (planIds !== null && !planIds.includes(target.planId)) {
    return { _tag: "CouponNotForPlan", code, planId: target.planId }
  }
  if (duration.type === "REPEATING" && duration.months % monthsOf(target.interval) !== 0) {
    return { _tag: "CouponNotForInterval", code, interval: target.interval }
  }
  return discount.type === "FIXED" && discount.currency !== target.currency
    ? { _tag: "CouponCurrencyMismatch", code, currency: target.currency }
    : null
}

/**
 * The one check behind availability, creation and preview: the coupon, or why it cannot be used. The order is: exists,
 * not expired, redemptions left, plan, interval (a REPEATING coupon fits a YEARLY interval only in whole years),
 * currency, not used by this organization before. Without a target the checks of plan, interval and currency are left
 * out. GAP-37
 */
export const checkAvailability = (check: {
  readonly code: string
  readonly coupon: Coupon | null
  readonly target: CouponTarget | null
  readonly alreadyUsed: boolean
  readonly now: number
}): Result.Result<Coupon, CouponUnavailable> => {
  const { code, coupon, target, alreadyUsed, now } = check
  if (coupon === null) return Result.fail({ _tag: "CouponNotFound", code })
  const { redeemBy, redemptionsMax } = coupon
  if (redeemBy !== null && now >= redeemBy) return Result.fail({ _tag: "CouponExpired", code, redeemBy })
  if (redemptionsMax !== null && coupon.timesRedeemed >= redemptionsMax) {
    return Result.fail({ _tag: "CouponDepleted", code, redemptionsMax })
  }
  const wrong = target === null ? null : misfit(coupon, target)
  if (wrong !== null) return Result.fail(wrong)
  return alreadyUsed ? Result.fail({ _tag: "CouponAlreadyUsed", code }) : Result.succeed(coupon)
}

/** A billing period that a coupon discounted, counted in months of the subscription. */
export interface DiscountedPeriod {
  readonly cycle: number
  /** The first month of the period, counted from the subscription's first one. */
  readonly month: number
  /** 1 for a monthly period, 12 for a yearly one. */
  readonly months: number
}

/** A coupon on a subscription: its terms, frozen at redemption, and the periods that it discounted. */
export interface AppliedCoupon {
  readonly couponId: string
  readonly code: string
  readonly discount: CouponDiscount
  readonly duration: CouponDuration
  readonly planIds: ReadonlyArray<string> | null
  /** The first cycle whose lines it discounts, where it came to a running subscription; absent: the first of all. */
  readonly startCycle?: number
  /** The last cycle whose lines it discounts, once a change to a plan that it does not fit or an operator ended it. */
  readonly endedCycle: number | null
  /** The last segment of that cycle whose lines it discounts, -1 for none; absent: all of them. */
  readonly endedSegment?: number
  /** The last segment that it discounts of the next cycle, where a fee of that was billed before; absent: none. */
  readonly endedNextSegment?: number
  readonly discounted: ReadonlyArray<DiscountedPeriod>
  readonly createdAt: number
}

/** The coupon on a subscription that has just redeemed it. */
export const apply = (coupon: Coupon, now: number): AppliedCoupon => {
  const { couponId, code, discount, duration, planIds } = coupon
  return { couponId, code, discount, duration, planIds, endedCycle: null, discounted: [], createdAt: now }
}

/**
 * The last segment before a change of plan, or before the end of a coupon; without a segment, all of a cycle is before it.
 * `nextSegment` is the last one of the next cycle, where its fee was billed before the change; else absent or -1.
 */
export interface BeforeChange {
  readonly cycle: number
  readonly segment?: number
  readonly nextSegment?: number
}

/**
 * The coupon after a change of plan: unchanged where it fits the new terms, else ended with the segment before. What is
 * billed late or again of the time before is still discounted.
 */
export const afterPlanChange = (
  coupon: AppliedCoupon,
  target: CouponTarget,
  before: BeforeChange,
): AppliedCoupon => (goesOn(coupon, before) && !fits(coupon, target) ? endedWith(coupon, before) : coupon)

/** The coupon after it was taken off its subscription: ended, unless it has ended before. GAP-190 */
export const remove = (coupon: AppliedCoupon, before: BeforeChange): AppliedCoupon =>
  coupon.endedCycle === null ? endedWith(coupon, before) : coupon

/** One that was taken off goes on until the cycle is over. */
const goesOn = ({ endedCycle, endedSegment }: AppliedCoupon, { cycle, segment }: BeforeChange): boolean =>
  endedCycle === null || (endedCycle === cycle && endedSegment === undefined && segment !== undefined)

/** What was billed ahead since it was taken off stays without it. */
const endedWith = (
  { endedSegment: _, endedNextSegment = -1, ...coupon }: AppliedCoupon,
  { cycle, segment, nextSegment = -1 }: BeforeChange,
): AppliedCoupon => {
  const ahead = coupon.endedCycle === null ? nextSegment : Math.min(nextSegment, endedNextSegment)
  return {
    ...coupon,
    endedCycle: cycle,
    ...(segment !== undefined && { endedSegment: segment }),
    ...(ahead >= 0 && { endedNextSegment: ahead }),
  }
}

/**
 * Tells whether a coupon discounts a billing period: always one that it already discounted, unless that has become longer
 * by another plan, and another one while all of them together span no more than its duration. Of one that has ended the
 * period has only lines of the time before.
 *
 * @example
 * ```ts
 * import { Coupon } from "studio-billing"
 *
 * const coupon = Coupon.apply({
 *   couponId: "coupon-1", code: "WELCOME10", name: "Ten percent", discount: { type: "PERCENTAGE", basisPoints: 1000 },
 *   duration: { type: "REPEATING", months: 2 }, planIds: null, redemptionsMax: null, redeemBy: null,
 *   timesRedeemed: 0, amountRedeemed: 0, createdAt: 0,
 * }, 0)
 * const used = Coupon.withDiscounted(coupon, { cycle: 0, month: 0, months: 1 })
 * Coupon.covers(used, { cycle: 1, month: 1, months: 1 }) // true
 * Coupon.covers(used, { cycle: 2, month: 2, months: 1 }) // false
 * ```
 */
export const covers = (coupon: AppliedCoupon, period: DiscountedPeriod): boolean => {
  const known = coupon.discounted.find((discounted) => discounted.cycle === period.cycle)
  switch (coupon.duration.type) {
    case "ONCE":
      return known !== undefined || coupon.discounted.length === 0
    case "FOREVER":
      return true
    case "REPEATING": {
      if (known !== undefined && period.months <= known.months) return true
      let first = period.month
      let end = period.month + period.months
      for (const discounted of coupon.discounted) {
        first = Math.min(first, discounted.month)
        end = Math.max(end, discounted.month + discounted.months)
      }
      return end - first <= coupon.duration.months
    }
  }
}

/**
 * The coupon after it discounted a period, which counts as long as the longest of it that was discounted. A FOREVER coupon
 * keeps no list, because it covers every period.
 */
export const withDiscounted = (coupon: AppliedCoupon, period: DiscountedPeriod): AppliedCoupon => {
  const { duration, discounted } = coupon
  const known = discounted.find(({ cycle }) => cycle === period.cycle)
  if (duration.type === "FOREVER" || (known !== undefined && known.months >= period.months)) return coupon
  return { ...coupon, discounted: [...discounted.filter((other) => other !== known), period] }
}

/** The coupon after a period lost its whole discount. */
export const withoutDiscounted = (coupon: AppliedCoupon, cycle: number): AppliedCoupon =>
  coupon.discounted.some((period) => period.cycle === cycle)
    ? { ...coupon, discounted: coupon.discounted.filter((period) => period.cycle !== cycle) }
    : coupon

/** The discount of one invoice of `eligibleAmount`: the percentage, or the fixed amount up to what there is. */
export const discountOf = (
  discount: CouponDiscount,
  eligibleAmount: number,
): Result.Result<number, AmountOutOfRange> =>
  discount.type === "FIXED"
    ? Result.succeed(Math.min(discount.amount, eligibleAmount))
    : percentOf(eligibleAmount, discount.basisPoints)
