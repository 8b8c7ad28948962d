// A store that lets every commit through, whatever was committed since its reads: a concurrency test that still passes
// on it proves nothing.
import * as Effect from "effect/Effect"
import type { BillingStore, Expectation, Scope, VersionConflict } from "../../src/ports/BillingStore.ts"

/**
 * The store, with each commit expecting the versions that are current right then. Commits stay whole, and coupon
 * counts stay conditional; plans and coupons, whose versions the port does not show, stay checked.
 */
export const withoutVersionCheck = (store: BillingStore["Service"]): BillingStore["Service"] => {
  const current = ({ scope, version }: Expectation): Effect.Effect<Expectation> =>
    Effect.map(read(store, scope), (found) => ({ scope, version: found ?? version }))
  const commit: BillingStore["Service"]["commit"] = (value) =>
    Effect.flatMap(Effect.forEach(value.expects, current), (expects) =>
      Effect.catch(store.commit({ ...value, expects }), (conflict) =>
        // Somebody committed between the reading above and the check: once more.
        isExpected(conflict, expects) ? commit(value) : Effect.fail(conflict),
      ),
    )
  return { ...store, commit }
}

/** The store, which leaves out the entries of a commit where a ledger has the place of one already. */
export const withoutLedgerCheck = (store: BillingStore["Service"]): BillingStore["Service"] => ({
  ...store,
  commit: (value) =>
    Effect.catchDefect(store.commit(value), () =>
      store.commit({ ...value, puts: value.puts.filter(({ kind }) => kind !== "VoucherEntry") }),
    ),
})

const read = (store: BillingStore["Service"], { kind, id }: Scope): Effect.Effect<number | null> => {
  const versionOf = (found: { readonly version: number } | null): number => found?.version ?? 0
  switch (kind) {
    case "organization":
      return Effect.map(store.account(id), versionOf)
    case "address":
      return Effect.map(store.otpAddress(id), versionOf)
    case "session":
      return Effect.map(store.session(id), versionOf)
    case "user":
      return Effect.map(store.user(id), versionOf)
    case "idempotency_key":
      return Effect.map(store.idempotencyKey(id), versionOf)
    default:
      return Effect.succeed(null)
  }
}

const isExpected = ({ scope }: VersionConflict, expects: ReadonlyArray<Expectation>): boolean =>
  scope.kind !== "coupon" &&
  scope.kind !== "plan" &&
  expects.some((expected) => expected.scope.kind === scope.kind && expected.scope.id === scope.id)
