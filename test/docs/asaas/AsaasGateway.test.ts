// The example for Asaas keeps the contract of its port against a fake of Asaas, charges nobody twice without idempotency
// keys, takes no answer for more than it says, and hears of what happened.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { makeAsaasGateway, payAnswer } from "../../../docs/examples/asaas/AsaasGateway.ts"
import { isPaid, outcomeOf, type Payment } from "../../../docs/examples/asaas/answers.ts"
import { readAsaasWebhook } from "../../../docs/examples/asaas/webhook.ts"
import { type Account, PaymentGateway } from "../../../src/index.ts"
import { paymentGatewayContract } from "../../../src/testing/index.ts"
import { card } from "../../support/account.ts"
import { hears } from "../hearing.ts"
import { makeFakeAsaas } from "./fakeAsaas.ts"

const asaas = makeFakeAsaas()
const gateway = makeAsaasGateway(asaas.account, asaas.host, asaas.send)

const contract = paymentGatewayContract({
  makeLayer: () => Layer.succeed(PaymentGateway, gateway),
  tokens: {
    approves: "tok_good",
    declines: "tok_poor",
    unknown: "tok_none",
    declinesOnce: "tok_once",
    timesOutApproved: "tok_lost",
  },
  chargesMade: Effect.sync(asaas.charges),
  moneyTaken: Effect.sync(() =>
    asaas.payments().reduce((sum, one) => (isPaid(one) ? sum + Math.round(one.value * 100) : sum), 0),
  ),
  outage: {
    begin: Effect.sync(() => asaas.setDown(true)),
    end: Effect.sync(() => asaas.setDown(false)),
  },
  slips: true,
  settle: (attemptId) => Effect.sync(() => asaas.settle(attemptId)),
})

describe("the gateway on Asaas", () => {
  it.each(contract.filter(({ lacks }) => lacks === null).map(({ name, check }) => [name, check] as const))(
    "%s",
    (_, check) => check(),
  )

  it("is not asked for what Asaas does not do: it keeps no refusal that was not heard, and forgets no payment", () => {
    expect(contract.flatMap(({ lacks }) => lacks ?? [])).toEqual(["timesOutDeclined", "forgetKeys"])
  })
})

describe("a charge without an idempotency key", () => {
  const scene = () => {
    const fake = makeFakeAsaas()
    const process = () => makeAsaasGateway(fake.account, fake.host, fake.send)
    const charge: Account.Charge = {
      organizationId: "o",
      invoiceId: "i",
      attemptId: "a",
      amount: 9990,
      currency: "BRL",
      at: Date.UTC(2026, 0, 31),
      paymentMethod: { ...card, gatewayReference: "cus_1/tok_good" } as Account.Charge["paymentMethod"],
    }
    return { fake, process, charge }
  }

  it("is asked in reais, under its own reference", async () => {
    const { fake, process, charge } = scene()
    expect(await Effect.runPromise(process().charge(charge))).toEqual({ _tag: "Approved" })
    expect(fake.payments()).toMatchObject([
      { customer: "cus_1", billingType: "CREDIT_CARD", value: 99.9, externalReference: "o/i/a" },
    ])
  })

  it("is paid at most once by processes that charge at the same moment", async () => {
    const { fake, process, charge } = scene()
    const answers = [process(), process(), process()].map((one) => one.charge(charge))
    await Effect.runPromise(Effect.all(answers, { concurrency: "unbounded" }))
    await Effect.runPromise(process().charge(charge))
    expect(fake.charges()).toBeLessThanOrEqual(1)
    expect(fake.payments().filter(({ deleted, status }) => !deleted && status === "PENDING")).toEqual([])
  })

  it("that stopped before it was paid is not found, and pays the same payment when it is made again", async () => {
    const { fake, process, charge } = scene()
    const stops: typeof fetch = (input, init) =>
      String(input).endsWith("payWithCreditCard")
        ? Promise.reject(new TypeError("fetch failed"))
        : fake.send(input, init)
    const stopped = makeAsaasGateway(fake.account, fake.host, stops)
    expect(await Effect.runPromise(stopped.charge(charge))).toEqual({ _tag: "Unknown" })
    expect(await Effect.runPromise(process().lookup(charge))).toEqual({ _tag: "NotFound" })
    expect(await Effect.runPromise(process().charge(charge))).toEqual({ _tag: "Approved" })
    expect(fake.payments()).toMatchObject([{ id: "pay_1", status: "CONFIRMED" }])
  })

  it("that is refused is refused, also where its payment cannot be removed", async () => {
    const { fake, charge } = scene()
    const stuck: typeof fetch = (input, init) =>
      init?.method === "DELETE" ? Promise.reject(new TypeError("fetch failed")) : fake.send(input, init)
    const { charge: ask } = makeAsaasGateway(fake.account, fake.host, stuck)
    const paymentMethod = { ...card, gatewayReference: "cus_1/tok_poor" } as Account.Charge["paymentMethod"]
    const { _tag } = await Effect.runPromise(ask({ ...charge, paymentMethod }))
    expect(_tag).toBe("Declined")
  })

  it.each(["tok_good", "cus_1/", "/tok_good"])(
    "of a card by %j is refused, and nothing is made",
    async (reference) => {
      const { fake, process, charge } = scene()
      const paymentMethod = { ...card, gatewayReference: reference } as Account.Charge["paymentMethod"]
      const answer = await Effect.runPromise(process().charge({ ...charge, paymentMethod }))
      expect([answer._tag, fake.payments()]).toEqual(["Declined", []])
    },
  )

  it("in another currency is refused, and nothing is made", async () => {
    const { fake, process, charge } = scene()
    const answer = await Effect.runPromise(process().charge({ ...charge, currency: "USD" }))
    expect([answer._tag, fake.payments()]).toEqual(["Declined", []])
  })
})

const payment = (status: string, more: Partial<Payment> = {}): Payment => ({
  id: "pay_1",
  status,
  billingType: "CREDIT_CARD",
  dueDate: "2026-01-31",
  deleted: false,
  externalReference: null,
  ...more,
})

describe("an answer of Asaas to paying by card", () => {
  const refused = (code: string) => ({ errors: [{ code }] })

  it.each([
    [200, payment("CONFIRMED"), "Approved"],
    [200, payment("RECEIVED"), "Approved"],
    [200, payment("AWAITING_RISK_ANALYSIS"), "Unknown"],
    [200, payment("AUTHORIZED"), "Unknown"],
    [200, payment("PENDING"), "Unknown"],
    [200, payment("A_NEW_WORD"), "Unknown"],
    [400, refused("invalid_creditCard"), "Declined"],
    [400, refused("invalid_action"), "Unknown"],
    [400, refused("constructor"), "Unknown"],
    [400, { errors: [] }, "Unknown"],
    [401, refused("invalid_creditCard"), "Unknown"],
    [500, payment("CONFIRMED"), "Unknown"],
  ])("of %i with %j is %s", (status, body, tag) => {
    expect(payAnswer({ status, body })._tag).toBe(tag)
  })
})

describe("the payments of one reference", () => {
  it.each<[string, ReadonlyArray<Payment>, string]>([
    ["none", [], "NotFound"],
    ["one that waits", [payment("PENDING")], "Open"],
    ["one that is overdue", [payment("OVERDUE")], "Open"],
    ["one in analysis", [payment("AWAITING_RISK_ANALYSIS")], "Unknown"],
    ["one that was refunded", [payment("REFUNDED")], "Approved"],
    ["one that was removed", [payment("PENDING", { deleted: true })], "Declined"],
    ["two that wait", [payment("PENDING"), payment("PENDING", { id: "pay_2" })], "Unknown"],
    ["one that waits and one that is paid", [payment("PENDING"), payment("CONFIRMED")], "Approved"],
    [
      "one that waits and one that was removed",
      [payment("PENDING", { deleted: true }), payment("PENDING")],
      "Open",
    ],
  ])("are %s", (_, payments, tag) => {
    expect(outcomeOf(payments)._tag).toBe(tag)
  })
})

describe("with webhooks of Asaas", () => {
  hears(() => {
    const fake = makeFakeAsaas()
    return {
      gateway: makeAsaasGateway(fake.account, fake.host, fake.send),
      read: (request: ReturnType<typeof fake.event>) => readAsaasWebhook(fake.account, request),
      setHappens: fake.setHappens,
      outcome: () => fake.event("PAYMENT_CONFIRMED", fake.last()),
      refund: fake.refund,
      cards: { approves: "tok_good", lost: "tok_lost" },
    }
  })
})
