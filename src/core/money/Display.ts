// Amounts as decimal text: as many decimals as the currency's exponent, a point, a minus sign, nothing else. Made from
// digits, never from a division, so no float is involved and nothing is rounded. `parse` accepts exactly the texts
// that `format` writes. Models rule 2 of the specification, of which "divide by 100" is the case of exponent 2.
import * as Result from "effect/Result"
import * as Currency from "./Currency.ts"
import * as Money from "./Money.ts"

/** A text that is not what `format` writes for any amount of the currency. */
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
 * The strict inverse of `format`: the amount in minor units that is written this way.
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
  // Writing the digits back and comparing leaves one place that knows the format.
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
