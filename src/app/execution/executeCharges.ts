// Executing the charges and look-ups of a change, and those that their answers ask for. Each is made outside every
// commit, and its answer is recorded by a commit of its own.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Account, Change, Charge } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/Clocks.ts"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import { recordLookup } from "../../core/billing/collection/Reconciliation.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { AccountFocus, BillingStore, LoadedAccount } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { askCharge, askOutcome } from "../ports/askGateway.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { type Committed, type Decision, decideAndCommit, type Loaded } from "./decideAndCommit.ts"
import type { StoreBusy } from "./retryConflicts.ts"

type Ports = BillingStore | IdSource | PaymentGateway

/** Why an answer of the gateway could not be recorded. The attempt stays in flight, and reconciliation finds it. */
export type ChargeRejection = Loaded<VoidRejection> | OrganizationNotFound | StoreBusy

/** The instant of a due step, and the present as the run sees it, which may be much later. */
export interface StepInstant {
  readonly at: number
  readonly presentAt: number
}

/** Where charges stand. */
export interface ChargesAt {
  /**
   * The instant of a due step, at which answers are recorded; or null, and then when they come. Where somebody else has
   * committed since the step they are recorded when they come too: the account may have taken usage of a later instant
   * by then, and no time must end before its usage.
   */
  readonly step: StepInstant | null
  /** What has to be in the account afterwards, also where it is loaded again meanwhile. */
  readonly focus: AccountFocus
}

/** Where a charge stands: on the account as it was committed last. */
interface Standing extends ChargesAt {
  readonly loaded: LoadedAccount
}

/** Records an answer on that account, or on what has become of it. */
const recording = <E>(
  { organizationId, invoiceId }: Charge,
  { loaded, focus }: Standing,
  decide: Decision<E>["decide"],
) => {
  const { eventIds = [] } = focus
  const invoiceIds = Array.from(new Set([...(focus.invoiceIds ?? []), invoiceId]))
  return decideAndCommit({ organizationId, invoiceIds, eventIds, decide }, { loaded, mayBeOld: true })
}

/** The instant at which an answer is recorded. */
const recordedAt = ({ step, loaded }: Standing, account: Account, presentAt: number): number =>
  notBefore(account, step !== null && account === loaded.value ? step.at : presentAt)

/** Charges once and records the answer. The caller executes what the change asks for in turn. */
const chargeAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  standing: Standing,
  decidedAt: number,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const { attemptStaleMillis } = yield* CurrentBillingPolicy
  // After such a pause nothing is charged: the attempt is left to reconciliation, and the gateway may have forgotten a
  // charge under its key.
  const isStale = (yield* Clock.currentTimeMillis) >= decidedAt + attemptStaleMillis
  const answer = isStale ? ({ _tag: "Unknown" } as const) : yield* askCharge(charge)
  const { invoiceId, attemptId } = charge
  const { step } = standing
  const decide: Decision<VoidRejection>["decide"] = (account, clock, rules) => {
    const now = recordedAt(standing, account, Math.max(clock, step?.presentAt ?? clock))
    return recordAnswer(account, { invoiceId, attemptId, answer, now }, rules)
  }
  return yield* recording(charge, standing, decide)
})

/** Looks a charge up and records the answer. */
const lookUpAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  standing: Standing,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const { invoiceId, attemptId } = charge
  const { step } = standing
  const answer = yield* askOutcome("lookup", charge)
  const decide: Decision<VoidRejection>["decide"] = (account, clock, rules) => {
    // A slow clock must not take a key that the gateway forgot for one that it knows.
    const presentAt = Math.max(clock, step?.presentAt ?? clock)
    const now = recordedAt(standing, account, presentAt)
    return recordLookup(account, { invoiceId, attemptId, answer, now, presentAt }, rules)
  }
  return yield* recording(charge, standing, decide)
})

/**
 * Makes the charges and look-ups of a committed change, and those that follow from the answers, one after the other.
 * Answers are recorded at the instant of a due step, or with null when they come. `onCommitted` gets each change
 * right after its commit, also the first one. Gives the account as the last of these commits left it.
 *
 * Run it to completion together with that commit. It ends: an answer asks for more only where it ended an attempt, or
 * was the answer to a look-up.
 */
export const executeCharges = Effect.fnUntraced(function* (
  first: Committed,
  { step, focus }: ChargesAt,
  onCommitted: (change: Change) => void,
): Effect.fn.Return<LoadedAccount, ChargeRejection, Ports> {
  const work = [first]
  let loaded = first.after
  const add = (done: Committed): void => {
    loaded = done.after
    work.push(done)
  }
  for (let next = work.shift(); next !== undefined; next = work.shift()) {
    const { change, decidedAt } = next
    onCommitted(change)
    for (const charge of change.charges) {
      add(yield* chargeAndRecord(charge, { loaded, step, focus }, decidedAt))
    }
    for (const charge of change.lookups) add(yield* lookUpAndRecord(charge, { loaded, step, focus }))
  }
  return loaded
})
