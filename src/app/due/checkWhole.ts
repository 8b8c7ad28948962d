// The check of a number that bounds work.

/** Throws a `RangeError` that names what is no whole number from 1 to a maximum. */
export const checkWhole = (name: string, value: number, max: number): void => {
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new RangeError(`${name}: expected a whole number from 1 to ${max}, not ${String(value)}`)
  }
}

/** The most time for which work that has an end begins more: a day. */
export const WITHIN_MILLIS_MAX = 86_400_000

/** Throws a `RangeError` where it is no such time. Without one the work goes on until nothing is left. */
export const checkWithin = (withinMillis: number | undefined): void => {
  if (withinMillis !== undefined) checkWhole("withinMillis", withinMillis, WITHIN_MILLIS_MAX)
}
