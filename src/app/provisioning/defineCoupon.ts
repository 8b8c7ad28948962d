// Defining a coupon, which can then be redeemed.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Coupon, check, type InvalidCoupon } from "../../core/coupon/Coupon.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { useCase } from "../execution/useCase.ts"
import { findPlan, type PlanNotFound } from "../subscriptions/findPlan.ts"
import { type AlreadyExists, commitNew } from "./commitNew.ts"

/** A coupon that nobody redeemed yet; `null` as its id makes a new one. */
export interface DefineCoupon
  extends Omit<Coupon, "couponId" | "timesRedeemed" | "amountRedeemed" | "createdAt"> {
  readonly couponId: string | null
}

/** Adds a coupon for existing plans, under a code that no other coupon has. */
export const defineCoupon = useCase("defineCoupon")(function* (
  command: DefineCoupon,
): Effect.fn.Return<Coupon, InvalidCoupon | PlanNotFound | AlreadyExists, BillingStore | IdSource> {
  const couponId = command.couponId ?? (yield* (yield* IdSource).next)
  const createdAt = yield* Clock.currentTimeMillis
  const record = yield* Effect.fromResult(
    check({ ...command, couponId, timesRedeemed: 0, amountRedeemed: 0, createdAt }),
  )
  for (const planId of record.planIds ?? []) yield* findPlan(planId)
  yield* commitNew({ kind: "coupon", id: couponId }, { kind: "Coupon", record })
  return record
})
