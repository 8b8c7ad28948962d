// The dates of a boleto the naive way: days are walked one by one, a day ends with the last hour that shows its date, and
// the clock of São Paulo is a list of the times at which it was changed.
import { type Expected, rejection, result } from "../Case.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The first instant that this knows the clock of. */
export const KNOWN_FROM = Date.UTC(2014, 1, 16, 2)

/** Summer time in São Paulo, which was given up in 2019: from, to. */
const SUMMERS: ReadonlyArray<readonly [from: number, to: number]> = [
  [Date.UTC(2014, 9, 19, 3), Date.UTC(2015, 1, 22, 2)],
  [Date.UTC(2015, 9, 18, 3), Date.UTC(2016, 1, 21, 2)],
  [Date.UTC(2016, 9, 16, 3), Date.UTC(2017, 1, 19, 2)],
  [Date.UTC(2017, 9, 15, 3), Date.UTC(2018, 1, 18, 2)],
  [Date.UTC(2018, 10, 4, 3), Date.UTC(2019, 1, 17, 2)],
]

/** The date that a calendar on a wall in São Paulo shows, as the midnight of that date in UTC. */
const dayAt = (instant: number): number => {
  const behind = SUMMERS.some(([from, to]) => instant >= from && instant < to) ? 2 : 3
  const wall = instant - behind * HOUR
  return wall - (((wall % DAY) + DAY) % DAY)
}

const endOf = (day: number): number => {
  let end = 0
  for (let hour = 0; hour < 48; hour++) {
    const last = day + (hour + 1) * HOUR - 1
    if (dayAt(last) === day) end = last
  }
  return end
}

const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10)

/** What the dates of a boleto depend on. */
export interface Boleto {
  readonly issuedAt: number
  readonly slipDueDays: number
  readonly settlementLagBusinessDays: number
  readonly holidays: ReadonlyArray<string>
}

/** When a boleto falls due, until when it can be paid, and until when its money can still arrive. */
export const boletoDates = ({
  issuedAt,
  slipDueDays,
  settlementLagBusinessDays,
  holidays,
}: Boleto): Expected => {
  if (!Number.isInteger(issuedAt) || issuedAt > LAST || dayAt(issuedAt) < 0) {
    return rejection("InstantOutOfRange", { instant: issuedAt })
  }
  const isBusinessDay = (day: number): boolean =>
    !["Sat", "Sun"].includes(new Date(day).toUTCString().slice(0, 3)) && !holidays.includes(textOf(day))
  let due = dayAt(issuedAt) + slipDueDays * DAY
  while (due <= LAST && !isBusinessDay(due)) due += DAY
  let settled = due
  for (let left = settlementLagBusinessDays; left > 0 && settled <= LAST; ) {
    settled += DAY
    if (isBusinessDay(settled)) left -= 1
  }
  const lapsesAt = endOf(settled)
  if (lapsesAt > LAST) return rejection("LocalDateOutOfRange")
  return result({ dueDate: textOf(due), expiresAt: endOf(due), lapsesAt })
}
