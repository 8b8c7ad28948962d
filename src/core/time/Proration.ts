// Proration: the part of a price that falls on the time in which a subscription was active within a cycle. Time is
// counted in milliseconds of half-open spans, and the product is rounded once, half away from zero.
import type * as Result from "effect/Result"
import * as Money from "../money/Money.ts"

/** A stretch of time [from, to); `to: null` has not ended. */
export interface Span {
  readonly from: number
  readonly to: number | null
}

/**
 * The amount × activeMillis / cycleMillis, rounded once: half away from zero. A whole cycle gives exactly the amount.
 *
 * @example
 * ```ts
 * import { Instant, Proration } from "studio-billing"
 *
 * const cycleMillis = 30 * Instant.DAY_MILLIS
 * const activeMillis = 29 * Instant.DAY_MILLIS
 * Proration.prorate({ amount: 9990, activeMillis, cycleMillis }) // Result.succeed(9657)
 * ```
 */
export const prorate = (share: {
  readonly amount: number
  readonly activeMillis: number
  readonly cycleMillis: number
}): Result.Result<number, Money.AmountOutOfRange> =>
  Money.mulDiv(share.amount, share.activeMillis, share.cycleMillis)

/** A stretch of time that has ended. */
export interface EndedSpan extends Span {
  readonly to: number
}

/** What of disjoint spans lies in a window, none of it without time. */
export const spansWithin = (
  spans: ReadonlyArray<Span>,
  window: { readonly startAt: number; readonly endAt: number },
): ReadonlyArray<EndedSpan> =>
  spans.flatMap((span) => {
    const from = Math.max(span.from, window.startAt)
    const to = Math.min(span.to ?? window.endAt, window.endAt)
    // An instant that is no number stays, so that what is computed of it is refused.
    return from >= to ? [] : [{ from, to }]
  })

/** The milliseconds of disjoint spans. */
export const millisOf = (spans: ReadonlyArray<EndedSpan>): number =>
  spans.reduce((total, { from, to }) => total + to - from, 0)

/** The milliseconds of a window that disjoint spans cover. */
export const activeMillis = (
  spans: ReadonlyArray<Span>,
  window: { readonly startAt: number; readonly endAt: number },
): number => millisOf(spansWithin(spans, window))
