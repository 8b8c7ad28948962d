// The example for Stripe keeps the contract of its port against a fake of Stripe, takes no answer for more than it says,
// and hears of what happened.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { declineCodes, refusalOf, refusedForGood } from "../../../docs/examples/stripe/declineCodes.ts"
import { chargeAnswer, makeStripeGateway } from "../../../docs/examples/stripe/StripeGateway.ts"
import { readStripeWebhook } from "../../../docs/examples/stripe/webhook.ts"
import { type Account, PaymentGateway } from "../../../src/index.ts"
import { paymentGatewayContract } from "../../../src/testing/index.ts"
import { card } from "../../support/account.ts"
import { hears } from "../hearing.ts"
import { makeFakeStripe } from "./fakeStripe.ts"

const stripe = makeFakeStripe()
const gateway = makeStripeGateway(stripe.account, stripe.send)

const contract = paymentGatewayContract({
  makeLayer: () => Layer.succeed(PaymentGateway, gateway),
  tokens: {
    approves: "pm_visa",
    declines: "pm_poor",
    unknown: "pm_none",
    declinesOnce: "pm_once",
    timesOutApproved: "pm_lost",
    timesOutDeclined: "pm_lostPoor",
  },
  chargesMade: Effect.sync(() => stripe.intents().length),
  moneyTaken: Effect.sync(() =>
    stripe.intents().reduce((sum, { status, amount }) => (status === "succeeded" ? sum + amount : sum), 0),
  ),
  forgetKeys: Effect.sync(stripe.forget),
  outage: {
    begin: Effect.sync(() => stripe.setDown(true)),
    end: Effect.sync(() => stripe.setDown(false)),
  },
})

describe("the gateway on Stripe", () => {
  it.each(contract.filter(({ lacks }) => lacks === null).map(({ name, check }) => [name, check] as const))(
    "%s",
    (_, check) => check(),
  )

  it("is not asked for slips, which this one does not make", () => {
    const lacks = contract.flatMap((law) => law.lacks ?? [])
    expect(lacks).toEqual(["slips", "slips", "slips", "slips"])
  })

  it("charges the card that Stripe answers with, where a token of the sandbox stands for it", async () => {
    const { gatewayReference } = await Effect.runPromise(gateway.tokenize("pm_card_visa"))
    expect(gatewayReference).toBe("cus_pm_visa/pm_visa")
  })

  it.each(["", "pm_", "pm_visa/../x", "tok_visa", "../customers"])("knows no card %j", async (token) => {
    expect(await Effect.runPromise(Effect.flip(gateway.tokenize(token)))).toEqual({
      _tag: "CardTokenInvalid",
    })
  })
})

const chargeOf = (gatewayReference: string): Account.Charge => ({
  organizationId: "o",
  invoiceId: "i",
  attemptId: "a",
  amount: 1,
  currency: "BRL",
  at: 0,
  paymentMethod: { ...card, gatewayReference } as Account.Charge["paymentMethod"],
})

describe("a card that was imported without its customer", () => {
  it.each(["pm_1", "pm_1/", "/pm_1", ""])("by %j is refused, and Stripe is not asked", async (reference) => {
    const send = () => Promise.reject(new Error("Stripe is asked"))
    const { charge, lookup } = makeStripeGateway(stripe.account, send)
    const refusal = { _tag: "Declined", declineCode: "processing_error", retryable: true }
    expect(await Effect.runPromise(charge(chargeOf(reference)))).toEqual(refusal)
    expect(await Effect.runPromise(lookup(chargeOf(reference)))).toEqual({ _tag: "NotFound" })
  })
})

describe("an amount that Stripe would read otherwise", () => {
  it.each([
    [1000, "ISK", "Declined"],
    [1000, "UGX", "Declined"],
    [1000, "MGA", "Declined"],
    [1005, "KWD", "Declined"],
    [1010, "KWD", "Unknown"],
    [1005, "JPY", "Unknown"],
    [1005, "HUF", "Unknown"],
  ])("is never asked for: %i of %s is %s", async (amount, currency, tag) => {
    let asked = 0
    const send = () => {
      asked += 1
      return Promise.reject(new Error("Stripe is away"))
    }
    const charge = { ...chargeOf("cus_1/pm_1"), amount, currency }
    expect(await Effect.runPromise(makeStripeGateway(stripe.account, send).charge(charge))).toMatchObject({
      _tag: tag,
    })
    expect(asked).toBe(tag === "Declined" ? 0 : 1)
  })
})

describe("an answer of Stripe to a charge", () => {
  const intent = (status: string, last_payment_error: object | null = null) => ({
    id: "pi_1",
    status,
    metadata: {},
    last_payment_error,
  })
  const cardError = { type: "card_error", code: "card_declined", decline_code: "expired_card" }

  it.each([
    [200, intent("succeeded"), "Approved"],
    [200, intent("canceled"), "Declined"],
    [200, intent("requires_payment_method", cardError), "Declined"],
    [200, intent("requires_payment_method"), "Unknown"],
    [200, intent("processing"), "Unknown"],
    [200, intent("requires_action"), "Unknown"],
    [200, intent("requires_capture"), "Unknown"],
    [200, intent("a new word"), "Unknown"],
    [402, { error: cardError }, "Declined"],
    [402, { error: { type: "invalid_request_error" } }, "Unknown"],
    [400, { error: cardError }, "Unknown"],
    [401, {}, "Unknown"],
    [409, { error: { type: "idempotency_error" } }, "Unknown"],
    [429, {}, "Unknown"],
    [500, intent("succeeded"), "Unknown"],
  ])("of %i with %j is %s", (status, body, tag) => {
    expect(chargeAnswer({ status, body })._tag).toBe(tag)
  })

  it("that cannot be read is Unknown", async () => {
    const answers = ["<html>", "{}", '{"error":1}'].map((text) => {
      const send = () => Promise.resolve(new Response(text, { status: text === "{}" ? 200 : 402 }))
      return makeStripeGateway(stripe.account, send).charge(chargeOf("cus_1/pm_1"))
    })
    const tags = (await Effect.runPromise(Effect.all(answers))).map(({ _tag }) => _tag)
    expect(tags).toEqual(["Unknown", "Unknown", "Unknown"])
  })
})

describe("a decline code of Stripe", () => {
  it.each([
    ["insufficient_funds", "insufficient_funds", true],
    ["lost_card", "stolen_card", false],
    ["do_not_try_again", "card_declined", false],
    ["a_new_code", "processing_error", true],
    ["constructor", "processing_error", true],
    ["", "processing_error", true],
  ])("%j is %s", (code, declineCode, retryable) => {
    expect(refusalOf(code)).toEqual({ _tag: "Declined", declineCode, retryable })
  })

  it("that is refused for good is one of the table, and so is every stolen card", () => {
    expect([...refusedForGood].filter((code) => declineCodes[code] === undefined)).toEqual([])
    const stolen = Object.keys(declineCodes).filter((code) => declineCodes[code] === "stolen_card")
    expect(stolen.filter((code) => !refusedForGood.has(code))).toEqual([])
  })
})

describe("with webhooks of Stripe", () => {
  hears((now) => {
    const fake = makeFakeStripe(now)
    return {
      gateway: makeStripeGateway(fake.account, fake.send),
      read: (request: ReturnType<typeof fake.event>) => readStripeWebhook(fake.account, request, fake.send),
      setHappens: fake.setHappens,
      outcome: fake.outcome,
      refund: (amount) => fake.reversal("refund.created", "succeeded", amount),
      cards: { approves: "pm_visa", lost: "pm_lost" },
    }
  })
})
