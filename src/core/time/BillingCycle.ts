// Billing cycles on the UTC calendar. Cycles tile the line: half-open [startAt, endAt), without gap or overlap, one for
// every integer. Every boundary is computed from the anchor and never from another boundary, so 31 January is followed
// by 28 February and by 31 March. Models the period of invoices (createdAt and dueDate of the upcoming invoice).
import * as Result from "effect/Result"
import * as Instant from "./Instant.ts"
import { type Interval, monthsOf } from "./Interval.ts"

/** An instant, given or computed, that is not an integer within the years 1970..9999 (NaN included). */
export type InstantOutOfRange = Instant.InstantOutOfRange

/**
 * The anchor of a subscription's cycles. It moves only when the length of the interval changes.
 *
 * `anchorAt` is the start of cycle `firstCycle`. `anchorDay` (1..31) is the day of the month on which cycles start: the
 * day of `anchorAt`, or a larger one that its month does not have (30 April with day 31). A month that is too short
 * does not change it.
 */
export interface Anchor {
  readonly anchorAt: number
  readonly anchorDay: number
  readonly interval: Interval
  readonly firstCycle: number
}

/** A billing cycle: the half-open time [startAt, endAt) and its number. */
export interface Cycle {
  readonly cycle: number
  readonly startAt: number
  readonly endAt: number
}

/** The anchor of cycles that begin at an instant, the first of them numbered 0. */
export const anchorOf = (first: { readonly at: number; readonly interval: Interval }): Anchor => ({
  anchorAt: first.at,
  anchorDay: dayOfMonth(first.at),
  interval: first.interval,
  firstCycle: 0,
})

/**
 * The start of a cycle: whole intervals after the anchor's month, on min(anchorDay, days in that month), at the
 * anchor's time of day.
 *
 * @example
 * ```ts
 * import { BillingCycle } from "studio-billing"
 *
 * const anchor = BillingCycle.anchorOf({ at: Date.parse("2025-01-31"), interval: "MONTHLY" })
 * BillingCycle.boundary(anchor, 1) // Result.succeed(Date.parse("2025-02-28"))
 * BillingCycle.boundary(anchor, 2) // Result.succeed(Date.parse("2025-03-31"))
 * ```
 */
export const boundary = (anchor: Anchor, cycle: number): Result.Result<number, InstantOutOfRange> => {
  const months = (cycle - anchor.firstCycle) * monthsOf(anchor.interval)
  // Date.UTC would silently truncate a fraction of a month, and a small one of a cycle is lost in the subtraction.
  if (!Number.isSafeInteger(cycle) || !Number.isSafeInteger(months))
    return Result.fail(Instant.instantOutOfRange(Number.NaN))
  if (!Instant.isInstant(anchor.anchorAt)) return Result.fail(Instant.instantOutOfRange(anchor.anchorAt))
  const anchored = new Date(anchor.anchorAt)
  const month = Date.UTC(anchored.getUTCFullYear(), anchored.getUTCMonth() + months)
  const day = Math.min(anchor.anchorDay, daysInMonth(month))
  const instant = month + (day - 1) * Instant.DAY_MILLIS + (anchor.anchorAt % Instant.DAY_MILLIS)
  return Instant.isInstant(instant)
    ? Result.succeed(instant)
    : Result.fail(Instant.instantOutOfRange(instant))
}

/** A cycle by its number. Rejected when either boundary is outside the range of instants. */
export const cycleOf = (anchor: Anchor, cycle: number): Result.Result<Cycle, InstantOutOfRange> =>
  Result.flatMap(boundary(anchor, cycle), (startAt) =>
    Result.map(boundary(anchor, cycle + 1), (endAt) => ({ cycle, startAt, endAt })),
  )

/**
 * The cycle that holds an instant, in constant time. An instant on a boundary belongs to the cycle that starts there.
 * Cycles before the anchor have numbers below `firstCycle`.
 */
export const cycleAt = (anchor: Anchor, instant: number): Result.Result<Cycle, InstantOutOfRange> => {
  if (!Instant.isInstant(instant)) return Result.fail(Instant.instantOutOfRange(instant))
  const months = monthIndex(instant) - monthIndex(anchor.anchorAt)
  // This cycle starts in the instant's month or earlier, and the next one in a later month: at most one too far.
  const estimate = anchor.firstCycle + Math.floor(months / monthsOf(anchor.interval))
  return Result.flatMap(boundary(anchor, estimate), (startAt) =>
    cycleOf(anchor, startAt <= instant ? estimate : estimate - 1),
  )
}

/**
 * The anchor after the length of the interval changed at an instant, which starts the cycle numbered `cycle`.
 *
 * The anchor day is kept when the change falls on the day it has in that month (a change on 28 February 2025 keeps day
 * 31). Otherwise it becomes the day of the change. Cycle numbers go on counting.
 */
export const reanchor = (change: {
  readonly anchor: Anchor
  readonly at: number
  readonly interval: Interval
  readonly cycle: number
}): Anchor => {
  const day = dayOfMonth(change.at)
  const wanted = change.anchor.anchorDay
  return {
    anchorAt: change.at,
    anchorDay: Math.min(wanted, daysInMonth(change.at)) === day ? wanted : day,
    interval: change.interval,
    firstCycle: change.cycle,
  }
}

const dayOfMonth = (instant: number): number => new Date(instant).getUTCDate()

const daysInMonth = (instant: number): number => {
  const date = new Date(instant)
  return dayOfMonth(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
}

const monthIndex = (instant: number): number => {
  const date = new Date(instant)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
