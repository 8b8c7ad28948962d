// The test cards: for each token what card it is and what becomes of its charges. The one table behind tokenizing and
// charging; GAP-23.
import { PaymentAttempt, type PaymentMethod } from "../../../src/index.ts"

/** The outcome of a charge: the answer of the gateway, and the truth. */
export interface Outcome {
  readonly answer: Exclude<PaymentAttempt.GatewayAnswer, { readonly _tag: "Pending" }>
  readonly truth: Exclude<PaymentAttempt.GatewayAnswer, { readonly _tag: "Pending" | "Unknown" }>
}

/** A test card. `first` is the outcome of its first charge, where that is another one. */
export interface TestCard extends PaymentMethod.Card {
  /** The outcome of every charge. */
  readonly outcome: Outcome
  /** The outcome of the first charge, where it differs. */
  readonly first?: Outcome
}

const card = (brand: string, last4: string): PaymentMethod.Card => ({
  brand,
  last4,
  expMonth: 12,
  expYear: 2099,
})

/** The gateway says what it did. */
export const told = (truth: Outcome["truth"]): Outcome => ({ answer: truth, truth })

/** The gateway did something, and its answer is lost. */
export const lost = (truth: Outcome["truth"]): Outcome => ({ answer: { _tag: "Unknown" }, truth })

const approved: Outcome["truth"] = { _tag: "Approved" }

const { refusedWith: declined } = PaymentAttempt

/** Every test card by its token. Only a stolen card is refused for good; every other refusal may be tried again. */
export const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ["tok_visa", { ...card("visa", "4242"), outcome: told(approved) }],
  ["tok_mastercard", { ...card("mastercard", "4444"), outcome: told(approved) }],
  ["tok_amex", { ...card("amex", "0005"), outcome: told(approved) }],
  ["tok_elo", { ...card("elo", "9994"), outcome: told(approved) }],
  ["tok_hipercard", { ...card("hipercard", "0044"), outcome: told(approved) }],
  ["tok_charge_declined", { ...card("visa", "0002"), outcome: told(declined("card_declined")) }],
  ["tok_insufficient_funds", { ...card("visa", "9995"), outcome: told(declined("insufficient_funds")) }],
  ["tok_stolen_card", { ...card("visa", "9979"), outcome: told(declined("stolen_card")) }],
  [
    "tok_expired_card",
    { ...card("visa", "0069"), expMonth: 1, expYear: 2020, outcome: told(declined("expired_card")) },
  ],
  [
    "tok_decline_once",
    { ...card("visa", "0341"), first: told(declined("card_declined")), outcome: told(approved) },
  ],
  ["tok_timeout_approved", { ...card("visa", "7726"), outcome: lost(approved) }],
  ["tok_timeout_declined", { ...card("visa", "7734"), outcome: lost(declined("card_declined")) }],
  ["tok_processing_error", { ...card("visa", "0119"), outcome: told(declined("processing_error")) }],
])
