// Local dates: a day of a calendar on a wall, "yyyy-mm-dd", without zone or time, in the years 1970..9999. Inside, a
// date is the instant of its midnight as if it were UTC, which makes counting days plain arithmetic.
import * as Result from "effect/Result"
import * as Instant from "./Instant.ts"
import * as Iso from "./Iso.ts"

/** A text that is not an existing date "yyyy-mm-dd" of the years 1970..9999, or one that leads out of these years. */
export interface LocalDateOutOfRange {
  readonly _tag: "LocalDateOutOfRange"
  readonly date: string
}

/** Makes that rejection. */
export const localDateOutOfRange = (date: string): LocalDateOutOfRange => ({
  _tag: "LocalDateOutOfRange",
  date,
})

/** The midnight of a date read as UTC; `ofMidnight` is the inverse. */
export const toMidnight = (date: string): Result.Result<number, LocalDateOutOfRange> =>
  Result.mapError(Iso.fromIso(`${date}T00:00:00.000Z`), () => localDateOutOfRange(date))

/** The date whose wall clock, read as UTC, shows this instant. */
export const ofMidnight = (midnight: number): string => Iso.toIso(midnight).slice(0, 10)

/**
 * The date a whole number of days later (earlier, when negative).
 *
 * @example
 * ```ts
 * import { LocalDate } from "studio-billing"
 *
 * LocalDate.addDays({ date: "2024-02-28", days: 2 }) // Result.succeed("2024-03-01")
 * ```
 */
export const addDays = (later: {
  readonly date: string
  readonly days: number
}): Result.Result<string, LocalDateOutOfRange> =>
  Result.flatMap(toMidnight(later.date), (midnight) => {
    const target = midnight + later.days * Instant.DAY_MILLIS
    return Number.isInteger(later.days) && Instant.isInstant(target)
      ? Result.succeed(ofMidnight(target))
      : Result.fail(localDateOutOfRange(later.date))
  })
