// Test cards beside real ones (rule 4 of the specification): one gateway in front of two. A method that was stored
// under a test card's token stays with the test gateway, and never reaches the real one. GAP-23
import * as Effect from "effect/Effect"
import type { Charge } from "../../core/billing/Account.ts"
import type { CardTokenInvalid, PaymentGateway, TokenizedCard } from "../../ports/PaymentGateway.ts"

type Gateway = PaymentGateway["Service"]

/**
 * A gateway that keeps test cards apart: tokens for which `isTestToken` holds, and payment methods whose `test` is set,
 * go to `test`; everything else goes to `inner`. It has no state, so that any number of processes agree.
 *
 * A card of `test` is always stored with `test: true`. A card that `inner` itself calls a test card is
 * `CardTokenInvalid`, because neither could charge it. GAP-23
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { withTestCards } from "studio-billing"
 * import { makeScriptedGateway, testCards } from "studio-billing/simulator"
 *
 * const gateway = withTestCards({
 *   inner: makeScriptedGateway().gateway, // yours
 *   test: makeScriptedGateway().gateway,
 *   isTestToken: (cardToken) => testCards.has(cardToken),
 * })
 *
 * Effect.runSync(gateway.tokenize("tok_visa")).test // true
 * Effect.runSync(Effect.flip(gateway.tokenize("tok_of_mine"))) // { _tag: "CardTokenInvalid" }
 * ```
 */
export const withTestCards = (gateways: {
  readonly inner: Gateway
  readonly test: Gateway
  readonly isTestToken: (cardToken: string) => boolean
}): Gateway => {
  const { inner, test, isTestToken } = gateways
  const of = ({ paymentMethod }: Charge): Gateway => (paymentMethod.test ? test : inner)
  return {
    tokenize: (cardToken) =>
      isTestToken(cardToken)
        ? Effect.map(test.tokenize(cardToken), (card) => ({ ...card, test: true }))
        : Effect.flatMap(inner.tokenize(cardToken), refuseTest),
    charge: (charge) => of(charge).charge(charge),
    lookup: (charge) => of(charge).lookup(charge),
    cancel: (charge) => of(charge).cancel(charge),
  }
}

const refuseTest = (card: TokenizedCard): Effect.Effect<TokenizedCard, CardTokenInvalid> =>
  card.test ? Effect.fail({ _tag: "CardTokenInvalid" }) : Effect.succeed(card)
