// Test cards beside real ones: whatever is asked in whatever order, each gateway only ever sees its own.
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withTestCards } from "../../src/app/payment-methods/withTestCards.ts"
import type { Charge } from "../../src/core/billing/Account.ts"
import type { PaymentMethod } from "../../src/core/payment-method/PaymentMethod.ts"
import type { PaymentGateway } from "../../src/ports/PaymentGateway.ts"
import { runs } from "../support/runs.ts"

type Gateway = PaymentGateway["Service"]

/** A gateway that approves everything and writes down what it was asked; `says` is its word on a card's `test`. */
const spy = (says: boolean) => {
  const tokens: Array<string> = []
  const charges: Array<Charge> = []
  const ask = (charge: Charge) =>
    Effect.sync(() => {
      charges.push(charge)
      return { _tag: "Approved" } as const
    })
  const gateway: Gateway = {
    tokenize: (cardToken) =>
      Effect.sync(() => {
        tokens.push(cardToken)
        const gatewayReference = `${cardToken}:${tokens.length}`
        return { brand: "visa", last4: "4242", expMonth: 12, expYear: 2099, gatewayReference, test: says }
      }),
    charge: ask,
    lookup: ask,
    cancel: ask,
  }
  return { gateway, tokens, charges }
}

const isTestToken = (cardToken: string): boolean => cardToken.startsWith("tok_")

const wrapped = (
  says: { readonly inner: boolean; readonly test: boolean } = { inner: false, test: true },
) => {
  const inner = spy(says.inner)
  const test = spy(says.test)
  return { inner, test, gateway: withTestCards({ inner: inner.gateway, test: test.gateway, isTestToken }) }
}

const common = {
  paymentMethodId: "method-1",
  organizationId: "org-1",
  isDefault: true,
  billingDetails: { name: "Owner", email: "owner@example.com" },
  createdAt: 0,
}

const chargeOf = (paymentMethod: PaymentMethod): Charge => ({
  organizationId: "org-1",
  invoiceId: "invoice-1",
  attemptId: "attempt-1",
  amount: 100,
  currency: "BRL",
  paymentMethod,
  at: 0,
})

const boleto = (test: boolean): PaymentMethod => ({ ...common, type: "BOLETO", test })

type Call =
  | { readonly on: "tokenize"; readonly cardToken: string }
  | { readonly on: "charge" | "lookup" | "cancel"; readonly method: number }

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    on: fc.constant("tokenize" as const),
    cardToken: fc.oneof(
      fc.string().map((rest) => `tok_${rest}`),
      fc.string(),
    ),
  }),
  fc.record({ on: fc.constantFrom("charge", "lookup", "cancel"), method: fc.nat() }),
)

/** Makes the calls one after the other, on slips and on the cards that the calls before them stored. */
const make = async (gateway: Gateway, calls: ReadonlyArray<Call>): Promise<void> => {
  const methods = [boleto(false), boleto(true)]
  for (const made of calls) {
    if (made.on === "tokenize") {
      const card = await Effect.runPromise(gateway.tokenize(made.cardToken))
      methods.push({ ...common, type: "CARD", ...card })
    } else {
      const method = methods[made.method % methods.length] as PaymentMethod
      await Effect.runPromise(gateway[made.on](chargeOf(method)))
    }
  }
}

describe("test cards beside real ones (rule 4, GAP-23)", () => {
  it("never meet, whatever is called in whatever order", async () => {
    const property = fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
      const { inner, test, gateway } = wrapped()
      await make(gateway, calls)
      expect(inner.tokens.filter(isTestToken)).toEqual([])
      expect(test.tokens.filter((token) => !isTestToken(token))).toEqual([])
      expect(inner.charges.filter(({ paymentMethod }) => paymentMethod.test)).toEqual([])
      expect(test.charges.filter(({ paymentMethod }) => !paymentMethod.test)).toEqual([])
      const asked = inner.tokens.length + test.tokens.length + inner.charges.length + test.charges.length
      expect(asked).toBe(calls.length)
    })
    await fc.assert(property, { numRuns: runs(200) })
  })

  it.each([
    ["charge", "tok_visa", "test"],
    ["lookup", "tok_visa", "test"],
    ["cancel", "tok_visa", "test"],
    ["charge", "card_of_somebody", "inner"],
    ["lookup", "card_of_somebody", "inner"],
    ["cancel", "card_of_somebody", "inner"],
  ] as const)("%s of a card stored by %s goes to %s, as it is", async (on, cardToken, name) => {
    const { gateway, ...gateways } = wrapped()
    const card = await Effect.runPromise(gateway.tokenize(cardToken))
    const charge = chargeOf({ ...common, type: "CARD", ...card })
    expect(await Effect.runPromise(gateway[on](charge))).toEqual({ _tag: "Approved" })
    expect(gateways[name].tokens).toEqual([cardToken])
    expect(gateways[name].charges).toEqual([charge])
  })

  it("a card is a test card by its token, whatever the test gateway says of it", async () => {
    const { gateway } = wrapped({ inner: false, test: false })
    expect((await Effect.runPromise(gateway.tokenize("tok_visa"))).test).toBe(true)
  })

  it("a card that the real gateway calls a test card is not stored", async () => {
    const { gateway } = wrapped({ inner: true, test: true })
    const refused = await Effect.runPromise(Effect.flip(gateway.tokenize("card_of_somebody")))
    expect(refused).toEqual({ _tag: "CardTokenInvalid" })
  })
})
