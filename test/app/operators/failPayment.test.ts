import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { checkSubscription, failPayment, viewInvoice } from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { paying, tagOf } from "./support.ts"

describe("failing a payment", () => {
  it("of unknown outcome unlocks its invoice, which is then refused", async () => {
    const { billing, ref } = await paying("tok_timeout_declined")
    const failed = await billing.run(failPayment({ ...ref, attemptId: null, declineCode: "expired_card" }))
    expect(failed).toMatchObject({
      status: "PAYMENT_FAILED",
      attempts: [{ status: "DECLINED", declineCode: "expired_card" }],
    })
    expect(await billing.run(viewInvoice(organizationId, ref.invoiceId))).toEqual(failed)
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "CARD_EXPIRED",
    })
  })

  it("that the gateway approved is told as paid: its money is not lost by an operator's word", async () => {
    const { billing, ref } = await paying("tok_timeout_approved")
    const failing = failPayment({ ...ref, attemptId: null, declineCode: "expired_card" })
    expect(await billing.run(failing)).toMatchObject({
      status: "PAID",
      amountPaid: 9990,
      attempts: [{ status: "APPROVED" }],
      receipts: [{ kind: "CHARGE", amount: 9990 }],
    })
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({ status: "ACTIVE" })
  })

  it("that the gateway approved is failed only where the gateway does not answer", async () => {
    const { billing, ref } = await paying("tok_timeout_approved")
    const cut = billing.processOf({
      wrapGateway: (gateway) => ({ ...gateway, lookup: () => Effect.succeed({ _tag: "Unknown" }) }),
    })
    const failing = failPayment({ ...ref, attemptId: null, declineCode: "expired_card" })
    expect(await cut.run(failing)).toMatchObject({ status: "PAYMENT_FAILED" })
  })

  it.each([
    ["tok_visa", null, "InvoiceTransitionInvalid"],
    ["tok_charge_declined", null, "InvoiceTransitionInvalid"],
    ["tok_timeout_approved", "none", "AttemptNotFound"],
  ])("after %s, of the attempt %s, is %s", async (cardToken, attemptId, tag) => {
    const { billing, ref } = await paying(cardToken)
    const fail = failPayment({ ...ref, attemptId, declineCode: "card_declined" })
    expect(tagOf(await billing.run(Effect.result(fail)))).toBe(tag)
  })
})
