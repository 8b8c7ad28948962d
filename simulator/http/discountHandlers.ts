// The handlers of coupons: each reads its request, calls one use case and presents what comes of it.
import * as Effect from "effect/Effect"
import {
  Caller,
  type Handlers,
  presentAvailability,
  presentPage,
  presentRedeemedCoupon,
} from "../../src/api/index.ts"
import { checkCoupon, listCoupons } from "../../src/index.ts"
import type { Answer } from "./answer.ts"

/** Implements the operations on coupons. */
export const couponHandlers = (answer: Answer): Handlers["coupons"] => ({
  checkAvailability: ({ params, query: { planId, planIntervalId } }) =>
    answer(
      Effect.gen(function* () {
        const { organizationId } = yield* Caller
        const target =
          planId === undefined || planIntervalId === undefined ? null : { planId, planIntervalId }
        return presentAvailability(yield* checkCoupon({ ...params, organizationId, target }))
      }),
    ),
  list: ({ params, query }) =>
    answer(
      Effect.map(listCoupons({ ...params, ...query }), (page) =>
        presentPage(page, query, presentRedeemedCoupon),
      ),
    ),
})
