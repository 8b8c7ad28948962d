// Giving a period that has ended the rest of its discount: a voided invoice may have held a discount that no later
// invoice was large enough to take over. It goes back like any credit.
import * as Coupon from "../../coupon/Coupon.ts"
import { isAwaited } from "../../invoice/Invoice.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive, type SubscriptionRejection } from "../../subscription/Subscription.ts"
import type { Change, Rules } from "../Account.ts"
import { type CreditRejection, giveBack } from "./giveBack.ts"
import { groupsOf } from "./groups.ts"
import { isCovered, periodDiscount, recountDiscount } from "./PeriodDiscount.ts"
import { type Place, placeOf, withPeriod } from "./places.ts"

/** Tells whether a period has ended and no payment of it is awaited, so that no more invoices will come. */
const hasEnded = ({ subscription, period, invoices }: Place): boolean =>
  (!isLive(subscription) || period.cycle < subscription.cycle.cycle) &&
  !invoices.some((invoice) => groupsOf(invoice).includes(period.cycle) && isAwaited(invoice))

/** Gives a period that has ended what its coupon would have given one invoice for all of it, less what it gave. */
export const giveMissingDiscount = resultFn(function* (
  change: Change,
  cycle: number,
  at: number,
  rules: Rules,
): Steps<Change, CreditRejection | SubscriptionRejection> {
  const place = placeOf(change.account, cycle)
  const coupon = place?.subscription.coupon ?? null
  if (place === null || coupon === null || !hasEnded(place)) return change
  if (!isCovered(place.period, coupon)) return change
  const { eligibleAmount, givenAmount } = yield* periodDiscount(place)
  // One that was billed ahead of the end of its subscription never began: nothing of it is left to discount.
  const hasBegun = place.period.cycle <= place.subscription.cycle.cycle
  const due = hasBegun ? yield* Coupon.discountOf(coupon.discount, eligibleAmount) : 0
  const missing = due - givenAmount
  if (missing <= 0) return change
  const { period } = place
  const credits = [...period.credits, { parts: [], couponAmount: -missing, at }]
  const counted = yield* recountDiscount(change, withPeriod(change, { ...period, credits }), period, at)
  return yield* giveBack(counted, placeOf(counted.account, cycle) ?? place, at, rules)
})
