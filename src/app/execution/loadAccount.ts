// Loading an account, and the rules by which decisions on it are made.
import * as Effect from "effect/Effect"
import type { Rules } from "../../core/billing/Account.ts"
import { type OrganizationNotFound, organizationNotFound } from "../../core/identity/Access.ts"
import { type AccountFocus, BillingStore, type LoadedAccount } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"

/** An account, and what to load with it. */
export interface AccountRef extends AccountFocus {
  readonly organizationId: string
}

/** The rules of the running service. */
export const currentRules: Effect.Effect<Rules, never, IdSource> = Effect.gen(function* () {
  const { derive } = yield* IdSource
  return { policy: yield* CurrentBillingPolicy, deriveId: derive }
})

/** Loads an account at its version, as it was committed. */
export const loadAccount = Effect.fnUntraced(function* (
  ref: AccountRef,
): Effect.fn.Return<LoadedAccount, OrganizationNotFound, BillingStore> {
  const store = yield* BillingStore
  const { organizationId, invoiceIds = [], eventIds = [] } = ref
  const asksMore = invoiceIds.length > 0 || eventIds.length > 0
  const loaded = yield* store.account(organizationId, asksMore ? { invoiceIds, eventIds } : undefined)
  return loaded ?? (yield* Effect.fail(organizationNotFound(organizationId)))
})
