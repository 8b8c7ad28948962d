// Decide and commit: the one way in which an account changes. What it may need is written in its type: the
// store and ids, never a gateway, so that no retry can ever repeat a charge.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Account, Change, InvoicesNotLoaded, Rules } from "../../core/billing/Account.ts"
import { notBefore, presentOf } from "../../core/billing/Schedule.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { BillingStore, type VersionConflict, type Versioned } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { commitOf } from "./commitOf.ts"
import { type AccountRef, currentRules, loadAccount } from "./loadAccount.ts"
import { retryConflicts, type StoreBusy } from "./retryConflicts.ts"

/** What can come of a decision: an invoice that was not loaded is no refusal, because it is loaded then. */
export type Loaded<E> = Exclude<E, InvoicesNotLoaded>

/** A decision on an account. */
export interface Decision<E, Reads = unknown> extends AccountRef {
  /** Facts beside the account; read after it, so that what it does not know yet is a conflict of versions. */
  readonly reads?: Effect.Effect<Reads, never, BillingStore>
  /**
   * Pure: it is run again after a conflict, on what there is then, and on more where it has to change what was left out.
   * `now` is the time of the try.
   */
  readonly decide: (
    account: Account,
    now: number,
    rules: Rules,
    reads: Reads,
  ) => Result.Result<Change, E | InvoicesNotLoaded>
}

/** An account that the caller has just loaded. */
export interface Start {
  /** Saves the first load. */
  readonly loaded: Versioned<Account>
  /** Up to when everything that was due has been done: a decision is made no later than what became due since. */
  readonly upTo?: number
}

/** A change that was committed, and the time at which it was decided. */
export interface Committed {
  readonly change: Change
  readonly decidedAt: number
}

/**
 * Decides on an account and commits the change, all of it or nothing. When somebody else committed first it
 * loads, decides and commits again, a bounded number of times; then it fails with `StoreBusy`. Invoices that the decision
 * has to change and the account left out are loaded, and it is made again; nobody is in anybody's way by that.
 */
export const decideAndCommit = <E, Reads = unknown>(
  decision: Decision<E, Reads>,
  start?: Start,
): Effect.Effect<Committed, E | OrganizationNotFound | StoreBusy, BillingStore | IdSource> =>
  // What was loaded before is good for the first try only.
  retryConflicts(tryToCommit(decision, start?.upTo, start?.loaded), tryToCommit(decision, start?.upTo))

const tryToCommit = Effect.fnUntraced(function* <E, Reads>(
  decision: Decision<E, Reads>,
  upTo?: number,
  loaded?: Versioned<Account>,
): Effect.fn.Return<Committed, E | OrganizationNotFound | VersionConflict, BillingStore | IdSource> {
  const store = yield* BillingStore
  const rules = yield* currentRules
  const { organizationId, reads } = decision
  let { invoiceIds = [] } = decision
  let current = loaded ?? (yield* loadAccount(decision))
  for (;;) {
    const read = reads === undefined ? (undefined as Reads) : yield* reads
    const at = yield* Clock.currentTimeMillis
    const account = current.value
    const now = upTo === undefined ? notBefore(account, at) : presentOf(account, { from: upTo, at }, rules)
    const decided = decision.decide(account, now, rules, read)
    if (Result.isSuccess(decided)) {
      const commit = commitOf(current, decided.success, rules)
      if (commit !== null) yield* store.commit(commit)
      return { change: decided.success, decidedAt: now }
    }
    const { failure } = decided
    if (!isNotLoaded(failure)) return yield* Effect.fail(failure)
    // It ends: each load asks for more than the one before, and for no more than the account has receivables.
    const asked = new Set([...invoiceIds, ...failure.invoiceIds])
    if (asked.size === invoiceIds.length) {
      return yield* Effect.die(new Error(`The store left out what was asked for: ${failure.invoiceIds}`))
    }
    invoiceIds = Array.from(asked)
    current = yield* loadAccount({ organizationId, invoiceIds })
  }
})

const isNotLoaded = <E>(failure: E | InvoicesNotLoaded): failure is InvoicesNotLoaded =>
  typeof failure === "object" && failure !== null && "_tag" in failure && failure._tag === "InvoicesNotLoaded"
