// Decide, commit and charge: the way in which a use case changes an account. Due steps are taken first. The charges of
// the decision are made before the use case answers. A refused charge is an outcome, not a failure.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Account, Change, Rules } from "../../core/billing/Account.ts"
import { newestAt } from "../../core/billing/Clocks.ts"
import { nextDue } from "../../core/billing/Schedule.ts"
import type { AccountFocus } from "../../ports/BillingStore.ts"
import { faultOf, reportPortFault } from "../ports/callPort.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts, type UpToDate } from "./applyDue.ts"
import { type Committed, type Decision, decideAndCommit } from "./decideAndCommit.ts"
import { executeCharges } from "./executeCharges.ts"
import type { AccountRef } from "./loadAccount.ts"
import { runToCompletion } from "./runToCompletion.ts"

/** The decision, the changes that its charges caused, and the account after them. */
export interface Charged {
  readonly change: Change
  readonly followed: ReadonlyArray<Change>
  readonly account: Account
}

/**
 * Takes due steps, unless the caller just did and gives the account; then decides, commits, and makes the charges one
 * after another.
 *
 * After the commit nothing fails any more, whatever the store does, and an interruption of the caller does not stop it. A
 * charge whose answer cannot be recorded stays in flight, and reconciliation finds it.
 */
export const decideAndCharge = Effect.fnUntraced(function* <E, Reads = unknown>(
  decision: Decision<E, Reads>,
  upToDate?: UpToDate,
): Effect.fn.Return<Charged, E | ApplyDueRejection, BillingPorts> {
  const ref = refOf(decision)
  const start = upToDate ?? (yield* applyDue(ref))
  return yield* afterPassedSteps(decision, start, (one, from) =>
    runToCompletion(Effect.flatMap(decideAndCommit(one, from), (done) => chargeAll(done, ref))),
  )
})

/** The account of a decision, with what it asks for beside it. */
const refOf = ({ organizationId, invoiceIds = [], eventIds = [] }: AccountRef): AccountRef => ({
  organizationId,
  invoiceIds,
  eventIds,
})

/**
 * Makes a decision by a way to commit it. Where another process has brought the account past a step that fell due since the
 * start, due steps are taken once more before: whoever is a little late would decide before what has happened already.
 */
export const afterPassedSteps = <A, E, F, Reads, C extends Change>(
  decision: Decision<E, Reads, C>,
  start: UpToDate,
  commit: (
    decision: Decision<E | StepPassed, Reads, C>,
    start: UpToDate,
  ) => Effect.Effect<A, F | StepPassed, BillingPorts>,
  left = CATCH_UPS_MAX,
): Effect.Effect<A, Exclude<F, StepPassed> | ApplyDueRejection, BillingPorts> =>
  Effect.catchIf(
    commit(left === 0 ? decision : unlessPassed(decision, start), start),
    (failure): failure is StepPassed => failure === STEP_PASSED,
    () =>
      Effect.flatMap(applyDue(refOf(decision)), (after) =>
        afterPassedSteps(decision, after, commit, left - 1),
      ),
  ) as Effect.Effect<A, Exclude<F, StepPassed> | ApplyDueRejection, BillingPorts>

/** How often due steps are taken once more before one decision. After that it is made before them. */
const CATCH_UPS_MAX = 10

/** A step is due that the account has gone past. Nothing happened. It never leaves `afterPassedSteps`. */
const STEP_PASSED = { _tag: "StepPassed" } as const

type StepPassed = typeof STEP_PASSED

const unlessPassed = <E, Reads, C extends Change>(
  decision: Decision<E, Reads, C>,
  { upTo }: UpToDate,
): Decision<E | StepPassed, Reads, C> => ({
  ...decision,
  decide: (account, now, rules, ...more) =>
    isPast(account, upTo, rules) ? Result.fail(STEP_PASSED) : decision.decide(account, now, rules, ...more),
})

/** Whether a step that fell due since an instant lies behind the newest instant of the account. */
const isPast = (account: Account, since: number, rules: Rules): boolean => {
  const newest = newestAt(account)
  // Mostly nothing has happened since, and what is due is not asked for.
  const due = newest > since ? nextDue(account, rules) : null
  return due !== null && due.at > since && due.at <= newest
}

/**
 * Makes the charges of a committed change, one after another, and gives what came of them. The focus is in the account
 * afterwards. Run it to completion.
 */
export const chargeAll = Effect.fnUntraced(function* (
  committed: Committed,
  focus: AccountFocus,
): Effect.fn.Return<Charged, never, BillingPorts> {
  const changes: Array<Change> = []
  const charging = executeCharges(committed, { step: null, focus }, (change) => changes.push(change))
  const { change } = committed
  yield* Effect.catchCause(charging, (cause) => reportUnrecorded(cause, change.account))
  return { change, followed: changes.slice(1), account: (changes.at(-1) ?? change).account }
})

/** Says that an answer is not recorded, unless the store was only busy. */
const reportUnrecorded = (cause: Cause.Cause<unknown>, { organization }: Account): Effect.Effect<void> => {
  if (Cause.hasFails(cause)) return Effect.void
  const call = { operation: "BillingStore.commit", organizationId: organization.organizationId }
  return reportPortFault(faultOf(call, "DEFECT", `An answer is not recorded: ${Cause.squash(cause)}`))
}
