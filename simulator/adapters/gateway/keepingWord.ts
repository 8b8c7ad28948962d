// A gateway that keeps its word: an approval that somebody heard is not taken back, because he may be about to record it.
import * as Effect from "effect/Effect"
import type { PaymentGateway } from "../../../src/index.ts"
import { makeRecentMap } from "./RecentMap.ts"
import type { ScriptedGateway } from "./ScriptedGateway.ts"

/** So many approvals are remembered: more than there are answers on their way. */
const APPROVALS_MAX = 1_000

/** The gateway as it is heard, after all that loses its answers, and what an operator does there. */
export const keepingWord = (
  gateway: PaymentGateway["Service"],
  charged: ScriptedGateway,
): { readonly gateway: PaymentGateway["Service"]; readonly charged: ScriptedGateway } => {
  const approved = makeRecentMap<true>(APPROVALS_MAX)
  const heard = <A extends { readonly _tag: string }>(attemptId: string, asked: Effect.Effect<A>) =>
    Effect.tap(asked, ({ _tag }) =>
      Effect.sync(() => {
        if (_tag === "Approved") approved.set(attemptId, true)
      }),
    )
  return {
    gateway: {
      ...gateway,
      charge: (charge) => heard(charge.attemptId, gateway.charge(charge)),
      lookup: (charge) => heard(charge.attemptId, gateway.lookup(charge)),
      cancel: (charge) => heard(charge.attemptId, gateway.cancel(charge)),
    },
    charged: {
      ...charged,
      fail: (attemptId, declineCode) => {
        if (approved.get(attemptId) === undefined) charged.fail(attemptId, declineCode)
      },
    },
  }
}
