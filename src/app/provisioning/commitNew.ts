// Committing a new record: its scope has no version yet. An id that exists is refused, and its record never changes.
import * as Effect from "effect/Effect"
import { BillingStore, type Put } from "../../ports/BillingStore.ts"
import { commitOfScopes } from "../execution/commitOf.ts"

/** A record of this id exists, or one that has its code or its address. GAP-101 */
export interface AlreadyExists {
  readonly _tag: "AlreadyExists"
  readonly kind: "organization" | "user" | "plan" | "coupon" | "voucher"
  /** The id of the existing record. */
  readonly id: string
}

/** Makes that rejection. */
export const alreadyExists = (kind: AlreadyExists["kind"], id: string): AlreadyExists => ({
  _tag: "AlreadyExists",
  kind,
  id,
})

/** Commits a new record under its own scope. */
export const commitNew = Effect.fnUntraced(function* (
  scope: { readonly kind: Exclude<AlreadyExists["kind"], "voucher">; readonly id: string },
  put: Put,
): Effect.fn.Return<void, AlreadyExists, BillingStore> {
  const store = yield* BillingStore
  yield* Effect.mapError(
    store.commit(commitOfScopes([{ expects: { scope, version: 0 }, puts: [put] }])),
    // The conflict names the scope of the record that stands in the way.
    (conflict) => alreadyExists(scope.kind, conflict.scope.id),
  )
})
