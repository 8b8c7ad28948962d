// The arithmetic of the audit: slow, plain and exact.

/** The sum of a list. */
export const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/** The sum of the amounts of some parts. */
export const amountsOf = (parts: ReadonlyArray<{ readonly amount: number }>): number =>
  sum(parts.map(({ amount }) => amount))

/** Tells whether a number is an amount: whole, not negative, and exact. */
export const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** `amount × part / whole`, rounded once, half up. Nothing of it is negative. */
export const share = (amount: number, part: number, whole: number): number => {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  return Number((2n * product + divisor) / (2n * divisor))
}

/** The instant so many months after the month of an instant, on a wanted day or the last one before it. */
export const monthsLater = (at: number, months: number, day: number): number => {
  const from = new Date(at)
  const timeOfDay = at - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, lastDay)) + timeOfDay
}
