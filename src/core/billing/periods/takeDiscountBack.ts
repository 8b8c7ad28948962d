// Taking back what the coupon of a period gave beyond what is left of it.
import * as Coupon from "../../coupon/Coupon.ts"
import type { AmountOutOfRange } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { Change } from "../Account.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"
import { creditOwed } from "./giveBack.ts"
import { isCovered, periodDiscount } from "./PeriodDiscount.ts"
import { placeIn, withPeriod } from "./places.ts"

/**
 * The credits of a period take back what its coupon gave beyond what is left: an invoice that no longer counts leaves
 * less to discount than there was when something else of the period was credited. What was given back already stays
 * given. GAP-172
 */
export const takeDiscountBack = resultFn(function* (
  change: Change,
  id: Pick<BillingPeriod, "subscriptionId" | "cycle">,
  at: number,
): Steps<Change, AmountOutOfRange> {
  const place = placeIn(change, id)
  const coupon = place?.subscription.coupon ?? null
  if (place === undefined || coupon === null) return change
  const owed = creditOwed(place)
  if (owed === 0) return change
  const { period } = place
  const { eligibleAmount, givenAmount } = yield* periodDiscount(place)
  const due = isCovered(period, coupon) ? yield* Coupon.discountOf(coupon.discount, eligibleAmount) : 0
  const couponAmount = Math.min(owed, givenAmount - due)
  return couponAmount <= 0
    ? change
    : withPeriod(change, { ...period, credits: [...period.credits, { parts: [], couponAmount, at }] })
})
