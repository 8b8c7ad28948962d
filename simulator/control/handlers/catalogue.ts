// Plans and coupons, as an account manager would define them. Ids are chosen, or made. GAP-49, GAP-101
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { paging, presentCoupon, presentPage, refusalOf } from "../../../src/api/index.ts"
import { Coupon, defineCoupon, definePlan, Iso, type Plan, paginate } from "../../../src/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { CouponWish, couponFits, couponOf, PlanWish, planOf } from "../contract/records.ts"
import { bodyOf, parametersOf } from "../input.ts"

const readPlan = bodyOf(PlanWish)
const readCoupon = bodyOf(CouponWish.check(couponFits))

const readPage = parametersOf(Schema.Struct(paging))

/**
 * `POST /_simulator/plans` and `/coupons`: 201 with the record. `GET`: all of them, in the order in which they were made
 * and as they were answered then. GAP-114
 */
export const catalogueRoutes = ({ clock, state }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/plans",
    handle: (request) =>
      Effect.map(readPage(request), (list) =>
        respondJson(200, presentPage(paginate(state.plans(), list), list, presentPlan)),
      ),
  },
  {
    method: "GET",
    path: "/_simulator/coupons",
    handle: (request) =>
      Effect.map(readPage(request), (list) => {
        const page = paginate(state.coupons(), list)
        return respondJson(
          200,
          presentPage(page, list, (coupon) => presentDefined(coupon, clock.now())),
        )
      }),
  },
  {
    method: "POST",
    path: "/_simulator/plans",
    handle: Effect.fnUntraced(function* (request) {
      const wish = yield* readPlan(request)
      const intervals = wish.intervals.map(({ id = null, ...interval }) => ({ id, ...interval }))
      const defined = definePlan({ ...planOf(wish), planId: wish.planId ?? null, intervals })
      return respondJson(201, presentPlan(yield* Effect.mapError(defined, refusalOf)))
    }),
  },
  {
    method: "POST",
    path: "/_simulator/coupons",
    handle: Effect.fnUntraced(function* (request) {
      const wish = yield* readCoupon(request)
      const defined = defineCoupon({ ...couponOf(wish), couponId: wish.couponId ?? null })
      return respondJson(201, presentDefined(yield* Effect.mapError(defined, refusalOf), clock.now()))
    }),
  },
]

/** A plan with its price book. */
const presentPlan = ({ planId, name, description, status, intervals, prices }: Plan.Plan) => ({
  planId,
  name,
  description,
  status,
  intervals,
  prices,
})

/** A coupon as clients see it, with what they are not told of it. GAP-49 */
const presentDefined = (coupon: Coupon.Coupon, now: number) => ({
  ...presentCoupon({ ...coupon, status: Coupon.statusOf(coupon, now) }),
  planIds: coupon.planIds,
  createdAt: Iso.toIso(coupon.createdAt),
})
