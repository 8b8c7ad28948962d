// Amounts: safe integers in the currency's minor unit (rule 2 of the specification). Every operation is exact; a result
// outside the safe range is the rejection AmountOutOfRange, never a rounded number. Only `mulDiv` rounds, half away
// from zero, so a line or a discount is rounded once and totals are plain sums. -0 is never produced.
import * as Result from "effect/Result"

/**
 * An operation that would leave the safe integers, or whose operands are not all amounts.
 *
 * `operands` are the arguments in order. It is plain JSON (where NaN and infinities become null).
 */
export interface AmountOutOfRange {
  readonly _tag: "AmountOutOfRange"
  readonly operation: string
  readonly operands: ReadonlyArray<number>
}

/** Makes that rejection, for modules that check amounts themselves. */
export const amountOutOfRange = (operation: string, operands: ReadonlyArray<number>): AmountOutOfRange => ({
  _tag: "AmountOutOfRange",
  operation,
  operands,
})

/** An amount is a safe integer, of either sign: −(2^53 − 1) to 2^53 − 1 minor units. */
export const isAmount = (value: number): boolean => Number.isSafeInteger(value)

/** The sum of two amounts. */
export const add = (a: number, b: number): Result.Result<number, AmountOutOfRange> =>
  checked("add", [a, b], a + b)

/** The sum of any number of amounts; 0 of none. Rejected only when the total itself is not an amount. */
export const sum = (amounts: ReadonlyArray<number>): Result.Result<number, AmountOutOfRange> => {
  let total = 0
  for (const amount of amounts) {
    total += amount
    if (!isAmount(total)) return amounts.every(isAmount) ? bigSum(amounts) : reject("sum", amounts)
  }
  return checked("sum", amounts, total)
}

/** The product of two amounts, such as a unit price and a quantity. */
export const multiply = (a: number, b: number): Result.Result<number, AmountOutOfRange> =>
  checked("multiply", [a, b], a * b)

/**
 * `amount × numerator / denominator`, exact, rounded once: half away from zero.
 *
 * The product may be far outside the safe range as long as the result is in it. A denominator that is not a positive
 * safe integer is rejected.
 *
 * @example
 * ```ts
 * import { Money } from "studio-billing"
 *
 * Money.mulDiv(9990, 29, 30) // Result.succeed(9657)
 * Money.mulDiv(-5, 1, 2) // Result.succeed(-3)
 * ```
 */
export const mulDiv = (
  amount: number,
  numerator: number,
  denominator: number,
): Result.Result<number, AmountOutOfRange> => {
  const operands = [amount, numerator, denominator]
  if (!operands.every(isAmount) || denominator <= 0) return reject("mulDiv", operands)
  const { quotient, remainder } = divide(amount, numerator, denominator)
  const roundsAway = 2 * Math.abs(remainder) >= denominator
  return checked("mulDiv", operands, roundsAway ? quotient + Math.sign(remainder) : quotient)
}

/**
 * `amount × Σ(a × b) / denominator` over pairs of amounts, exact, rounded once: half away from zero. As `mulDiv`, whose
 * numerator may be a sum of products outside the safe range.
 *
 * @example
 * ```ts
 * import { Money } from "studio-billing"
 *
 * Money.mulDivSum(1000, [[3, 14], [5, 14]], 28) // Result.succeed(4000)
 * ```
 */
export const mulDivSum = (
  amount: number,
  products: ReadonlyArray<readonly [number, number]>,
  denominator: number,
): Result.Result<number, AmountOutOfRange> => {
  const operands = [amount, ...products.flat(), denominator]
  if (!operands.every(isAmount) || denominator <= 0) return reject("mulDivSum", operands)
  const numerator = products.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n) * BigInt(amount)
  const divisor = BigInt(denominator)
  const twice = 2n * (numerator < 0n ? -numerator : numerator)
  const rounded = (twice + divisor) / (2n * divisor)
  return checked("mulDivSum", operands, Number(numerator < 0n ? -rounded : rounded))
}

/** A percentage of an amount in basis points (0..10000, 1250 being 12.5 %), rounded as `mulDiv` does. */
export const percentOf = (amount: number, basisPoints: number): Result.Result<number, AmountOutOfRange> =>
  isAmount(amount) && isAmount(basisPoints) && basisPoints >= 0 && basisPoints <= 10_000
    ? mulDiv(amount, basisPoints, 10_000)
    : reject("percentOf", [amount, basisPoints])

/**
 * Divides an amount in proportion to weights: largest remainder first, ties by index.
 *
 * The parts add up to the amount. Each is its exact share rounded down or up, and a weight of 0 gets 0. So a discount
 * that is spread over lines never gives a line more than its amount. A negative amount gets the negated parts of the
 * positive one.
 *
 * Weights are amounts from 0 up whose sum is an amount. Where all are 0 (or there are none), only the amount 0 can be
 * divided, into zeros.
 *
 * @example
 * ```ts
 * import { Money } from "studio-billing"
 *
 * Money.allocate(100, [1, 1, 1]) // Result.succeed([34, 33, 33])
 * ```
 */
export const allocate = (
  amount: number,
  weights: ReadonlyArray<number>,
): Result.Result<ReadonlyArray<number>, AmountOutOfRange> => {
  const total = Result.getOrElse(sum(weights), () => Number.NaN)
  const divisible = total > 0 || (total === 0 && amount === 0)
  if (!isAmount(amount) || !divisible || weights.some((weight) => weight < 0))
    return reject("allocate", [amount, ...weights])
  if (total === 0) return Result.succeed(weights.map(() => 0))
  const shares = weights.map((weight, index) => ({ index, ...divide(amount, weight, total) }))
  const left = shares.reduce((rest, share) => rest - share.quotient, amount)
  const rounded = shares
    .toSorted((a, b) => Math.abs(b.remainder) - Math.abs(a.remainder) || a.index - b.index)
    .slice(0, Math.abs(left))
  const parts = shares.map((share) => share.quotient)
  for (const share of rounded) parts[share.index] = share.quotient + Math.sign(left)
  return Result.succeed(parts)
}

const reject = (operation: string, operands: ReadonlyArray<number>) =>
  Result.fail(amountOutOfRange(operation, operands))

// Adding 0 turns -0 into 0. A float result that is a safe integer is exact: rounding is monotone, so a true value
// outside the safe range never comes back inside it.
const checked = (operation: string, operands: ReadonlyArray<number>, value: number) =>
  operands.every(isAmount) && isAmount(value) ? Result.succeed(value + 0) : reject(operation, operands)

const bigSum = (amounts: ReadonlyArray<number>) =>
  checked("sum", amounts, Number(amounts.reduce((total, amount) => total + BigInt(amount), 0n)))

// The quotient truncated towards zero; it is beyond the safe range when the true one is. `%` is exact on floats.
const divide = (amount: number, numerator: number, denominator: number) => {
  const product = amount * numerator
  if (isAmount(product)) {
    const remainder = product % denominator
    return { quotient: (product - remainder) / denominator, remainder }
  }
  const exact = BigInt(amount) * BigInt(numerator)
  return { quotient: Number(exact / BigInt(denominator)), remainder: Number(exact % BigInt(denominator)) }
}
