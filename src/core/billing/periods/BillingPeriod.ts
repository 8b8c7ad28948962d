// A billing period: one cycle of a subscription with all that accrues in it. For each segment, the time under one plan,
// it has the active time and the cumulative usage. The lines of invoices, and nothing else, say what was billed.
import * as Result from "effect/Result"
import type { InvoiceItem } from "../../invoice/InvoiceItem.ts"
import type { PlanTerms } from "../../plan/Plan.ts"
import type { Subscription } from "../../subscription/Subscription.ts"
import { anchorOf, type Cycle, cycleOf, type InstantOutOfRange, reanchor } from "../../time/BillingCycle.ts"
import { type Interval, monthsOf } from "../../time/Interval.ts"
import type { Span } from "../../time/Proration.ts"
import { begunAt, changeQuantity, type Stretch } from "./Stretches.ts"

/** The cumulative quantity of a meter. */
export interface MeterQuantity {
  readonly meter: string
  readonly quantity: number
}

/** The time of a cycle under one plan. */
export interface Segment {
  readonly terms: PlanTerms
  readonly startAt: number
  /** `null` while it runs. */
  readonly endAt: number | null
  /** The times in which the subscription was active; the last span is open while it is. */
  readonly spans: ReadonlyArray<Span>
  readonly usage: ReadonlyArray<MeterQuantity>
  /** Its quantities, from the start on; absent: 1 for all its time. */
  readonly stretches?: ReadonlyArray<Stretch>
}

/** A part of a fee's line that no longer counts as billed, because that time is no longer due. */
export interface CreditedPart {
  readonly segment: number
  /** The invoice of the line. */
  readonly invoiceId: string
  /** Gross, before discounts. */
  readonly amount: number
}

/**
 * A credit of a period, because a fee was billed ahead and is no longer due: gross parts of fees, and what the coupon
 * had given for them. The rest goes back to the customer, from what the period's invoices received.
 */
export interface FeeCredit {
  readonly parts: ReadonlyArray<CreditedPart>
  /** Negative where the invoices had got less of the coupon than one invoice of what is left would. */
  readonly couponAmount: number
  readonly at: number
}

/** One cycle of a subscription. `[startAt, endAt)` is the whole cycle, also when it was closed before its end. */
export interface BillingPeriod {
  readonly subscriptionId: string
  readonly cycle: number
  /** Its first month, counted from the subscription's first one. */
  readonly month: number
  readonly startAt: number
  readonly endAt: number
  /** The last one is running; the others are closed. */
  readonly segments: ReadonlyArray<Segment>
  readonly credits: ReadonlyArray<FeeCredit>
  /** The one-off charges that were added in it; absent for none. */
  readonly items?: ReadonlyArray<InvoiceItem>
  /** The invoices of the cycle before that bill its fee in advance; absent for none. They may have to be asked for. */
  readonly advanceInvoiceIds?: ReadonlyArray<string>
  /** Set when nothing of it can be billed any more, so that it need not be loaded. */
  readonly settled: boolean
}

type Grid = Pick<Subscription, "anchor" | "anchorMonth">

/** The first month of a cycle, counted from the subscription's first one. */
export const monthOf = ({ anchor, anchorMonth }: Grid, cycle: number): number =>
  anchorMonth + (cycle - anchor.firstCycle) * monthsOf(anchor.interval)

/** The next cycle: on the same grid or, when the interval's length changes, on a new one anchored at this instant. */
export const nextCycle = (
  subscription: Grid & Pick<Subscription, "cycle">,
  interval: Interval,
  at: number,
): Result.Result<Grid & { readonly cycle: Cycle }, InstantOutOfRange> => {
  const { anchor, anchorMonth } = subscription
  const cycle = subscription.cycle.cycle + 1
  const grid =
    interval === anchor.interval
      ? { anchor, anchorMonth }
      : { anchor: reanchor({ anchor, at, interval, cycle }), anchorMonth: monthOf(subscription, cycle) }
  return Result.map(cycleOf(grid.anchor, cycle), (started) => ({ ...grid, cycle: started }))
}

/** The first cycle at the end of a trial, for an interval. */
export const firstCycle = (
  { anchor, anchorMonth, cycle }: Grid & Pick<Subscription, "cycle">,
  interval: Interval,
): Result.Result<Grid & { readonly cycle: Cycle }, InstantOutOfRange> => {
  const first = interval === anchor.interval ? anchor : anchorOf({ at: cycle.startAt, interval })
  return Result.map(cycleOf(first, cycle.cycle), (started) => ({
    anchor: first,
    anchorMonth,
    cycle: started,
  }))
}

/** The period of a cycle that starts under the subscription's terms; active from `activeFrom`, or not at all. */
export const open = (
  subscription: Pick<Subscription, "subscriptionId" | "terms" | "anchor" | "anchorMonth" | "quantity">,
  cycle: Cycle,
  activeFrom: number | null,
): BillingPeriod => ({
  subscriptionId: subscription.subscriptionId,
  cycle: cycle.cycle,
  month: monthOf(subscription, cycle.cycle),
  startAt: cycle.startAt,
  endAt: cycle.endAt,
  segments: [segmentOf(subscription, cycle.startAt, activeFrom)],
  credits: [],
  settled: false,
})

/** A segment that begins, active from `activeFrom`, or not at all. */
const segmentOf = (
  { terms, quantity = 1 }: { readonly terms: PlanTerms; readonly quantity?: number },
  startAt: number,
  activeFrom: number | null,
): Segment => ({
  terms,
  startAt,
  endAt: null,
  spans: activeFrom === null ? [] : [{ from: activeFrom, to: null }],
  usage: [],
  ...begunAt(quantity, startAt),
})

const changeLast = (period: BillingPeriod, change: (segment: Segment) => Segment): BillingPeriod => ({
  ...period,
  segments: period.segments.map((segment, index) =>
    index === period.segments.length - 1 ? change(segment) : segment,
  ),
})

const endSpan = (spans: ReadonlyArray<Span>, at: number): ReadonlyArray<Span> =>
  spans.map((span) => (span.to === null ? { from: span.from, to: Math.max(span.from, at) } : span))

/** The period after the subscription was paused or cancelled at `at`. */
export const deactivate = (period: BillingPeriod, at: number): BillingPeriod =>
  changeLast(period, (segment) => ({ ...segment, spans: endSpan(segment.spans, at) }))

/**
 * The period after the subscription became active again at `at`. Spans lie in their segment and never overlap: if the
 * clock went back, the new one begins where the last one ended, so that no time is billed twice.
 */
export const activate = (period: BillingPeriod, at: number): BillingPeriod =>
  changeLast(period, (segment) => {
    const from = Math.max(at, segment.spans.at(-1)?.to ?? segment.startAt)
    return { ...segment, spans: [...segment.spans, { from, to: null }] }
  })

/** The period, which lies ahead, as it will be: active from its start, or without the time that it would have. */
export const expected = (period: BillingPeriod, isActive: boolean): BillingPeriod => {
  const isOpen = period.segments.at(-1)?.spans.at(-1)?.to === null
  if (isOpen === isActive) return period
  return isActive
    ? activate(period, period.startAt)
    : changeLast(period, (segment) => ({ ...segment, spans: segment.spans.slice(0, -1) }))
}

/** An instant, or, if the clock went back, the latest instant at which the period began or became active or inactive. */
export const notBefore = (period: BillingPeriod, at: number): number =>
  period.segments.reduce(
    (latest, { startAt, spans }) =>
      spans.reduce((max, { from, to }) => Math.max(max, to ?? from), Math.max(latest, startAt)),
    at,
  )

/** The period with its running segment ended at `at`: at the boundary, by a change of plan, or by cancellation. */
export const close = (period: BillingPeriod, at: number): BillingPeriod =>
  changeLast(period, (segment) => ({ ...segment, endAt: at, spans: endSpan(segment.spans, at) }))

/** The period with a new segment under other terms, active from `at`. */
export const startSegment = (
  period: BillingPeriod,
  begun: { readonly terms: PlanTerms; readonly quantity: number },
  at: number,
): BillingPeriod => {
  const closed = close(period, at)
  return { ...closed, segments: [...closed.segments, segmentOf(begun, at, at)] }
}

/** The period with its running segment at another quantity from `at` on. */
export const withQuantityFrom = (period: BillingPeriod, quantity: number, at: number): BillingPeriod =>
  changeLast(period, (segment) => changeQuantity(segment, quantity, at))

/** The number of immediate plan changes in some periods: each ended a segment before its cycle. */
export const planChangesIn = (periods: ReadonlyArray<BillingPeriod>): number =>
  periods.reduce(
    (count, { segments, endAt }) =>
      count + segments.filter((segment) => segment.endAt !== null && segment.endAt < endAt).length,
    0,
  )

/** The number of pauses in a period: each ended a span before its segment. */
export const pausesIn = ({ segments }: BillingPeriod): number =>
  segments.reduce((count, { spans, endAt }) => count + spans.filter(({ to }) => to !== endAt).length, 0)

/** The cumulative quantity of a meter in a segment. */
export const quantityOf = (segment: Segment, meter: string): number =>
  segment.usage.find((entry) => entry.meter === meter)?.quantity ?? 0

/** The period with a meter's cumulative quantity in one segment set. */
export const withQuantity = (
  period: BillingPeriod,
  segmentIndex: number,
  { meter, quantity }: MeterQuantity,
): BillingPeriod => ({
  ...period,
  segments: period.segments.map((segment, index) =>
    index === segmentIndex
      ? {
          ...segment,
          usage: segment.usage.some((entry) => entry.meter === meter)
            ? segment.usage.map((entry) => (entry.meter === meter ? { meter, quantity } : entry))
            : [...segment.usage, { meter, quantity }],
        }
      : segment,
  ),
})

/** The segment in which the subscription was active at an instant, if there is one in this period. */
export const activeSegmentAt = (period: BillingPeriod, at: number): number | null => {
  const index = period.segments.findIndex((segment) =>
    segment.spans.some((span) => span.from <= at && (span.to === null ? at < period.endAt : at < span.to)),
  )
  return index === -1 ? null : index
}
