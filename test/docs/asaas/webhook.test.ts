// Webhooks of Asaas: which are taken, what they tell, and that a refusal tells nothing.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { readAsaasWebhook } from "../../../docs/examples/asaas/webhook.ts"
import { makeFakeAsaas } from "./fakeAsaas.ts"

const asaas = makeFakeAsaas()
const payment = {
  id: "pay_1",
  status: "CONFIRMED",
  billingType: "BOLETO",
  dueDate: "2026-02-03",
  deleted: false,
  externalReference: "o/i/a",
  refunds: null,
}
const refund = { dateCreated: "2026-01-31 12:00:00", status: "DONE", value: 0.29 }
const reference = { organizationId: "o", invoiceId: "i", attemptId: "a" }
const read = (request: ReturnType<typeof asaas.event>, account = asaas.account) =>
  Effect.runPromise(Effect.result(readAsaasWebhook(account, request)))
const news = (name: string, object: object) => read(asaas.event(name, { ...object }))
const refusedCard = { _tag: "Declined", declineCode: "card_declined", retryable: true }

describe("a webhook of Asaas", () => {
  it.each([
    ["PAYMENT_CONFIRMED", { _tag: "Answered", answer: { _tag: "Approved" } }],
    ["PAYMENT_RECEIVED", { _tag: "Answered", answer: { _tag: "Approved" } }],
    ["PAYMENT_CREDIT_CARD_CAPTURE_REFUSED", { _tag: "Answered", answer: refusedCard }],
    ["PAYMENT_REPROVED_BY_RISK_ANALYSIS", { _tag: "Answered", answer: refusedCard }],
    ["PAYMENT_CHARGEBACK_REQUESTED", { _tag: "DisputeOpened" }],
    ["PAYMENT_CHARGEBACK_DISPUTE", { _tag: "DisputeOpened" }],
    ["PAYMENT_AWAITING_CHARGEBACK_REVERSAL", { _tag: "DisputeWon" }],
  ])("%s tells of its attempt", async (name, told) => {
    expect(await news(name, payment)).toMatchObject({ success: [{ ...reference, ...told }] })
  })

  it("tells each refund that is done, in centavos, and equal ones apart", async () => {
    const refunds = [refund, refund, { ...refund, status: "PENDING" }, { ...refund, value: 1 }]
    const told = await news("PAYMENT_REFUNDED", { ...payment, refunds })
    expect(told).toMatchObject({
      success: [
        { ...reference, _tag: "Refunded", refundId: "pay_1/2026-01-31 12:00:00/29/0", amount: 29 },
        { refundId: "pay_1/2026-01-31 12:00:00/29/1", amount: 29 },
        { refundId: "pay_1/2026-01-31 12:00:00/100/0", amount: 100 },
      ],
    })
  })

  it.each([
    ["PAYMENT_CREATED", payment],
    ["PAYMENT_DELETED", payment],
    ["PAYMENT_OVERDUE", payment],
    ["constructor", payment],
    ["PAYMENT_RECEIVED", { ...payment, externalReference: null }],
    ["PAYMENT_RECEIVED", { ...payment, externalReference: "an order" }],
  ])("%s with %j tells nothing", async (name, object) => {
    expect(await news(name, object)).toMatchObject({ success: [] })
  })

  it.each(["", "whsec_2", "whsec_1 ", "WHSEC_1"])("with the token %j is refused", async (token) => {
    const answer = await read({ ...asaas.event("PAYMENT_RECEIVED", payment), token })
    expect(answer).toMatchObject({ failure: { _tag: "WebhookRefused" } })
  })

  it("is refused where no token was agreed", async () => {
    const answer = await read(
      { ...asaas.event("PAYMENT_RECEIVED", payment), token: "" },
      { ...asaas.account, webhookToken: "" },
    )
    expect(answer).toMatchObject({ failure: { _tag: "WebhookRefused" } })
  })

  it.each([
    ["that is no JSON", { body: "{", token: "whsec_1" }],
    ["of another form", asaas.event("PAYMENT_RECEIVED", { id: 1 })],
    ["of a refund without its amount", asaas.event("PAYMENT_REFUNDED", payment)],
  ])("%s has to be looked into", async (_, request) => {
    expect(await read(request)).toMatchObject({ failure: { _tag: "WebhookUnread" } })
  })
})
