// Reads: each of them sees what was committed before it, of the organization that it asks for and of no other.
import * as Effect from "effect/Effect"
import { isStorable } from "../../../core/isStorable.ts"
import { TEXT_LENGTH_MAX } from "../../../core/isText.ts"
import type { RecordedUsage } from "../../../core/usage/UsageEvent.ts"
import type { Put } from "../../../ports/BillingStore.ts"
import { hold, same } from "../../Law.ts"
import {
  addressOf,
  cardOf,
  couponOf,
  cycleOf,
  idempotencyKeyOf,
  invoiceOf,
  organizationOf,
  periodOf,
  sessionOf,
  subscriptionOf,
  voucherEntryOf,
  voucherOf,
} from "../records.ts"
import { announced } from "./commits.ts"
import {
  at,
  commit,
  organization,
  organizationPut,
  planPut,
  type Store,
  type StoreCase,
  userPut,
} from "./StoreCase.ts"

const couponUse = {
  couponId: "coupon-1",
  code: "COUPON-1",
  subscriptionId: "subscription-1",
  currency: "BRL",
  amountRedeemed: 0,
  at: 0,
}
const usage = { eventId: "event-1", meter: "api_calls", quantity: 1, occurredAt: 1, billedAt: 0 }

const usagePut = (event: RecordedUsage): Put => ({
  kind: "UsageEvent",
  record: { ...event, organizationId: "org-1" },
})

/** A text that takes as many bytes as one may: characters of three bytes that do not repeat. */
const longestText = Array.from({ length: TEXT_LENGTH_MAX }, (_, index) =>
  String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
).join("")

/** The recorded events that come with an account. */
const known = (store: Store, ...eventIds: ReadonlyArray<string>) =>
  Effect.map(store.account("org-1", { eventIds }), (found) => found?.usageEvents ?? [])

/** An open invoice that has something in each of its parts. */
const invoice = invoiceOf("invoice-1", {
  status: "OPEN",
  lines: [
    {
      name: "API calls",
      unitPrice: 11,
      quantity: 10,
      amount: 110,
      planId: "plan-1",
      item: { kind: "USAGE", cycle: 0, segment: 0, meter: "api_calls", band: 0 },
    },
  ],
  discounts: [{ type: "COUPON", code: "COUPON-1", amount: 10 }],
  attempts: [
    {
      attemptId: "attempt-1",
      paymentMethodId: "method-1",
      amount: 100,
      status: "DECLINED",
      declineCode: "card_declined",
      retryable: true,
      lookups: 0,
      slip: null,
      startedAt: 0,
      at: 0,
    },
  ],
})

/** A record of every kind. */
const everything: ReadonlyArray<Put> = [
  organizationPut,
  userPut("user-1", "a@example.com"),
  planPut("plan-1"),
  { kind: "Coupon", record: couponOf("coupon-1", null) },
  { kind: "PaymentMethod", record: cardOf("method-1", "org-1") },
  { kind: "Subscription", record: subscriptionOf("subscription-1", { cycle: cycleOf(0) }) },
  { kind: "BillingPeriod", record: { ...periodOf(0, false), organizationId: "org-1" } },
  { kind: "Invoice", record: invoice },
  { kind: "Voucher", record: voucherOf("voucher-1", []) },
  { kind: "VoucherEntry", record: voucherEntryOf("voucher-1", 0) },
  { kind: "BillingThreshold", record: { value: 1, currency: "BRL", organizationId: "org-1" } },
  { kind: "CouponUse", record: { ...couponUse, organizationId: "org-1" } },
  usagePut(usage),
  { kind: "OtpAddress", record: addressOf("a@example.com", ["otp-1"]) },
  { kind: "Session", record: sessionOf("session-1", "user-1") },
  { kind: "IdempotencyKey", record: idempotencyKeyOf("key-1") },
]

/** The kinds of records that are read one by one and in lists, and the reads of each. */
const kinds = {
  Organization: ["organization"],
  User: ["user", "userByEmail"],
  Plan: ["plan", "plans"],
  Coupon: ["couponByCode", "couponsById"],
  Subscription: ["subscription", "subscriptions"],
  Invoice: ["invoice", "invoices"],
  Voucher: ["voucher", "vouchers"],
  Session: ["session", "openSessions"],
} as const

/** What the reads find that give records as they were put. */
const records = (store: Store) => {
  const page = { page: 1, limit: 10 }
  const items = <A>(read: Effect.Effect<{ readonly items: ReadonlyArray<A> }>) =>
    Effect.map(read, (found) => found.items[0])
  const value = <A>(read: Effect.Effect<{ readonly value: A } | null | undefined>) =>
    Effect.map(read, (found) => found?.value)
  const first = <A>(read: Effect.Effect<ReadonlyArray<A>>) => Effect.map(read, ([found]) => found)
  return Effect.all({
    organization: store.organization("org-1"),
    user: value(store.user("user-1")),
    userByEmail: value(store.userByEmail("a@example.com")),
    plan: store.plan("plan-1"),
    plans: items(store.plans({ ...page, status: null })),
    couponByCode: store.couponByCode("COUPON-1"),
    couponsById: first(store.couponsById(["coupon-1"])),
    subscription: store.subscription("org-1", "subscription-1"),
    subscriptions: items(store.subscriptions("org-1", page)),
    invoice: store.invoice("org-1", "invoice-1"),
    invoices: items(store.invoices("org-1", { ...page, status: null })),
    voucher: store.voucher("org-1", "voucher-1"),
    vouchers: items(store.vouchers("org-1", { ...page, status: null, at: 0 })),
    session: value(store.session("session-1")),
    openSessions: value(first(store.openSessions("user-1", 0))),
  })
}

/** How many records each read finds. */
const findings = (store: Store) => {
  const page = { page: 1, limit: 10 }
  const one = <A>(read: Effect.Effect<A | null>) => Effect.map(read, (found) => (found === null ? 0 : 1))
  const many = <A>(read: Effect.Effect<ReadonlyArray<A>>) => Effect.map(read, ({ length }) => length)
  const paged = (read: Effect.Effect<{ readonly totalItems: number }>) =>
    Effect.map(read, ({ totalItems }) => totalItems)
  return Effect.all({
    account: one(store.account("org-1")),
    organization: one(store.organization("org-1")),
    usageEvents: many(known(store, "event-1")),
    subscription: one(store.subscription("org-1", "subscription-1")),
    subscriptions: paged(store.subscriptions("org-1", page)),
    invoice: one(store.invoice("org-1", "invoice-1")),
    invoices: paged(store.invoices("org-1", { ...page, status: null })),
    voucher: one(store.voucher("org-1", "voucher-1")),
    vouchers: paged(store.vouchers("org-1", { ...page, status: null, at: 0 })),
    voucherEntries: paged(store.voucherEntries("org-1", "voucher-1", page)),
    plan: one(store.plan("plan-1")),
    plans: paged(store.plans({ ...page, status: null })),
    couponByCode: one(store.couponByCode("COUPON-1")),
    couponsById: many(store.couponsById(["coupon-1"])),
    user: one(store.user("user-1")),
    userByEmail: one(store.userByEmail("a@example.com")),
    otpAddressOf: one(store.otpAddressOf("otp-1")),
    session: one(store.session("session-1")),
    idempotencyKey: one(store.idempotencyKey("key-1")),
    openSessions: many(store.openSessions("user-1", 0)),
    due: many(store.due({ until: 1, limit: 10 })),
    outbox: many(store.outbox({ kind: "EVENT", limit: 10 })),
  })
}

/** Reads of what was committed. */
export const reads: ReadonlyArray<StoreCase> = [
  {
    name: "every read sees the commit before it",
    rule: "What a commit that was acknowledged put is found by every read from then on, with all of its members, also by one that found nothing before.",
    tell: Effect.fnUntraced(function* (store) {
      const before = yield* findings(store)
      const found = (count: number) => Object.fromEntries(Object.keys(before).map((name) => [name, count]))
      same("before", before, found(0))
      const due = [{ organizationId: "org-1", at: 1 }]
      yield* commit(store, { puts: everything, due, outbox: [announced("message-1")] })
      same("after", yield* findings(store), found(1))
      const read = yield* records(store)
      for (const { kind, record } of everything) {
        if (kind in kinds)
          for (const name of kinds[kind as keyof typeof kinds]) same(name, read[name], record)
      }
    }),
  },
  {
    name: "an account is all that its organization owns",
    rule: "Methods, subscription, period, open invoice, voucher, threshold and coupon uses are in it as they were put.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: everything })
      const account = (yield* store.account("org-1"))?.value
      same("organization", account?.organization, organizationPut.record)
      same("methods", account?.paymentMethods, [cardOf("method-1", "org-1")])
      same("subscription", account?.subscription, subscriptionOf("subscription-1", { cycle: cycleOf(0) }))
      same("invoices", account?.invoices, [invoice])
      same("vouchers", account?.vouchers, [voucherOf("voucher-1", [])])
      // Of these an adapter may leave the organization's id on the record.
      same(
        "periods",
        account?.periods.map(({ cycle, settled }) => [cycle, settled]),
        [[0, false]],
      )
      same("threshold", [account?.threshold?.value, account?.threshold?.currency], [1, "BRL"])
      same(
        "coupon uses",
        account?.couponUses.map(({ couponId }) => couponId),
        ["coupon-1"],
      )
    }),
  },
  {
    name: "a text is read as it was put, or its commit ends as a defect",
    rule: "No text is cut, or written otherwise. One that is not storable (GAP-158) may be refused, whole; every other is kept.",
    tell: Effect.fnUntraced(function* (store) {
      const good = ["São Paulo 🙂", "e\u0301", "'\"\\%_;--", "__proto__", "\u001f\n\t", "x".repeat(100_000)]
      for (const [index, name] of [...good, "a\0b", "\ud83d", "\ude42a"].entries()) {
        const organizationId = `org-${index}`
        const record = { ...organizationOf(organizationId), name }
        const isKept = yield* Effect.match(
          Effect.catchDefect(commit(store, { puts: [{ kind: "Organization", record }] }), () =>
            Effect.fail("refused"),
          ),
          { onFailure: () => false, onSuccess: () => true },
        )
        const text = JSON.stringify(name.slice(0, 20))
        hold(`${text} is refused`, isKept || !isStorable(name))
        same(text, (yield* store.organization(organizationId))?.name, isKept ? name : undefined)
      }
    }),
  },
  {
    name: "an organization sees its own records only",
    rule: "A record is found under the organization that it belongs to, whoever knows its id.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: everything })
      const list = { page: 1, limit: 10, status: null }
      same("invoice", yield* store.invoice("org-2", "invoice-1"), null)
      same("subscription", yield* store.subscription("org-2", "subscription-1"), null)
      same("voucher", yield* store.voucher("org-2", "voucher-1"), null)
      const nothing = { items: [], totalItems: 0 }
      same("invoices", yield* store.invoices("org-2", list), nothing)
      same("subscriptions", yield* store.subscriptions("org-2", list), nothing)
      same("vouchers", yield* store.vouchers("org-2", { ...list, at: 0 }), nothing)
      same("entries", yield* store.voucherEntries("org-2", "voucher-1", list), nothing)
    }),
  },
  {
    name: "usage events come with the account by their ids, those that there are",
    rule: "Of the ids that are asked for those that were recorded come back, each once and as it was recorded, in the order of the ids. An id may be as long as a text. GAP-86",
    tell: Effect.fnUntraced(function* (store) {
      const again = { ...usage, eventId: "event-0" }
      yield* commit(store, { puts: [...everything, usagePut(again)] })
      const asked = ["event-2", "event-1", "event-0", "event-1"]
      same("known", yield* known(store, ...asked), [usage, again])
      same("none", yield* known(store), [])
      same("not asked for", (yield* store.account("org-1"))?.usageEvents, [])
      const longest = { ...usage, eventId: longestText }
      yield* commit(store, { puts: [usagePut(longest)] })
      same("the longest id", yield* known(store, longestText), [longest])
    }),
  },
  {
    name: "usage events that come with the account are those of its version",
    rule: "However many commits are made meanwhile, what one read gives is of one moment: version, account and events.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [organizationPut] })
      const ids = Array.from({ length: 8 }, (_, index) => `event-${index}`)
      const versioned = Effect.map(store.account("org-1", { eventIds: ids }), (found) =>
        hold(
          `version ${found?.version} has ${found?.usageEvents.length} events`,
          found?.version === found?.usageEvents.length,
        ),
      )
      const writer = Effect.forEach(ids, (eventId, version) =>
        commit(store, { expects: [at(organization, version)], puts: [usagePut({ ...usage, eventId })] }),
      )
      const reader = Effect.forEach(ids, () => versioned)
      yield* Effect.all([reader, writer, reader, reader], { concurrency: "unbounded" })
      same("events", (yield* known(store, ...ids)).length, ids.length)
    }),
  },
]
