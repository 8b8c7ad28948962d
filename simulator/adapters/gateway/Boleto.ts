// Bank slips by the rules of the Brazilian banks' federation (FEBRABAN): a barcode of 44 digits with one check digit
// modulo 11, and the 47 digits that people type, with three more modulo 10. What they say is made up: a slip of the
// simulator belongs to no bank. GAP-20, GAP-45
import { createHash } from "node:crypto"
import * as Result from "effect/Result"
import { Instant, LocalDate } from "../../../src/index.ts"

/** The number of a bank that does not exist, so that no real bank takes the slip. */
export const NO_BANK = "999"

/** The fields of a barcode. */
export interface BoletoFields {
  /** Three digits. */
  readonly bank: string
  /** The due date, as `dueFactor` gives it. */
  readonly dueFactor: number
  /** Centavos. */
  readonly amount: number
  /** 25 digits that are the bank's own. */
  readonly freeField: string
}

/** A slip takes at most ten digits: 99,999,999.99 BRL. Longer forms exist, but not every bank reads them. */
export interface SlipAmountOutOfRange {
  readonly _tag: "SlipAmountOutOfRange"
  readonly amount: number
}

const AMOUNT_MAX = 9_999_999_999

/** 7 October 1997, from which due factors count. */
const BASE_DATE = "1997-10-07"

/**
 * The four digits of a due date: the days since 7 October 1997, beginning anew at 1000 after 9999.
 *
 * @example
 * dueFactor("2025-02-21") // Result.succeed(9999)
 * dueFactor("2025-02-22") // Result.succeed(1000)
 */
export const dueFactor = (date: string): Result.Result<number, LocalDate.LocalDateOutOfRange> =>
  Result.flatMap(LocalDate.toMidnight(BASE_DATE), (base) =>
    Result.map(LocalDate.toMidnight(date), (midnight) => {
      const beyond = ((midnight - base) / Instant.DAY_MILLIS - 1000) % 9000
      return 1000 + (beyond < 0 ? beyond + 9000 : beyond)
    }),
  )

/** 25 digits that belong to an attempt. */
export const freeFieldOf = (attemptId: string): string => {
  const hash = createHash("sha256").update(attemptId).digest("hex")
  return (BigInt(`0x${hash}`) % 10n ** 25n).toString().padStart(25, "0")
}

/** The 44 digits of the barcode: bank, currency, check digit, due factor, amount, free field. */
export const barcodeOf = (fields: BoletoFields): Result.Result<string, SlipAmountOutOfRange> => {
  const { bank, amount, freeField } = fields
  if (!(Number.isSafeInteger(amount) && amount >= 0 && amount <= AMOUNT_MAX)) {
    return Result.fail({ _tag: "SlipAmountOutOfRange", amount })
  }
  const head = `${bank}9`
  const rest = `${pad(fields.dueFactor, 4)}${pad(amount, 10)}${freeField}`
  return Result.succeed(`${head}${checkDigit11(`${head}${rest}`)}${rest}`)
}

/** The 47 digits to type: the free field in three fields that end in their own check digits, then the rest. */
export const digitableLineOf = (barcode: string): string => {
  const head = barcode.slice(0, 4)
  const free = barcode.slice(19)
  const fields = [head + free.slice(0, 5), free.slice(5, 15), free.slice(15)]
  const checked = fields.map((field) => `${field}${checkDigit10(field)}`)
  return `${checked.join("")}${barcode.slice(4, 5)}${barcode.slice(5, 19)}`
}

const pad = (value: number, length: number): string => String(value).padStart(length, "0")

/** Digits from the right. */
const reversed = (digits: string): ReadonlyArray<number> => Array.from(digits, Number).reverse()

/** Modulo 10: weights 2 and 1 in turn from the right, the digits of each product added. */
const checkDigit10 = (digits: string): number => {
  const sum = reversed(digits).reduce((total, digit, index) => {
    const product = index % 2 === 0 ? digit * 2 : digit
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Modulo 11, as the barcode has it: weights 2 to 9 in turn from the right; the digits 0, 10 and 11 are all written 1. */
export const checkDigit11 = (digits: string): number => {
  const sum = reversed(digits).reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0)
  const digit = 11 - (sum % 11)
  return digit > 9 ? 1 : digit
}
