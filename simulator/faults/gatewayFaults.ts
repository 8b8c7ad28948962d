// Faults of the gateway: what becomes of a charge, whatever its card says. The gateway itself knows the truth, so that
// reconciliation and the audit find it.
import * as Effect from "effect/Effect"
import { CurrentRequest, isOfContract, type RequestInHand } from "../../src/http/index.ts"
import { PaymentAttempt, type PaymentGateway } from "../../src/index.ts"
import type { ScriptedGateway } from "../adapters/gateway/ScriptedGateway.ts"
import { lost, type Outcome, told } from "../adapters/gateway/TestCards.ts"
import type { FaultEffectOf, FaultTarget } from "./Fault.ts"
import type { FaultBook } from "./FaultBook.ts"
import type { RandomFaults } from "./randomFaults.ts"

/** The call of the contract during which something happens; none where time or the control plane brings it about. */
const callOf = (request: RequestInHand | null): Pick<FaultTarget, "method" | "path"> =>
  request !== null && isOfContract(request.route.path) ? request.route : nowhere

const nowhere = { method: null, path: null }

const refusal = PaymentAttempt.refusedWith("card_declined")

/** The answer and the truth of a charge; null leaves both to the card. */
const outcomes: Readonly<Record<FaultEffectOf<"gateway">["outcome"], Outcome | null>> = {
  declined: told(refusal),
  unknown_approved: lost({ _tag: "Approved" }),
  unknown_declined: lost(refusal),
  slow: null,
}

/** The gateway with the faults of a world. */
export const withGatewayFaults = (
  { gateway, foresee }: ScriptedGateway,
  faults: {
    readonly book: FaultBook
    readonly random: RandomFaults
    readonly sleep: (millis: number) => Effect.Effect<void>
  },
): PaymentGateway["Service"] => ({
  ...gateway,
  charge: Effect.fnUntraced(function* (charge) {
    const { method, path } = callOf(yield* CurrentRequest)
    const target = { method, path, organizationId: charge.organizationId }
    const effect = faults.book.strike(["gateway"], target)?.effect ?? faults.random.onCharge()
    if (effect === null) return yield* gateway.charge(charge)
    const outcome = outcomes[effect.outcome]
    if (outcome !== null) foresee(charge.attemptId, outcome)
    const answer = yield* gateway.charge(charge)
    // It has charged by now: whoever gives up waiting does not know that.
    yield* faults.sleep(effect.delayMs)
    return answer
  }),
})
