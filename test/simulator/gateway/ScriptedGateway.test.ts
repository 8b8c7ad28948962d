import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  makeScriptedGateway,
  type ScriptedGateway,
} from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { testCards } from "../../../simulator/adapters/gateway/TestCards.ts"
import type { Charge } from "../../../src/core/billing/Account.ts"
import type { DeclineCode, GatewayAnswer } from "../../../src/core/payment/PaymentAttempt.ts"
import type { PaymentMethod } from "../../../src/core/payment-method/PaymentMethod.ts"
import { CurrentRequest } from "../../../src/http/CurrentRequest.ts"
import { isBarcode, isDigitableLine } from "../../support/boletos.ts"

const at = Date.parse("2025-03-10T12:00:00Z")

const common = {
  paymentMethodId: "method-1",
  organizationId: "org-1",
  isDefault: true,
  billingDetails: { name: "Owner", email: "owner@example.com" },
  createdAt: 0,
}

const boleto: PaymentMethod = { ...common, type: "BOLETO", test: true }

const store = (gateway: ScriptedGateway["gateway"], token: string): PaymentMethod => ({
  ...common,
  type: "CARD",
  ...Effect.runSync(gateway.tokenize(token)),
})

const chargeOf = (
  paymentMethod: PaymentMethod,
  attemptId: string,
  members: Partial<Charge> = {},
): Charge => ({
  organizationId: "org-1",
  invoiceId: "invoice-1",
  attemptId,
  amount: 100,
  currency: "BRL",
  paymentMethod,
  at,
  ...members,
})

const approved = { _tag: "Approved" } as const
const unknown = { _tag: "Unknown" } as const
const declined = (declineCode: DeclineCode, retryable = true) =>
  ({ _tag: "Declined", declineCode, retryable }) as const

type Answers = readonly [GatewayAnswer, GatewayAnswer, GatewayAnswer, GatewayAnswer]

const always = (answer: GatewayAnswer): Answers => [answer, answer, answer, answer]
const soft = declined("card_declined")
const once: Answers = [soft, approved, soft, approved]
const timeout = (truth: GatewayAnswer): Answers => [unknown, unknown, truth, truth]

/** Token, brand, last four, expiry; what two charges answer, and what the look-ups of both say. */
const table: ReadonlyArray<readonly [string, string, string, string, Answers]> = [
  ["tok_visa", "visa", "4242", "12/2099", always(approved)],
  ["tok_mastercard", "mastercard", "4444", "12/2099", always(approved)],
  ["tok_amex", "amex", "0005", "12/2099", always(approved)],
  ["tok_elo", "elo", "9994", "12/2099", always(approved)],
  ["tok_hipercard", "hipercard", "0044", "12/2099", always(approved)],
  ["tok_charge_declined", "visa", "0002", "12/2099", always(soft)],
  ["tok_insufficient_funds", "visa", "9995", "12/2099", always(declined("insufficient_funds"))],
  ["tok_stolen_card", "visa", "9979", "12/2099", always(declined("stolen_card", false))],
  ["tok_expired_card", "visa", "0069", "1/2020", always(declined("expired_card"))],
  ["tok_decline_once", "visa", "0341", "12/2099", once],
  ["tok_timeout_approved", "visa", "7726", "12/2099", timeout(approved)],
  ["tok_timeout_declined", "visa", "7734", "12/2099", timeout(soft)],
  ["tok_processing_error", "visa", "0119", "12/2099", always(declined("processing_error"))],
]

describe("test cards (GAP-23)", () => {
  it("are all in the table", () => {
    expect(table.map(([token]) => token)).toEqual(Array.from(testCards.keys()))
  })

  it.each(table)("%s", (token, brand, last4, expiry, answers) => {
    const [first, second, firstTruth, secondTruth] = answers
    const { gateway } = makeScriptedGateway()
    const run = Effect.runSync
    const card = run(gateway.tokenize(token))
    const { expMonth, expYear, test } = card
    expect([card.brand, card.last4, `${expMonth}/${expYear}`, test]).toEqual([brand, last4, expiry, true])
    expect(run(gateway.tokenize(token)).gatewayReference).not.toBe(card.gatewayReference)
    const method: PaymentMethod = { ...common, type: "CARD", ...card }
    expect(run(gateway.charge(chargeOf(method, "attempt-1")))).toEqual(first)
    expect(run(gateway.charge(chargeOf(method, "attempt-2")))).toEqual(second)
    expect(run(gateway.lookup(chargeOf(method, "attempt-1")))).toEqual(firstTruth)
    expect(run(gateway.lookup(chargeOf(method, "attempt-2")))).toEqual(secondTruth)
    const another = store(gateway, token)
    expect(run(gateway.charge(chargeOf(another, "attempt-3"))), "another stored card").toEqual(first)
  })

  it("an unknown token is no card", () => {
    const { gateway } = makeScriptedGateway()
    for (const token of ["tok_unknown", "", "tok_visa:1"]) {
      expect(Effect.runSync(Effect.flip(gateway.tokenize(token)))).toEqual({ _tag: "CardTokenInvalid" })
    }
  })

  it("a card that was not tokenized here is refused", () => {
    const { gateway } = makeScriptedGateway()
    const card = { ...store(gateway, "tok_visa"), gatewayReference: "" } as PaymentMethod
    expect(Effect.runSync(gateway.charge(chargeOf(card, "attempt-1")))).toEqual(
      declined("processing_error", false),
    )
  })
})

describe("idempotency", () => {
  it.each(Array.from(testCards.keys()))("the same attempt is the same charge: %s", (token) => {
    const { gateway, charges } = makeScriptedGateway()
    const charge = chargeOf(store(gateway, token), "attempt-1")
    const first = Effect.runSync(gateway.charge(charge))
    expect(Effect.runSync(gateway.charge(charge))).toEqual(first)
    expect(charges({ page: 1, limit: 10 }).totalItems).toBe(1)
  })

  it("an attempt that never came is not found", () => {
    const { gateway } = makeScriptedGateway()
    expect(Effect.runSync(gateway.lookup(chargeOf(boleto, "attempt-1")))).toEqual({ _tag: "NotFound" })
    expect(Effect.runSync(gateway.cancel(chargeOf(boleto, "attempt-1")))).toEqual({ _tag: "NotFound" })
  })
})

describe("what becomes of a charge later", () => {
  const charged = (methodOf: (gateway: ScriptedGateway["gateway"]) => PaymentMethod) => {
    const scripted = makeScriptedGateway()
    const charge = chargeOf(methodOf(scripted.gateway), "attempt-1")
    Effect.runSync(scripted.gateway.charge(charge))
    const known = () => ({
      again: Effect.runSync(scripted.gateway.charge(charge)),
      lookup: Effect.runSync(scripted.gateway.lookup(charge)),
      status: scripted.charges({ page: 1, limit: 1 }).items[0]?.status,
    })
    return { ...scripted, charge, known }
  }

  it.each([
    ["a slip", () => boleto],
    ["a card whose answer was lost", (gateway) => store(gateway, "tok_timeout_declined")],
    ["a card that was refused", (gateway) => store(gateway, "tok_stolen_card")],
  ] satisfies ReadonlyArray<readonly [string, (gateway: ScriptedGateway["gateway"]) => PaymentMethod]>)(
    "settled is approved: %s",
    (_, methodOf) => {
      const { settle, known } = charged(methodOf)
      settle("attempt-1")
      expect(known()).toEqual({ again: approved, lookup: approved, status: "APPROVED" })
    },
  )

  it("a slip that was cancelled can settle all the same", () => {
    const { gateway, charge, settle, known } = charged(() => boleto)
    Effect.runSync(gateway.cancel(charge))
    settle("attempt-1")
    expect(known()).toEqual({ again: approved, lookup: approved, status: "APPROVED" })
  })

  it.each([
    ["insufficient_funds", true],
    ["stolen_card", false],
  ] as const)("failed by %s is refused", (declineCode, retryable) => {
    const { fail, known } = charged(() => boleto)
    fail("attempt-1", declineCode)
    const refused = declined(declineCode, retryable)
    expect(known()).toEqual({ again: refused, lookup: refused, status: "DECLINED" })
  })

  it("of an attempt that never came is nothing", () => {
    const { settle, fail, charges } = makeScriptedGateway()
    settle("attempt-1")
    fail("attempt-1", "card_declined")
    expect(charges({ page: 1, limit: 1 })).toEqual({ items: [], totalItems: 0 })
  })
})

describe("the log of charges", () => {
  it("says what the gateway did, newest first, page by page", () => {
    const { gateway, charges } = makeScriptedGateway()
    const methods = ["tok_visa", "tok_stolen_card", "tok_timeout_approved"].map((token) =>
      store(gateway, token),
    )
    for (const [index, method] of [...methods, boleto, boleto].entries()) {
      Effect.runSync(gateway.charge(chargeOf(method, `attempt-${index}`)))
    }
    Effect.runSync(gateway.cancel(chargeOf(boleto, "attempt-4")))
    const page = charges({ page: 1, limit: 3 })
    expect(page.totalItems).toBe(5)
    expect(page.items.map(({ status }) => status)).toEqual(["CANCELLED", "PENDING", "APPROVED"])
    expect(charges({ page: 2, limit: 3 }).items).toEqual([
      { attemptId: "attempt-1", status: "DECLINED", ...logged },
      { attemptId: "attempt-0", status: "APPROVED", ...logged },
    ])
  })

  it("names the request that asked for a charge", () => {
    const { gateway, charges } = makeScriptedGateway()
    const charge = gateway.charge(chargeOf(boleto, "attempt-0"))
    const route = { method: "POST", path: "/here" } as const
    Effect.runSync(Effect.provideService(charge, CurrentRequest, { requestId: "request-1", route }))
    Effect.runSync(Effect.provideService(charge, CurrentRequest, { requestId: "request-2", route }))
    expect(charges({ page: 1, limit: 2 }).items.map(({ requestId }) => requestId)).toEqual(["request-1"])
  })

  const logged = {
    invoiceId: "invoice-1",
    organizationId: "org-1",
    amount: 100,
    currency: "BRL",
    at,
    requestId: null,
  }
})

describe("bank slips (GAP-20)", () => {
  it("are pending with valid digits until the end of their due date in São Paulo", () => {
    const { gateway } = makeScriptedGateway()
    const answer = Effect.runSync(gateway.charge(chargeOf(boleto, "attempt-1", { amount: 12_345 })))
    if (answer._tag !== "Pending") return expect.unreachable()
    const { barcode, digitableLine, expiresAt } = answer.slip
    expect(isBarcode(barcode)).toBe(true)
    expect(isDigitableLine(digitableLine)).toBe(true)
    expect(barcode.slice(0, 4) + barcode.slice(5, 19)).toBe("999910190000012345")
    expect(new Date(expiresAt).toISOString()).toBe("2025-03-14T02:59:59.999Z")
    expect(Effect.runSync(gateway.lookup(chargeOf(boleto, "attempt-1")))).toEqual(answer)
    const other = Effect.runSync(gateway.charge(chargeOf(boleto, "attempt-2", { amount: 12_345 })))
    expect(other).not.toEqual(answer)
  })

  it("that are cancelled are refused from then on, and cancelling again changes nothing", () => {
    const { gateway } = makeScriptedGateway()
    const charge = chargeOf(boleto, "attempt-1")
    Effect.runSync(gateway.charge(charge))
    const refused = declined("processing_error")
    expect(Effect.runSync(gateway.cancel(charge))).toEqual(refused)
    expect(Effect.runSync(gateway.cancel(charge))).toEqual(refused)
    expect(Effect.runSync(gateway.lookup(charge))).toEqual(refused)
    expect(Effect.runSync(gateway.charge(charge))).toEqual(refused)
  })

  it("cancelling what is no pending slip says what it is", () => {
    const { gateway } = makeScriptedGateway()
    const charge = chargeOf(store(gateway, "tok_timeout_approved"), "attempt-1")
    Effect.runSync(gateway.charge(charge))
    expect(Effect.runSync(gateway.cancel(charge))).toEqual(approved)
  })

  it.each([
    ["an amount of eleven digits", { amount: 10_000_000_000 }],
    ["a due date that does not exist", { at: Date.parse("9999-12-31T12:00:00Z") }],
  ])("%s is refused for good", (_, members) => {
    const { gateway } = makeScriptedGateway()
    const charge = chargeOf(boleto, "attempt-1", members)
    expect(Effect.runSync(gateway.charge(charge))).toEqual(declined("processing_error", false))
  })
})

describe("a memory", () => {
  it("makes another gateway that knows the same attempts and cards, and then goes its own way", () => {
    const first = makeScriptedGateway()
    const run = Effect.runSync
    const once = store(first.gateway, "tok_decline_once")
    const lost = store(first.gateway, "tok_timeout_approved")
    run(first.gateway.charge(chargeOf(once, "attempt-1")))
    run(first.gateway.charge(chargeOf(lost, "attempt-2")))
    const memory = first.memory()
    const logged = first.charges({ page: 1, limit: 10 })
    const second = makeScriptedGateway({ memory })
    expect(second.charges({ page: 1, limit: 10 })).toEqual(logged)
    expect(run(second.gateway.lookup(chargeOf(lost, "attempt-2")))).toEqual(approved)
    expect(run(second.gateway.charge(chargeOf(once, "attempt-3")))).toEqual(approved)
    expect(first.charges({ page: 1, limit: 10 })).toEqual(logged)
    expect(makeScriptedGateway({ memory }).charges({ page: 1, limit: 10 })).toEqual(logged)
  })
})
