// The payment gateway. It never fails as an effect: what goes wrong on the way to it is an Unknown outcome, and
// the adapter's one mapping says which answers are definite.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Charge } from "../core/billing/Account.ts"
import type { GatewayAnswer, LookupAnswer } from "../core/payment/PaymentAttempt.ts"
import type { Card } from "../core/payment-method/PaymentMethod.ts"

/** A card that the gateway stored. */
export interface TokenizedCard extends Card {
  /** The gateway's reference to the card. Secret. */
  readonly gatewayReference: string
  /** Set when it charges no real money (rule 4 of the specification). */
  readonly test: boolean
}

/** The gateway does not know the token. */
export interface CardTokenInvalid {
  readonly _tag: "CardTokenInvalid"
}

/** Charges payment methods. */
export class PaymentGateway extends Context.Service<
  PaymentGateway,
  {
    /** Turns the token of a card into a card that can be stored. */
    readonly tokenize: (cardToken: string) => Effect.Effect<TokenizedCard, CardTokenInvalid>
    /** Charges once under the charge's `attemptId`: the same id again is the same charge. */
    readonly charge: (charge: Charge) => Effect.Effect<GatewayAnswer>
    /** What became of a charge. The same value as it was charged with, so that its method says where to ask. */
    readonly lookup: (charge: Charge) => Effect.Effect<LookupAnswer>
    /** Cancels the pending bank slip of a charge; the answer says what it is now. */
    readonly cancel: (charge: Charge) => Effect.Effect<LookupAnswer>
  }
>()("studio-billing/ports/PaymentGateway") {}
