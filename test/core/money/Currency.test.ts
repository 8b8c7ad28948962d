import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Currency from "../../../src/core/money/Currency.ts"

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
const withExponent = (exponent: number) =>
  codes.filter((code) => Result.getOrElse(Currency.exponentOf(code), () => undefined) === exponent)

describe("exponents", () => {
  it("are the minor units of ISO 4217, published 2026-01-01, complete for 0, 3 and 4", () => {
    expect(withExponent(0).join(" ")).toBe(
      "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    )
    expect(withExponent(3).join(" ")).toBe("BHD IQD JOD KWD LYD OMR TND")
    expect(withExponent(4).join(" ")).toBe("CLF UYW")
    expect(withExponent(2)).toHaveLength(139)
    expect(withExponent(1)).toEqual([])
  })

  it.each(["BRL", "USD", "EUR", "GBP", "COP", "HUF", "IDR", "IRR", "TWD", "MRU", "MGA", "XCG", "ZWG"])(
    "%s has 2, whatever custom or the runtime's locale data say",
    (currency) => {
      expect(Currency.exponentOf(currency)).toEqual(Result.succeed(2))
    },
  )

  it.each([
    ["gold", "XAU"],
    ["no currency", "XXX"],
    ["a drawing right", "XDR"],
    ["withdrawn", "DEM"],
    ["withdrawn in 2026", "BGN"],
    ["lower case", "brl"],
    ["empty", ""],
    ["a list", "BIF CLP"],
    ["a member of every object", "constructor"],
  ])("%s is unknown", (_name, currency) => {
    expect(Currency.exponentOf(currency)).toEqual(Result.fail({ _tag: "UnknownCurrency", currency }))
    expect(Currency.isCurrency(currency)).toBe(false)
  })

  it("of the wire are all 2", () => {
    expect(Currency.WIRE_CURRENCIES).toEqual(["BRL", "USD", "EUR"])
    for (const currency of Currency.WIRE_CURRENCIES) {
      expect(Currency.isCurrency(currency)).toBe(true)
      expect(Currency.exponentOf(currency)).toEqual(Result.succeed(2))
    }
  })
})
