// Instants: epoch milliseconds, UTC, from 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z. In that range every
// instant has an ISO 8601 text with a four-digit year (rule 7 of the specification) and all arithmetic is exact. GAP-80

/** The first instant: 1970-01-01T00:00:00.000Z. */
export const MIN_INSTANT = 0

/** The last instant: 9999-12-31T23:59:59.999Z. */
export const MAX_INSTANT = 253_402_300_799_999

/** A UTC day in milliseconds. UTC as used here has no leap seconds and no summer time. */
export const DAY_MILLIS = 86_400_000

/** A number that is not an instant: not an integer, or outside the years 1970..9999. */
export interface InstantOutOfRange {
  readonly _tag: "InstantOutOfRange"
  readonly instant: number
}

/** Makes that rejection. */
export const instantOutOfRange = (instant: number): InstantOutOfRange => ({
  _tag: "InstantOutOfRange",
  instant,
})

/** Tells whether a number is an integer number of epoch milliseconds within the years 1970..9999, and not -0. */
export const isInstant = (value: number): boolean =>
  Number.isInteger(value) && !Object.is(value, -0) && value >= MIN_INSTANT && value <= MAX_INSTANT
