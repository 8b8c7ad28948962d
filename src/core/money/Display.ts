// Amounts as decimal text, with the decimals of the currency, a point and a minus sign. The text is made from digits
// and never by a division, so nothing is rounded. `parse` accepts exactly what `format` writes. Models rule 2 of the
// specification, whose "divide by 100" is the case of two decimals.
import * as Result from "effect/Result"
import * as Currency from "./Currency.ts"
import * as Money from "./Money.ts"

/** A text that `format` never writes for this currency. */
export interface NotAnAmount {
  readonly _tag: "NotAnAmount"
  readonly text: string
  readonly currency: string
}

/**
 * An amount in minor units as decimal text in major units.
 *
 * @example
 * ```ts
 * import { Display } from "studio-billing"
 *
 * Display.format({ amount: 100, currency: "BRL" }) // Result.succeed("1.00")
 * Display.format({ amount: -5, currency: "BRL" }) // Result.succeed("-0.05")
 * Display.format({ amount: 100, currency: "JPY" }) // Result.succeed("100")
 * ```
 */
export const format = (money: {
  readonly amount: number
  readonly currency: string
}): Result.Result<string, Currency.UnknownCurrency | Money.AmountOutOfRange> => {
  if (!Money.isAmount(money.amount)) return Result.fail(Money.amountOutOfRange("format", [money.amount]))
  return Result.map(Currency.exponentOf(money.currency), (exponent) => decimal(money.amount, exponent))
}

/**
 * The inverse of `format`: the amount in minor units.
 *
 * Refuses what `format` never writes: other numbers of decimals, leading zeros, "+", "-0.00", blanks, grouping,
 * exponents, amounts beyond the safe integers.
 */
export const parse = (written: {
  readonly text: string
  readonly currency: string
}): Result.Result<number, Currency.UnknownCurrency | NotAnAmount> => {
  const exponent = Currency.exponentOf(written.currency)
  if (Result.isFailure(exponent)) return Result.fail(exponent.failure)
  // Writing the amount back and comparing keeps the format in one place.
  const amount = Number(written.text.replace(".", ""))
  return Money.isAmount(amount) && decimal(amount, exponent.success) === written.text
    ? Result.succeed(amount)
    : Result.fail({ _tag: "NotAnAmount", text: written.text, currency: written.currency })
}

const decimal = (amount: number, exponent: number): string => {
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0")
  const point = digits.length - exponent
  const fraction = exponent === 0 ? "" : `.${digits.slice(point)}`
  return `${amount < 0 ? "-" : ""}${digits.slice(0, point)}${fraction}`
}
