import { describe, expect, it } from "vitest"
import {
  decimalsOf,
  formatAmount,
  formatMoney,
  formatPart,
  parseAmount,
  partWish,
} from "../../../simulator/console/money.ts"

describe("an amount", () => {
  it.each([
    [0, "BRL", "0.00"],
    [5, "BRL", "0.05"],
    [9990, "BRL", "99.90"],
    [100_000, "USD", "1,000.00"],
    [123_456_789, "EUR", "1,234,567.89"],
    [-2000, "BRL", "−20.00"],
    [1234, "JPY", "1,234"],
    [1234, "KWD", "1.234"],
    [Number.MAX_SAFE_INTEGER, "BRL", "90,071,992,547,409.91"],
  ])("%d of %s is shown as %s", (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text)
  })

  it("is shown with its currency", () => {
    expect(formatMoney(9990, "BRL")).toBe("99.90 BRL")
  })

  it("has as many decimals as its currency", () => {
    expect(["BRL", "JPY", "KWD"].map(decimalsOf)).toEqual([2, 0, 3])
  })
})

describe("what somebody typed", () => {
  it.each([
    ["12.5", "BRL", 1250],
    ["12,50", "BRL", 1250],
    [" 1234 ", "BRL", 123_400],
    ["0.05", "BRL", 5],
    ["7.", "BRL", 700],
    ["7", "JPY", 7],
  ])("%j of %s is an amount", (text, currency, amount) => {
    expect(parseAmount(text, currency)).toBe(amount)
  })

  it.each(["", "-1", "1.234", "1,234.50", "12 BRL", "one", "99999999999999"])("%j is none", (text) => {
    expect(parseAmount(text, "BRL")).toBe(null)
  })

  it("is a part of a sum, or all of it", () => {
    expect(["", "12,50", "one"].map((text) => partWish(text, "BRL"))).toEqual([
      {},
      { amount: 1250 },
      { amount: "one" },
    ])
    expect(["", "12,50", "one"].map((text) => formatPart(text, 5000, "BRL"))).toEqual([
      "50.00 BRL",
      "12.50 BRL",
      "one",
    ])
  })
})
