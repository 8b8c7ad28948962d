// Instants for people: always UTC, as the API has them, and always as long.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const two = (number: number): string => String(number).padStart(2, "0")

/** The day of an instant: `28 Feb 2026`. */
export const formatDay = (instant: string | number): string => {
  const date = new Date(instant)
  return `${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** The month of an instant: `Feb 2026`. */
export const formatMonth = (instant: string | number): string => formatDay(instant).slice(3)

/** The time of an instant: `00:00:00`. */
const formatTime = (instant: string | number): string => {
  const date = new Date(instant)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** Day and time: `28 Feb 2026 00:00:00`. */
export const formatInstant = (instant: string | number): string =>
  `${formatDay(instant)} ${formatTime(instant)}`

/** The days of a period whose end does not belong to it: `28 Feb 2026 to 28 Mar 2026`. */
export const formatPeriod = (start: string | number, end: string | number): string =>
  `${formatDay(start)} to ${formatDay(end)}`

/** An age for people: `12 s ago`, `3 min ago`, `2 h ago`. */
export const formatAge = (millis: number): string => {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return `${Math.floor(seconds / 3600)} h ago`
}

/** The instant that a field of day and time names, which leaves out seconds of zero: `2026-02-28T00:00` in UTC. */
export const instantOfField = (text: string): string => `${text.padEnd(19, ":00")}.000Z`
