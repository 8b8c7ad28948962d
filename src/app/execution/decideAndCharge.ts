// A command on an account that may cause charges: whatever was due is done first, the decision is committed, and the
// charges that it asks for are made before anybody is answered. A charge that is refused is an outcome, no failure.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { Account, Change, InvoicesNotLoaded, Rules } from "../../core/billing/Account.ts"
import { presentOf } from "../../core/billing/schedule.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./applyDue.ts"
import type { AccountRef } from "./decideAndCommit.ts"
import { decideAndCarryOut } from "./executeCharges.ts"

/** A decision on an account as it is now, and on facts that are read for it. */
export interface ChargingDecision<Facts, E> extends AccountRef {
  /** Read after the account, for each try. */
  readonly facts: Effect.Effect<Facts, never, BillingStore>
  /** Pure: it is run again after a conflict, on what there is then. */
  readonly decide: (
    account: Account,
    given: { readonly facts: Facts; readonly now: number; readonly rules: Rules },
  ) => Result.Result<Change, E | InvoicesNotLoaded>
}

/** What was decided, and the account after the charges that it caused. */
export interface Charged {
  readonly change: Change
  readonly account: Account
}

/** Does what is due, decides and commits, makes the charges one after another, and gives the account after them. */
export const decideAndCharge = Effect.fnUntraced(function* <Facts, E>(
  decision: ChargingDecision<Facts, E>,
): Effect.fn.Return<Charged, E | ApplyDueRejection, BillingPorts> {
  const { facts, decide, ...ref } = decision
  const now = yield* Clock.currentTimeMillis
  const loaded = yield* applyDue(ref, now)
  const [change, ...followed] = yield* decideAndCarryOut({
    ...ref,
    loaded,
    facts: Effect.all([facts, Clock.currentTimeMillis]),
    decide: (account, [read, at], rules) =>
      decide(account, { facts: read, now: presentOf(account, { from: now, at }, rules), rules }),
  })
  return { change, account: (followed.at(-1) ?? change).account }
})
