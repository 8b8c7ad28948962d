// Instants as text. Written: ISO 8601 in UTC with milliseconds (rule 7 of the specification). Read: the same with "Z"
// or an explicit offset and up to three decimals. A text that does not name exactly one instant is refused.
import * as Result from "effect/Result"
import * as Instant from "./Instant.ts"

/** A text that is not an ISO 8601 date and time with a zone, or is outside the range of instants. */
export interface NotAnInstant {
  readonly _tag: "NotAnInstant"
  readonly text: string
}

/**
 * An instant as "yyyy-mm-ddThh:mm:ss.sssZ". A number that is no instant gives "Invalid Date", which `fromIso` refuses.
 *
 * @example
 * ```ts
 * import { Iso } from "studio-billing"
 *
 * Iso.toIso(0) // "1970-01-01T00:00:00.000Z"
 * ```
 */
export const toIso = (instant: number): string => {
  if (!Instant.isInstant(instant)) return "Invalid Date"
  const days = Math.floor(instant / Instant.DAY_MILLIS)
  const millis = instant - days * Instant.DAY_MILLIS
  const date = dateOf(days)
  const hour = Math.floor(millis / 3_600_000)
  const minute = Math.floor(millis / 60_000) % 60
  const second = Math.floor(millis / 1000) % 60
  // Joining parts takes twice as long, and the text keeps its parts in memory.
  // biome-ignore format: two lines for the date, and two for the time
  return String.fromCharCode(
    digit(date, 10_000_000), digit(date, 1_000_000), digit(date, 100_000), digit(date, 10_000), DASH,
    digit(date, 1000), digit(date, 100), DASH, digit(date, 10), digit(date, 1),
    T, digit(hour, 10), digit(hour, 1), COLON, digit(minute, 10), digit(minute, 1), COLON,
    digit(second, 10), digit(second, 1), POINT, digit(millis, 100), digit(millis, 10), digit(millis, 1), Z,
  )
}

const ZERO = 0x30
const DASH = 0x2d
const COLON = 0x3a
const POINT = 0x2e
const T = 0x54
const Z = 0x5a

/** The character of a number's digit at a decimal place: 100 is that of the hundreds. */
const digit = (value: number, place: number): number => ZERO + (Math.floor(value / place) % 10)

/** Days of four hundred years, after which dates come again, and from 1 March of the year 0 to 1970. */
const ERA_DAYS = 146_097
const EPOCH_DAYS = 719_468

/**
 * The date of a day, counted from 1970, as the number yyyymmdd. Years are counted from March here, so that a leap day is their
 * last; a page of invoices has hundreds of instants, and `Date` takes several times as long for one.
 */
const dateOf = (days: number): number => {
  const sinceMarch = days + EPOCH_DAYS
  const era = Math.floor(sinceMarch / ERA_DAYS)
  const dayOfEra = sinceMarch - era * ERA_DAYS
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / (ERA_DAYS - 1))
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const year = era * 400 + yearOfEra + (marchMonth < 10 ? 0 : 1)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return year * 10_000 + month * 100 + day
}

/**
 * The instant that a text names: "yyyy-mm-ddThh:mm:ss", an optional fraction of one to three digits, then "Z" or
 * "±hh:mm".
 *
 * Refuses impossible dates (2025-02-30), hour 24, second 60, a missing zone, "-00:00", finer fractions (they would be
 * rounded), lower-case letters and other forms of ISO 8601.
 */
export const fromIso = (text: string): Result.Result<number, NotAnInstant> => {
  const [, seconds, fraction = "", zone = ""] = pattern.exec(text) ?? []
  const written = `${seconds}.${fraction.padEnd(3, "0")}Z`
  const local = Date.parse(written)
  // Date.parse carries an impossible day over to the next month: only what it writes back is a date.
  const exists = !Number.isNaN(local) && new Date(local).toISOString() === written
  const instant = exists ? local - offsetMillis(zone) : Number.NaN
  return Instant.isInstant(instant) ? Result.succeed(instant) : Result.fail({ _tag: "NotAnInstant", text })
}

const pattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?(Z|(?!-00:00)[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const offsetMillis = (zone: string): number => {
  if (zone === "Z") return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000
}
