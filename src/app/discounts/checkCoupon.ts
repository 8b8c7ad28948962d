// Checking whether a coupon can be used, before subscribing with it. Models the "availability operation" of "Create a
// subscription" of the specification. GAP-37
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { redeemable } from "../../core/billing/subscriptions/Subscribe.ts"
import * as Coupon from "../../core/coupon/Coupon.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { type PlanInactive, type PlanIntervalNotFound, termsOf } from "../../core/plan/Plan.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"
import { findPlan, type PlanNotFound } from "../subscriptions/findPlan.ts"

/** A coupon's code, an organization, and an interval of a plan; null where none is chosen yet. */
export interface CheckCoupon {
  readonly organizationId: string
  readonly code: string
  readonly target: { readonly planId: string; readonly planIntervalId: string } | null
}

/** A coupon with its present status. */
export interface CouponView extends Coupon.Coupon {
  readonly status: Coupon.CouponStatus
}

/** The coupon of the code, and why it cannot be used; null where it can. */
export interface CouponAvailability {
  readonly coupon: CouponView | null
  readonly unavailable: Coupon.CouponUnavailable | null
}

/**
 * Checks whether creating a subscription now, with this interval, would accept the coupon. Without an interval, the
 * checks that need one are left out.
 */
export const checkCoupon = useCase("checkCoupon")(function* (
  command: CheckCoupon,
): Effect.fn.Return<
  CouponAvailability,
  PlanNotFound | PlanInactive | PlanIntervalNotFound | OrganizationNotFound,
  BillingStore
> {
  const { organizationId, code, target } = command
  const terms = target === null ? null : termsOf(yield* findPlan(target.planId), target.planIntervalId)
  const chosen = terms === null ? null : yield* Effect.fromResult(terms)
  const { value: account } = yield* loadAccount({ organizationId })
  const coupon = yield* (yield* BillingStore).couponByCode(code)
  const now = yield* Clock.currentTimeMillis
  const checked = redeemable(account, { code, coupon }, chosen, now)
  return {
    coupon: coupon === null ? null : { ...coupon, status: Coupon.statusOf(coupon, now) },
    unavailable: Result.isSuccess(checked) ? null : checked.failure,
  }
}, about)
