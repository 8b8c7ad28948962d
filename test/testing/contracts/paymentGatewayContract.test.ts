import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type Account, type PaymentAttempt, PaymentGateway } from "../../../src/index.ts"
import { paymentGatewayContract } from "../../../src/testing/index.ts"
import { brokenLaws } from "../breaches.ts"
import { type Gateway, scriptedHost } from "./scriptedGateway.ts"

/** A gateway that charges a known key again where the answer before was of a kind. */
const chargingAgain =
  (after: PaymentAttempt.GatewayAnswer["_tag"]) =>
  (good: Gateway): Partial<Gateway> => {
    const answered = new Map<string, string>()
    return {
      charge: (charge) =>
        Effect.suspend(() => {
          const before = answered.get(charge.attemptId)
          const attemptId = before === after ? `${charge.attemptId}/again` : charge.attemptId
          return Effect.tap(good.charge({ ...charge, attemptId }), ({ _tag }) =>
            // What answers at the same moment is not known yet.
            Effect.andThen(
              Effect.yieldNow,
              Effect.sync(() => answered.set(charge.attemptId, _tag)),
            ),
          )
        }),
    }
  }

const unknown = { _tag: "Unknown" } as const
const declined = { _tag: "Declined", declineCode: "processing_error", retryable: true } as const

/** A gateway whose look-ups are changed, by what the charge answered. */
const lookingUp =
  (
    change: (found: PaymentAttempt.LookupAnswer, answered: string | undefined) => PaymentAttempt.LookupAnswer,
  ) =>
  (good: Gateway): Partial<Gateway> => {
    const answered = new Map<string, string>()
    return {
      charge: (charge) =>
        Effect.tap(good.charge(charge), ({ _tag }) =>
          Effect.sync(() => answered.set(charge.attemptId, _tag)),
        ),
      lookup: (charge) =>
        Effect.map(good.lookup(charge), (found) => change(found, answered.get(charge.attemptId))),
    }
  }

const broken: Readonly<Record<string, (good: Gateway) => Partial<Gateway>>> = {
  "a token becomes a card that can be stored": (good) => ({
    tokenize: (token) =>
      Effect.map(good.tokenize(token), (card) => ({ ...card, last4: `4242 4242 4242 ${card.last4}` })),
  }),
  "a token that is unknown is refused": (good) => ({
    tokenize: (token) => Effect.catch(good.tokenize(token), () => good.tokenize("tok_visa")),
  }),
  "an approval is Approved, and found as such": lookingUp((found, answered) =>
    answered === "Approved" && found._tag === "Approved" ? unknown : found,
  ),
  "a refusal is Declined with its reason, and found as such": (good) => ({
    charge: (charge) =>
      Effect.map(good.charge(charge), (answer) =>
        answer._tag === "Declined" ? { ...answer, declineCode: "do_not_honor" as "card_declined" } : answer,
      ),
  }),
  "the same key is the same charge": chargingAgain("Approved"),
  // It writes a key down after it charged.
  "the same key at the same moment is the same charge": (good) => {
    const known = new Map<string, string>()
    let calls = 0
    return {
      charge: (charge) =>
        Effect.gen(function* () {
          calls += 1
          const attemptId =
            known.get(charge.attemptId) ?? (calls > 1 ? `${charge.attemptId}/${calls}` : charge.attemptId)
          yield* Effect.yieldNow
          known.set(charge.attemptId, attemptId)
          return yield* good.charge({ ...charge, attemptId })
        }),
      lookup: (charge) =>
        good.lookup({ ...charge, attemptId: known.get(charge.attemptId) ?? charge.attemptId }),
    }
  },
  "a refused key stays refused": chargingAgain("Declined"),
  // It takes a second charge of the same amount for a mistake.
  "another key is another charge": (good) => {
    const charged = new Map<string, string>()
    return {
      charge: (charge) =>
        Effect.suspend(() => {
          const key = `${charge.paymentMethod.paymentMethodId} ${charge.amount}`
          const attemptId = charged.get(key) ?? charge.attemptId
          charged.set(key, attemptId)
          return good.charge({ ...charge, attemptId })
        }),
    }
  },
  // It takes the invoice for the key.
  "another attempt of an invoice is another charge": (good) => {
    const ofInvoice = (charge: Account.Charge) => ({
      ...charge,
      attemptId: charge.paymentMethod.type === "CARD" ? charge.invoiceId : charge.attemptId,
    })
    return {
      charge: (charge) => good.charge(ofInvoice(charge)),
      lookup: (charge) => good.lookup(ofInvoice(charge)),
    }
  },
  "a key whose answer was lost charges once": chargingAgain("Unknown"),
  "an approval that was not heard is found": lookingUp((found, answered) =>
    answered === "Unknown" && found._tag === "Approved" ? { _tag: "NotFound" } : found,
  ),
  "a refusal that was not heard is found": lookingUp((found, answered) =>
    answered === "Unknown" && found._tag === "Declined" ? unknown : found,
  ),
  "a key that nobody charged with is not found": lookingUp((found, answered) =>
    answered === undefined && found._tag === "NotFound" ? unknown : found,
  ),
  "an approval whose key was forgotten is no refusal": lookingUp((found, answered) =>
    answered === "Approved" && found._tag === "NotFound" ? declined : found,
  ),
  // A broken connection is taken for a refusal.
  "what cannot be reached is Unknown": (good) => ({
    cancel: (charge) =>
      Effect.map(good.cancel(charge), (answer) => (answer._tag === "Unknown" ? declined : answer)),
  }),
  "a slip is Pending with its digits until it is paid": lookingUp((found) =>
    found._tag === "Pending" ? { ...found, slip: { ...found.slip, barcode: "" } } : found,
  ),
  "a slip that was cancelled is Declined from then on": (good) => {
    const cancelled = new Set<string>()
    return {
      cancel: (charge) =>
        Effect.map(good.cancel(charge), (answer) => {
          if (answer._tag !== "Declined" || !cancelled.has(charge.attemptId)) {
            cancelled.add(charge.attemptId)
            return answer
          }
          return { _tag: "NotFound" }
        }),
    }
  },
  "where there is no slip there is nothing to cancel": (good) => ({
    cancel: (charge) =>
      Effect.map(good.cancel(charge), (answer) => (answer._tag === "NotFound" ? declined : answer)),
  }),
  "a slip that was paid cannot be cancelled": (good) => ({
    cancel: (charge) =>
      Effect.map(good.cancel(charge), (answer) => (answer._tag === "Approved" ? declined : answer)),
  }),
}

const contract = paymentGatewayContract(scriptedHost())

describe("the scripted gateway keeps the contract", () => {
  it.each(contract)("$name", ({ check }) => check())
})

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

describe("a broken gateway", () => {
  it("is kept for every case of the contract", () => {
    expect(Object.keys(broken)).toEqual(contract.map(({ name }) => name))
  })

  it.each(Object.entries(broken))("fails this case and no other: %s", async (name, change) => {
    expect(await brokenLaws(paymentGatewayContract(scriptedHost(change)))).toEqual([name])
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

describe("what a host cannot do", () => {
  const { makeLayer, tokens } = scriptedHost()
  const { approves, declines, unknown } = tokens
  const least = paymentGatewayContract({ makeLayer, tokens: { approves, declines, unknown } })
  const skipped = least.filter(({ lacks }) => lacks !== null)

  it("is named with every case that is skipped for it", () => {
    expect(skipped.map(({ name }) => name)).toEqual([
      "skipped without `chargesMade`: the same key is the same charge",
      "skipped without `chargesMade`: the same key at the same moment is the same charge",
      "skipped without `declinesOnce`: a refused key stays refused",
      "skipped without `chargesMade`: another key is another charge",
      "skipped without `timesOutApproved`: a key whose answer was lost charges once",
      "skipped without `timesOutApproved`: an approval that was not heard is found",
      "skipped without `timesOutDeclined`: a refusal that was not heard is found",
      "skipped without `forgetKeys`: an approval whose key was forgotten is no refusal",
      "skipped without `outage`: what cannot be reached is Unknown",
      "skipped without `slips`: a slip is Pending with its digits until it is paid",
      "skipped without `slips`: a slip that was cancelled is Declined from then on",
      "skipped without `slips`: where there is no slip there is nothing to cancel",
      "skipped without `slips`: a slip that was paid cannot be cancelled",
    ])
  })

  it("never passes", async () => {
    expect(await brokenLaws(least)).toEqual(skipped.map(({ name }) => name))
  })
})
