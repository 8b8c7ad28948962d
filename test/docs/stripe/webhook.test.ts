// Webhooks of Stripe: which are taken, what they tell, and that a refusal tells nothing.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { isSigned, readStripeWebhook } from "../../../docs/examples/stripe/webhook.ts"
import { makeBilling, startAt } from "../../support/billing.ts"
import { makeFakeStripe } from "./fakeStripe.ts"

const AT = startAt
const MINUTE = 60_000
const stripe = makeFakeStripe(() => AT)
const metadata = { organization_id: "o", invoice_id: "i", attempt_id: "a" }
const intent = { id: "pi_1", status: "succeeded", metadata }
const signed = stripe.event("payment_intent.succeeded", intent)

describe("a signature", () => {
  it.each([
    ["of now", signed, AT, true],
    ["of an earlier secret", stripe.event("x", {}, "whsec_old"), AT, true],
    ["of another secret", stripe.event("x", {}, "whsec_none"), AT, false],
    ["of five minutes ago", signed, AT + 5 * MINUTE, true],
    ["of longer ago", signed, AT + 5 * MINUTE + 1000, false],
    ["of the future", signed, AT - 6 * MINUTE, false],
    ["of another body", { ...signed, body: `${signed.body} ` }, AT, false],
    ["with another time", { ...signed, signature: signed.signature.replace(/^t=\d+/, `t=${AT}`) }, AT, false],
    ["without a time", { ...signed, signature: signed.signature.replace(/^t=\d+,/, "") }, AT, false],
    ["of an older scheme", { ...signed, signature: signed.signature.replaceAll("v1=", "v0=") }, AT, false],
    ["that is empty", { ...signed, signature: "" }, AT, false],
    ["that is cut", { ...signed, signature: signed.signature.slice(0, 40) }, AT, false],
  ])("%s is taken or not", (_, request, now, taken) => {
    expect(isSigned(stripe.account, request, now)).toBe(taken)
  })

  it("under an empty secret, as a comma too many in a setting makes one, is nobody's", () => {
    const webhookSecrets = [...stripe.account.webhookSecrets, ""]
    expect(isSigned({ webhookSecrets }, stripe.event("x", {}, ""), AT)).toBe(false)
    expect(isSigned({ webhookSecrets }, signed, AT)).toBe(true)
  })
})

describe("a webhook", () => {
  const { run } = makeBilling()
  const reference = { organizationId: "o", invoiceId: "i", attemptId: "a" }
  const failed = { ...intent, status: "requires_payment_method" }
  const noFunds = { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" }
  /** Stripe, asked for the PaymentIntent of a refund or a dispute. */
  const send: typeof fetch = () => Promise.resolve(new Response(JSON.stringify(intent)))
  const reversal = { id: "re_1", amount: 90, payment_intent: "pi_1" }
  const news = (type: string, object: object) =>
    run(readStripeWebhook(stripe.account, stripe.event(type, { ...object }), send))

  it.each([
    ["payment_intent.succeeded", intent, { _tag: "Answered", answer: { _tag: "Approved" } }],
    [
      "payment_intent.payment_failed",
      { ...failed, last_payment_error: noFunds },
      {
        _tag: "Answered",
        answer: { _tag: "Declined", declineCode: "insufficient_funds", retryable: true },
      },
    ],
    [
      "refund.created",
      { ...reversal, status: "succeeded" },
      { _tag: "Refunded", refundId: "re_1", amount: 90 },
    ],
    [
      "refund.updated",
      { ...reversal, status: "succeeded" },
      { _tag: "Refunded", refundId: "re_1", amount: 90 },
    ],
    ["charge.dispute.created", { ...reversal, status: "needs_response" }, { _tag: "DisputeOpened" }],
    ["charge.dispute.closed", { ...reversal, status: "won" }, { _tag: "DisputeWon" }],
    ["charge.dispute.closed", { ...reversal, status: "lost" }, { _tag: "DisputeLost" }],
  ])("%s tells of its attempt", async (type, object, told) => {
    expect(await news(type, object)).toEqual([{ ...reference, ...told }])
  })

  it.each([
    ["payment_intent.succeeded", { ...intent, metadata: {} }],
    ["payment_intent.payment_failed", failed],
    ["payment_intent.processing", intent],
    ["refund.created", { ...reversal, status: "pending" }],
    ["refund.created", { ...reversal, status: "succeeded", payment_intent: null }],
    ["charge.dispute.created", { ...reversal, status: "warning_needs_response" }],
    ["charge.dispute.closed", { ...reversal, status: "warning_closed" }],
    ["payout.paid", {}],
  ])("%s with %j tells nothing", async (type, object) => {
    expect(await news(type, object)).toEqual([])
  })

  it("that is not Stripe's is refused, without a word of the secret or the body", async () => {
    const refused = await run(
      Effect.flip(readStripeWebhook(stripe.account, { ...signed, signature: "t=1,v1=00" }, send)),
    )
    expect(refused).toEqual({ _tag: "WebhookRefused" })
  })

  it("that was parsed before is a mistake of who serves it, and no refusal", async () => {
    const parsed = { ...signed, body: JSON.parse(signed.body) }
    await expect(run(readStripeWebhook(stripe.account, parsed, send))).rejects.toThrow(/express\.text/)
    const bytes = { ...signed, body: Buffer.from(signed.body) as unknown as string }
    expect(await run(readStripeWebhook(stripe.account, bytes, send))).toHaveLength(1)
  })

  it.each([
    ["is about a payment that cannot be read now", "refund.created", { ...reversal, status: "succeeded" }],
    ["is not what was documented", "payment_intent.succeeded", {}],
  ])("that %s has to come again", async (_, type, object) => {
    const down: typeof fetch = () => Promise.resolve(new Response("{}", { status: 503 }))
    const read = readStripeWebhook(stripe.account, stripe.event(type, { ...object }), down)
    expect(await run(Effect.flip(read))).toEqual({ _tag: "WebhookUnread" })
  })
})
