// Executing the charges and look-ups of a change, and those that their answers ask for. Each is made outside every
// commit, and its answer is recorded by a commit of its own.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Change, Charge } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/Clocks.ts"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import { recordLookup } from "../../core/billing/collection/Reconciliation.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { askCharge, askOutcome } from "../ports/askGateway.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { type Committed, decideAndCommit, type Loaded } from "./decideAndCommit.ts"
import type { StoreBusy } from "./retryConflicts.ts"

type Ports = BillingStore | IdSource | PaymentGateway

/** Why an answer of the gateway could not be recorded. The attempt stays in flight, and reconciliation finds it. */
export type ChargeRejection = Loaded<VoidRejection> | OrganizationNotFound | StoreBusy

/** The instant of a due step, and the present as the run sees it, which may be later. */
export interface StepInstant {
  readonly at: number
  readonly presentAt: number
}

/** Charges once and records the answer. The caller executes what the change asks for in turn. */
const chargeAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  decidedAt: number,
  step: StepInstant | null,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const { attemptStaleMillis } = yield* CurrentBillingPolicy
  // After such a pause nothing is charged: the attempt is left to reconciliation, and the gateway may have forgotten a
  // charge under its key.
  const isStale = (yield* Clock.currentTimeMillis) >= decidedAt + attemptStaleMillis
  const answer = isStale ? ({ _tag: "Unknown" } as const) : yield* askCharge(charge)
  const { organizationId, invoiceId, attemptId } = charge
  return yield* decideAndCommit({
    organizationId,
    invoiceIds: [invoiceId],
    decide: (account, now, rules) =>
      recordAnswer(
        account,
        { invoiceId, attemptId, answer, now: notBefore(account, step?.at ?? now) },
        rules,
      ),
  })
})

/** Looks a charge up and records the answer. */
const lookUpAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  step: StepInstant | null,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const { organizationId, invoiceId, attemptId } = charge
  const answer = yield* askOutcome("lookup", charge)
  return yield* decideAndCommit({
    organizationId,
    invoiceIds: [invoiceId],
    decide: (account, clock, rules) => {
      // A slow clock must not take a key that the gateway forgot for one that it knows.
      const presentAt = Math.max(clock, step?.presentAt ?? clock)
      const now = notBefore(account, step?.at ?? presentAt)
      return recordLookup(account, { invoiceId, attemptId, answer, now, presentAt }, rules)
    },
  })
})

/**
 * Makes the charges and look-ups of a committed change, and those that follow from the answers, one after the other.
 * Answers are recorded at the instant of a due step, or with null when they come. `onCommitted` gets each change
 * right after its commit, also the first one.
 *
 * Run it to completion together with that commit. It ends: an answer asks for more only where it ended an attempt, or
 * was the answer to a look-up.
 */
export const executeCharges = Effect.fnUntraced(function* (
  first: Committed,
  step: StepInstant | null,
  onCommitted: (change: Change) => void,
): Effect.fn.Return<void, ChargeRejection, Ports> {
  const work = [first]
  for (let next = work.shift(); next !== undefined; next = work.shift()) {
    const { change, decidedAt } = next
    onCommitted(change)
    for (const charge of change.charges) work.push(yield* chargeAndRecord(charge, decidedAt, step))
    for (const charge of change.lookups) work.push(yield* lookUpAndRecord(charge, step))
  }
})
