// Cases of the billing calendar, which is UTC: ends of months, leap years, the first and the last instant there is.
import type { Anchor } from "../../../src/core/time/BillingCycle.ts"
import type { Interval } from "../../../src/core/time/Interval.ts"
import type { Chance } from "../../support/random.ts"
import { type Call, percent, pick, type Subject } from "./Case.ts"
import { cycleAt, cycleOf, reanchor } from "./naive/calendar.ts"

const DAY = 86_400_000

const anchored = (at: string, interval: Interval = "MONTHLY", members: Partial<Anchor> = {}): Anchor => ({
  anchorAt: Date.parse(at),
  anchorDay: new Date(at).getUTCDate(),
  interval,
  firstCycle: 0,
  ...members,
})

const number = (anchor: Anchor, cycle: number): Call => ({ function: "cycleOf", input: { anchor, cycle } })
const when = (anchor: Anchor, at: string | number): Call => ({
  function: "cycleAt",
  input: { anchor, instant: typeof at === "number" ? at : Date.parse(at) },
})
const change = (anchor: Anchor, at: string, interval: Interval, cycle: number): Call => ({
  function: "reanchor",
  input: { anchor, at: Date.parse(at), interval, cycle },
})

const january31 = anchored("2025-01-31T10:20:30.400Z")

const named: Subject["named"] = {
  "31 January: the first cycle ends on 28 February": number(january31, 0),
  "31 January: the second cycle ends on 31 March": number(january31, 1),
  "31 January: the third cycle ends on 30 April": number(january31, 2),
  "31 January, a leap year": number(anchored("2024-01-31T00:00:00.000Z"), 0),
  "31 January, 2100 is no leap year": number(anchored("2100-01-31T00:00:00.000Z"), 0),
  "31 January, 2000 is a leap year": number(anchored("2000-01-31T00:00:00.000Z"), 0),
  "30 January goes by the end of February and comes back": number(anchored("2025-01-30T00:00:00.000Z"), 1),
  "29 January, no leap year": number(anchored("2025-01-29T00:00:00.000Z"), 1),
  "31 December": number(anchored("2024-12-31T23:59:59.999Z"), 0),
  "the first of a month": number(anchored("2025-03-01T00:00:00.000Z"), 5),
  "29 February by the year: 28 February": number(anchored("2024-02-29T00:00:00.000Z", "YEARLY"), 0),
  "29 February by the year: after four years 29 February": number(
    anchored("2024-02-29T00:00:00.000Z", "YEARLY"),
    3,
  ),
  "29 February by the year: over 2100": number(anchored("2096-02-29T00:00:00.000Z", "YEARLY"), 4),
  "a day that the anchor's month does not have": number(
    anchored("2025-04-30T12:00:00.000Z", "MONTHLY", { anchorDay: 31 }),
    1,
  ),
  "the cycle before the first": number(january31, -1),
  "a year before the first": number(january31, -12),
  "numbers that do not begin with 0": number(
    anchored("2025-01-31T00:00:00.000Z", "MONTHLY", { firstCycle: 7 }),
    8,
  ),
  "a cycle that begins with the first instant": number(anchored("1970-01-01T00:00:00.000Z"), 0),
  "a cycle before the first instant": number(anchored("1970-01-01T00:00:00.000Z"), -1),
  "a cycle that ends in the last month": number(anchored("9999-11-30T00:00:00.000Z"), 0),
  "a cycle that ends after the last instant": number(anchored("9999-12-01T00:00:00.000Z"), 0),
  "half a cycle": number(january31, 0.5),
  "an instant on a boundary is in the cycle that begins": when(january31, "2025-02-28T10:20:30.400Z"),
  "a millisecond before a boundary": when(january31, "2025-02-28T10:20:30.399Z"),
  "the end of the month, hours before the boundary": when(january31, "2025-03-31T00:00:00.000Z"),
  "the instant of the anchor": when(january31, "2025-01-31T10:20:30.400Z"),
  "a millisecond before the anchor": when(january31, "2025-01-31T10:20:30.399Z"),
  "29 February in a leap year": when(january31, "2028-02-29T11:00:00.000Z"),
  "28 February in a leap year": when(january31, "2028-02-28T11:00:00.000Z"),
  "a yearly cycle, the day before": when(
    anchored("2024-02-29T00:00:00.000Z", "YEARLY"),
    "2025-02-27T23:59:59.999Z",
  ),
  "a yearly cycle, the day": when(anchored("2024-02-29T00:00:00.000Z", "YEARLY"), "2025-02-28T00:00:00.000Z"),
  "an instant whose cycle begins before 1970": when(january31, 0),
  "an instant before the first": when(january31, -1),
  "an instant after the last": when(anchored("9999-01-01T00:00:00.000Z"), 253_402_300_800_000),
  "half a millisecond": when(january31, 0.5),
  "a change on the clamped day keeps day 31": change(january31, "2025-02-28T10:20:30.400Z", "YEARLY", 1),
  "a change at another hour of the clamped day keeps day 31": change(
    january31,
    "2025-02-28T00:00:00.000Z",
    "YEARLY",
    1,
  ),
  "a change on another day takes that day": change(january31, "2025-02-27T10:20:30.400Z", "YEARLY", 1),
  "a change on 28 February of a leap year takes day 28": change(
    january31,
    "2028-02-28T00:00:00.000Z",
    "YEARLY",
    37,
  ),
  "a change on the wanted day itself": change(january31, "2025-03-31T12:00:00.000Z", "YEARLY", 2),
  "a change from years to months on 28 February": change(
    anchored("2024-02-29T00:00:00.000Z", "YEARLY"),
    "2025-02-28T00:00:00.000Z",
    "MONTHLY",
    1,
  ),
}

/** Instants of 1990 to 2199, every second one on one of the last four days of a month. */
const anyInstant = (chance: Chance): number => {
  const month = Date.UTC(1990 + chance.below(210), chance.below(12), 1)
  const day = percent(chance, 50) ? -1 - chance.below(4) : chance.below(28)
  return month + day * DAY + chance.below(DAY)
}

const lastDayOf = (instant: number): number => {
  const date = new Date(instant)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

const anyAnchor = (chance: Chance): Anchor => {
  const anchorAt = anyInstant(chance)
  const day = new Date(anchorAt).getUTCDate()
  const more = day === lastDayOf(anchorAt) ? chance.below(4) : 0
  return {
    anchorAt,
    anchorDay: Math.min(31, day + more),
    interval: percent(chance, 70) ? "MONTHLY" : "YEARLY",
    firstCycle: percent(chance, 60) ? 0 : chance.below(50),
  }
}

const random = (chance: Chance): Call => {
  const anchor = anyAnchor(chance)
  const kind = chance.below(10)
  if (kind < 4) return number(anchor, anchor.firstCycle + chance.below(400) - 100)
  const at = anchor.anchorAt + (chance.below(4000) - 1000) * DAY + chance.below(DAY)
  if (kind < 8) return when(anchor, at)
  const day = new Date(at)
  // Half of the changes are on the last day of a month, where the wanted day may be another one.
  const to = percent(chance, 50) ? at : at + (lastDayOf(at) - day.getUTCDate()) * DAY
  const cycle = anchor.firstCycle + chance.below(100)
  return change(anchor, new Date(to).toISOString(), pick(chance, ["MONTHLY", "YEARLY"]), cycle)
}

/** The vectors of the billing calendar. */
export const calendarSubject: Subject = {
  file: "billing-calendar",
  about: "Billing cycles on the UTC calendar: by number, by instant, and after a change of the interval.",
  functions: { cycleOf, cycleAt, reanchor },
  named,
  randomCases: 400,
  random,
}
