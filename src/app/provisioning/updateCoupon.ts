// Changing a coupon: how it is called, and for whom, how often and how long it can be redeemed. GAP-181
import * as Effect from "effect/Effect"
import { type Coupon, type CouponNotFound, check, type InvalidCoupon } from "../../core/coupon/Coupon.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { findPlan, type PlanNotFound } from "../subscriptions/findPlan.ts"
import { changeRecord } from "./changeRecord.ts"

/** A coupon by its code, and what changes; a member that is absent stays as it is. */
export interface UpdateCoupon
  extends Partial<Pick<Coupon, "name" | "planIds" | "redemptionsMax" | "redeemBy">> {
  readonly code: string
}

/**
 * Changes who can redeem a coupon from now on: `redeemBy` of now ends it. Whoever redeemed it keeps the discount as it
 * was then. `redemptionsMax` counts the redemptions so far, and cannot be less than these. GAP-181
 */
export const updateCoupon = useCase("updateCoupon")(function* (
  command: UpdateCoupon,
): Effect.fn.Return<Coupon, InvalidCoupon | CouponNotFound | PlanNotFound | StoreBusy, BillingStore> {
  const { couponId } = yield* findCoupon(command.code)
  return yield* changeRecord({ kind: "coupon", id: couponId }, changed(command), (record) => ({
    kind: "Coupon",
    record,
  }))
})

const changed = Effect.fnUntraced(function* ({ code, ...change }: UpdateCoupon) {
  const record = yield* Effect.fromResult(check({ ...(yield* findCoupon(code)), ...change }))
  for (const planId of change.planIds ?? []) yield* findPlan(planId)
  return record
})

const findCoupon = Effect.fnUntraced(function* (
  code: string,
): Effect.fn.Return<Coupon, CouponNotFound, BillingStore> {
  const coupon = yield* (yield* BillingStore).couponByCode(code)
  return coupon ?? (yield* Effect.fail<CouponNotFound>({ _tag: "CouponNotFound", code }))
})
