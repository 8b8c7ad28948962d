// Business days: Monday to Friday except holidays, which are an input, because they depend on the place and are
// decreed from year to year. Models the due date and the settlement of bank slips. Local dates are "yyyy-mm-dd".
import * as Result from "effect/Result"
import * as Instant from "./Instant.ts"
import * as LocalDate from "./LocalDate.ts"

/** Days without banking beside Saturdays and Sundays, as local dates "yyyy-mm-dd". */
export type Holidays = ReadonlySet<string>

/** The date itself when it is a business day, otherwise the first business day after it. */
export const nextBusinessDay = (from: {
  readonly date: string
  readonly holidays: Holidays
}): Result.Result<string, LocalDate.LocalDateOutOfRange> =>
  Result.flatMap(LocalDate.toMidnight(from.date), (midnight) =>
    walk({ ...from, days: 1, start: midnight - Instant.DAY_MILLIS }),
  )

/**
 * The business day `days` business days after a date, the date itself not counted; 0 gives the date as it is.
 *
 * @example
 * ```ts
 * import { BusinessDay } from "studio-billing"
 *
 * // A Friday, a weekend and a Monday without banking lie between.
 * const holidays = new Set(["2025-04-18", "2025-04-21"])
 * BusinessDay.addBusinessDays({ date: "2025-04-17", days: 2, holidays }) // Result.succeed("2025-04-23")
 * ```
 */
export const addBusinessDays = (from: {
  readonly date: string
  readonly days: number
  readonly holidays: Holidays
}): Result.Result<string, LocalDate.LocalDateOutOfRange> =>
  Number.isInteger(from.days) && from.days >= 0
    ? Result.flatMap(LocalDate.toMidnight(from.date), (start) => walk({ ...from, start }))
    : Result.fail(LocalDate.localDateOutOfRange(from.date))

// Ends at the last date at the latest, whatever the holidays say.
const walk = (steps: { date: string; days: number; holidays: Holidays; start: number }) => {
  let day = steps.start
  let left = steps.days
  while (left > 0 && day <= Instant.MAX_INSTANT) {
    day += Instant.DAY_MILLIS
    if (!isWeekend(day) && !steps.holidays.has(LocalDate.ofMidnight(day))) left -= 1
  }
  return day <= Instant.MAX_INSTANT
    ? Result.succeed(LocalDate.ofMidnight(day))
    : Result.fail(LocalDate.localDateOutOfRange(steps.date))
}

const isWeekend = (midnight: number): boolean => new Date(midnight).getUTCDay() % 6 === 0
