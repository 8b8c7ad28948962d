// Instants as text: ISO 8601 in UTC with milliseconds out (rule 7 of the specification); in, the same with "Z" or an
// explicit offset and up to three decimals. Texts that name no instant, or not one instant, are refused.
import * as Result from "effect/Result"
import * as Instant from "./Instant.ts"

/** A text that is no ISO 8601 date and time with a zone, or one outside the range of instants. */
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
  const seconds = Math.floor(millis / 1000)
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${dateOf(days)}T${time}.${three(millis % 1000)}Z`
}

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`)
const three = (value: number): string => (value < 100 ? `0${two(value)}` : `${value}`)

/** Days of four hundred years, after which dates come again, and from 1 March of the year 0 to 1970. */
const ERA_DAYS = 146_097
const EPOCH_DAYS = 719_468

/**
 * The date of a day, counted from 1970, as "yyyy-mm-dd". Years are counted from March here, so that a leap day is their
 * last; a page of invoices has hundreds of instants, and `Date` takes several times as long for one.
 */
const dateOf = (days: number): string => {
  const sinceMarch = days + EPOCH_DAYS
  const era = Math.floor(sinceMarch / ERA_DAYS)
  const day = sinceMarch - era * ERA_DAYS
  const leapDays = Math.floor(day / 1460) - Math.floor(day / 36_524) + Math.floor(day / (ERA_DAYS - 1))
  const year = Math.floor((day - leapDays) / 365)
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const month = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * month + 2) / 5) + 1
  const calendarMonth = month < 10 ? month + 3 : month - 9
  return `${era * 400 + year + (month < 10 ? 0 : 1)}-${two(calendarMonth)}-${two(dayOfMonth)}`
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
