import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  barcodeOf,
  digitableLineOf,
  dueFactor,
  freeFieldOf,
} from "../../../simulator/adapters/gateway/Boleto.ts"
import { isBarcode, isDigitableLine } from "../../support/boletos.ts"
import { runs } from "../../support/runs.ts"

describe("the published example: bank 001, due 31 December 2007, 1.00 BRL", () => {
  const barcode = "00193373700000001000500940144816060680935031"
  const line = "00190500954014481606906809350314337370000000100"

  it("has the digits that were published", () => {
    const fields = {
      bank: "001",
      dueFactor: Result.getOrThrow(dueFactor("2007-12-31")),
      amount: 100,
      freeField: "0500940144816060680935031",
    }
    expect(Result.getOrThrow(barcodeOf(fields))).toBe(barcode)
    expect(digitableLineOf(barcode)).toBe(line)
    expect(isBarcode(barcode)).toBe(true)
    expect(isDigitableLine(line)).toBe(true)
  })
})

describe("due factors", () => {
  it.each([
    ["2000-07-03", 1000],
    ["2007-12-31", 3737],
    ["2025-02-21", 9999],
    ["2025-02-22", 1000],
    ["2025-02-23", 1001],
    ["2049-10-13", 9999],
    ["2049-10-14", 1000],
    ["1997-10-07", 9000],
    ["1970-01-01", 7859],
  ])("%s is %i", (date, factor) => {
    expect(Result.getOrThrow(dueFactor(date))).toBe(factor)
  })
})

describe("amounts", () => {
  const fields = { bank: "999", dueFactor: 1000, freeField: freeFieldOf("attempt-1") }

  it("take ten digits at most", () => {
    expect(Result.isSuccess(barcodeOf({ ...fields, amount: 9_999_999_999 }))).toBe(true)
    expect(barcodeOf({ ...fields, amount: 10_000_000_000 })).toEqual(
      Result.fail({ _tag: "SlipAmountOutOfRange", amount: 10_000_000_000 }),
    )
  })
})

describe("check digits", () => {
  const barcodes = fc
    .record({
      bank: fc.constantFrom("001", "237", "999"),
      dueFactor: fc.integer({ min: 1000, max: 9999 }),
      amount: fc.integer({ min: 0, max: 9_999_999_999 }),
      freeField: fc.string().map(freeFieldOf),
    })
    .map((fields) => Result.getOrThrow(barcodeOf(fields)))
  const change = (text: string, position: number, by: number): string =>
    text.slice(0, position) + ((Number(text[position]) + by) % 10) + text.slice(position + 1)

  it("are right on every slip", () => {
    fc.assert(
      fc.property(barcodes, (barcode) => {
        expect(barcode).toMatch(/^\d{44}$/)
        expect(isBarcode(barcode)).toBe(true)
        expect(isDigitableLine(digitableLineOf(barcode))).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  // Three remainders modulo 11 are all written 1, so between slips with a 1 the barcode's digit alone cannot tell.
  it("find every changed digit of a barcode whose check digit is not 1", () => {
    fc.assert(
      fc.property(barcodes, fc.nat(43), fc.integer({ min: 1, max: 9 }), (barcode, position, by) => {
        fc.pre(barcode[4] !== "1")
        expect(isBarcode(change(barcode, position, by))).toBe(false)
      }),
      { numRuns: runs(500) },
    )
  })

  it("find every changed digit of a typed line but for one of factor or amount after a check digit 1", () => {
    fc.assert(
      fc.property(barcodes, fc.nat(46), fc.integer({ min: 1, max: 9 }), (barcode, position, by) => {
        fc.pre(barcode[4] !== "1" || position < 33)
        expect(isDigitableLine(change(digitableLineOf(barcode), position, by))).toBe(false)
      }),
      { numRuns: runs(500) },
    )
  })
})
