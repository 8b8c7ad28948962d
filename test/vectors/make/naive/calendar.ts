// The billing calendar the naive way: cycles are walked one after the other, and months counted one by one.
import type { Anchor } from "../../../../src/core/time/BillingCycle.ts"
import type { Interval } from "../../../../src/core/time/Interval.ts"
import { monthsAfter } from "../../../../src/testing/oracle/calendar.ts"
import { type Expected, rejection, result } from "../Case.ts"

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const isInstant = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= LAST

const startOf = (anchor: Anchor, cycle: number): number => {
  const months = (cycle - anchor.firstCycle) * (anchor.interval === "MONTHLY" ? 1 : 12)
  return monthsAfter(anchor.anchorAt, months, anchor.anchorDay)
}

/** A cycle by its number. */
export const cycleOf = ({ anchor, cycle }: { readonly anchor: Anchor; readonly cycle: number }): Expected => {
  if (!Number.isInteger(cycle)) return rejection("InstantOutOfRange")
  const [startAt, endAt] = [startOf(anchor, cycle), startOf(anchor, cycle + 1)]
  const outside = [startAt, endAt].find((instant) => !isInstant(instant))
  return outside === undefined
    ? result({ cycle, startAt, endAt })
    : rejection("InstantOutOfRange", { instant: outside })
}

/** The cycle that holds an instant. */
export const cycleAt = ({
  anchor,
  instant,
}: {
  readonly anchor: Anchor
  readonly instant: number
}): Expected => {
  if (!isInstant(instant)) return rejection("InstantOutOfRange", { instant })
  let cycle = anchor.firstCycle
  while (startOf(anchor, cycle) > instant) cycle -= 1
  while (startOf(anchor, cycle + 1) <= instant) cycle += 1
  return cycleOf({ anchor, cycle })
}

/** A change of the interval. */
export interface IntervalChange {
  readonly anchor: Anchor
  readonly at: number
  readonly interval: Interval
  readonly cycle: number
}

/** The anchor after a change of the interval. */
export const reanchor = ({ anchor, at, interval, cycle }: IntervalChange): Expected => {
  const keepsDay = monthsAfter(at, 0, anchor.anchorDay) === at
  const anchorDay = keepsDay ? anchor.anchorDay : new Date(at).getUTCDate()
  return result({ anchorAt: at, anchorDay, interval, firstCycle: cycle })
}
