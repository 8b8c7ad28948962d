// The handlers of coupons and vouchers: each reads its request, calls one use case and presents what comes of it.
import * as Effect from "effect/Effect"
import {
  Caller,
  type Handlers,
  presentAvailability,
  presentPage,
  presentRedeemedCoupon,
  presentVoucher,
  presentVoucherUsage,
} from "../api/index.ts"
import {
  type BillingPorts,
  checkCoupon,
  listCoupons,
  listVouchers,
  listVoucherUsages,
  viewVoucher,
} from "../index.ts"
import { answer } from "./answer.ts"

/** Implements the operations on coupons. */
export const couponHandlers: Handlers<BillingPorts>["coupons"] = {
  checkAvailability: Effect.fnUntraced(function* ({ params, query: { planId, planIntervalId } }) {
    const { organizationId } = yield* Caller
    const target = planId === undefined || planIntervalId === undefined ? null : { planId, planIntervalId }
    return presentAvailability(yield* checkCoupon({ ...params, organizationId, target }))
  }, answer),
  list: ({ params, query }) =>
    answer(
      Effect.map(listCoupons({ ...params, ...query }), (page) =>
        presentPage(page, query, presentRedeemedCoupon),
      ),
    ),
}

/** Implements the operations on vouchers. */
export const voucherHandlers: Handlers<BillingPorts>["vouchers"] = {
  list: ({ params, query }) =>
    answer(
      Effect.map(listVouchers({ ...params, ...query, status: query.status ?? null }), (page) =>
        presentPage(page, query, presentVoucher),
      ),
    ),
  get: ({ params }) =>
    answer(Effect.map(viewVoucher(params.organizationId, params.voucherId), presentVoucher)),
  listUsages: ({ params, query }) =>
    answer(
      Effect.map(listVoucherUsages({ ...params, ...query }), (page) =>
        presentPage(page, query, presentVoucherUsage),
      ),
    ),
}
