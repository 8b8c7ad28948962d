// Instants and the calendars of subscriptions: the ends of months, at which calendars go wrong, as often as all others.
import * as fc from "fast-check"
import type { Anchor } from "../../core/time/BillingCycle.ts"
import { DAY_MILLIS } from "../../core/time/Instant.ts"
import type { Interval } from "../../core/time/Interval.ts"

const FROM_YEAR = 1990
const UNTIL_YEAR = 2400

/**
 * The two intervals. They shrink to MONTHLY.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * new Set(fc.sample(Arbitraries.intervals(), 100)).size // 2
 * ```
 */
export const intervals = (): fc.Arbitrary<Interval> => fc.constantFrom("MONTHLY", "YEARLY")

/**
 * Instants of the years 1990 to 2399, every second one on the last day of a month, leap years among them.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Instant } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.instants(), 100).every(Instant.isInstant) // true
 * ```
 */
export const instants = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc
      .record({
        year: fc.integer({ min: FROM_YEAR, max: UNTIL_YEAR - 1 }),
        month: fc.integer({ min: 1, max: 12 }),
        millis: fc.nat({ max: DAY_MILLIS - 1 }),
      })
      // Day 0 of a month is the last one of the month before.
      .map(({ year, month, millis }) => Date.UTC(year, month, 0) + millis),
    fc.integer({ min: Date.UTC(FROM_YEAR, 0), max: Date.UTC(UNTIL_YEAR, 0) - 1 }),
  )

const lastDayOf = (instant: number): number => {
  const date = new Date(instant)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

/**
 * Anchors as subscriptions have them: of any cycle number, with the day of their instant, or a later one where that is
 * the last day of its month.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import * as fc from "fast-check"
 * import { BillingCycle } from "studio-billing"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.anchors(), 100).every((anchor) => Result.isSuccess(BillingCycle.cycleOf(anchor, anchor.firstCycle))) // true
 * ```
 */
export const anchors = (): fc.Arbitrary<Anchor> =>
  fc
    .record({
      anchorAt: instants(),
      interval: intervals(),
      firstCycle: fc.integer({ min: -5, max: 500 }),
      more: fc.nat({ max: 3 }),
    })
    .map(({ anchorAt, interval, firstCycle, more }) => {
      const day = new Date(anchorAt).getUTCDate()
      const anchorDay = day === lastDayOf(anchorAt) ? Math.min(31, day + more) : day
      return { anchorAt, anchorDay, interval, firstCycle }
    })
