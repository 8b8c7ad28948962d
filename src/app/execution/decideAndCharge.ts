// Decide, commit and charge: how a use case changes an account. Whatever was due is done first, the decision is
// committed, and the charges that it asks for are made before anybody is answered. A charge that is refused is an
// outcome, no failure.
import * as Effect from "effect/Effect"
import type { Account, Change } from "../../core/billing/Account.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts, type UpToDate } from "./applyDue.ts"
import { type Committed, type Decision, decideAndCommit } from "./decideAndCommit.ts"
import { executeCharges } from "./executeCharges.ts"
import { runToCompletion } from "./runToCompletion.ts"

/** What was decided, what followed from the charges that it caused, and the account after all of it. */
export interface Charged {
  readonly change: Change
  readonly followed: ReadonlyArray<Change>
  readonly account: Account
}

/**
 * Does what is due, unless the caller just did and gives the account, decides and commits, and makes the charges one
 * after another.
 *
 * Once the decision is committed nothing fails any more, and nobody's leaving interrupts what follows: what could not be
 * recorded of the charges stays in flight, and reconciliation finds it.
 */
export const decideAndCharge = Effect.fnUntraced(function* <E, Reads = unknown>(
  decision: Decision<E, Reads>,
  upToDate?: UpToDate,
): Effect.fn.Return<Charged, E | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceIds = [] } = decision
  const start = upToDate ?? (yield* applyDue({ organizationId, invoiceIds }))
  return yield* runToCompletion(Effect.flatMap(decideAndCommit(decision, start), chargeAll))
})

const chargeAll = Effect.fnUntraced(function* (
  committed: Committed,
): Effect.fn.Return<Charged, never, BillingPorts> {
  const changes: Array<Change> = []
  yield* Effect.ignore(executeCharges(committed, null, (change) => changes.push(change)))
  const { change } = committed
  return { change, followed: changes.slice(1), account: (changes.at(-1) ?? change).account }
})
