// A gateway that forgets: it knows a key for a day from its charge, and after that the same key is another charge. What
// becomes of each new charge is told beforehand; what really happened is written down.
import * as Effect from "effect/Effect"
import type { Account, PaymentAttempt, PaymentGateway } from "../../src/index.ts"
import { approved, declined, unknown } from "./account.ts"

/** What becomes of a charge: whether it arrives, what the gateway does, and whether its answer arrives. */
export type Fate = "approved" | "declined" | "approved, unheard" | "declined, unheard" | "lost"

/** A charge that arrived. */
export interface Arrived {
  readonly charge: Account.Charge
  readonly truth: PaymentAttempt.GatewayAnswer
  readonly at: number
}

const KEY_MILLIS = 24 * 60 * 60 * 1000

/** A gateway with the fates of its charges, in order; those beyond them are approved. */
export const makeForgettingGateway = (fates: ReadonlyArray<Fate> = []) => {
  const arrived: Array<Arrived> = []
  let count = 0
  const service = (now: () => number): PaymentGateway["Service"] => {
    const known = (attemptId: string): Arrived | undefined =>
      arrived.findLast(({ charge, at }) => charge.attemptId === attemptId && now() < at + KEY_MILLIS)
    return {
      tokenize: (cardToken) =>
        Effect.succeed({
          brand: "visa",
          last4: "4242",
          expMonth: 12,
          expYear: 2099,
          gatewayReference: cardToken,
          test: true,
        }),
      charge: (charge) =>
        Effect.sync(() => {
          const before = known(charge.attemptId)
          if (before !== undefined) return before.truth
          const fate = fates[count] ?? "approved"
          count += 1
          if (fate === "lost") return unknown
          const truth = fate.startsWith("approved") ? approved : declined
          arrived.push({ charge, truth, at: now() })
          return fate.endsWith("unheard") ? unknown : truth
        }),
      lookup: ({ attemptId }) => Effect.sync(() => known(attemptId)?.truth ?? { _tag: "NotFound" }),
      cancel: () => Effect.succeed({ _tag: "NotFound" }),
    }
  }
  return { service, arrived: (): ReadonlyArray<Arrived> => arrived }
}
