// Currencies and the decimals of their minor unit: the exponent of ISO 4217 List One, as published on 2026-01-01. It is
// our own table, because that of the runtime changes with its version and follows custom, not the standard. Codes
// without a minor unit (gold, XDR, XXX, …) and withdrawn codes are not in it.
import * as Result from "effect/Result"

/** A code that is not a current ISO 4217 currency with a minor unit. Codes are upper case. */
export interface UnknownCurrency {
  readonly _tag: "UnknownCurrency"
  readonly currency: string
}

/** The currencies that plans may be priced in on the wire; rules work with every currency of the table. */
export const WIRE_CURRENCIES = ["BRL", "USD", "EUR"] as const

/** One of the currencies of the wire. */
export type WireCurrency = (typeof WIRE_CURRENCIES)[number]

/**
 * The decimals of a currency's minor unit: 2 for BRL (cents), 0 for JPY (whole yen), 3 for KWD, 4 for CLF.
 *
 * @example
 * ```ts
 * import { Currency } from "studio-billing"
 *
 * Currency.exponentOf("JPY") // Result.succeed(0)
 * ```
 */
export const exponentOf = (currency: string): Result.Result<number, UnknownCurrency> => {
  const exponent = exponents.get(currency)
  return exponent === undefined
    ? Result.fail({ _tag: "UnknownCurrency", currency })
    : Result.succeed(exponent)
}

/** Tells whether a code is a currency of the table. */
export const isCurrency = (currency: string): boolean => exponents.has(currency)

const table: ReadonlyArray<readonly [exponent: number, codes: string]> = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
    CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
    HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK
    MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
    RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
    USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
]

const exponents: ReadonlyMap<string, number> = new Map(
  table.flatMap(([exponent, codes]) => codes.split(/\s+/).map((code) => [code, exponent] as const)),
)
