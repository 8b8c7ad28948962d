// A case of the store's contract: a story that is told to an empty store. What a commit may say is said here once.
import * as Effect from "effect/Effect"
import type {
  BillingStore,
  Commit,
  Expectation,
  Put,
  Scope,
  VersionConflict,
} from "../../../ports/BillingStore.ts"
import { commitWith, organizationOf, planOf, userOf } from "../records.ts"

/** A store. */
export type Store = BillingStore["Service"]

/** One thing that every store has to do; `tell` dies of what the store did else. */
export interface StoreCase {
  readonly name: string
  readonly rule: string
  readonly tell: (store: Store) => Effect.Effect<void, VersionConflict>
}

/** Commits these members and nothing else. */
export const commit = (store: Store, members: Partial<Commit>): Effect.Effect<void, VersionConflict> =>
  store.commit(commitWith(members))

/** The scope with which a commit conflicts; `null` where it went through. */
export const conflictOf = (store: Store, members: Partial<Commit>): Effect.Effect<Scope | null> =>
  Effect.match(commit(store, members), {
    onFailure: ({ scope }): Scope | null => scope,
    onSuccess: () => null,
  })

/** What a decision was made on. */
export const at = (scope: Scope, version: number): Expectation => ({ scope, version })

/** The scope of `org-1`. */
export const organization: Scope = { kind: "organization", id: "org-1" }

/** Puts `org-1`. */
export const organizationPut: Put = { kind: "Organization", record: organizationOf("org-1") }

/** Puts a plan. */
export const planPut = (planId: string, status: "ACTIVE" | "INACTIVE" = "ACTIVE"): Put => ({
  kind: "Plan",
  record: planOf(planId, { status }),
})

/** Puts a user. */
export const userPut = (userId: string, email: string): Put => ({
  kind: "User",
  record: userOf(userId, email),
})

/** A page as one text: the ids of its records and how many there are in all. */
export const pageOf = <A>(
  page: { readonly items: ReadonlyArray<A>; readonly totalItems: number },
  idOf: (item: A) => string,
): string => `${page.items.map(idOf).join("")} of ${page.totalItems}`
