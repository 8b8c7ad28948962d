// Reading the coupon that a command redeems.
import * as Effect from "effect/Effect"
import { BillingStore } from "../../ports/BillingStore.ts"

/**
 * The code with its coupon, which is `null` for an unknown code. It is read for each try of a decision, because its count is
 * part of the commit: if two redeem the last one, one gets it.
 */
export const findCoupon = (code: string) =>
  Effect.flatMap(BillingStore, (store) =>
    Effect.map(store.couponByCode(code), (coupon) => ({ code, coupon })),
  )
