// Decide and commit: the only way in which an account changes. Its type allows the store and ids but no gateway, so
// that a retry can never repeat a charge.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { Account, Change, InvoicesNotLoaded, Rules } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/Clocks.ts"
import { letChargesGo } from "../../core/billing/collection/letChargesGo.ts"
import { presentOf } from "../../core/billing/Schedule.ts"
import { tellUpdates } from "../../core/billing/Updates.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { RecordedUsage } from "../../core/usage/UsageEvent.ts"
import {
  BillingStore,
  type Commit,
  type LoadedAccount,
  type VersionConflict,
} from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { commitOf } from "./commitOf.ts"
import { type AccountRef, currentRules, loadAccount } from "./loadAccount.ts"
import { retryConflicts, type StoreBusy } from "./retryConflicts.ts"

/** The rejections of a decision without `InvoicesNotLoaded`, which leads to loading and another try. */
export type Loaded<E> = Exclude<E, InvoicesNotLoaded>

/** A decision on an account. */
export interface Decision<E, Reads = unknown, C extends Change = Change> extends AccountRef {
  /** Facts beside the account. They are read after it, so that an older account is a conflict of versions. */
  readonly reads?: Effect.Effect<Reads, never, BillingStore>
  /**
   * Pure, because it runs again after a conflict, or with more invoices loaded. `now` is the time of the try, and `usageEvents` are
   * the recorded ones among `eventIds`.
   */
  readonly decide: (
    account: Account,
    now: number,
    rules: Rules,
    reads: Reads,
    usageEvents: ReadonlyArray<RecordedUsage>,
  ) => Result.Result<C, E | InvoicesNotLoaded>
}

/** An account that the caller has loaded, or has just committed. */
export interface Start {
  /** Used for the first try in place of a load. */
  readonly loaded: LoadedAccount
  /** Whether others may have committed since. Then it is loaded before a try ends without a commit, which checks the version. */
  readonly mayBeOld?: boolean
  /** The instant up to which every due step was taken. No decision is made later than a step that became due since. */
  readonly upTo?: number
}

/** A committed change, the time of its decision, and the account as the commit left it. */
export interface Committed<C extends Change = Change> {
  readonly change: C
  readonly decidedAt: number
  readonly after: LoadedAccount
}

/**
 * Decides on an account and commits the change, all of it or nothing. When another commit came first it loads, decides
 * and commits again; after too many tries it fails with `StoreBusy`. Invoices that the decision needs and that are not
 * loaded are loaded, and it is made again.
 */
export const decideAndCommit = <E, Reads = unknown, C extends Change = Change>(
  decision: Decision<E, Reads, C>,
  start?: Start,
): Effect.Effect<Committed<C>, E | OrganizationNotFound | StoreBusy, BillingStore | IdSource> =>
  // The account that was loaded before is used for the first try only.
  retryConflicts(tryToCommit(decision, start?.upTo, start), tryToCommit(decision, start?.upTo))

const tryToCommit = Effect.fnUntraced(function* <E, Reads, C extends Change>(
  decision: Decision<E, Reads, C>,
  upTo?: number,
  start?: Start,
): Effect.fn.Return<Committed<C>, E | OrganizationNotFound | VersionConflict, BillingStore | IdSource> {
  const { loaded, change, decidedAt, commit } = yield* decide(decision, upTo, start)
  if (commit === null) return { change, decidedAt, after: loaded }
  yield* (yield* BillingStore).commit(commit)
  return { change, decidedAt, after: committedOf(loaded, change) }
})

/** A decision that is not committed, on the account as it was loaded. */
export interface Decided<C extends Change = Change> extends Pick<Committed<C>, "change" | "decidedAt"> {
  readonly loaded: LoadedAccount
  /** What would be committed; `null` where nothing changes. */
  readonly commit: Commit | null
}

/** Makes a decision with all the invoices that it needs, and writes nothing. */
export function* decide<E, Reads, C extends Change>(
  decision: Decision<E, Reads, C>,
  upTo?: number,
  start?: Start,
): Effect.fn.Return<Decided<C>, E | OrganizationNotFound, BillingStore | IdSource> {
  const rules = yield* currentRules
  const { organizationId, eventIds = [], reads } = decision
  let { invoiceIds = [] } = decision
  let current = start?.loaded ?? (yield* loadAccount(decision))
  let mayBeOld = start?.mayBeOld ?? false
  for (;;) {
    const read = reads === undefined ? (undefined as Reads) : yield* reads
    const at = yield* Clock.currentTimeMillis
    const account = current.value
    const now = upTo === undefined ? notBefore(account, at) : presentOf(account, { from: upTo, at }, rules)
    const decided = Result.flatMap(
      decision.decide(account, now, rules, read, current.usageEvents),
      (change) => tellUpdates(account, letChargesGo(change, now), now, rules),
    )
    const commit = Result.isSuccess(decided) ? commitOf(current, decided.success, rules) : null
    if (mayBeOld && commit === null) {
      mayBeOld = false
      current = yield* loadAccount(decision)
      continue
    }
    if (Result.isSuccess(decided)) return { loaded: current, change: decided.success, decidedAt: now, commit }
    const { failure } = decided
    if (!isNotLoaded(failure)) return yield* Effect.fail(failure)
    // It ends: each load asks for more than the one before, and for no more than the account has receivables.
    const asked = new Set([...invoiceIds, ...failure.invoiceIds])
    if (asked.size === invoiceIds.length) {
      return yield* Effect.die(new Error(`The store left out what was asked for: ${failure.invoiceIds}`))
    }
    invoiceIds = Array.from(asked)
    current = yield* loadAccount({ organizationId, invoiceIds, eventIds })
  }
}

/** An account as a commit on it leaves it: the next use of it needs no load. */
const committedOf = ({ version, usageEvents }: LoadedAccount, change: Change): LoadedAccount => ({
  value: change.account,
  version: version + 1,
  usageEvents: [...usageEvents, ...change.usageEvents],
})

const isNotLoaded = <E>(failure: E | InvoicesNotLoaded): failure is InvoicesNotLoaded =>
  Predicate.isTagged(failure, "InvoicesNotLoaded")
