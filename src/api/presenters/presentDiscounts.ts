// From a coupon or a voucher of the core to the record on the wire. GAP-37, GAP-49, GAP-50
import type { CouponAvailability, CouponView } from "../../app/discounts/checkCoupon.ts"
import type { RedeemedCoupon } from "../../app/discounts/listCoupons.ts"
import type { VoucherView } from "../../app/discounts/viewVoucher.ts"
import type { CouponUnavailable } from "../../core/coupon/Coupon.ts"
import { toIso } from "../../core/time/Iso.ts"
import { amountPaidOut, type VoucherEntry } from "../../core/voucher/Voucher.ts"
import type { WireCoupon, WireCouponAvailability, WireRedeemedCoupon } from "../operations/coupons.ts"
import type { WireVoucher, WireVoucherUsage } from "../operations/vouchers.ts"
import { isoOrNull, presentDuration, presentPercent, wireCurrency } from "./present.ts"

/** A coupon of the catalogue. What it was redeemed for counts every organization. GAP-49 */
export const presentCoupon = (coupon: CouponView): WireCoupon => {
  const { couponId, code, name, discount, timesRedeemed, amountRedeemed, status } = coupon
  const common = {
    couponId,
    code,
    name,
    ...presentDuration(coupon.duration),
    maxRedemptions: coupon.redemptionsMax,
    redeemBy: isoOrNull(coupon.redeemBy),
    timesRedeemed,
    amountRedeemed,
    status,
  }
  return discount.type === "PERCENTAGE"
    ? { ...common, type: "PERCENTAGE", amount: presentPercent(discount.basisPoints), currency: null }
    : { ...common, type: "FIXED", amount: discount.amount, currency: wireCurrency(discount.currency) }
}

/** A coupon that an organization used, with what this one got of it. GAP-49 */
export const presentRedeemedCoupon = ({ coupon, use }: RedeemedCoupon): WireRedeemedCoupon => ({
  ...presentCoupon(coupon),
  redemption: {
    subscriptionId: use.subscriptionId,
    currency: wireCurrency(use.currency),
    amountRedeemed: use.amountRedeemed,
    redeemedAt: toIso(use.at),
  },
})

const reasons: {
  readonly [Tag in CouponUnavailable["_tag"]]: Exclude<WireCouponAvailability["meta"]["reason"], null>
} = {
  CouponNotFound: "not_found",
  CouponExpired: "expired",
  CouponDepleted: "depleted",
  CouponNotForPlan: "not_for_plan",
  CouponNotForInterval: "not_for_interval",
  CouponCurrencyMismatch: "currency_mismatch",
  CouponAlreadyUsed: "already_used",
}

/** Tells whether a coupon can be used; the reason is the last part of the code that creation answers. GAP-37 */
export const presentAvailability = ({ coupon, unavailable }: CouponAvailability): WireCouponAvailability => ({
  coupon: coupon === null ? null : presentCoupon(coupon),
  meta: { available: unavailable === null, reason: unavailable === null ? null : reasons[unavailable._tag] },
})

/** A voucher. GAP-50 */
export const presentVoucher = (voucher: VoucherView): WireVoucher => ({
  voucherId: voucher.voucherId,
  organizationId: voucher.organizationId,
  name: voucher.name,
  amount: voucher.amount,
  currency: wireCurrency(voucher.currency),
  amountRedeemed: voucher.amountRedeemed,
  ...(voucher.payouts !== undefined && { amountPaidOut: amountPaidOut(voucher) }),
  effectiveAt: toIso(voucher.effectiveAt),
  expiresAt: isoOrNull(voucher.expiresAt),
  status: voucher.status,
  createdAt: toIso(voucher.createdAt),
})

/** An entry of a voucher's ledger. GAP-50 */
export const presentVoucherUsage = ({ kind, amount, invoiceId, at }: VoucherEntry): WireVoucherUsage => ({
  type: kind,
  amount,
  invoiceId,
  createdAt: toIso(at),
})
