// Coupons and vouchers, all of them sound: `Coupon.check` accepts every coupon, and every voucher is as the movements of
// its ledger would leave it.
import * as fc from "fast-check"
import type { Coupon, CouponDiscount, CouponDuration } from "../../core/coupon/Coupon.ts"
import { type Interval, monthsOf } from "../../core/time/Interval.ts"
import type { Voucher } from "../../core/voucher/Voucher.ts"
import { amounts } from "./money.ts"

/**
 * Percentages and fixed amounts of a currency. They shrink to the smallest percentage.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * new Set(fc.sample(Arbitraries.couponDiscounts(), 100).map(({ type }) => type)).size // 2
 * ```
 */
export const couponDiscounts = ({ currency = "BRL" } = {}): fc.Arbitrary<CouponDiscount> =>
  fc.oneof(
    { withCrossShrink: true },
    fc
      .oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(1_500, 3_333, 5_000, 10_000))
      .map((basisPoints): CouponDiscount => ({ type: "PERCENTAGE", basisPoints })),
    fc
      .oneof(fc.integer({ min: 1, max: 30_000 }), fc.constant(1_000_000))
      .map((amount): CouponDiscount => ({ type: "FIXED", amount, currency })),
  )

/**
 * How long coupons last; a REPEATING one in whole cycles of the interval. They shrink to ONCE.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * new Set(fc.sample(Arbitraries.couponDurations(), 100).map(({ type }) => type)).size // 3
 * ```
 */
export const couponDurations = ({ interval = "MONTHLY" as Interval } = {}): fc.Arbitrary<CouponDuration> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom<CouponDuration>({ type: "ONCE" }, { type: "FOREVER" }),
    fc
      .integer({ min: 1, max: 4 })
      .map((cycles): CouponDuration => ({ type: "REPEATING", months: cycles * monthsOf(interval) })),
  )

/** What is wanted of a coupon. */
export interface CouponOptions {
  readonly currency?: string
  /** The interval that it fits: a REPEATING coupon lasts whole years on YEARLY. */
  readonly interval?: Interval
  /** The plans that it may be limited to; of every plan unless given. */
  readonly planIds?: ReadonlyArray<string>
}

/**
 * Coupons that nobody has redeemed yet, and that anybody can at any time.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import * as fc from "fast-check"
 * import { Coupon } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.coupons(), 100).every((coupon) => Result.isSuccess(Coupon.check(coupon))) // true
 * ```
 */
export const coupons = (options: CouponOptions = {}): fc.Arbitrary<Coupon> => {
  const { planIds = [], ...terms } = options
  return fc
    .record({
      discount: couponDiscounts(terms),
      duration: couponDurations(terms),
      planIds:
        planIds.length === 0 ? fc.constant(null) : fc.option(fc.subarray([...planIds], { minLength: 1 })),
    })
    .map((members) => ({
      couponId: "coupon-1",
      code: "COUPON-1",
      name: "Coupon",
      ...members,
      redemptionsMax: null,
      redeemBy: null,
      timesRedeemed: 0,
      amountRedeemed: 0,
      createdAt: 0,
    }))
}

/** What is wanted of a voucher. */
export interface VoucherOptions {
  readonly voucherId?: string
  readonly currency?: string
  /** The largest amount of a grant; a million unless given. */
  readonly amountMax?: number
}

/**
 * Vouchers that were granted at 0 and paid for up to three invoices since. Some take effect at once and some later,
 * some end and some do not. They shrink to one of 1 that nothing was taken of.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import * as fc from "fast-check"
 * import { Voucher } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.vouchers(), 100).every((voucher) => Result.isSuccess(Voucher.check(voucher))) // true
 * ```
 */
export const vouchers = (options: VoucherOptions = {}): fc.Arbitrary<Voucher> => {
  const { voucherId = "voucher-1", currency = "BRL", amountMax = 1_000_000 } = options
  return fc
    .record({
      amount: fc.integer({ min: 1, max: amountMax }),
      taken: fc.array(amounts({ max: amountMax }), { maxLength: 3 }),
      effectiveAt: fc.nat({ max: 10 }),
      lasts: fc.option(fc.integer({ min: 1, max: 10 })),
    })
    .map(({ amount, taken, effectiveAt, lasts }) => {
      let balance = amount
      let version = 1
      for (const wanted of taken) {
        const part = Math.min(wanted, balance)
        if (part > 0) version += 1
        balance -= part
      }
      return {
        voucherId,
        organizationId: "organization-1",
        name: "Voucher",
        currency,
        amount,
        balance,
        amountRedeemed: amount - balance,
        version,
        effectiveAt,
        expiresAt: lasts === null ? null : effectiveAt + lasts,
        creditOf: null,
        frozen: false,
        revokedAt: null,
        createdAt: 0,
      }
    })
}
