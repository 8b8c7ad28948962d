// Answers the calls about plans and coupons: all of them, in the order in which they were made and as they were answered
// then. Ids are chosen, or made. GAP-49, GAP-101, GAP-114
import * as Effect from "effect/Effect"
import { presentCoupon, presentPage, type Rejection, refusalOf } from "../../../src/api/index.ts"
import {
  Coupon,
  defineCoupon,
  definePlan,
  Iso,
  type Plan,
  paginate,
  updateCoupon,
  updatePlan,
} from "../../../src/index.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { couponChangeOf, couponFault, couponOf, planOf } from "../contract/records.ts"

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
  updatePlan: ({ params, payload }) =>
    Effect.mapBoth(updatePlan({ ...params, ...payload }), {
      onFailure: refusalOf,
      onSuccess: (plan) => presentPlan(plan, state.subscribersByPlan().get(plan.planId)),
    }),
  coupons: ({ query }) =>
    Effect.sync(() =>
      presentPage(paginate(state.coupons(), query), query, (coupon) => presentDefined(coupon, clock.now())),
    ),
  createCoupon: ({ payload }) =>
    answerOf(clock, defineCoupon({ ...couponOf(payload), couponId: payload.couponId ?? null })),
  updateCoupon: ({ params, payload }) =>
    answerOf(clock, updateCoupon({ ...params, ...couponChangeOf(payload) })),
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

/** What a call answers about a coupon: the coupon, or what is wrong with it at the members of the call. */
const answerOf = <R>({ now }: ControlledWorld["clock"], coupon: Effect.Effect<Coupon.Coupon, Rejection, R>) =>
  Effect.mapBoth(coupon, {
    onFailure: (rejection) => {
      const refusal = refusalOf(rejection)
      return { ...refusal, errors: refusal.errors.map(couponFault) }
    },
    onSuccess: (found) => presentDefined(found, now()),
  })
