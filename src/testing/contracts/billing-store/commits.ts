// Commits: all or nothing, on the versions that were read, and seen by every read after them.
import * as Effect from "effect/Effect"
import type { VoucherEntry } from "../../../core/voucher/Voucher.ts"
import type { OutboxMessage, Put, Scope } from "../../../ports/BillingStore.ts"
import { same } from "../../Law.ts"
import {
  addressOf,
  cardOf,
  couponOf,
  idempotencyKeyOf,
  invoiceOf,
  organizationOf,
  sessionOf,
  voucherEntryOf,
} from "../records.ts"
import {
  at,
  commit,
  conflictOf,
  organization,
  organizationPut,
  planPut,
  type Store,
  type StoreCase,
  userPut,
} from "./StoreCase.ts"

/** A message of the outbox that tells of an invoice. */
export const announced = (messageId: string): OutboxMessage => ({
  kind: "EVENT",
  messageId,
  organizationId: "org-1",
  billingEvent: { type: "invoice.issued", at: 0, invoice: invoiceOf("paid") },
})

/** A scope of each kind, with a record that makes its version visible where a read shows it. */
const scopes: ReadonlyArray<readonly [Scope, Put]> = [
  [organization, organizationPut],
  [{ kind: "user", id: "user-1" }, userPut("user-1", "a@example.com")],
  [
    { kind: "address", id: "a@example.com" },
    { kind: "OtpAddress", record: addressOf("a@example.com", ["otp-1"]) },
  ],
  [
    { kind: "session", id: "session-1" },
    { kind: "Session", record: sessionOf("session-1", "user-1") },
  ],
  [{ kind: "plan", id: "plan-1" }, planPut("plan-1")],
  [
    { kind: "coupon", id: "coupon-1" },
    { kind: "Coupon", record: couponOf("coupon-1", null) },
  ],
  [
    { kind: "idempotency_key", id: "key-1" },
    { kind: "IdempotencyKey", record: idempotencyKeyOf("key-1") },
  ],
]

const versionsOf = (store: Store) =>
  Effect.map(
    Effect.all([
      store.account("org-1"),
      store.user("user-1"),
      store.userByEmail("a@example.com"),
      store.otpAddress("a@example.com"),
      store.otpAddressOf("otp-1"),
      store.session("session-1"),
      store.idempotencyKey("key-1"),
    ]),
    (found) => found.map((one) => one?.version),
  )

/** Commits on versions. */
export const commits: ReadonlyArray<StoreCase> = [
  {
    name: "a commit advances the version of every scope that it expects",
    rule: "A scope that nothing was committed to has version 0, and each commit that expects it gives it the next one.",
    tell: Effect.fnUntraced(function* (store) {
      const puts = scopes.map(([, put]) => put)
      const asked = Effect.forEach(scopes, ([scope]) => store.version(scope))
      same("versions of nothing", yield* asked, [0, 0, 0, 0, 0, 0, 0])
      yield* commit(store, { expects: scopes.map(([scope]) => at(scope, 0)), puts })
      for (const [scope] of scopes) {
        same("conflict", yield* conflictOf(store, { expects: [at(scope, 0)] }), scope)
        yield* commit(store, { expects: [at(scope, 1)] })
      }
      same("versions of records", yield* versionsOf(store), [2, 2, 2, 2, 2, 2, 2])
      same("versions that are asked for", yield* asked, [2, 2, 2, 2, 2, 2, 2])
      same("version of another kind", yield* store.version({ kind: "user", id: "plan-1" }), 0)
    }),
  },
  {
    name: "a commit is on the latest version, however many came before",
    rule: "An older one is a conflict, and so is one that is still to come.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { expects: [at(organization, 0)], puts: [organizationPut] })
      for (const version of [1, 2]) yield* commit(store, { expects: [at(organization, version)] })
      for (const version of [0, 1, 2, 4]) {
        const found = yield* conflictOf(store, { expects: [at(organization, version)] })
        same(`conflict at ${version}`, found, organization)
      }
      same("version", (yield* store.account("org-1"))?.version, 3)
    }),
  },
  {
    name: "a commit on a version that is gone changes nothing at all",
    rule: "With one stale expectation nothing is put, deleted, counted, announced, due, or of another version.",
    tell: Effect.fnUntraced(function* (store) {
      const card: Put = { kind: "PaymentMethod", record: cardOf("method-1", "org-1") }
      const coupon: Put = { kind: "Coupon", record: couponOf("coupon-1", null) }
      yield* commit(store, { expects: [at(organization, 0)], puts: [organizationPut, card, coupon] })
      const user = { kind: "user", id: "user-1" } as const
      const stale = {
        expects: [at(user, 0), at(organization, 0)],
        puts: [userPut("user-1", "a@example.com"), planPut("plan-1")],
        deletes: [{ kind: "PaymentMethod", organizationId: "org-1", paymentMethodId: "method-1" }],
        couponCounts: [{ couponId: "coupon-1", redemptions: 1, amount: 1 }],
        due: [{ organizationId: "org-1", at: 1 }],
        outbox: [announced("message-1")],
      } as const
      same("conflict", yield* conflictOf(store, stale), organization)
      same("user", yield* store.user("user-1"), null)
      same("plan", yield* store.plan("plan-1"), null)
      same("due", yield* store.due({ until: 10, limit: 10 }), [])
      same("outbox", yield* store.outbox({ kind: "EVENT", limit: 10 }), [])
      same("redemptions", (yield* store.couponByCode("COUPON-1"))?.timesRedeemed, 0)
      const account = yield* store.account("org-1")
      same("methods", account?.value.paymentMethods.length, 1)
      same("version", account?.version, 1)
      same("retry", yield* conflictOf(store, { expects: [at(user, 0)] }), null)
    }),
  },
  {
    name: "of many commits on one version exactly one succeeds",
    rule: "However many read a version at the same time, one of them commits on it; the others are conflicts.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [organizationPut] })
      const version = (yield* store.account("org-1"))?.version ?? -1
      const attempts = Array.from({ length: 20 }, (_, index) =>
        conflictOf(store, {
          expects: [at(organization, version)],
          puts: [{ kind: "PaymentMethod", record: cardOf(`method-${index}`, "org-1") }],
        }),
      )
      const found = yield* Effect.all(attempts, { concurrency: "unbounded" })
      same("commits", found.filter((scope) => scope === null).length, 1)
      const account = yield* store.account("org-1")
      same("methods", account?.value.paymentMethods.length, 1)
      same("version", account?.version, version + 1)
    }),
  },
  {
    name: "a record takes the place of the one with the same key",
    rule: "What is put again is read as it was put last, and is there once.",
    tell: Effect.fnUntraced(function* (store) {
      const later = { ...planPut("plan-1", "INACTIVE") }
      const cards = [4_242, 1_111].map((last4): Put => {
        const record = { ...cardOf("method-1", "org-1"), last4: String(last4) }
        return { kind: "PaymentMethod", record }
      })
      yield* commit(store, { puts: [organizationPut, planPut("plan-1"), ...cards.slice(0, 1)] })
      same("plan", (yield* store.plan("plan-1"))?.status, "ACTIVE")
      yield* commit(store, { puts: [later, ...cards.slice(1)] })
      same("changed plan", (yield* store.plan("plan-1"))?.status, "INACTIVE")
      const plans = yield* store.plans({ page: 1, limit: 10, status: null })
      same("plans", plans.totalItems, 1)
      const methods = (yield* store.account("org-1"))?.value.paymentMethods ?? []
      same(
        "methods",
        methods.map((method) => (method.type === "CARD" ? method.last4 : method.type)),
        ["1111"],
      )
    }),
  },
  {
    name: "an entry of a ledger is added once",
    rule: "One whose place, or whose kind and cause, its ledger has is a defect, and nothing of its commit happens.",
    tell: Effect.fnUntraced(function* (store) {
      const entry = (sequence: number, members: Partial<VoucherEntry> = {}): Put => ({
        kind: "VoucherEntry",
        record: { ...voucherEntryOf("voucher-1", sequence), ...members },
      })
      yield* commit(store, { expects: [at(organization, 0)], puts: [organizationPut, entry(0), entry(1)] })
      const entries = yield* store.voucherEntries("org-1", "voucher-1", { page: 1, limit: 10 })
      const { kind, cause } = voucherEntryOf("voucher-1", 1)
      for (const again of [entry(2, { kind, cause }), entry(1, { cause: "another" })]) {
        const puts = [entry(3), planPut("plan-1"), again]
        const added = Effect.as(commit(store, { expects: [at(organization, 1)], puts }), true)
        same("added", yield* Effect.catchDefect(added, () => Effect.succeed(false)), false)
        same("conflict", yield* conflictOf(store, { expects: [at(organization, 0)], puts }), organization)
      }
      same("entries", yield* store.voucherEntries("org-1", "voucher-1", { page: 1, limit: 10 }), entries)
      same("plan", yield* store.plan("plan-1"), null)
      const other = { ...voucherEntryOf("voucher-2", 1), kind, cause }
      const puts = [entry(2, { kind: "RELEASE", cause }), { kind: "VoucherEntry", record: other } as const]
      yield* commit(store, { expects: [at(organization, 1)], puts })
    }),
  },
  {
    name: "what is deleted is gone",
    rule: "A payment method and a threshold that a commit deletes are in no later account; all others are, of the organization and of others.",
    tell: Effect.fnUntraced(function* (store) {
      const threshold = { value: 1, currency: "BRL", organizationId: "org-1" }
      yield* commit(store, {
        puts: [
          organizationPut,
          { kind: "Organization", record: organizationOf("org-2") },
          { kind: "PaymentMethod", record: cardOf("method-1", "org-1") },
          { kind: "PaymentMethod", record: cardOf("method-2", "org-1") },
          { kind: "PaymentMethod", record: cardOf("method-3", "org-2") },
          { kind: "BillingThreshold", record: threshold },
          { kind: "BillingThreshold", record: { ...threshold, organizationId: "org-2" } },
        ],
      })
      same("before", (yield* store.account("org-1"))?.value.threshold?.value, 1)
      yield* commit(store, {
        deletes: [
          { kind: "PaymentMethod", organizationId: "org-1", paymentMethodId: "method-1" },
          { kind: "BillingThreshold", organizationId: "org-1" },
        ],
      })
      const account = (yield* store.account("org-1"))?.value
      same("methods", account?.paymentMethods, [cardOf("method-2", "org-1")])
      same("threshold", account?.threshold, null)
      const other = (yield* store.account("org-2"))?.value
      same("methods of another one", other?.paymentMethods, [cardOf("method-3", "org-2")])
      same("threshold of another one", other?.threshold?.value, 1)
    }),
  },
]
