// Billing cycles the naive way: count months on the calendar one by one, and take the last day that there is. Shares
// nothing with the code under test.

/**
 * The instant so many months after another, or before it where they are negative: the wanted day, which is the same one
 * unless given, or the last day of a shorter month, at the same time of day.
 */
export const monthsAfter = (startAt: number, months: number, wantedDay?: number): number => {
  const start = new Date(startAt)
  let year = start.getUTCFullYear()
  let month = start.getUTCMonth()
  for (let left = Math.abs(months); left > 0; left--) {
    month += months < 0 ? -1 : 1
    if (month === 12) {
      month = 0
      year += 1
    }
    if (month === -1) {
      month = 11
      year -= 1
    }
  }
  for (let day = wantedDay ?? start.getUTCDate(); ; day--) {
    const at = Date.UTC(
      year,
      month,
      day,
      start.getUTCHours(),
      start.getUTCMinutes(),
      start.getUTCSeconds(),
      start.getUTCMilliseconds(),
    )
    if (new Date(at).getUTCMonth() === month) return at
  }
}

/** A cycle, [startAt, endAt). */
export interface NaiveCycle {
  readonly cycle: number
  readonly startAt: number
  readonly endAt: number
}

/** The cycles that start before an instant. */
export const cyclesUntil = (
  startAt: number,
  interval: "MONTHLY" | "YEARLY",
  until: number,
): ReadonlyArray<NaiveCycle> => {
  const length = interval === "MONTHLY" ? 1 : 12
  const cycles: Array<NaiveCycle> = []
  for (let cycle = 0; ; cycle++) {
    const from = monthsAfter(startAt, cycle * length)
    if (from >= until) return cycles
    cycles.push({ cycle, startAt: from, endAt: monthsAfter(startAt, (cycle + 1) * length) })
  }
}
