// Executing the charges and look-ups of a change, and those that their answers ask for. Each is made outside every
// commit, and its answer is recorded by a commit of its own.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Account, Change, Charge, Rules } from "../../core/billing/Account.ts"
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

/** What the charges of a change are made for. */
export interface ChargesFor {
  /**
   * The due step at whose instant answers are recorded; or null, and then when they come. Where somebody else has
   * committed since the step they are recorded when they come too: the account may have taken usage of a later instant
   * by then, and no time must end before its usage.
   */
  readonly step: StepInstant | null
  /** What has to be in the account afterwards, also where it is loaded again meanwhile. */
  readonly focus: AccountFocus
}

/** The same, and the account as it was committed last. */
interface Standing extends ChargesFor {
  readonly loaded: LoadedAccount
}

/** When an answer is recorded, and the present, in which the gateway was asked. */
interface AnswerInstant {
  readonly now: number
  readonly presentAt: number
}

/** Records an answer on the account as it was committed last, or on what has become of it. */
const recordOn = (
  { organizationId, invoiceId }: Charge,
  { step, focus, loaded }: Standing,
  record: (
    account: Account,
    at: AnswerInstant,
    rules: Rules,
  ) => ReturnType<Decision<VoidRejection>["decide"]>,
): Effect.Effect<Committed, ChargeRejection, BillingStore | IdSource> => {
  const { eventIds = [] } = focus
  const invoiceIds = Array.from(new Set([...(focus.invoiceIds ?? []), invoiceId]))
  const decide: Decision<VoidRejection>["decide"] = (account, clock, rules) => {
    // A slow clock must not take a key that the gateway forgot for one that it knows.
    const presentAt = Math.max(clock, step?.presentAt ?? clock)
    const now = notBefore(account, step !== null && account === loaded.value ? step.at : presentAt)
    return record(account, { now, presentAt }, rules)
  }
  return decideAndCommit({ organizationId, invoiceIds, eventIds, decide }, { loaded, mayBeOld: true })
}

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
  return yield* recordOn(charge, standing, (account, { now }, rules) =>
    recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
  )
})

/** Looks a charge up and records the answer. */
const lookUpAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  standing: Standing,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const answer = yield* askOutcome("lookup", charge)
  const { invoiceId, attemptId } = charge
  return yield* recordOn(charge, standing, (account, at, rules) =>
    recordLookup(account, { invoiceId, attemptId, answer, ...at }, rules),
  )
})

/**
 * Makes the charges and look-ups of a committed change, and those that follow from the answers, one after the other.
 * `onCommitted` gets each change right after its commit, also the first one. Gives the account as the last of these commits
 * left it.
 *
 * Run it to completion together with that commit. It ends: an answer asks for more only where it ended an attempt, or
 * was the answer to a look-up.
 */
export const executeCharges = Effect.fnUntraced(function* (
  first: Committed,
  { step, focus }: ChargesFor,
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
