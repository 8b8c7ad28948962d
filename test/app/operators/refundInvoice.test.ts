import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { refundInvoice, settleInvoice } from "../../../src/index.ts"
import { startAt } from "../../support/billing.ts"
import { paying, tagOf } from "./support.ts"

describe("refunding", () => {
  it("gives back a part, then all that is left", async () => {
    const { billing, ref } = await paying()
    const part = await billing.run(refundInvoice({ ...ref, amount: 90, refundId: "r1" }))
    expect(part).toMatchObject({ status: "PARTIALLY_REFUNDED", amountRefunded: 90, amountPaid: 9990 })
    const all = await billing.run(refundInvoice({ ...ref, amount: null, refundId: "r2" }))
    expect(all).toMatchObject({
      status: "REFUNDED",
      refunds: [
        { refundId: "r1", amount: 90, at: startAt },
        { refundId: "r2", amount: 9900, at: startAt },
      ],
    })
  })

  it("with the same id is the same refund, also when both come at once", async () => {
    const { billing, ref } = await paying()
    const refund = refundInvoice({ ...ref, amount: 90, refundId: "r1" })
    for (const result of await billing.race([refund, refund])) {
      expect(result).toMatchObject({ success: { amountRefunded: 90 } })
    }
    expect(await billing.run(refund)).toMatchObject({ amountRefunded: 90 })
  })

  it("without an id is another one each time", async () => {
    const { billing, ref } = await paying()
    for (const _ of [1, 2]) await billing.run(refundInvoice({ ...ref, amount: 90, refundId: null }))
    const { amountRefunded } = await billing.run(refundInvoice({ ...ref, amount: 1, refundId: null }))
    expect(amountRefunded).toBe(181)
  })

  it.each([
    ["tok_visa", 9991, "RefundExceedsPaid"],
    ["tok_visa", 0, "PaymentAmountInvalid"],
    ["tok_charge_declined", null, "InvoiceTransitionInvalid"],
  ])("after %s of %s is %s", async (cardToken, amount, tag) => {
    const { billing, ref } = await paying(cardToken)
    const refund = refundInvoice({ ...ref, amount, refundId: null })
    expect(tagOf(await billing.run(Effect.result(refund)))).toBe(tag)
  })

  it("never gives back a surplus, which became a voucher", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(settleInvoice({ ...ref, amount: 12_000, receiptId: null }))
    const refunded = await billing.run(refundInvoice({ ...ref, amount: null, refundId: null }))
    expect(refunded).toMatchObject({ status: "REFUNDED", amountRefunded: 9990 })
  })
})
