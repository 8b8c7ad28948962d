// The handlers of coupons and vouchers: each reads its request, calls one use case and presents what comes of it.
import * as Effect from "effect/Effect"
import {
  Caller,
  type Handlers,
  presentAvailability,
  presentRedeemedCoupon,
  presentVoucher,
  presentVoucherUsage,
} from "../../api/index.ts"
import {
  type BillingPorts,
  checkCoupon,
  listCoupons,
  listVouchers,
  listVoucherUsages,
  viewVoucher,
} from "../../index.ts"
import { answer, answerPage } from "../answer.ts"

/** Implements the operations on coupons. */
export const couponHandlers: Handlers<BillingPorts>["coupons"] = {
  checkAvailability: Effect.fnUntraced(function* ({ params, query: { planId, planIntervalId } }) {
    const { organizationId } = yield* Caller
    const target = planId === undefined || planIntervalId === undefined ? null : { planId, planIntervalId }
    return presentAvailability(yield* checkCoupon({ ...params, organizationId, target }))
  }, answer),
  list: ({ params, query }) => answerPage(listCoupons({ ...params, ...query }), query, presentRedeemedCoupon),
}

/** Implements the operations on vouchers. */
export const voucherHandlers: Handlers<BillingPorts>["vouchers"] = {
  list: ({ params, query }) => {
    const list = { ...params, ...query, status: query.status ?? null }
    return answerPage(listVouchers(list), query, presentVoucher)
  },
  get: ({ params }) => answer(Effect.map(viewVoucher(params), presentVoucher)),
  listUsages: ({ params, query }) =>
    answerPage(listVoucherUsages({ ...params, ...query }), query, presentVoucherUsage),
}
