// ISO 8601 durations on the UTC calendar: years and months keep the day where the month has it, and all the rest is
// of fixed length.
import * as Result from "effect/Result"
import { BillingCycle, Instant } from "../../src/index.ts"

/** A span of calendar months, then of milliseconds. */
export interface Duration {
  readonly months: number
  readonly millis: number
}

/**
 * The duration that a text writes: `P1M`, `PT10M`, `P1Y2M3DT4H`, `P2W`, `PT0.5S`. Whole numbers, but for
 * milliseconds; null for anything else.
 */
export const parse = (text: string): Duration | null => {
  const match = PATTERN.exec(text)
  if (match === null) return null
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(1, 8)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number]
  return {
    months: years * 12 + months,
    millis: (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + Math.round(seconds * 1000),
  }
}

/** Twelve digits are enough for every instant in seconds, and exact in milliseconds. */
const PATTERN =
  /^P(?=[\dT])(?:(\d{1,12})Y)?(?:(\d{1,12})M)?(?:(\d{1,12})W)?(?:(\d{1,12})D)?(?:T(?=\d)(?:(\d{1,12})H)?(?:(\d{1,12})M)?(?:(\d{1,12}(?:\.\d{1,3})?)S)?)?$/

/**
 * The instant a duration later; null where it is out of range. 31 January and one month is 28 February.
 *
 * @example
 * after(Date.UTC(2025, 0, 31), { months: 1, millis: 0 }) // Date.UTC(2025, 1, 28)
 */
export const after = (at: number, { months, millis }: Duration): number | null => {
  const month = BillingCycle.boundary(BillingCycle.anchorOf({ at, interval: "MONTHLY" }), months)
  return Result.isSuccess(month) && Instant.isInstant(month.success + millis) ? month.success + millis : null
}
