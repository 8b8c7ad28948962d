import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Account, PaymentAttempt } from "../../../src/index.ts"
import { paymentGatewayContract } from "../../../src/testing/index.ts"
import { brokenLaws } from "../breaches.ts"
import { type Gateway, lookingUp, scriptedHost } from "./scriptedGateway.ts"

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
  // It takes minor units for whole ones.
  "the money that moves is the amount of the charge": (good) => ({
    charge: (charge) => good.charge({ ...charge, amount: charge.amount * 100 }),
  }),
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

describe("a broken gateway", () => {
  it("is kept for every case of the contract", () => {
    expect(Object.keys(broken)).toEqual(contract.map(({ name }) => name))
  })

  it.each(Object.entries(broken))("fails this case and no other: %s", async (name, change) => {
    expect(await brokenLaws(paymentGatewayContract(scriptedHost(change)))).toEqual([name])
  })
})

describe("what a host cannot do", () => {
  const { makeLayer, tokens } = scriptedHost()
  const { approves, declines, unknown } = tokens
  const least = paymentGatewayContract({ makeLayer, tokens: { approves, declines, unknown } })
  const skipped = least.filter(({ lacks }) => lacks !== null)

  it("is named with every case that is skipped for it", () => {
    expect(skipped.map(({ name }) => name)).toEqual([
      "skipped without `moneyTaken`: the money that moves is the amount of the charge",
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
