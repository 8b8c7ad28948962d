// Decide, commit and charge: the way in which a use case changes an account. Due steps are taken first. The charges of
// the decision are made before the use case answers. A refused charge is an outcome, not a failure.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Account, Change } from "../../core/billing/Account.ts"
import type { AccountFocus } from "../../ports/BillingStore.ts"
import { faultOf, reportPortFault } from "../ports/callPort.ts"
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
 * After the commit nothing fails any more, whatever the store does, and an interruption of the caller does not stop it. A
 * charge whose answer cannot be recorded stays in flight, and reconciliation finds it.
 */
export const decideAndCharge = Effect.fnUntraced(function* <E, Reads = unknown>(
  decision: Decision<E, Reads>,
  upToDate?: UpToDate,
): Effect.fn.Return<Charged, E | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceIds = [], eventIds = [] } = decision
  const focus = { invoiceIds, eventIds }
  const start = upToDate ?? (yield* applyDue({ organizationId, ...focus }))
  return yield* runToCompletion(
    Effect.flatMap(decideAndCommit(decision, start), (committed) => chargeAll(committed, focus)),
  )
})

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
