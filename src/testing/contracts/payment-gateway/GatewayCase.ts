// A case of the gateway's contract: a story that is told to one gateway, with what the host can make it do.
import * as Effect from "effect/Effect"
import type { Charge } from "../../../core/billing/Account.ts"
import type { PaymentMethod } from "../../../core/payment-method/PaymentMethod.ts"
import type { PaymentGateway } from "../../../ports/PaymentGateway.ts"
import type { GatewayHost, TestTokens } from "./GatewayHost.ts"

/** A gateway. */
export type Gateway = PaymentGateway["Service"]

/** What a host may leave out. */
export type Need = Exclude<keyof GatewayHost, "makeLayer" | "tokens" | "currency"> | keyof TestTokens

/** One thing that every gateway has to do. */
export interface GatewayCase {
  readonly name: string
  readonly rule: string
  readonly needs: ReadonlyArray<Need>
  readonly tell: (gateway: Gateway, host: GatewayHost) => Effect.Effect<void>
}

/** A new charge of 100 BRL to a method, now; `inCurrency` makes it one of another currency. */
export const chargeOf = (paymentMethod: PaymentMethod, amount = 10_000): Charge => ({
  organizationId: paymentMethod.organizationId,
  invoiceId: crypto.randomUUID(),
  attemptId: crypto.randomUUID(),
  amount,
  currency: "BRL",
  paymentMethod,
  at: Date.now(),
})

const common = () => ({
  paymentMethodId: crypto.randomUUID(),
  organizationId: "org-1",
  isDefault: true,
  billingDetails: { name: "Owner", email: "owner@example.com" },
  createdAt: 0,
})

/** A method that pays by bank slip. */
export const boleto = (): PaymentMethod => ({ ...common(), type: "BOLETO", test: true })

/** The card of a token, as it is stored; dies where the gateway does not know the token. */
export const cardOf = (gateway: Gateway, token: string | undefined): Effect.Effect<PaymentMethod> =>
  Effect.map(
    Effect.catch(gateway.tokenize(token ?? ""), () =>
      Effect.die(new Error(`the gateway does not know the token ${token}`)),
    ),
    (card) => ({ ...common(), type: "CARD", ...card }),
  )

/** What the rules take an answer for: a call that throws is Unknown. */
export const told = <A>(ask: () => Effect.Effect<A>) =>
  Effect.catchDefect(Effect.suspend(ask), () => Effect.succeed({ _tag: "Unknown" } as const))

/** The gateway, charged in a currency. */
export const inCurrency = (gateway: Gateway, currency: string): Gateway => ({
  tokenize: (token) => gateway.tokenize(token),
  charge: (charge) => gateway.charge({ ...charge, currency }),
  lookup: (charge) => gateway.lookup({ ...charge, currency }),
  cancel: (charge) => gateway.cancel({ ...charge, currency }),
})

/** How many charges an effect makes, by the gateway's own books. */
export const countCharges = Effect.fnUntraced(function* <A>(
  host: GatewayHost,
  effect: Effect.Effect<A>,
): Effect.fn.Return<number> {
  const made = host.chargesMade ?? Effect.succeed(0)
  const before = yield* made
  yield* effect
  return (yield* made) - before
})
