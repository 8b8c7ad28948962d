// Commands of an operator that meet what was there before: a second voucher for one invoice, and a payment that is
// over.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, Operators, Receipts } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { DAY, feb28, idOf, jan31, refused } from "../fixtures.ts"

describe("two vouchers for one invoice", () => {
  it("both pay it, each by a receipt of its own", () => {
    const billing = refused()
    const invoiceId = idOf(billing, 0)
    const now = feb28 + DAY / 2
    for (const voucherId of ["one", "two"]) {
      const voucher = { voucherId, name: "Goodwill", currency: "BRL", amount: 500, at: feb28 }
      billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
      const command = { invoiceId, voucherId, amount: null, now }
      billing.apply(Operators.applyVoucher(billing.now(), command, billing.rules))
    }
    const receipts = Receipts.receiptsOf(billing.now(), invoiceId)
    expect(receipts.map(({ voucherId, amount }) => [voucherId, amount])).toEqual([
      ["one", 500],
      ["two", 500],
    ])
    expect(new Set(receipts.map(({ receiptId }) => receiptId)).size).toBe(2)
    expect(billing.now().invoices[0]).toMatchObject({ amountPaid: 1000 })
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([0, 0])
  })
})

describe("a payment that is over", () => {
  it("cannot fail: the refusal names the invoice, its status, and what was tried", () => {
    const billing = makeAccount({ at: jan31 })
    const invoiceId = billing.payEarly(jan31)
    const command = { invoiceId, attemptId: null, declineCode: "card_declined", now: jan31 + 1 } as const
    expect(Operators.failPayment(billing.now(), command, billing.rules)).toEqual(
      Result.fail({
        _tag: "InvoiceTransitionInvalid",
        invoiceId,
        status: "PAID",
        command: "RecordAnswer",
      }),
    )
  })
})
