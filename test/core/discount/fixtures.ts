import * as Result from "effect/Result"
import * as Coupon from "../../../src/core/coupon/Coupon.ts"
import * as Voucher from "../../../src/core/voucher/Voucher.ts"

export const NOON = Date.UTC(2025, 0, 31, 12)
export const DAY = 86_400_000

export const coupon = (over: Partial<Coupon.Coupon> = {}): Coupon.Coupon => ({
  couponId: "c1",
  code: "HALF3",
  name: "Half for three months",
  discount: { type: "PERCENTAGE", basisPoints: 5_000 },
  duration: { type: "REPEATING", months: 3 },
  planIds: null,
  redemptionsMax: null,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  createdAt: 0,
  ...over,
})

export const applied = (over: Partial<Coupon.Coupon> = {}): Coupon.AppliedCoupon =>
  Coupon.apply(coupon(over), NOON)

export const TERMS: Voucher.VoucherTerms = {
  voucherId: "v1",
  organizationId: "o1",
  name: "Goodwill",
  currency: "BRL",
  amount: 1_000,
  effectiveAt: NOON,
  expiresAt: NOON + DAY,
  createdAt: NOON,
}

export const granted = (over: Partial<Voucher.VoucherTerms> = {}): Voucher.Moved =>
  Result.getOrThrow(Voucher.grant({ ...TERMS, ...over }))

export const voucher = (over: Partial<Voucher.VoucherTerms> = {}): Voucher.Voucher => granted(over).voucher
