// Changing a record that was set up: under its own scope, on the version that was read, and again after a conflict.
import * as Effect from "effect/Effect"
import { BillingStore, type Put, type Scope, type VersionConflict } from "../../ports/BillingStore.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"

/**
 * Commits what `changed` makes of the record and gives it. `changed` reads the record, and runs again after a conflict, so
 * that nothing that another commit did in between is lost: a redemption of the coupon, a payment of the organization.
 */
export const changeRecord = <A, E>(
  scope: Scope,
  changed: Effect.Effect<A, E, BillingStore>,
  putOf: (record: A) => Put,
): Effect.Effect<A, E | StoreBusy, BillingStore> => retryConflicts(changeOnce(scope, changed, putOf))

const changeOnce = Effect.fnUntraced(function* <A, E>(
  scope: Scope,
  changed: Effect.Effect<A, E, BillingStore>,
  putOf: (record: A) => Put,
): Effect.fn.Return<A, E | VersionConflict, BillingStore> {
  const store = yield* BillingStore
  const version = yield* store.version(scope)
  const record = yield* changed
  yield* store.commit(commitOfScopes([{ expects: { scope, version }, puts: [putOf(record)] }]))
  return record
})
