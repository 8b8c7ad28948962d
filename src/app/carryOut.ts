// Carrying out what a change asks of the gateway: charges, look-ups, and what their answers ask in turn. Each is made
// outside every commit and recorded as one region that nobody's leaving interrupts.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { OrganizationNotFound } from "../core/access/Access.ts"
import type { Change, Charge } from "../core/billing/Account.ts"
import { recordAnswer } from "../core/billing/payments.ts"
import { recordLookup } from "../core/billing/reconciliation.ts"
import type { VoidRejection } from "../core/billing/voids.ts"
import type { BillingStore } from "../ports/BillingStore.ts"
import type { IdSource } from "../ports/IdSource.ts"
import { PaymentGateway } from "../ports/PaymentGateway.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { commitDecision, noFacts } from "./commitDecision.ts"
import type { StoreBusy } from "./retryConflicts.ts"

/** Why what the gateway said could not be recorded. The attempt stays in flight, and reconciliation finds it. */
export type ChargeRejection = VoidRejection | OrganizationNotFound | StoreBusy

type Ports = BillingStore | IdSource | PaymentGateway

/** Asks the gateway, for as long as the policy allows. Whatever is not an explicit answer is Unknown. */
export const ask = Effect.fnUntraced(function* <Answer>(
  question: (gateway: PaymentGateway["Service"]) => Effect.Effect<Answer>,
): Effect.fn.Return<Answer | { readonly _tag: "Unknown" }, never, PaymentGateway> {
  const { chargeDeadlineMillis } = yield* CurrentBillingPolicy
  const unknown = { _tag: "Unknown" } as const
  return yield* question(yield* PaymentGateway).pipe(
    Effect.timeoutOption(chargeDeadlineMillis),
    Effect.map(Option.getOrElse(() => unknown)),
    Effect.catchCause(() => Effect.succeed(unknown)),
  )
})

/** Runs in a fiber of its own, so that a caller who leaves interrupts neither the question nor the record. */
const asRegion = Effect.fnUntraced(function* <A, E, R>(region: Effect.Effect<A, E, R>) {
  return yield* Fiber.join(yield* Effect.forkDetach(region))
})

/** The instant of a record: that of the step where the billing engine asked, else the present. */
const recordedAt = (at: number | null): Effect.Effect<number> =>
  at === null ? Clock.currentTimeMillis : Effect.succeed(at)

/** Charges once and records the answer. What the change asks of the gateway in turn is left to the caller. */
export const chargeAndRecord = (
  charge: Charge,
  at: number | null,
): Effect.Effect<Change, ChargeRejection, Ports> =>
  asRegion(
    Effect.gen(function* () {
      const answer = yield* ask((gateway) => gateway.charge(charge))
      const now = yield* recordedAt(at)
      const { organizationId, invoiceId, attemptId } = charge
      return yield* commitDecision({
        organizationId,
        invoiceId,
        facts: noFacts,
        decide: (account, _, rules) => recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
      })
    }),
  )

/** Looks a charge up and records what was found. */
const lookUpAndRecord = (charge: Charge, at: number | null): Effect.Effect<Change, ChargeRejection, Ports> =>
  asRegion(
    Effect.gen(function* () {
      const { organizationId, invoiceId, attemptId } = charge
      const answer = yield* ask((gateway) => gateway.lookup(charge))
      const presentAt = yield* Clock.currentTimeMillis
      const now = at ?? presentAt
      return yield* commitDecision({
        organizationId,
        invoiceId,
        facts: noFacts,
        decide: (account, _, rules) =>
          recordLookup(account, { invoiceId, attemptId, answer, now, presentAt }, rules),
      })
    }),
  )

/**
 * Carries out all that a change asks of the gateway, and all that follows from the answers, one after the other. Gives
 * the changes that came of it, in order. `at` is the instant of the records where the billing engine asks.
 *
 * It ends: an answer asks for more only where it ended an attempt, or was the answer to a look-up.
 */
export const carryOut = Effect.fnUntraced(function* (
  change: Change,
  at: number | null,
): Effect.fn.Return<ReadonlyArray<Change>, ChargeRejection, Ports> {
  const done: Array<Change> = []
  const work = [change]
  for (let next = work.shift(); next !== undefined; next = work.shift()) {
    for (const charge of next.charges) work.push(yield* chargeAndRecord(charge, at))
    for (const charge of next.lookups) work.push(yield* lookUpAndRecord(charge, at))
    if (next !== change) done.push(next)
  }
  return done
})
