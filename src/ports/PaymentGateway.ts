// The payment gateway. It never fails as an effect: any error on the way is an Unknown outcome. The adapter decides
// which answers are definite.
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

/** The gateway gave no answer that can be read. Nothing was stored, and the same call may succeed later. */
export interface GatewayUnavailable {
  readonly _tag: "GatewayUnavailable"
}

/** Makes that rejection. */
export const gatewayUnavailable: GatewayUnavailable = { _tag: "GatewayUnavailable" }

/** Charges payment methods. */
export class PaymentGateway extends Context.Service<
  PaymentGateway,
  {
    /** Turns the token of a card into a card that can be stored. */
    readonly tokenize: (cardToken: string) => Effect.Effect<TokenizedCard, CardTokenInvalid>
    /** Charges once under the charge's `attemptId`: the same id again is the same charge. */
    readonly charge: (charge: Charge) => Effect.Effect<GatewayAnswer>
    /** Looks a charge up. It gets the same value as `charge`, so that the method says where to ask. */
    readonly lookup: (charge: Charge) => Effect.Effect<LookupAnswer>
    /** Cancels the pending boleto of a charge; the answer is its present outcome. */
    readonly cancel: (charge: Charge) => Effect.Effect<LookupAnswer>
  }
>()("studio-billing/ports/PaymentGateway") {}
