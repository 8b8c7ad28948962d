// Listing the coupons that an organization used. GAP-49
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type { CouponUse } from "../../core/billing/Account.ts"
import * as Coupon from "../../core/coupon/Coupon.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { BillingStore, type Page, type PageRequest } from "../../ports/BillingStore.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { paginate } from "../execution/paginate.ts"
import { about, useCase } from "../execution/useCase.ts"
import type { CouponView } from "./checkCoupon.ts"

/** A coupon as it is now, with what one organization got of it. */
export interface RedeemedCoupon {
  readonly coupon: CouponView
  readonly use: CouponUse
}

/** A page of the coupons that an organization redeemed, the latest first. An organization redeems a coupon once. */
export const listCoupons = useCase("listCoupons")(function* (
  list: PageRequest & { readonly organizationId: string },
): Effect.fn.Return<Page<RedeemedCoupon>, OrganizationNotFound, BillingStore> {
  const { couponUses } = (yield* loadAccount(list)).value
  const now = yield* Clock.currentTimeMillis
  const { items, totalItems } = paginate(couponUses.toReversed(), list)
  const coupons = yield* (yield* BillingStore).couponsById(items.map(({ couponId }) => couponId))
  return {
    items: items.map((use) => {
      const coupon = coupons.find(({ couponId }) => couponId === use.couponId)
      if (coupon === undefined) throw new Error(`The coupon ${use.couponId} was used and is lost`)
      return { coupon: { ...coupon, status: Coupon.statusOf(coupon, now) }, use }
    }),
    totalItems,
  }
}, about)
