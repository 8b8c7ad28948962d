// What a coupon has to do with a period: what of the period it discounts, and what it gave the period so far. A document gets
// its share of that by `couponShare` of computeInvoice.
import type * as Result from "effect/Result"
import type * as Coupon from "../../coupon/Coupon.ts"
import { isEligible } from "../../invoice/computeInvoice.ts"
import { couponAmount, type Invoice } from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, sum } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { SubscriptionRejection } from "../../subscription/Subscription.ts"
import { monthsOf } from "../../time/Interval.ts"
import { applyToSubscription, type Change, countDiscount } from "../Account.ts"
import { counts, creditedParts } from "./Accrual.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"
import { type Place, placesOf } from "./places.ts"

/** A period on the subscription's line of months. */
export const placeOfPeriod = (period: BillingPeriod): Coupon.DiscountedPeriod => ({
  cycle: period.cycle,
  month: period.month,
  months: monthsOf(period.segments[0]?.terms.interval ?? "MONTHLY"),
})

/** What a coupon gave a period. */
export interface PeriodDiscount {
  /** What the period's documents bill of what the coupon discounts, in minor units; what left as credit is not in it. */
  readonly eligibleAmount: number
  /** What these documents got of the coupon, less what left with credits: negative once what held it is to be billed again. */
  readonly givenAmount: number
}

const ownDocuments = ({ period, documents }: Place): ReadonlyArray<Invoice> =>
  documents.filter((document) => document.cycle === period.cycle && counts(document))

/** What a period's documents got of its coupon, less what left with credits. */
const givenAmount = (place: Place): Result.Result<number, AmountOutOfRange> =>
  sum([
    ...ownDocuments(place).map(couponAmount),
    ...place.period.credits.map((credit) => -credit.couponAmount),
  ])

/** The discount of a period so far. Documents that were voided with rebilling do not count, those that were forgiven do. */
export const periodDiscount = resultFn(function* (place: Place): Steps<PeriodDiscount, AmountOutOfRange> {
  const { subscription, period, documents } = place
  const planIds = subscription.coupon?.planIds ?? null
  const billed = ownDocuments(place).flatMap(({ lines }) => lines)
  const eligible = billed.map(({ planId, amount }) => (isEligible(planIds, planId) ? amount : 0))
  const left = creditedParts(period, documents).map(({ segment, amount }) =>
    isEligible(planIds, period.segments[segment]?.terms.planId) ? -amount : 0,
  )
  return {
    eligibleAmount: Math.max(0, yield* sum([...eligible, ...left])),
    givenAmount: yield* givenAmount(place),
  }
})

/** The period without what left the lines of a document as credit, because they count no more. A credit is of one document. */
export const withoutCredits = (period: BillingPeriod, invoiceId: string): BillingPeriod => ({
  ...period,
  credits: period.credits.filter(({ parts }) => !parts.some((part) => part.invoiceId === invoiceId)),
})

/**
 * Counts what a change made of the discount of a period: for its coupon, and for the subscription, whose coupon forgets a
 * period of which nothing that it gave is left.
 */
export const recountDiscount = resultFn(function* (
  before: Change,
  after: Change,
  { subscriptionId, cycle }: Pick<BillingPeriod, "subscriptionId" | "cycle">,
  at: number,
): Steps<Change, AmountOutOfRange | SubscriptionRejection> {
  const placeIn = ({ account }: Change) =>
    placesOf(account).find(({ period }) => period.subscriptionId === subscriptionId && period.cycle === cycle)
  const [earlier, place] = [placeIn(before), placeIn(after)]
  const coupon = place?.subscription.coupon ?? null
  if (earlier === undefined || place === undefined || coupon === null) return after
  const given = yield* givenAmount(place)
  const more = given - (yield* givenAmount(earlier))
  if (more === 0) return after
  return yield* applyToSubscription(
    countDiscount(after, coupon.couponId, more),
    given > 0
      ? { _tag: "RecordDiscount", period: placeOfPeriod(place.period), now: at }
      : { _tag: "ReturnDiscount", cycle, now: at },
    subscriptionId,
  )
})
