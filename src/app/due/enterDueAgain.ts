// Entering again when an organization is due.
import * as Effect from "effect/Effect"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { dueCommitOf } from "../execution/commitOf.ts"
import { currentRules, loadAccount } from "../execution/loadAccount.ts"

/**
 * Updates the due entry of an organization. It was written under another policy, and would be looked at in vain for
 * ever. A commit at the same time updates it as well.
 */
export const enterDueAgain = Effect.fnUntraced(
  function* (
    organizationId: string,
  ): Effect.fn.Return<void, OrganizationNotFound | VersionConflict, BillingStore | IdSource> {
    const loaded = yield* loadAccount({ organizationId })
    yield* (yield* BillingStore).commit(dueCommitOf(loaded, yield* currentRules))
  },
  Effect.catchTag("VersionConflict", () => Effect.void),
)
