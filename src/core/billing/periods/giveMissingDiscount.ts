// Settling what a coupon owes a period that has ended: a document that was voided may have held a discount that no later
// document was large enough to take over. What the period costs too much then goes back like any credit.
import * as Coupon from "../../coupon/Coupon.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive } from "../../subscription/Subscription.ts"
import type { Change, Rules } from "../Account.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import { isAwaited } from "./Corrections.ts"
import { giveBack } from "./giveBack.ts"
import { periodDiscount, placeOfPeriod, recountDiscount } from "./PeriodDiscount.ts"
import { type Place, placeOf, withPeriod } from "./places.ts"

/**
 * Whether no document of a period's cycle will come any more, and no payment of one is awaited: the cycle is over, or its
 * subscription is.
 */
const hasEnded = ({ subscription, period, documents }: Place): boolean =>
  (!isLive(subscription) || period.cycle < subscription.cycle.cycle) &&
  !documents.some((document) => document.cycle === period.cycle && isAwaited(document))

/** Gives a period that has ended what its coupon would have given one invoice of it, and gave its documents too little. */
export const giveMissingDiscount = resultFn(function* (
  change: Change,
  cycle: number,
  at: number,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const place = placeOf(change.account, cycle)
  const coupon = place?.subscription.coupon ?? null
  if (place === null || coupon === null || !hasEnded(place)) return change
  if (!Coupon.covers(coupon, placeOfPeriod(place.period))) return change
  const { eligibleAmount, givenAmount } = yield* periodDiscount(place)
  const missing = (yield* Coupon.discountOf(coupon.discount, eligibleAmount)) - givenAmount
  if (missing <= 0) return change
  const { period } = place
  const credits = [...period.credits, { parts: [], couponAmount: -missing, at }]
  const counted = yield* recountDiscount(change, withPeriod(change, { ...period, credits }), period, at)
  return yield* giveBack(counted, placeOf(counted.account, cycle) ?? place, at, rules)
})
