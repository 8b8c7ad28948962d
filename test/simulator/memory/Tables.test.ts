import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import type { Tables } from "../../../simulator/adapters/memory/Tables.ts"
import { open } from "../../../src/core/billing/periods/BillingPeriod.ts"
import type { Session } from "../../../src/core/identity/Session.ts"
import type { BillingStore, Commit, Put } from "../../../src/ports/BillingStore.ts"
import {
  addressOf,
  cardOf,
  commitWith,
  couponOf,
  idempotencyKeyOf,
  invoiceOf,
  organizationOf,
  planOf,
  subscriptionOf,
  userOf,
  voucherEntryOf,
  voucherOf,
} from "../../../src/testing/contracts/records.ts"
import { madeAnew } from "../../support/sharing.ts"

const owner = { organizationId: "org-1" }

const sessionOf = (sessionId: string, rotatedAt: number): Session => ({
  ...owner,
  sessionId,
  userId: "user-1",
  permissions: [],
  tokenHash: "hash",
  previousHash: null,
  rotatedAt,
  expiresAt: rotatedAt + 1,
  revokedAt: null,
})

const subscription = subscriptionOf("subscription-1")
const period = open(subscription, subscription.cycle, 0)

/** A record of each kind, in as many versions as one likes. */
const versions: {
  readonly [K in Put["kind"]]: (version: number) => Extract<Put, { readonly kind: K }>["record"]
} = {
  Organization: (version) => ({ ...organizationOf("org-1"), name: `name-${version}` }),
  User: (version) => userOf("user-1", `${version}@example.com`),
  Plan: (version) => planOf("plan-1", { status: version % 2 === 0 ? "ACTIVE" : "INACTIVE" }),
  Coupon: (version) => ({ ...couponOf("coupon-1", null), code: `CODE-${version}` }),
  PaymentMethod: (version) => ({ ...cardOf("method-1", "org-1"), last4: `000${version}` }),
  Subscription: (version) => subscriptionOf("subscription-1", { updatedAt: version }),
  BillingPeriod: (version) => ({ ...period, settled: version > 1, ...owner }),
  Invoice: (version) => invoiceOf("invoice-1", { status: version > 1 ? "PAID" : "OPEN" }),
  Voucher: (version) => voucherOf("voucher-1", version > 1 ? ["invoice-1"] : []),
  // What is added cannot be put again: another version is another entry.
  VoucherEntry: (version) => voucherEntryOf("voucher-1", version - 1),
  BillingThreshold: (version) => ({ value: version, currency: "BRL", ...owner }),
  CouponUse: (version) => ({
    couponId: "coupon-1",
    code: "CODE",
    subscriptionId: "s",
    currency: "BRL",
    amountRedeemed: 0,
    at: version,
    ...owner,
  }),
  UsageEvent: (version) => ({
    eventId: "e",
    meter: "api_calls",
    quantity: version,
    occurredAt: 0,
    billedAt: 0,
    ...owner,
  }),
  OtpAddress: (version) => addressOf("a@example.com", [`otp-${version}`]),
  Session: (version) => sessionOf("session-1", version),
  IdempotencyKey: (version) => idempotencyKeyOf("key-1", { callId: String(version) }),
}

const kinds = Object.keys(versions) as ReadonlyArray<Put["kind"]>
const putOf = (kind: Put["kind"], version: number) => ({ kind, record: versions[kind](version) }) as Put

const commit = (store: BillingStore["Service"], members: Partial<Commit>): void =>
  Effect.runSync(Effect.orDie(store.commit(commitWith(members))))

const contentsOf = (tables: Tables) => makeMemoryBillingStore({ tables }).state.snapshot()

const announced = (messageId: string) =>
  ({
    kind: "EVENT",
    messageId,
    organizationId: "org-1",
    billingEvent: { type: "invoice.issued", at: 0, invoice: invoiceOf("invoice-1") },
  }) as const

/** A store with something of everything, in its first version. */
const filled = () => {
  const memory = makeMemoryBillingStore()
  commit(memory.store, {
    expects: [{ scope: { kind: "organization", id: "org-1" }, version: 0 }],
    puts: kinds.map((kind) => putOf(kind, 1)),
    outbox: [announced("message-1")],
    due: [{ organizationId: "org-1", at: 1 }],
  })
  return memory
}

const changes: ReadonlyArray<readonly [string, Partial<Commit>]> = [
  ...kinds.map((kind) => [`a ${kind} that is put again`, { puts: [putOf(kind, 2)] }] as const),
  ["a version", { expects: [{ scope: { kind: "organization", id: "org-1" }, version: 1 }] }],
  ["a message", { outbox: [announced("message-2")] }],
  ["a due instant", { due: [{ organizationId: "org-1", at: null }] }],
  ["a count", { couponCounts: [{ couponId: "coupon-1", redemptions: 1, amount: 1 }] }],
  ["a threshold that is gone", { deletes: [{ kind: "BillingThreshold", organizationId: "org-1" }] }],
  [
    "a method that is gone",
    { deletes: [{ kind: "PaymentMethod", organizationId: "org-1", paymentMethodId: "method-1" }] },
  ],
]

describe("tables that are kept", () => {
  it.each(changes)("are not changed by %s", (_, members) => {
    const { store, state, tables } = filled()
    const kept = tables()
    const before = contentsOf(kept)
    commit(store, members)
    expect(state.snapshot()).not.toEqual(before)
    expect(contentsOf(kept)).toEqual(before)
  })

  it("are not changed by a message that is acknowledged", () => {
    const { store, state, tables } = filled()
    const kept = tables()
    Effect.runSync(store.acknowledge(["message-1"]))
    expect(state.snapshot().outbox).toEqual([])
    expect(contentsOf(kept).outbox).toEqual([announced("message-1")])
  })

  it.each(changes)(
    "make a store that is not changed by %s elsewhere, and answers everything",
    (_, members) => {
      const { store, tables } = filled()
      const copy = makeMemoryBillingStore({ tables: tables() })
      const read = () =>
        Effect.runSync(
          Effect.all([
            copy.store.account("org-1"),
            copy.store.userByEmail("1@example.com"),
            copy.store.couponByCode("CODE-1"),
            copy.store.otpAddressOf("otp-1"),
            copy.store.session("session-1"),
            copy.store.account("org-1", { eventIds: ["e"] }),
            copy.store.voucherEntries("org-1", "voucher-1", { page: 1, limit: 10 }),
            copy.store.plans({ page: 1, limit: 10, status: "INACTIVE" }),
            copy.store.invoices("org-1", { page: 1, limit: 10, status: "OPEN" }),
            copy.store.due({ until: 10, limit: 10 }),
            copy.store.outbox({ kind: "EVENT", limit: 10 }),
          ]),
        )
      const before = read()
      commit(store, members)
      expect(read()).toEqual(before)
      commit(copy.store, members)
      expect(copy.state.snapshot()).toEqual(
        makeMemoryBillingStore({ tables: copy.tables() }).state.snapshot(),
      )
    },
  )
})

describe("what a copy costs", () => {
  /** Organizations with a usage event each, and one of them with as many. */
  const storeOf = (count: number) => {
    const memory = makeMemoryBillingStore()
    const ids = Array.from({ length: count }, (_, index) => `org-${index}`)
    commit(memory.store, {
      puts: ids.flatMap(
        (organizationId): ReadonlyArray<Put> => [
          { kind: "Organization", record: organizationOf(organizationId) },
          { kind: "UsageEvent", record: { ...versions.UsageEvent(1), organizationId } },
        ],
      ),
      due: ids.map((organizationId, at) => ({ organizationId, at })),
    })
    commit(memory.store, {
      puts: ids.map((eventId) => ({ kind: "UsageEvent", record: { ...versions.UsageEvent(1), eventId } })),
    })
    return memory
  }

  it.each([10, 10_000])("is one object, with %i organizations", (count) => {
    const { tables } = storeOf(count)
    const kept = tables()
    expect(madeAnew(tables(), kept)).toBe(1)
    expect(madeAnew(makeMemoryBillingStore({ tables: kept }).tables(), kept)).toBe(1)
  })

  it("is paid by no commit that comes after it: it makes the few places anew that it changes", () => {
    const { store, tables } = storeOf(10_000)
    const kept = tables()
    commit(store, { puts: [{ kind: "UsageEvent", record: { ...versions.UsageEvent(1), eventId: "new" } }] })
    const made = madeAnew(tables(), kept)
    expect(made).toBeGreaterThan(10)
    expect(made).toBeLessThan(100)
  })
})
