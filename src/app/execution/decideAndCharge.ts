// Decide, commit and charge: the way in which a use case changes an account. Due steps are taken first. The charges of
// the decision are made before the use case answers. A refused charge is an outcome, not a failure.
import * as Effect from "effect/Effect"
import type { Account, Change } from "../../core/billing/Account.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts, type UpToDate } from "./applyDue.ts"
import { type Committed, type Decision, decideAndCommit } from "./decideAndCommit.ts"
import { executeCharges } from "./executeCharges.ts"
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
 * After the commit nothing fails any more, and an interruption of the caller does not stop it. A charge whose answer
 * cannot be recorded stays in flight, and reconciliation finds it.
 */
export const decideAndCharge = Effect.fnUntraced(function* <E, Reads = unknown>(
  decision: Decision<E, Reads>,
  upToDate?: UpToDate,
): Effect.fn.Return<Charged, E | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceIds = [], eventIds = [] } = decision
  const start = upToDate ?? (yield* applyDue({ organizationId, invoiceIds, eventIds }))
  return yield* runToCompletion(Effect.flatMap(decideAndCommit(decision, start), chargeAll))
})

/** Makes the charges of a committed change, one after another, and gives what came of them. Run it to completion. */
export const chargeAll = Effect.fnUntraced(function* (
  committed: Committed,
): Effect.fn.Return<Charged, never, BillingPorts> {
  const changes: Array<Change> = []
  yield* Effect.ignore(executeCharges(committed, { step: null, focus: {} }, (change) => changes.push(change)))
  const { change } = committed
  return { change, followed: changes.slice(1), account: (changes.at(-1) ?? change).account }
})
