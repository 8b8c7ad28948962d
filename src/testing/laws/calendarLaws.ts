// The laws of the calendar of billing cycles, against one that counts months one by one.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { Anchor, Cycle } from "../../core/time/BillingCycle.ts"
import { MAX_INSTANT, MIN_INSTANT } from "../../core/time/Instant.ts"
import type { Interval } from "../../core/time/Interval.ts"
import { anchors, instants, intervals } from "../arbitraries/time.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, same } from "../Law.ts"
import { monthsAfter } from "../oracle/calendar.ts"

type Answer<A> = Result.Result<A, object>

/** What the laws are about: the functions of the module `BillingCycle`. */
export interface Calendar {
  /** When a cycle begins. */
  readonly boundary: (anchor: Anchor, cycle: number) => Answer<number>
  /** The cycle of a number. */
  readonly cycleOf: (anchor: Anchor, cycle: number) => Answer<Cycle>
  /** The cycle that an instant lies in. */
  readonly cycleAt: (anchor: Anchor, instant: number) => Answer<Cycle>
  /** The grid after the interval changed. */
  readonly reanchor: (change: {
    readonly anchor: Anchor
    readonly at: number
    readonly interval: Interval
    readonly cycle: number
  }) => Anchor
}

/** Where a cycle has to start, counted month by month from the anchor. */
const startOf = ({ anchorAt, anchorDay, interval, firstCycle }: Anchor, cycle: number): number =>
  monthsAfter(anchorAt, (cycle - firstCycle) * (interval === "MONTHLY" ? 1 : 12), anchorDay)

/** An anchor with a cycle near it, before or after. */
const placed = () =>
  fc.record({ anchor: anchors(), steps: fc.integer({ min: -12, max: 600 }) }).map(({ anchor, steps }) => ({
    anchor,
    cycle: anchor.firstCycle + steps,
  }))

const january31: Anchor = {
  anchorAt: Date.UTC(2025, 0, 31),
  anchorDay: 31,
  interval: "MONTHLY",
  firstCycle: 0,
}
const leapDay: Anchor = {
  anchorAt: Date.UTC(2096, 1, 29),
  anchorDay: 29,
  interval: "YEARLY",
  firstCycle: 0,
}

/** Ends of February, and the first and the last cycles that there are. */
const hard: ReadonlyArray<{ readonly anchor: Anchor; readonly cycle: number }> = [
  ...[1999, 2023, 2024, 2099, 2399].map((year) => ({
    anchor: { ...january31, anchorAt: Date.UTC(year, 0, 31) },
    cycle: 1,
  })),
  { anchor: january31, cycle: -11 },
  { anchor: january31, cycle: 13 },
  // Over 2000, which has a leap day, and over 2100, which has none.
  { anchor: { ...january31, anchorAt: Date.UTC(1999, 11, 31) }, cycle: 2 },
  { anchor: { ...leapDay, anchorAt: Date.UTC(1996, 1, 29) }, cycle: 4 },
  { anchor: leapDay, cycle: 4 },
  { anchor: { ...january31, anchorAt: 0, anchorDay: 1 }, cycle: 0 },
  { anchor: { ...january31, anchorAt: Date.UTC(9999, 0, 31) }, cycle: 10 },
]

/**
 * The laws of billing cycles: where they start, that they tile the line without gap or overlap, that the cycle of an
 * instant is found, what becomes of them when the length of the interval changes, and that what is no instant is
 * rejected.
 *
 * @example
 * ```ts
 * import { BillingCycle } from "studio-billing"
 * import { calendarLaws } from "studio-billing/testing"
 *
 * calendarLaws(BillingCycle).length // 6
 * ```
 */
export const calendarLaws = (calendar: Calendar): ReadonlyArray<Law> => [
  forAll({
    id: "calendar.boundary",
    name: "a cycle starts on the wanted day, or on the last one of a shorter month",
    rule: "Every boundary is counted from the anchor, never from another boundary, at the anchor's time of day.",
    given: placed(),
    examples: [...hard, { anchor: { ...january31, anchorAt: Date.UTC(2025, 3, 30) }, cycle: 1 }],
    holds: ({ anchor, cycle }) =>
      same("boundary", calendar.boundary(frozen(anchor), cycle), Result.succeed(startOf(anchor, cycle))),
  }),
  forAll({
    id: "calendar.tiles",
    name: "cycles tile the line, from boundary to boundary",
    rule: "A cycle ends at the instant at which the next one starts, and has its number.",
    given: placed(),
    examples: [{ anchor: january31, cycle: 0 }, ...hard],
    holds: ({ anchor, cycle }) =>
      same(
        "cycle",
        calendar.cycleOf(frozen(anchor), cycle),
        Result.succeed({ cycle, startAt: startOf(anchor, cycle), endAt: startOf(anchor, cycle + 1) }),
      ),
  }),
  forAll({
    id: "calendar.on-boundary",
    name: "an instant on a boundary is in the cycle that starts there",
    rule: "Cycles are half-open: a millisecond earlier it is still the cycle before.",
    given: placed(),
    examples: [{ anchor: leapDay, cycle: 4 }],
    holds: ({ anchor, cycle }) => {
      const startAt = startOf(anchor, cycle)
      const found = [startAt, startAt - 1].map((instant) => cycleFound(calendar, anchor, instant))
      same("cycles", found, [cycle, cycle - 1])
    },
  }),
  forAll({
    id: "calendar.within",
    name: "an instant within a cycle is in that one, whole",
    rule: "The cycle that is found for an instant between two boundaries is the one between them.",
    given: fc
      .record({ anchor: anchors(), steps: fc.integer({ min: -12, max: 600 }), part: fc.nat({ max: 998 }) })
      .map(({ anchor, steps, part }) => ({ anchor, cycle: anchor.firstCycle + steps, part: part + 1 })),
    holds: ({ anchor, cycle, part }) => {
      const [startAt, endAt] = [startOf(anchor, cycle), startOf(anchor, cycle + 1)]
      const instant = startAt + Math.floor(((endAt - startAt) * part) / 1_000)
      same("cycle", calendar.cycleAt(frozen(anchor), instant), Result.succeed({ cycle, startAt, endAt }))
    },
  }),
  reanchorLaw(calendar),
  rangeLaw(calendar),
]

const cycleFound = (calendar: Calendar, anchor: Anchor, instant: number): number | null =>
  Result.match(calendar.cycleAt(frozen(anchor), instant), {
    onFailure: () => null,
    onSuccess: ({ cycle }) => cycle,
  })

const reanchorLaw = (calendar: Calendar): Law =>
  forAll({
    id: "calendar.reanchor",
    name: "a change of the interval starts a new line at its instant",
    rule: "Cycle numbers go on; the wanted day is kept where the change falls on the day that it has in that month.",
    given: fc.record({
      anchor: anchors(),
      at: instants(),
      interval: intervals(),
      cycle: fc.nat({ max: 500 }),
      onGrid: fc.boolean(),
    }),
    holds: ({ onGrid, ...given }) => {
      const { anchor, interval, cycle } = given
      const at = onGrid ? startOf(anchor, cycle) : given.at
      const day = new Date(at).getUTCDate()
      const kept = new Date(monthsAfter(at, 0, anchor.anchorDay)).getUTCDate() === day
      same("anchor", calendar.reanchor(frozen({ anchor, at, interval, cycle })), {
        anchorAt: at,
        anchorDay: kept ? anchor.anchorDay : day,
        interval,
        firstCycle: cycle,
      })
    },
  })

const rangeLaw = (calendar: Calendar): Law => {
  const isInstant = (value: number): boolean =>
    Number.isInteger(value) && value >= MIN_INSTANT && value <= MAX_INSTANT
  const strange = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.integer({ min: -50_000, max: 200_000 }))
  return forAll({
    id: "calendar.instants",
    name: "what is no instant is rejected",
    rule: "No number, however strange, is thrown at or answered with what lies outside of the years 1970 to 9999.",
    given: fc.record({ anchor: anchors(), number: strange }),
    examples: [
      { anchor: january31, number: Number.NaN },
      { anchor: january31, number: 0.5 },
      { anchor: january31, number: MAX_INSTANT + 1 },
    ],
    holds: ({ anchor, number }) => {
      const boundary = calendar.boundary(frozen(anchor), number)
      const cycle = calendar.cycleOf(frozen(anchor), number)
      const found = calendar.cycleAt(frozen(anchor), number)
      const given = [
        boundary,
        Result.map(cycle, ({ startAt }) => startAt),
        Result.map(cycle, ({ endAt }) => endAt),
      ]
      for (const instant of given) {
        hold(`boundary at ${number}`, Result.isFailure(instant) || isInstant(instant.success))
      }
      hold(`boundary number ${number}`, Number.isSafeInteger(number) || Result.isFailure(boundary))
      hold(`cycle number ${number}`, Number.isSafeInteger(number) || Result.isFailure(cycle))
      hold(`cycle at ${number}`, isInstant(number) || Result.isFailure(found))
    },
  })
}
