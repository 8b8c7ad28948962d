// The laws of coupons and vouchers: what a coupon takes off and for how long, and that the ledger of a voucher is right.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { AppliedCoupon, CouponDiscount, DiscountedPeriod } from "../../core/coupon/Coupon.ts"
import { monthsOf } from "../../core/time/Interval.ts"
import { couponDiscounts, couponDurations } from "../arbitraries/discounts.ts"
import { amounts } from "../arbitraries/money.ts"
import { intervals } from "../arbitraries/time.ts"
import { frozen } from "../frozen.ts"
import { forAll, type Law, same } from "../Law.ts"
import { covers, discountOn } from "../oracle/rating.ts"
import { type Vouchers, voucherLaws } from "./voucherLaws.ts"

type Answer<A> = Result.Result<A, object>

/** What the laws are about: functions of the modules `Coupon` and `Voucher`. */
export interface Discounts {
  readonly coupon: {
    readonly discountOf: (discount: CouponDiscount, eligibleAmount: number) => Answer<number>
    readonly covers: (coupon: AppliedCoupon, period: DiscountedPeriod) => boolean
    readonly withDiscounted: (coupon: AppliedCoupon, period: DiscountedPeriod) => AppliedCoupon
  }
  readonly voucher: Vouchers
}

/**
 * The laws of discounts: the amount of a coupon and how long it lasts; of a voucher, that its ledger sums to its balance
 * and is never negative, that what is given back was taken, when nothing is left, and in which order vouchers pay.
 *
 * @example
 * ```ts
 * import { Coupon, Voucher } from "studio-billing"
 * import { discountLaws } from "studio-billing/testing"
 *
 * discountLaws({ coupon: Coupon, voucher: Voucher }).length // 8
 * ```
 */
export const discountLaws = ({ coupon, voucher }: Discounts): ReadonlyArray<Law> => [
  ...couponLaws(coupon),
  ...voucherLaws(voucher),
]

const couponLaws = (coupon: Discounts["coupon"]): ReadonlyArray<Law> => [
  forAll({
    id: "coupon.discount",
    name: "a coupon takes off its share, or its amount up to what there is",
    rule: "A percentage is rounded once, half away from zero; a fixed amount is never more than the invoice.",
    given: fc.record({ discount: couponDiscounts(), amount: amounts() }),
    // Halves, and shares where floats are not exact.
    examples: [
      [5_000, 1],
      [5_000, 3],
      [2_900, 50],
      [6_460, 250],
      [100, 10_050],
      [5_000, MAX],
      [3_333, MAX - 4_242],
      [9_999, 4_503_599_627_370_497],
    ].map(([basisPoints = 0, amount = 0]) => ({
      discount: { type: "PERCENTAGE", basisPoints } as const,
      amount,
    })),
    holds: ({ discount, amount }) =>
      same(
        "discount",
        coupon.discountOf(frozen(discount), amount),
        Result.succeed(discountOn(discount, amount)),
      ),
  }),
  forAll({
    id: "coupon.duration",
    name: "a coupon lasts as long as it says",
    rule: "ONCE is one billing period, REPEATING the months from the first to the last that it discounted, FOREVER all; a period keeps what it got.",
    given: intervals().chain((interval) =>
      fc.record({
        duration: couponDurations({ interval }),
        months: fc.constant(monthsOf(interval)),
        cycles: fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
      }),
    ),
    examples: [
      { duration: { type: "REPEATING", months: 2 }, months: 1, cycles: [0, 2, 1, 2, 0] },
      { duration: { type: "REPEATING", months: 24 }, months: 12, cycles: [1, 3, 2, 0, 1] },
    ],
    holds: ({ duration, months, cycles }) => {
      let applied: AppliedCoupon = frozen({ ...COUPON, duration })
      const discounted = new Set<number>()
      for (const cycle of cycles) {
        const period = { cycle, month: cycle * months, months }
        const own = Array.from({ length: months }, (_, index) => period.month + index)
        const expected = own.every((month) => covers(duration, [...discounted], month))
        same(`cycle ${cycle} after months ${[...discounted]}`, coupon.covers(applied, period), expected)
        if (!expected) continue
        for (const month of own) discounted.add(month)
        applied = frozen(coupon.withDiscounted(applied, period))
      }
    },
  }),
]

const MAX = Number.MAX_SAFE_INTEGER

const COUPON = {
  couponId: "coupon-1",
  code: "COUPON-1",
  discount: { type: "PERCENTAGE", basisPoints: 1_000 },
  planIds: null,
  endedCycle: null,
  discounted: [],
  createdAt: 0,
} as const
