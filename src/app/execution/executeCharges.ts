// Carrying out what a change asks of the gateway: charges, look-ups, and what their answers ask in turn. Each is made
// outside every commit; from the commit that asks for them on it is one region that nobody's leaving interrupts.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { Change, Charge } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/schedule.ts"
import { recordAnswer } from "../../core/billing/collection/payments.ts"
import { recordLookup } from "../../core/billing/collection/reconciliation.ts"
import type { VoidRejection } from "../../core/billing/invoicing/voids.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { type Decision, decideAndCommit, type Loaded, noFacts } from "./decideAndCommit.ts"
import type { StoreBusy } from "./retryConflicts.ts"
import { runToCompletion } from "./runToCompletion.ts"

/** Why what the gateway said could not be recorded. The attempt stays in flight, and reconciliation finds it. */
export type ChargeRejection = Loaded<VoidRejection> | OrganizationNotFound | StoreBusy

type Ports = BillingStore | IdSource | PaymentGateway

/** Asks the gateway, for as long as the policy allows. Whatever is not an explicit answer is Unknown. */
export const ask = Effect.fnUntraced(function* <Answer>(
  question: (gateway: PaymentGateway["Service"]) => Effect.Effect<Answer>,
): Effect.fn.Return<Answer | Unknown, never, PaymentGateway> {
  const { chargeDeadlineMillis } = yield* CurrentBillingPolicy
  const gateway = yield* PaymentGateway
  return yield* Effect.suspend(() => question(gateway)).pipe(
    Effect.timeoutOption(chargeDeadlineMillis),
    Effect.map(Option.getOrElse(() => unknown)),
    Effect.catchCause(() => Effect.succeed(unknown)),
  )
})

interface Unknown {
  readonly _tag: "Unknown"
}

const unknown: Unknown = { _tag: "Unknown" }

/** A change that was committed, and when it was about to be. */
interface Committed {
  readonly change: Change
  readonly decidedAt: number
}

const commit = <Facts, E>(
  decision: Decision<Facts, E>,
): Effect.Effect<Committed, E | OrganizationNotFound | StoreBusy, BillingStore | IdSource> =>
  Effect.flatMap(Clock.currentTimeMillis, (decidedAt) =>
    Effect.map(decideAndCommit(decision), (change) => ({ change, decidedAt })),
  )

/** Charges once and records the answer. What the change asks of the gateway in turn is left to the caller. */
const chargeAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  { decidedAt }: Committed,
  at: number | null,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const { attemptStaleMillis } = yield* CurrentBillingPolicy
  // A process that slept so long charges no more: the attempt is in the hands of reconciliation by now, and the
  // gateway may have forgotten what was charged under its key.
  const isStale = (yield* Clock.currentTimeMillis) >= decidedAt + attemptStaleMillis
  const answer = isStale ? unknown : yield* ask((gateway) => gateway.charge(charge))
  const now = at ?? (yield* Clock.currentTimeMillis)
  const { organizationId, invoiceId, attemptId } = charge
  return yield* commit({
    organizationId,
    invoiceIds: [invoiceId],
    facts: noFacts,
    decide: (account, _, rules) =>
      recordAnswer(account, { invoiceId, attemptId, answer, now: notBefore(account, now) }, rules),
  })
})

/** Looks a charge up and records what was found. */
const lookUpAndRecord = Effect.fnUntraced(function* (
  charge: Charge,
  at: number | null,
): Effect.fn.Return<Committed, ChargeRejection, Ports> {
  const { organizationId, invoiceId, attemptId } = charge
  const answer = yield* ask((gateway) => gateway.lookup(charge))
  const presentAt = yield* Clock.currentTimeMillis
  const now = at ?? presentAt
  return yield* commit({
    organizationId,
    invoiceIds: [invoiceId],
    facts: noFacts,
    decide: (account, _, rules) =>
      recordLookup(account, { invoiceId, attemptId, answer, now: notBefore(account, now), presentAt }, rules),
  })
})

/** Is told of each change right after its commit. */
type OnCommitted = (change: Change) => void

/** It ends: an answer asks for more only where it ended an attempt, or was the answer to a look-up. */
const executeCharges = Effect.fnUntraced(function* (
  first: Committed,
  at: number | null,
  onCommitted: OnCommitted,
): Effect.fn.Return<void, ChargeRejection, Ports> {
  const work = [first]
  for (let next = work.shift(); next !== undefined; next = work.shift()) {
    onCommitted(next.change)
    for (const charge of next.change.charges) work.push(yield* chargeAndRecord(charge, next, at))
    for (const charge of next.change.lookups) work.push(yield* lookUpAndRecord(charge, at))
  }
})

/**
 * Commits a step of the billing engine and carries out all that it asks of the gateway, and all that follows from the
 * answers, one after the other, recorded at the instant of the step. `onCommitted` is told of each change, in order.
 */
export const takeAndCarryOut = <E>(
  step: Decision<null, E>,
  at: number,
  onCommitted: OnCommitted,
): Effect.Effect<void, E | ChargeRejection, Ports> =>
  runToCompletion(Effect.flatMap(commit(step), (committed) => executeCharges(committed, at, onCommitted)))

/**
 * Commits a decision and carries out all that it asks of the gateway, and all that follows from the answers, one after
 * the other. Gives the changes that came of it: its own, and then those that followed.
 *
 * Once it is committed it does not fail any more: what could not be recorded of the rest stays in flight, and
 * reconciliation finds it.
 */
export const decideAndCarryOut = <Facts, E>(
  decision: Decision<Facts, E>,
): Effect.Effect<readonly [Change, ...ReadonlyArray<Change>], E | OrganizationNotFound | StoreBusy, Ports> =>
  runToCompletion(decideAndFollow(decision))

const decideAndFollow = Effect.fnUntraced(function* <Facts, E>(
  decision: Decision<Facts, E>,
): Effect.fn.Return<
  readonly [Change, ...ReadonlyArray<Change>],
  E | OrganizationNotFound | StoreBusy,
  Ports
> {
  const committed = yield* commit(decision)
  const followed: Array<Change> = []
  yield* Effect.ignore(executeCharges(committed, null, (change) => followed.push(change)))
  return [committed.change, ...followed.slice(1)]
})
