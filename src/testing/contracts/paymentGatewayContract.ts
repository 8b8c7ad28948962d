// The contract of `PaymentGateway`: what the payments rely on, above all that one key is one charge, whatever is lost on
// the way. What a gateway cannot be made to do is not checked, and said so.
import * as Effect from "effect/Effect"
import { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { type Law, story } from "../Law.ts"
import { charges } from "./payment-gateway/charges.ts"
import { type GatewayCase, inCurrency } from "./payment-gateway/GatewayCase.ts"
import type { GatewayHost } from "./payment-gateway/GatewayHost.ts"
import { slips } from "./payment-gateway/slips.ts"

const cases: ReadonlyArray<GatewayCase> = [...charges, ...slips]

/**
 * The contract of a gateway: the same key is the same charge, also at once and after a time-out; another attempt of an
 * invoice is another; the money is the amount; a look-up tells what became of a charge whose answer was lost; a key that
 * was forgotten makes no refusal of an approval; what cannot be reached is Unknown; a slip that was cancelled takes no
 * money.
 *
 * Ids of attempts are new each time, so that it can run against an account of a provider for tests. A case that needs a
 * hook or a token which the host does not give is skipped, by name.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { PaymentGateway } from "studio-billing"
 * import { paymentGatewayContract } from "studio-billing/testing"
 *
 * declare const makeGateway: () => PaymentGateway["Service"]
 * const contract = paymentGatewayContract({
 *   makeLayer: () => Layer.sync(PaymentGateway, makeGateway),
 *   tokens: { approves: "tok_visa", declines: "tok_charge_declined", unknown: "tok_unknown" },
 * })
 * contract.filter(({ lacks }) => lacks === null).length // 6
 * contract.at(-1)?.name // "skipped without `slips`: a slip that was paid cannot be cancelled"
 * ```
 */
export const paymentGatewayContract = (host: GatewayHost): ReadonlyArray<Law> =>
  cases.map(({ name, rule, needs, tell }) => {
    const given: Readonly<Record<string, unknown>> = { ...host.tokens, ...host }
    const lacks = needs.find((need) => given[need] === undefined)
    const told = Effect.flatMap(PaymentGateway, (gateway) =>
      tell(inCurrency(gateway, host.currency ?? "BRL"), host),
    )
    return story({
      name,
      rule,
      lacks: lacks ?? null,
      tell: () => Effect.runPromise(Effect.provide(told, host.makeLayer())),
    })
  })
