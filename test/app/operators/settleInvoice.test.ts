import { describe, expect, it } from "vitest"
import {
  addPaymentMethod,
  checkSubscription,
  hearGateway,
  payInvoice,
  settleInvoice,
  viewAccount,
} from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { paying } from "./support.ts"

describe("settling", () => {
  it("pays a refused invoice, and the subscription recovers", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    const settled = await billing.run(settleInvoice({ ...ref, amount: null, receiptId: null }))
    expect(settled).toMatchObject({ status: "PAID", amountPaid: 9990, receipts: [{ kind: "SETTLEMENT" }] })
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
    expect(billing.charges().map(({ status }) => status)).toEqual(["DECLINED"])
  })

  it("pays the slip that is in flight", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    const { paymentMethodId } = await billing.run(
      addPaymentMethod({
        organizationId,
        type: "BOLETO",
        isDefault: false,
        billingDetails: { name: "Ana", email: "ana@example.com" },
      }),
    )
    await billing.run(payInvoice({ ...ref, paymentMethodId, expectedPayableAmount: null }))
    const settled = await billing.run(settleInvoice({ ...ref, amount: null, receiptId: null }))
    expect(settled).toMatchObject({
      status: "PAID",
      attempts: [{ status: "DECLINED" }, { status: "APPROVED" }],
      receipts: [{ attemptId: settled.attempts[1]?.attemptId, amount: 9990 }],
    })
  })

  it("without an id is new money each time, kept as vouchers once all is paid", async () => {
    const { billing, ref } = await paying()
    for (const _ of [1, 2]) await billing.run(settleInvoice({ ...ref, amount: 100, receiptId: null }))
    const { vouchers } = await billing.run(viewAccount(organizationId))
    expect(vouchers.map(({ amount }) => amount)).toEqual([100, 100])
  })

  it("with the same id is the same money, also when both come at once", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    const settle = settleInvoice({ ...ref, amount: 4000, receiptId: "bank-1" })
    const results = await billing.race([settle, settle, settle])
    for (const result of results) expect(result).toMatchObject({ success: { amountPaid: 4000 } })
  })

  it("under the id of an attempt takes nothing from what that brings later", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    const refused = await billing.run(settleInvoice({ ...ref, amount: null, receiptId: null }))
    const attemptId = refused.attempts[0]?.attemptId ?? ""
    await billing.run(settleInvoice({ ...ref, amount: 4000, receiptId: attemptId }))
    const late = { _tag: "Answered", ...ref, attemptId, answer: { _tag: "Approved" } } as const
    for (const _ of [1, 2]) await billing.run(hearGateway(late))
    const { vouchers } = await billing.run(viewAccount(organizationId))
    expect(vouchers.map(({ amount }) => amount)).toEqual([4000, 9990])
  })
})
