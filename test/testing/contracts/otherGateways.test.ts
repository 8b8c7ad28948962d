// Gateways that are written another way, as on the SDK of a provider, and keep the contract as well.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type Account, type PaymentAttempt, PaymentGateway } from "../../../src/index.ts"
import { paymentGatewayContract } from "../../../src/testing/index.ts"
import { brokenLaws } from "../breaches.ts"
import { type Gateway, lookingUp, scriptedHost } from "./scriptedGateway.ts"

const unknown = { _tag: "Unknown" } as const
const declined = { _tag: "Declined", declineCode: "processing_error", retryable: true } as const

/** Answers that are not Unknown, in place of those that are. */
const heard = (
  good: Gateway,
  other: (charge: Account.Charge) => Effect.Effect<PaymentAttempt.GatewayAnswer>,
) =>
  ({
    charge: (charge) =>
      Effect.flatMap(good.charge(charge), (answer) =>
        answer._tag === "Unknown" ? other(charge) : Effect.succeed(answer),
      ),
  }) satisfies Partial<Gateway>

/** As one writes it on the SDK of a provider: its functions need their object. */
class Instance implements Gateway {
  readonly #good: Gateway
  constructor(good: Gateway) {
    this.#good = good
  }
  tokenize(token: string) {
    return this.#good.tokenize(token)
  }
  charge(charge: Account.Charge) {
    return this.#good.charge(charge)
  }
  lookup(charge: Account.Charge) {
    return this.#good.lookup(charge)
  }
  cancel(charge: Account.Charge) {
    return this.#good.cancel(charge)
  }
}

const lines: Readonly<Record<string, (good: Gateway) => Partial<Gateway>>> = {
  // The SDK of a provider may repeat a call whose answer was lost, under its key.
  "asks again by itself": (good) =>
    heard(good, (charge) =>
      Effect.map(good.lookup(charge), (found) => (found._tag === "NotFound" ? unknown : found)),
    ),
  "remembers a charge for longer than its key": lookingUp((found, answered) =>
    answered === "Approved" && found._tag === "NotFound" ? { _tag: "Approved" } : found,
  ),
  "throws what it cannot know": (good) => {
    const fail = () => Effect.die(new Error("fetch failed"))
    return {
      ...heard(good, fail),
      lookup: (charge) =>
        Effect.flatMap(good.lookup(charge), (found) =>
          found._tag === "Unknown" ? fail() : Effect.succeed(found),
        ),
    }
  },
}

describe("a gateway keeps the contract as well that", () => {
  it("is an instance of a class", async () => {
    const host = scriptedHost()
    const makeLayer = () =>
      Layer.effect(
        PaymentGateway,
        Effect.map(PaymentGateway, (good) => new Instance(good)),
      ).pipe(Layer.provide(host.makeLayer()))
    expect(await brokenLaws(paymentGatewayContract({ ...host, makeLayer }))).toEqual([])
  })

  it.each(Object.entries(lines))("%s", async (_, change) => {
    expect(await brokenLaws(paymentGatewayContract(scriptedHost(change)))).toEqual([])
  })
})

describe("an answer that was lost", () => {
  it.each([
    [declined, "an approval that was not heard is found"],
    [{ _tag: "Approved" } as const, "a refusal that was not heard is found"],
  ])("is not told as %j", async (wrong, name) => {
    const host = scriptedHost((good) => heard(good, () => Effect.succeed(wrong)))
    expect(await brokenLaws(paymentGatewayContract(host))).toEqual([
      name,
      "what cannot be reached is Unknown",
    ])
  })
})

describe("the SDK of a provider", () => {
  // As mercadopago does: the card comes back that the key had.
  it("may not take the key of a charge for the card that is stored next", async () => {
    const host = scriptedHost((good) => {
      let last: { readonly reference: string } | null = null
      return {
        tokenize: (token) =>
          Effect.map(good.tokenize(token), (card) =>
            last === null ? card : { ...card, gatewayReference: last.reference },
          ),
        charge: (charge) => {
          const { paymentMethod } = charge
          if (paymentMethod.type === "CARD") last = { reference: paymentMethod.gatewayReference }
          return good.charge(charge)
        },
      }
    })
    expect(await brokenLaws(paymentGatewayContract(host))).toEqual([
      "another attempt of an invoice is another charge",
    ])
  })
})

describe("the currency of a host", () => {
  it("is that of every charge", async () => {
    const currencies = new Set<string>()
    const noting =
      <A>(ask: (charge: Account.Charge) => Effect.Effect<A>) =>
      (charge: Account.Charge) => {
        currencies.add(charge.currency)
        return ask(charge)
      }
    const host = scriptedHost(({ charge, lookup, cancel }) => ({
      charge: noting(charge),
      lookup: noting(lookup),
      cancel: noting(cancel),
    }))
    expect(await brokenLaws(paymentGatewayContract({ ...host, currency: "JPY" }))).toEqual([])
    expect([...currencies]).toEqual(["JPY"])
  })
})
