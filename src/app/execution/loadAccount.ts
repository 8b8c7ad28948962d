// Loading an account, and the rules by which decisions on it are made.
import * as Effect from "effect/Effect"
import type { Account, Rules } from "../../core/billing/Account.ts"
import { type OrganizationNotFound, organizationNotFound } from "../../core/identity/Access.ts"
import { BillingStore, type Versioned } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"

/** An account, and the invoices to load with it. */
export interface AccountRef {
  readonly organizationId: string
  readonly invoiceIds?: ReadonlyArray<string>
}

/** The rules of the running service. */
export const currentRules: Effect.Effect<Rules, never, IdSource> = Effect.gen(function* () {
  const { derive } = yield* IdSource
  return { policy: yield* CurrentBillingPolicy, deriveId: derive }
})

/** Loads an account at its version, as it was committed. */
export const loadAccount = Effect.fnUntraced(function* (
  ref: AccountRef,
): Effect.fn.Return<Versioned<Account>, OrganizationNotFound, BillingStore> {
  const store = yield* BillingStore
  const { organizationId, invoiceIds = [] } = ref
  const loaded = yield* store.account(organizationId, invoiceIds.length === 0 ? undefined : { invoiceIds })
  return loaded ?? (yield* Effect.fail(organizationNotFound(organizationId)))
})
