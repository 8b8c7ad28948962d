// What vouchers paid of an invoice, and what of it can still go back to them: each part by the voucher and by what it
// was taken for, the latest first.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Invoice, type InvoiceCommand, type VoucherUse } from "../../../src/core/invoice/Invoice.ts"
import { receivedAmount, refundableAmount, releasable } from "../../../src/core/invoice/InvoiceAmounts.ts"
import { given } from "../../support/decider.ts"
import { draftOf, issue, issued, NOON, receipt, voidIt } from "./fixtures.ts"

/** A voucher pays a part of the invoice after its issue. */
const applied = (voucherId: string, receiptId: string, amount: number): InvoiceCommand => ({
  _tag: "RecordReceipt",
  receiptId,
  kind: "VOUCHER",
  voucherId,
  amount,
  now: NOON,
})
const use = (voucherId: string, cause: string, amount: number): VoucherUse => ({ voucherId, cause, amount })
const back = (moneyAmount: number, releases: ReadonlyArray<VoucherUse>, creditId = "c1"): InvoiceCommand => ({
  _tag: "Credit",
  credit: { creditId, moneyAmount, releases, at: NOON },
  now: NOON,
})

/** 500 by v0 at issue, 300 by v0 later, 200 by v1, and 9,500 of money: paid in full. */
const paid = issued(applied("v0", "r1", 300), applied("v1", "r2", 200), receipt("SETTLEMENT", 9_500))
const parts = [use("v1", "r2", 200), use("v0", "r1", 300), use("v0", "i1", 500)]
const left = (...commands: ReadonlyArray<InvoiceCommand>) =>
  releasable(given(Invoice, paid, ...commands) as Invoice)

describe("what can go back to vouchers", () => {
  it("is each part that one paid, the latest first", () => {
    expect(releasable(paid)).toEqual(parts)
  })

  it("is less by what went back of the same part, and of no other part of that voucher", () => {
    expect(left(back(0, [use("v0", "r1", 100)]))).toEqual([
      use("v1", "r2", 200),
      use("v0", "r1", 200),
      use("v0", "i1", 500),
    ])
    expect(left(back(0, [use("v0", "i1", 500)]), back(0, [use("v0", "r1", 50)], "c2"))).toEqual([
      use("v1", "r2", 200),
      use("v0", "r1", 250),
    ])
  })

  it("is counted for each voucher by itself where several paid at issue", () => {
    const discounts = [
      { type: "VOUCHER", code: "v0", amount: 300 },
      { type: "VOUCHER", code: "v9", amount: 200 },
    ] as const
    const both = given(Invoice, null, issue({ ...draftOf(), discounts }), back(0, [use("v9", "i1", 150)]))
    expect(releasable(both as Invoice)).toEqual([use("v9", "i1", 50), use("v0", "i1", 300)])
  })

  it("is nothing after all of it went back", () => {
    expect(left(back(0, parts))).toEqual([])
  })
})

describe("a credit is refused", () => {
  const refused = (command: InvoiceCommand) => Result.getOrThrow(Result.flip(Invoice.decide(paid, command)))
  const exceeds = (amount: number) => ({
    _tag: "RefundExceedsPaid",
    invoiceId: "i1",
    amount,
    refundableAmount: 9_500,
  })

  it.each([
    ["of more than the voucher paid then, though it paid as much at another time", use("v0", "r1", 301)],
    ["of more than this voucher paid, though another one paid as much", use("v1", "r2", 201)],
    ["to a voucher for what another one paid", use("v1", "i1", 200)],
    ["to a voucher that paid nothing", use("v2", "r1", 1)],
    ["for what was never paid", use("v0", "r9", 1)],
  ])("%s", (_, release) => {
    expect(refused(back(0, [release]))).toEqual(exceeds(release.amount))
  })

  it("where one of its releases is not left, also beside one that is", () => {
    expect(refused(back(0, [use("v1", "r2", 200), use("v1", "r1", 1)]))).toEqual(exceeds(201))
  })

  it.each([-50, 0.5, Number.NaN])(
    "where one release is no amount (%s), also beside money that is one",
    (part) => {
      expect(refused(back(100, [use("v0", "i1", part)]))).toEqual({
        _tag: "PaymentAmountInvalid",
        amount: 100 + part,
      })
    },
  )
})

describe("an invoice that is voided", () => {
  const partlyPaid = [applied("v1", "r2", 200), receipt("SETTLEMENT", 4_000)]
  const before = issued(...partlyPaid)
  const voided = issued(...partlyPaid, voidIt())

  it("has given back all that it received, so that nothing more can go back", () => {
    expect([receivedAmount(before), refundableAmount(before)]).toEqual([4_700, 4_000])
    expect(releasable(before)).toEqual([use("v1", "r2", 200), use("v0", "i1", 500)])
    expect([receivedAmount(voided), refundableAmount(voided), releasable(voided)]).toEqual([0, 0, []])
  })
})
