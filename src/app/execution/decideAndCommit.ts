// Load, decide, commit: the one way in which an account changes. What it may need is written in its type: the
// store and ids, never a gateway, so that no retry can ever repeat a charge.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { Account, Change, InvoicesNotLoaded, Rules } from "../../core/billing/Account.ts"
import { BillingStore, type VersionConflict, type Versioned } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { commitOf } from "./commitOf.ts"
import { retryConflicts, type StoreBusy } from "./retryConflicts.ts"

/** Which account, with which invoices in view. */
export interface AccountRef {
  readonly organizationId: string
  readonly invoiceIds?: ReadonlyArray<string>
}

/** What can come of a decision: an invoice that was not loaded is no refusal, because it is loaded then. */
export type Loaded<E> = Exclude<E, InvoicesNotLoaded>

/** What decisions read beside the account. */
export const currentRules: Effect.Effect<Rules, never, IdSource> = Effect.gen(function* () {
  const { derive } = yield* IdSource
  return { policy: yield* CurrentBillingPolicy, deriveId: derive }
})

/** Loads an account at its version. */
export const loadAccount = Effect.fnUntraced(function* (
  ref: AccountRef,
): Effect.fn.Return<Versioned<Account>, OrganizationNotFound, BillingStore> {
  const store = yield* BillingStore
  const { organizationId, invoiceIds = [] } = ref
  const loaded = yield* store.account(organizationId, invoiceIds.length === 0 ? undefined : { invoiceIds })
  return (
    loaded ?? (yield* Effect.fail<OrganizationNotFound>({ _tag: "OrganizationNotFound", organizationId }))
  )
})

/** A decision on an account, and on facts that are read for it. */
export interface Decision<Facts, E> extends AccountRef {
  /** Facts beside the account; read after it, so that what it does not know yet is a conflict of versions. */
  readonly facts: Effect.Effect<Facts, never, BillingStore>
  /** Pure: it is run again after a conflict, on what there is then, and on more where it has to change what was left out. */
  readonly decide: (
    account: Account,
    facts: Facts,
    rules: Rules,
  ) => Result.Result<Change, E | InvoicesNotLoaded>
  /** Saves the first load where the caller has just made it. */
  readonly loaded?: Versioned<Account>
}

/** For a decision that needs no facts beside the account. */
export const noFacts: Effect.Effect<null> = Effect.succeed(null)

/**
 * Decides on an account and commits the change, all of it or nothing. When somebody else committed first it
 * loads, decides and commits again, a bounded number of times; then it fails with `StoreBusy`. Invoices that the decision
 * has to change and the account left out are loaded, and it is made again; nobody is in anybody's way by that.
 */
export const decideAndCommit = <Facts, E>(
  decision: Decision<Facts, E>,
): Effect.Effect<Change, E | OrganizationNotFound | StoreBusy, BillingStore | IdSource> =>
  // What was loaded before is good for the first try only.
  retryConflicts(tryToCommit(decision, decision.loaded), tryToCommit(decision))

const tryToCommit = Effect.fnUntraced(function* <Facts, E>(
  decision: Decision<Facts, E>,
  loaded?: Versioned<Account>,
): Effect.fn.Return<Change, E | OrganizationNotFound | VersionConflict, BillingStore | IdSource> {
  const store = yield* BillingStore
  const rules = yield* currentRules
  const { organizationId } = decision
  let { invoiceIds = [] } = decision
  let current = loaded ?? (yield* loadAccount(decision))
  for (;;) {
    const decided = decision.decide(current.value, yield* decision.facts, rules)
    if (Result.isSuccess(decided)) {
      const commit = commitOf(current, decided.success, rules)
      if (commit !== null) yield* store.commit(commit)
      return decided.success
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
