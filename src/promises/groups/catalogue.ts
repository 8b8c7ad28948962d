// What can be subscribed to, and what makes it cheaper.
import type { CheckCoupon, CouponAvailability } from "../../app/discounts/checkCoupon.ts"
import type { RedeemedCoupon } from "../../app/discounts/listCoupons.ts"
import type { VoucherRef, VoucherView } from "../../app/discounts/viewVoucher.ts"
import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { StoreBusy } from "../../app/execution/retryConflicts.ts"
import type { GrantVoucher } from "../../app/operators/grantVoucher.ts"
import type { PayOutVoucher } from "../../app/operators/payOutVoucher.ts"
import type { AlreadyExists } from "../../app/provisioning/commitNew.ts"
import type { DefineCoupon } from "../../app/provisioning/defineCoupon.ts"
import type { UpdateCoupon } from "../../app/provisioning/updateCoupon.ts"
import type { UpdatePlan } from "../../app/provisioning/updatePlan.ts"
import type { PlanNotFound } from "../../app/subscriptions/findPlan.ts"
import type {
  GrantRejection,
  PayOutVoucherRejection,
  RevokeVoucherRejection,
  VoucherNotFound,
} from "../../core/billing/collection/Operators.ts"
import type { Coupon, CouponNotFound, InvalidCoupon } from "../../core/coupon/Coupon.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type {
  InvalidPlan,
  Plan,
  PlanInactive,
  PlanInterval,
  PlanIntervalNotFound,
  PlanStatus,
} from "../../core/plan/Plan.ts"
import type { Price } from "../../core/plan/Price.ts"
import type { Voucher, VoucherEntry, VoucherStatus } from "../../core/voucher/VoucherRecord.ts"
import type { Page } from "../../ports/BillingStore.ts"
import type { Call } from "../Call.ts"
import type { OrganizationRef, Paged, Wish } from "../requests.ts"

/** A plan with its intervals; without ids they get new ones. */
export interface DefinePlanWish {
  readonly planId?: string | null
  readonly name: string
  readonly description: string
  readonly status: PlanStatus
  readonly intervals: ReadonlyArray<Omit<PlanInterval, "id"> & { readonly id?: string | null }>
  readonly prices: ReadonlyArray<Price>
}

/** What can be subscribed to. */
export interface PlansApi {
  /** Adds a plan at the end of the catalogue. */
  readonly define: Call<DefinePlanWish, Plan, InvalidPlan | AlreadyExists>
  /** Renames, describes, retires (`INACTIVE`) or reopens a plan. Subscriptions keep the terms that they began with. */
  readonly update: Call<UpdatePlan, Plan, InvalidPlan | PlanNotFound | StoreBusy>
  /** A page of plans, in the order in which they were defined. */
  readonly list: Call<Paged & { readonly status?: PlanStatus | null }, Page<Plan>, never>
}

/** Discounts by code. */
export interface CouponsApi {
  /** Adds a coupon for existing plans, under a code that no other coupon has. */
  readonly define: Call<Wish<DefineCoupon>, Coupon, InvalidCoupon | PlanNotFound | AlreadyExists>
  /** Changes who can redeem a coupon from now on; `redeemBy` of now ends it. Whoever redeemed it keeps its discount. */
  readonly update: Call<UpdateCoupon, Coupon, InvalidCoupon | CouponNotFound | PlanNotFound | StoreBusy>
  /** Tells whether creating a subscription now would accept the coupon, and why not. */
  readonly checkAvailability: Call<
    Wish<CheckCoupon>,
    CouponAvailability,
    PlanNotFound | PlanInactive | PlanIntervalNotFound | OrganizationNotFound
  >
  /** A page of the coupons that an organization redeemed, the latest first. */
  readonly list: Call<OrganizationRef & Paged, Page<RedeemedCoupon>, OrganizationNotFound>
}

/** Credit of an organization. */
export interface VouchersApi {
  /** Grants a voucher. It is used when the next invoice is issued. */
  readonly grant: Call<Wish<GrantVoucher>, Voucher, GrantRejection | AlreadyExists | ApplyDueRejection>
  /** Records that money went to the customer in place of what a voucher still has, or of a part. Once for each `payoutId`. */
  readonly payOut: Call<Wish<PayOutVoucher>, Voucher, PayOutVoucherRejection | ApplyDueRejection>
  /** Takes back what is left of a voucher, unless it is a credit of an invoice. A second time changes nothing. */
  readonly revoke: Call<VoucherRef, Voucher, RevokeVoucherRejection | ApplyDueRejection>
  /** One voucher. */
  readonly get: Call<VoucherRef, VoucherView, VoucherNotFound | OrganizationNotFound>
  /** A page of vouchers, newest first. */
  readonly list: Call<
    OrganizationRef & Paged & { readonly status?: VoucherStatus | null },
    Page<VoucherView>,
    OrganizationNotFound
  >
  /** A page of the entries of a voucher's ledger, the latest first. */
  readonly listUsages: Call<VoucherRef & Paged, Page<VoucherEntry>, VoucherNotFound | OrganizationNotFound>
}
