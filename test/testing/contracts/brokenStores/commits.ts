// Stores that commit wrongly, each by one fault, over a good one.
import * as Effect from "effect/Effect"
import type { BillingStore, Commit, Scope } from "../../../../src/index.ts"
import { withoutVersionCheck } from "../../../support/withoutVersionCheck.ts"

export type Store = BillingStore["Service"]

/** What of a good store is otherwise. */
export type Broken = Readonly<Record<string, (good: Store) => Partial<Store>>>

/** A store that commits something else than it was given. */
const committing =
  (change: (commit: Commit) => Commit) =>
  (good: Store): Partial<Store> => ({ commit: (commit) => good.commit(change(commit)) })

const isKind =
  (kind: Scope["kind"]) =>
  ({ scope }: { readonly scope: Scope }): boolean =>
    scope.kind === kind

/** A store that does something where a commit conflicts, before it says so, or instead. */
const onConflict =
  (react: (good: Store, commit: Commit, scope: Scope) => ReturnType<Store["commit"]>) =>
  (good: Store): Partial<Store> => ({
    commit: (commit) => Effect.catch(good.commit(commit), ({ scope }) => react(good, commit, scope)),
  })

const conflict = (scope: Scope) => Effect.fail({ _tag: "VersionConflict", scope } as const)

const nothing: Commit = { expects: [], puts: [], deletes: [], outbox: [], couponCounts: [], due: [] }

export const brokenCommits: Broken = {
  // Plans have no version.
  "a commit advances the version of every scope that it expects": committing((commit) => ({
    ...commit,
    expects: commit.expects.filter((one) => !isKind("plan")(one)),
  })),
  // It knows an organization that is new from one that is not, and looks no further.
  "a commit is on the latest version, however many came before": (good) => ({
    commit: (commit) =>
      commit.expects.every((one) => isKind("organization")(one) && one.version > 0)
        ? withoutVersionCheck(good).commit(commit)
        : good.commit(commit),
  }),
  // The outbox is written outside of the transaction.
  "a commit on a version that is gone changes nothing at all": onConflict((good, { outbox }, scope) =>
    Effect.andThen(Effect.orDie(good.commit({ ...nothing, outbox })), conflict(scope)),
  ),
  // It looks at the version, and writes a moment later.
  "of many commits on one version exactly one succeeds": (good) => ({
    commit: (commit) =>
      Effect.gen(function* () {
        const current = (yield* good.account("org-1"))?.version ?? 0
        const expected = commit.expects.find(isKind("organization"))
        if (expected === undefined || expected.version !== current) return yield* good.commit(commit)
        return yield* withoutVersionCheck(good).commit(commit)
      }),
  }),
  // A plan is inserted, never updated.
  "a record takes the place of the one with the same key": (good) => ({
    commit: (commit) =>
      Effect.gen(function* () {
        const { items } = yield* good.plans({ page: 1, limit: 100, status: null })
        const isKnown = (id: string) => items.some(({ planId }) => planId === id)
        const puts = commit.puts.filter((put) => put.kind !== "Plan" || !isKnown(put.record.planId))
        return yield* good.commit({ ...commit, puts })
      }),
  }),
  // An entry is an upsert like any other record: its ledger stays as it was, and the rest of the commit is done.
  "an entry of a ledger is added once": (good) => ({
    commit: (commit) =>
      Effect.catchDefect(good.commit(commit), () =>
        good.commit({ ...commit, puts: commit.puts.filter(({ kind }) => kind !== "VoucherEntry") }),
      ),
  }),
  "what is deleted is gone": committing((commit) => ({
    ...commit,
    deletes: commit.deletes.filter(({ kind }) => kind !== "BillingThreshold"),
  })),
  // The last one to write an address has it, or loses it.
  "an address belongs to one user": onConflict((good, commit, scope) =>
    scope.kind === "user"
      ? good.commit({ ...commit, puts: commit.puts.filter(({ kind }) => kind !== "User") })
      : conflict(scope),
  ),
  "a code belongs to one coupon": onConflict((_, { couponCounts, expects }, scope) =>
    scope.kind === "coupon" && couponCounts.length === 0 && expects.length === 0
      ? Effect.void
      : conflict(scope),
  ),
  // It says that a redemption is left, and counts it never.
  "of many that redeem a coupon as many succeed as it has redemptions": onConflict((good, commit, scope) =>
    scope.kind === "coupon" && commit.couponCounts.length === 1
      ? good.commit({ ...commit, couponCounts: [] })
      : conflict(scope),
  ),
  // It looks at each count by itself.
  "several counts of one commit add up": committing((commit) => ({
    ...commit,
    couponCounts: commit.couponCounts.slice(0, 1),
  })),
  "a depleted coupon still counts what it takes off": committing((commit) => ({
    ...commit,
    couponCounts: commit.couponCounts.filter(({ redemptions }) => redemptions > 0),
  })),
  // A count leaves the version of its coupon alone.
  "a coupon that was counted cannot be put as it was before": (good) => {
    let counted = 0
    return {
      commit: (commit) => {
        const expects = commit.expects.map((one) =>
          isKind("coupon")(one) && one.version > 0 ? { ...one, version: one.version + counted } : one,
        )
        return Effect.tap(good.commit({ ...commit, expects }), () =>
          Effect.sync(() => {
            counted += commit.couponCounts.length
          }),
        )
      },
    }
  },
  "an organization has one due instant, which moves": committing((commit) => ({
    ...commit,
    due: commit.due.filter(({ at }) => at !== null),
  })),
  "a message that was acknowledged does not come again": () => ({ acknowledge: () => Effect.void }),
}
