// The discount of a coupon on a period: what it applies to, and what it gave so far. `couponShare` of computeInvoice
// gives an invoice its share.
import type * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import type { BillableLine } from "../../invoice/BilledLine.ts"
import { isEligible } from "../../invoice/computeInvoice.ts"
import type { Invoice } from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, sum } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { SubscriptionRejection } from "../../subscription/Subscription.ts"
import { monthsOf } from "../../time/Interval.ts"
import { applyToSubscription, type Change, countDiscount } from "../Account.ts"
import { counts, creditedParts } from "./Accrual.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"
import { couponOf, groupOf, groupsOf } from "./groups.ts"
import { type Place, placeIn } from "./places.ts"

/** The last segment of a cycle that a coupon discounts; -1 for none. It ends with a segment, maybe in two cycles. */
const lastSegment = (
  { startCycle = 0, endedCycle, endedSegment, endedNextSegment = -1 }: Coupon.AppliedCoupon,
  cycle: number,
): number => {
  if (cycle < startCycle) return -1
  if (endedCycle === null || cycle < endedCycle) return Number.POSITIVE_INFINITY
  if (cycle === endedCycle) return endedSegment ?? Number.POSITIVE_INFINITY
  return cycle === endedCycle + 1 ? endedNextSegment : -1
}

/** Tells whether a coupon is for the time under a plan: by the end of the coupon, and by the plan. */
const isFor = (coupon: Coupon.AppliedCoupon, period: BillingPeriod, index: number): boolean => {
  const terms = period.segments[index]?.terms
  return terms !== undefined && index <= lastSegment(coupon, period.cycle) && Coupon.fits(coupon, terms)
}

const monthsIn = ({ segments }: BillingPeriod, index: number): number =>
  monthsOf(segments[index]?.terms.interval ?? "MONTHLY")

/**
 * Tells whether a coupon discounts what is billed of a segment: by the end of the coupon, and by the segment's plan. A
 * year that takes the place of a month is another length of the period, which the coupon may not have any more. GAP-175
 */
export const isSegmentDiscounted = (
  coupon: Coupon.AppliedCoupon | null,
  period: BillingPeriod,
  index: number,
): boolean => {
  if (coupon === null || !isFor(coupon, period, index)) return false
  const { cycle, month, segments } = period
  const months = monthsIn(period, index)
  const isLonger = segments.some(
    (_, other) => isFor(coupon, period, other) && monthsIn(period, other) < months,
  )
  return !isLonger || Coupon.covers(coupon, { cycle, month, months })
}

/** The months of a period of no plan that the coupon fits: more than any coupon has. */
const UNFIT_MONTHS = Number.MAX_SAFE_INTEGER

/**
 * The period as a coupon counts it, in months of the subscription: by the last segment that the coupon discounts. One
 * after the coupon's end has what comes late of the time before, and counts by its first month. GAP-177
 */
export const placeOfPeriod = (
  period: BillingPeriod,
  coupon: Coupon.AppliedCoupon,
): Coupon.DiscountedPeriod => {
  const { cycle, month, segments } = period
  const last = segments.findLastIndex((_, index) => isSegmentDiscounted(coupon, period, index))
  const without = cycle > (coupon.endedCycle ?? cycle) ? monthsOf("MONTHLY") : UNFIT_MONTHS
  return { cycle, month, months: last === -1 ? without : monthsIn(period, last) }
}

/** Tells whether a coupon discounts a period. */
export const isCovered = (period: BillingPeriod, coupon: Coupon.AppliedCoupon): boolean =>
  Coupon.covers(coupon, placeOfPeriod(period, coupon))

/** The discount of a coupon on a period. */
export interface PeriodDiscount {
  /** The billed amount that the coupon applies to, in minor units, without credits. */
  readonly eligibleAmount: number
  /** What the coupon gave these invoices, less credits. It may be negative after a void. */
  readonly givenAmount: number
}

/**
 * Tells whether the coupon of a subscription discounts a line of a period: by the plan that the line is billed under, and
 * by the coupon's end, after which only lines of the time before are discounted. GAP-177
 */
export const isDiscounted = (
  coupon: Coupon.AppliedCoupon | null,
  { planId, item }: Pick<BillableLine, "item" | "planId">,
  period: BillingPeriod,
): boolean => {
  if (coupon === null || !isEligible(coupon.planIds, planId)) return false
  const { cycle, segment = 0 } = item
  if (cycle === period.cycle) return isSegmentDiscounted(coupon, period, segment)
  // In a cycle that is over a plan that the coupon does not fit has ended it. What comes late takes from the share of the
  // period as it is at last, not from that of a month whose place a year has taken.
  const last = period.segments.findLastIndex((_, index) => isFor(coupon, period, index))
  return segment <= lastSegment(coupon, cycle) && (last === -1 || isSegmentDiscounted(coupon, period, last))
}

/** The invoices that belong to a period and count. */
export const ownInvoices = ({ period, invoices }: Place): ReadonlyArray<Invoice> =>
  invoices.filter((invoice) => counts(invoice) && groupsOf(invoice).includes(period.cycle))

/** What the coupon gave the period's invoices, less credits. */
const givenAmount = (place: Place): Result.Result<number, AmountOutOfRange> =>
  sum([
    ...ownInvoices(place).map((invoice) => couponOf(invoice, place.period.cycle)),
    ...place.period.credits.map((credit) => -credit.couponAmount),
  ])

/** The discount of a period so far. Invoices that were voided with rebilling do not count; forgiven ones do. */
export const periodDiscount = resultFn(function* (place: Place): Steps<PeriodDiscount, AmountOutOfRange> {
  const { period, invoices } = place
  const { coupon } = place.subscription
  const billed = ownInvoices(place).flatMap((invoice) =>
    invoice.lines.filter((line) => groupOf(line, invoice) === period.cycle),
  )
  const eligible = billed.map((line) => (isDiscounted(coupon, line, period) ? line.amount : 0))
  const left = creditedParts(period, invoices).map((part) =>
    isSegmentDiscounted(coupon, period, part.segment) ? -part.amount : 0,
  )
  return {
    eligibleAmount: Math.max(0, yield* sum([...eligible, ...left])),
    givenAmount: yield* givenAmount(place),
  }
})

/** The period without the credits of an invoice that no longer counts. A credit belongs to one invoice. */
export const withoutCredits = (period: BillingPeriod, invoiceId: string): BillingPeriod => ({
  ...period,
  credits: period.credits.filter(({ parts }) => !parts.some((part) => part.invoiceId === invoiceId)),
})

/**
 * Counts the difference that a change made to the discount of a period, for the coupon and for the subscription. The
 * subscription's coupon forgets a period to which it no longer gives anything. A change of plan has billed a fee of the
 * segment that begins (`begun`), which the period does not have yet.
 */
export const recountDiscount = resultFn(function* (
  before: Change,
  after: Change,
  {
    subscriptionId,
    cycle,
    begun,
  }: Pick<BillingPeriod, "subscriptionId" | "cycle"> & { readonly begun?: BillingPeriod | undefined },
  at: number,
): Steps<Change, AmountOutOfRange | SubscriptionRejection> {
  const earlier = placeIn(before, { subscriptionId, cycle })
  const place = placeIn(after, { subscriptionId, cycle })
  const coupon = place?.subscription.coupon ?? null
  if (place === undefined || coupon === null) return after
  const given = yield* givenAmount(place)
  const more = given - (earlier === undefined ? 0 : yield* givenAmount(earlier))
  if (more === 0) return after
  return yield* applyToSubscription(
    countDiscount(after, coupon.couponId, more),
    given > 0
      ? { _tag: "RecordDiscount", period: placeOfPeriod(begun ?? place.period, coupon), now: at }
      : { _tag: "ReturnDiscount", cycle, now: at },
    subscriptionId,
  )
})
