// Answers the calls about plans and coupons: all of them, in the order in which they were made and as they were answered
// then. Ids are chosen, or made. GAP-49, GAP-101, GAP-114
import * as Effect from "effect/Effect"
import { presentCoupon, presentPage, refusalOf } from "../../../src/api/index.ts"
import { Coupon, defineCoupon, definePlan, Iso, type Plan, paginate } from "../../../src/index.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { couponOf, planOf } from "../contract/records.ts"

/** The calls under `/plans` and `/coupons`. */
export const catalogueHandlers = ({ clock, state }: ControlledWorld): ControlHandlers["catalogue"] => ({
  plans: ({ query }) =>
    Effect.sync(() => {
      const subscribers = state.subscribersByPlan()
      return presentPage(paginate(state.plans(), query), query, (plan) =>
        presentPlan(plan, subscribers.get(plan.planId)),
      )
    }),
  createPlan: ({ payload }) => {
    const intervals = payload.intervals.map(({ id = null, ...interval }) => ({ id, ...interval }))
    const defined = definePlan({ ...planOf(payload), planId: payload.planId ?? null, intervals })
    return Effect.mapBoth(defined, { onFailure: refusalOf, onSuccess: (plan) => presentPlan(plan) })
  },
  coupons: ({ query }) =>
    Effect.sync(() =>
      presentPage(paginate(state.coupons(), query), query, (coupon) => presentDefined(coupon, clock.now())),
    ),
  createCoupon: ({ payload }) =>
    Effect.mapError(
      defineCoupon({ ...couponOf(payload), couponId: payload.couponId ?? null }),
      refusalOf,
    ).pipe(Effect.map((coupon) => presentDefined(coupon, clock.now()))),
})

/** A plan with its price book, and how many are subscribed to it. */
const presentPlan = (
  { planId, name, description, status, intervals, prices }: Plan.Plan,
  liveSubscriptions = 0,
) => ({
  planId,
  name,
  description,
  status,
  intervals,
  prices,
  liveSubscriptions,
})

/** A coupon as clients see it, with what they are not told of it. GAP-49 */
const presentDefined = (coupon: Coupon.Coupon, now: number) => ({
  ...presentCoupon({ ...coupon, status: Coupon.statusOf(coupon, now) }),
  planIds: coupon.planIds,
  createdAt: Iso.toIso(coupon.createdAt),
})
