import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Display from "../../../src/core/money/Display.ts"
import { runs } from "../../support/runs.ts"

const max = Number.MAX_SAFE_INTEGER

const table: ReadonlyArray<readonly [amount: number, currency: string, text: string]> = [
  [100, "BRL", "1.00"],
  [-5, "BRL", "-0.05"],
  [0, "BRL", "0.00"],
  [9990, "USD", "99.90"],
  [-123456, "EUR", "-1234.56"],
  [max, "BRL", "90071992547409.91"],
  [-max, "BRL", "-90071992547409.91"],
  [100, "JPY", "100"],
  [0, "JPY", "0"],
  [-7, "JPY", "-7"],
  [1, "KWD", "0.001"],
  [1000, "KWD", "1.000"],
  [12345, "CLF", "1.2345"],
]

describe("format and parse", () => {
  it.each(table)("%d %s is written %s, and read back", (amount, currency, text) => {
    expect(Display.format({ amount, currency })).toEqual(Result.succeed(text))
    expect(Display.parse({ text, currency })).toEqual(Result.succeed(amount))
  })

  it("bug D14: no factor 100 for the currencies without minor units, in either direction", () => {
    for (const currency of ["CLP", "JPY", "KRW"]) {
      expect(Display.format({ amount: 1500, currency })).toEqual(Result.succeed("1500"))
      expect(Display.parse({ text: "1500", currency })).toEqual(Result.succeed(1500))
      expect(Display.parse({ text: "1500.00", currency })).toEqual(
        Result.fail({ _tag: "NotAnAmount", text: "1500.00", currency }),
      )
    }
  })

  it("-0 is written without sign", () => {
    expect(Display.format({ amount: -0, currency: "BRL" })).toEqual(Result.succeed("0.00"))
  })

  it("rejects what is no amount, and unknown currencies", () => {
    for (const amount of [0.5, Number.NaN, max + 1])
      expect(Display.format({ amount, currency: "BRL" })).toEqual(
        Result.fail({ _tag: "AmountOutOfRange", operation: "format", operands: [amount] }),
      )
    const unknown = Result.fail({ _tag: "UnknownCurrency", currency: "XAU" })
    expect(Display.format({ amount: 1, currency: "XAU" })).toEqual(unknown)
    expect(Display.parse({ text: "1.00", currency: "XAU" })).toEqual(unknown)
  })

  it.each([
    "",
    " ",
    ".",
    "-",
    "1",
    "1.",
    "1.0",
    "1.000",
    ".50",
    "01.00",
    "+1.00",
    "-0.00",
    "--1.00",
    " 1.00",
    "1.00 ",
    "1,00",
    "1.000.00",
    "1e2.00",
    "0x1.00",
    "1_0.00",
    "Infinity",
    "NaN",
    "R$ 1.00",
    "١.٠٠",
    "90071992547409.92",
    "99999999999999999999.00",
  ])("%j is no amount of BRL", (text) => {
    expect(Display.parse({ text, currency: "BRL" })).toEqual(
      Result.fail({ _tag: "NotAnAmount", text, currency: "BRL" }),
    )
  })

  const currency = fc.constantFrom("JPY", "BRL", "KWD", "CLF")

  it("law: every amount of exponent 0, 2, 3 and 4 comes back", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (amount, code) => {
        const text = Result.getOrThrow(Display.format({ amount, currency: code }))
        return Object.is(Result.getOrThrow(Display.parse({ text, currency: code })), amount)
      }),
      { numRuns: runs(2000), examples: [[max, "KWD"] as [number, string], [-1, "BRL"], [0, "JPY"]] },
    )
  })

  it("law: every text that is read is the text that is written", () => {
    const text = fc.oneof(fc.stringMatching(/^-?\d{0,4}\.?\d{0,4}$/), fc.string())
    fc.assert(
      fc.property(text, currency, (written, code) => {
        const amount = Display.parse({ text: written, currency: code })
        if (Result.isFailure(amount)) return true
        return (
          Result.getOrThrow(Display.format({ amount: amount.success, currency: code })) === written &&
          !Object.is(amount.success, -0)
        )
      }),
      { numRuns: runs(2000), examples: [["-0", "JPY"] as [string, string], ["-0.00", "BRL"]] },
    )
  })
})
