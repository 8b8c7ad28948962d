import * as Result from "effect/Result"
import { describe } from "vitest"
import * as BillingCycle from "../../../src/core/time/BillingCycle.ts"
import { DAY_MILLIS } from "../../../src/core/time/Instant.ts"
import { type Calendar, calendarLaws } from "../../../src/testing/index.ts"
import { describeBreaches, describeMistakes } from "../breaches.ts"

const wrong: Readonly<Record<string, Calendar>> = {
  // 31 January, 28 February, 28 March: each boundary from the one before it.
  "a cycle starts on the wanted day, or on the last one of a shorter month": {
    ...BillingCycle,
    boundary: (anchor, cycle) => {
      if (cycle <= anchor.firstCycle) return BillingCycle.boundary(anchor, cycle)
      return Result.flatMap(BillingCycle.boundary(anchor, cycle - 1), (anchorAt) =>
        BillingCycle.boundary(
          { ...anchor, anchorAt, anchorDay: new Date(anchorAt).getUTCDate(), firstCycle: cycle - 1 },
          cycle,
        ),
      )
    },
  },
  "cycles tile the line, from boundary to boundary": {
    ...BillingCycle,
    cycleOf: (anchor, cycle) =>
      Result.map(BillingCycle.cycleOf(anchor, cycle), (one) => ({ ...one, endAt: one.endAt - 1 })),
  },
  "an instant on a boundary is in the cycle that starts there": {
    ...BillingCycle,
    cycleAt: (anchor, instant) =>
      Result.flatMap(BillingCycle.cycleAt(anchor, instant), (found) =>
        found.startAt === instant ? BillingCycle.cycleOf(anchor, found.cycle - 1) : Result.succeed(found),
      ),
  },
  // Cycles of thirty days, once the month has begun.
  "an instant within a cycle is in that one, whole": {
    ...BillingCycle,
    cycleAt: (anchor, instant) =>
      Result.map(BillingCycle.cycleAt(anchor, instant), (found) =>
        found.startAt === instant ? found : { ...found, endAt: found.startAt + 30 * DAY_MILLIS },
      ),
  },
  "a change of the interval starts a new line at its instant": {
    ...BillingCycle,
    reanchor: (change) => ({
      ...BillingCycle.reanchor(change),
      anchorDay: new Date(change.at).getUTCDate(),
    }),
  },
  "what is no instant is rejected": {
    ...BillingCycle,
    cycleOf: (anchor, cycle) => BillingCycle.cycleOf(anchor, Math.trunc(cycle) || 0),
  },
}

describe("the laws of the calendar", () => {
  describeBreaches(calendarLaws, BillingCycle as Calendar, wrong)

  /** The boundaries where a change of each is what somebody takes for right. */
  const bounded = (change: (at: Date) => number | null): Calendar => ({
    ...BillingCycle,
    boundary: (anchor, cycle) =>
      Result.flatMap(BillingCycle.boundary(anchor, cycle), (at) => {
        const changed = change(new Date(at))
        return changed === null ? Result.fail({}) : Result.succeed(changed)
      }),
  })
  const isLeapDay = (at: Date): boolean => at.getUTCMonth() === 1 && at.getUTCDate() === 29
  const isCentury = (at: Date): boolean => at.getUTCFullYear() % 100 === 0

  describeMistakes(calendarLaws, {
    "no year has a leap day": bounded((at) => at.getTime() - (isLeapDay(at) ? DAY_MILLIS : 0)),
    "no century has a leap day": bounded(
      (at) => at.getTime() - (isLeapDay(at) && isCentury(at) ? DAY_MILLIS : 0),
    ),
    "nothing begins before 1980": bounded((at) => (at.getUTCFullYear() < 1980 ? null : at.getTime())),
    "nothing begins after 9000": bounded((at) => (at.getUTCFullYear() > 9000 ? null : at.getTime())),
    "half a cycle has a boundary": {
      ...BillingCycle,
      boundary: (anchor, cycle) => BillingCycle.boundary(anchor, Math.trunc(cycle)),
    },
  })
})
