import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import type { Coupon } from "../../../src/core/coupon/Coupon.ts"
import type { Organization } from "../../../src/core/identity/Access.ts"
import type { Invoice } from "../../../src/core/invoice/Invoice.ts"
import type { Plan } from "../../../src/core/plan/Plan.ts"
import type { Voucher } from "../../../src/core/voucher/Voucher.ts"
import { BillingStore } from "../../../src/index.ts"
import { billingStoreContract } from "../../../src/testing/index.ts"
import { brokenLaws } from "../breaches.ts"
import { brokenClaims } from "./brokenStores/claims.ts"
import { brokenCommits, type Store } from "./brokenStores/commits.ts"
import { brokenReads } from "./brokenStores/reads.ts"

const contractOf = (change: (good: Store) => Partial<Store>) =>
  billingStoreContract(() =>
    Layer.sync(BillingStore, () => {
      const { store } = makeMemoryBillingStore({ pause: Effect.yieldNow })
      return { ...store, ...change(store) }
    }),
  )

const broken = { ...brokenCommits, ...brokenReads, ...brokenClaims }
const names = contractOf(() => ({})).map(({ name }) => name)

describe("a broken store", () => {
  it("is kept for every case of the contract", () => {
    expect(Object.keys(broken).sort()).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(Object.entries(broken))("fails this case and no other: %s", async (name, change) => {
    expect(await brokenLaws(contractOf(change))).toEqual([name])
  })
})

describe("a store that forgets a member of a record", () => {
  const forgets =
    <Name extends keyof Store>(name: Name, forget: (found: never) => unknown) =>
    (good: Store) => ({
      [name]: (...args: ReadonlyArray<unknown>) =>
        Effect.map(
          (good[name] as (...args: ReadonlyArray<unknown>) => Effect.Effect<never>)(...args),
          forget,
        ),
    })

  it.each([
    ["invoice", (found: Invoice | null) => found && { ...found, attempts: [] }],
    ["voucher", (found: Voucher | null) => found && { ...found, expiresAt: 1 }],
    ["plan", (found: Plan | null) => found && { ...found, prices: [] }],
    ["couponByCode", (found: Coupon | null) => found && { ...found, planIds: [] }],
    ["organization", (found: Organization | null) => found && { ...found, currency: "USD" }],
  ] as const)("fails the case of reads: %s", async (name, forget) => {
    const broken = await brokenLaws(contractOf(forgets(name, forget) as never))
    expect(broken).toContain("every read sees the commit before it")
  })
})

describe("a store that answers a wrong version", () => {
  it.each<[string, (good: Store) => Store["version"]]>([
    ["of everything", () => () => Effect.succeed(0)],
    ["of plans", (good) => (scope) => (scope.kind === "plan" ? Effect.succeed(0) : good.version(scope))],
    [
      "of an id, whatever its kind",
      (good) =>
        ({ id }) =>
          good.version({ kind: id.startsWith("plan") ? "plan" : "coupon", id }),
    ],
  ])("fails the case of versions: %s", async (_, version) => {
    const broken = await brokenLaws(contractOf((good) => ({ version: version(good) })))
    expect(broken).toEqual(["a commit advances the version of every scope that it expects"])
  })
})

describe("a case that fails", () => {
  const messageOf = async (change: (good: Store) => Partial<Store>, name: string) =>
    contractOf(change)
      .find((one) => one.name === name)
      ?.check()
      .then(
        () => "it does not",
        (error: Error) => error.message,
      )

  it("says what the store answered, and what it had to", async () => {
    const name = "messages come oldest first"
    expect(await messageOf(broken[name] ?? (() => ({})), name)).toBe(
      'all: expected ["1","2","3"], got ["3","2","1"]',
    )
  })

  it("says where the store conflicts without a reason", async () => {
    const scope = { kind: "organization", id: "org-1" } as const
    const commit: Store["commit"] = () => Effect.fail({ _tag: "VersionConflict", scope })
    expect(await messageOf(() => ({ commit }), "messages come oldest first")).toBe(
      "the store answered a conflict: organization org-1",
    )
  })
})

describe("what a layer acquires", () => {
  it("is released after each case", async () => {
    let open = 0
    let opened = 0
    const layer = Layer.effect(
      BillingStore,
      Effect.acquireRelease(
        Effect.sync(() => {
          open += 1
          opened += 1
          return makeMemoryBillingStore().store
        }),
        () =>
          Effect.sync(() => {
            open -= 1
          }),
      ),
    )
    const contract = billingStoreContract(() => layer)
    for (const { check } of contract) await check()
    expect([open, opened]).toEqual([0, contract.length])
  })
})
