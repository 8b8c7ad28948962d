// Making a charge: outside every commit, once, under the attempt's id, and then recording what came of it. From
// the call of the gateway to the second commit it is one region that nobody's leaving interrupts.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { OrganizationNotFound } from "../core/access/Access.ts"
import type { Change, Charge } from "../core/billing/Account.ts"
import { recordAnswer } from "../core/billing/payments.ts"
import type { VoidRejection } from "../core/billing/voids.ts"
import type { GatewayAnswer } from "../core/payment/PaymentAttempt.ts"
import type { BillingStore } from "../ports/BillingStore.ts"
import type { IdSource } from "../ports/IdSource.ts"
import { PaymentGateway } from "../ports/PaymentGateway.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { commitDecision, noFacts } from "./commitDecision.ts"
import type { StoreBusy } from "./retryConflicts.ts"

/** Why what the gateway said could not be recorded. The attempt stays in flight, and reconciliation finds it. */
export type ChargeRejection = VoidRejection | OrganizationNotFound | StoreBusy

/** Asks the gateway, for as long as the policy allows. Whatever is not an explicit answer is Unknown. */
const ask = Effect.fnUntraced(function* (charge: Charge) {
  const gateway = yield* PaymentGateway
  const { chargeDeadlineMillis } = yield* CurrentBillingPolicy
  const unknown: GatewayAnswer = { _tag: "Unknown" }
  return yield* gateway.charge(charge).pipe(
    Effect.timeoutOption(chargeDeadlineMillis),
    Effect.map(Option.getOrElse(() => unknown)),
    Effect.catchCause(() => Effect.succeed(unknown)),
  )
})

/**
 * Charges and records the answer, as one region: it runs in a fiber of its own, so that a caller who leaves
 * interrupts neither. `at` is the instant of the record where the billing engine makes the charge; a person's
 * payment is recorded when its answer comes.
 */
export const chargeAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  at: number | null,
): Effect.fn.Return<Change, ChargeRejection, BillingStore | IdSource | PaymentGateway> {
  const region = Effect.gen(function* () {
    const answer = yield* ask(charge)
    const now = at ?? (yield* Clock.currentTimeMillis)
    const { organizationId, invoiceId, attemptId } = charge
    return yield* commitDecision({
      organizationId,
      invoiceId,
      facts: noFacts,
      decide: (account, _, rules) => recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
    })
  })
  return yield* Fiber.join(yield* Effect.forkDetach(region))
})
