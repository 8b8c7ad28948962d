// The calendar of São Paulo, by which boletos fall due. The offset comes from the time zone data of the runtime, with
// summer time of past years. Both functions depend on their argument alone.
import * as Result from "effect/Result"
import * as Instant from "./Instant.ts"
import * as LocalDate from "./LocalDate.ts"

/** The date on the wall in São Paulo at an instant. Refused for the hours of 1970 that were still 1969 there. */
export const localDateOf = (instant: number): Result.Result<string, Instant.InstantOutOfRange> => {
  const wall = Instant.isInstant(instant) ? wallAt(instant) : Number.NaN
  return Instant.isInstant(wall)
    ? Result.succeed(LocalDate.ofMidnight(wall))
    : Result.fail(Instant.instantOutOfRange(instant))
}

/**
 * The last millisecond of a local date: the instant of 23:59:59.999 in São Paulo, the later one on a date whose last
 * hour came twice.
 *
 * @example
 * ```ts
 * import { SaoPaulo } from "studio-billing"
 *
 * SaoPaulo.endOfDay("2025-01-31") // Result.succeed(Date.parse("2025-02-01T02:59:59.999Z"))
 * ```
 */
export const endOfDay = (date: string): Result.Result<number, LocalDate.LocalDateOutOfRange> =>
  Result.flatMap(LocalDate.toMidnight(date), (midnight) => {
    const wall = midnight + Instant.DAY_MILLIS - 1
    // The offset of a day later finds the later of two; where the clock changed in between, it is off by that change.
    const dayLater = wall + Instant.DAY_MILLIS
    const near = wall - (wallAt(dayLater) - dayLater)
    const end = near + (wall - wallAt(near))
    return Instant.isInstant(end) ? Result.succeed(end) : Result.fail(LocalDate.localDateOutOfRange(date))
  })

const clock = /* @__PURE__ */ new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Sao_Paulo",
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
})

// The time on the wall, read as if it were UTC.
const wallAt = (instant: number): number => {
  const parts = clock.formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const seconds = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  )
  return seconds + (instant % 1000)
}
