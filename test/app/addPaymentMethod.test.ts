// Adding a payment method: over the limit the gateway is not asked, so that no card stays there that nobody holds here.
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import type { PaymentGateway } from "../../src/index.ts"
import { addCard, makeBilling } from "../support/billing.ts"

it("over the limit asks the gateway for nothing", async () => {
  const tokens: Array<string> = []
  const wrapGateway = (gateway: PaymentGateway["Service"]): PaymentGateway["Service"] => ({
    ...gateway,
    tokenize: (token) => {
      tokens.push(token)
      return gateway.tokenize(token)
    },
  })
  const billing = makeBilling({ wrapGateway, policy: { paymentMethodsMax: { CARD: 1, BOLETO: 1 } } })
  await billing.seeded()
  await billing.run(addCard("tok_visa"))
  const refused = await billing.run(Effect.result(addCard("tok_mastercard")))
  expect(refused).toMatchObject({ failure: { _tag: "PaymentMethodLimitReached", max: 1 } })
  expect(tokens).toEqual(["tok_visa"])
})
