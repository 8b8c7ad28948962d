// The period of the cycle that comes next. A fee in advance is billed of it before it runs, and where that was paid
// early the period is kept: it follows whatever then happens to the subscription.
import * as Result from "effect/Result"
import type { BeforeChange } from "../../coupon/Coupon.ts"
import type { Invoice } from "../../invoice/Invoice.ts"
import { isSameInterval, type PlanTerms } from "../../plan/Plan.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { Subscription, SubscriptionRejection } from "../../subscription/Subscription.ts"
import { inTrial } from "../../subscription/Trial.ts"
import type { InstantOutOfRange } from "../../time/BillingCycle.ts"
import { type Account, applyToSubscription, type Change, invoicesOf, unchanged } from "../Account.ts"
import { billedItems, counts, feeBilled, feeOn } from "./Accrual.ts"
import { type BillingPeriod, expected, nextCycle, open, type Segment } from "./BillingPeriod.ts"
import { unloadedOf } from "./groups.ts"
import { ownInvoices } from "./PeriodDiscount.ts"
import { allPeriodsOf, type Place, placeOf, withPeriod } from "./places.ts"

/** A period that begins, with the subscription as it will be in it. */
export type Begun = Pick<Place, "subscription" | "period">

type NextRejection = InstantOutOfRange | SubscriptionRejection

/** Starts the next cycle at a boundary, with what was scheduled for it: a plan, a quantity. */
export const startCycle = resultFn(function* (change: Change, at: number): Steps<Change, NextRejection> {
  const { subscription } = change.account
  if (subscription === null) return change
  const { scheduledTerms } = subscription
  const interval = (scheduledTerms ?? subscription.terms).interval
  const started = yield* nextCycle(subscription, interval, at)
  const cycled = yield* applyToSubscription(
    change,
    scheduledTerms === null
      ? { _tag: "StartCycle", cycle: started.cycle, now: at }
      : { _tag: "TakeScheduledChange", ...started, before: beforeChange(change.account), now: at },
  )
  const next = yield* applyToSubscription(cycled, { _tag: "TakeScheduledQuantity", now: at })
  const after = next.account.subscription ?? subscription
  return withOpened(next, open(after, after.cycle, after.status === "PAUSED" ? null : at))
})

/**
 * The last segment before a change of plan: the running one, and where the next cycle's fee was billed under the plan
 * before, the segment of that.
 */
export const beforeChange = (account: Account): BeforeChange => {
  const cycle = account.subscription?.cycle.cycle ?? 0
  const periods = allPeriodsOf(account)
  const lengthOf = (of: number): number => periods.find((one) => one.cycle === of)?.segments.length ?? 1
  return { cycle, segment: lengthOf(cycle) - 1, nextSegment: lengthOf(cycle + 1) - 2 }
}

/** What a coupon that is taken off still discounts: the running cycle, and a next one whose fee is billed ahead. GAP-190 */
export const beforeRemoval = (account: Account): BeforeChange => {
  const { subscription } = account
  const cycle = subscription?.cycle.cycle ?? 0
  if (subscription !== null && inTrial(subscription)) return { cycle, segment: lastBilled(account, cycle) }
  return { cycle, nextSegment: lastBilled(account, cycle + 1) }
}

/**
 * The first cycle from the running one on of which nothing is billed, so that a coupon may begin with it. Of the next one
 * a fee may have been billed ahead. GAP-191
 */
export const firstUnbilledCycle = (account: Account): number => {
  let cycle = account.subscription?.cycle.cycle ?? 0
  while (isBilled(placeOf(account, cycle))) cycle += 1
  return cycle
}

const isBilled = (place: Place | null): boolean =>
  place !== null && (ownInvoices(place).length > 0 || unloadedOf([place.period], place.invoices).length > 0)

/** The terms of a cycle as things stand: where it has not begun, those that are scheduled for it. GAP-168 */
export const termsFrom = (subscription: Subscription, cycle: number): PlanTerms => {
  const hasBegun = cycle <= subscription.cycle.cycle && !inTrial(subscription)
  return hasBegun ? subscription.terms : (subscription.scheduledTerms ?? subscription.terms)
}

/** The last segment of a cycle with a billed fee that was not all given back, or with a billed item; -1 for none. */
const lastBilled = (account: Account, cycle: number): number => {
  const place = placeOf(account, cycle)
  if (place === null) return -1
  const { period, invoices } = place
  const billed = billedItems(invoices, [period])
  const withItems = invoices
    .filter(counts)
    .flatMap(({ lines }) =>
      lines.flatMap(({ item }) => (item.kind === "ITEM" && item.cycle === cycle ? (item.segment ?? 0) : [])),
    )
  return period.segments.findLastIndex(
    (_, index) => feeBilled(period, index, billed) > 0 || withItems.includes(index),
  )
}

/** The change with a period that begins. Of one whose fee was billed before, what was billed and credited stays. */
export const withOpened = (change: Change, opened: BillingPeriod): Change => {
  const billed = allPeriodsOf(change.account).find(({ cycle }) => cycle === opened.cycle)
  const invoices = invoicesOf(change.account, opened.subscriptionId)
  return withPeriod(change, billed === undefined ? opened : following(opened, billed, invoices))
}

/** A period as it begins now, after a fee of it was billed under terms that may have been others. */
const following = (
  opened: BillingPeriod,
  billed: BillingPeriod,
  invoices: ReadonlyArray<Invoice>,
): BillingPeriod => {
  const { credits, advanceInvoiceIds } = billed
  const last = billed.segments.length - 1
  const [segment] = opened.segments
  // The last one goes on, unless it was billed at another fee.
  const kept = billed.segments.filter(
    ({ terms }, index) =>
      index < last ||
      (segment !== undefined && !hasSameFee(terms, segment.terms) && isFeeOn(invoices, opened.cycle, index)),
  )
  return {
    ...opened,
    segments: [...kept.map((known) => withoutTime(known, opened.startAt)), ...opened.segments],
    credits,
    ...(advanceInvoiceIds !== undefined && { advanceInvoiceIds }),
  }
}

/** A segment that ended as it began. */
const withoutTime = ({ stretches, ...segment }: Segment, at: number): Segment => ({
  ...segment,
  startAt: at,
  endAt: at,
  spans: [],
  ...(stretches !== undefined && { stretches: stretches.map((stretch) => ({ ...stretch, from: at })) }),
})

const hasSameFee = (a: PlanTerms, b: PlanTerms): boolean =>
  isSameInterval(a, b) && a.amount === b.amount && a.feeTiming === b.feeTiming

const isFeeOn = (invoices: ReadonlyArray<Invoice>, cycle: number, segment: number): boolean =>
  invoices.some((invoice) => counts(invoice) && feeOn(invoice, cycle, segment) > 0)

/**
 * The period that follows the running one as things stand, and the subscription in it: the boundary taken on paper.
 * `null` where none follows, at the latest at the end of the calendar, and where its fee is not due in advance.
 */
export const begunNext = (account: Account): Begun | null => {
  const { subscription } = account
  if (subscription === null || inTrial(subscription)) return null
  const { terms, scheduledTerms } = subscription
  return (scheduledTerms ?? terms).feeTiming === "ADVANCE" ? followingOf(account, subscription) : null
}

const followingOf = (account: Account, { cancelAt, cycle }: Subscription): Begun | null =>
  cancelAt !== null
    ? null
    : Result.match(startCycle(unchanged(account), cycle.endAt), {
        onSuccess: ({ account: begun }) => placeOf(begun, null),
        onFailure: () => null,
      })

/**
 * The change with the next period, if a fee of it was billed, as it will be now: under the next plan and quantity, and
 * without any time while the subscription is paused, or where it ends before. In a trial the first one comes next. GAP-169
 */
export const withNextFollowing = (change: Change): Change => {
  const { account } = change
  const { subscription } = account
  if (subscription === null) return change
  if (inTrial(subscription)) {
    const first = placeOf(account, null)?.period
    const isActive = subscription.cancelAt === null && subscription.status !== "PAUSED"
    return first === undefined ? change : withPeriod(change, expected(first, isActive))
  }
  const billed = allPeriodsOf(account).find(({ cycle }) => cycle > subscription.cycle.cycle)
  if (billed === undefined) return change
  const segments = billed.segments.map((segment) => ({ ...segment, spans: [] }))
  const next = followingOf(account, subscription)
  return withPeriod(change, next === null ? { ...billed, segments } : next.period)
}
