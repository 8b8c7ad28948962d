// Lists: the due index and the outbox in their order, and pages of records, newest first. Where two records are of one
// instant a store may have its own order; its pages together have each record once.
import * as Effect from "effect/Effect"
import type { Voucher, VoucherStatus } from "../../../core/voucher/Voucher.ts"
import type { Put } from "../../../ports/BillingStore.ts"
import { same } from "../../Law.ts"
import {
  invoiceOf,
  subscriptionOf,
  undeliveredOtpOf,
  voucherEntryOf,
  voucherOf,
  waitingOtpOf,
} from "../records.ts"
import { readyOf } from "./codes.ts"
import { announced } from "./commits.ts"
import { commit, organizationPut, pageOf, planPut, type Store, type StoreCase } from "./StoreCase.ts"

/** What a store lists as due: each as `organization@instant`. */
export const dueOf = (store: Store, until: number, limit: number) =>
  Effect.map(store.due({ until, limit }), (found) =>
    found.map(({ organizationId, at }) => `${organizationId}@${at}`),
  )

/** Commits due instants by organization. */
export const commitDue = (store: Store, due: Readonly<Record<string, number | null>>) =>
  commit(store, { due: Object.entries(due).map(([organizationId, at]) => ({ organizationId, at })) })

const messagesOf = (store: Store, limit: number) =>
  Effect.map(store.outbox({ kind: "EVENT", limit }), (found) => found.map((one) => one.messageId))

/** The due index and the outbox. */
export const queues: ReadonlyArray<StoreCase> = [
  {
    name: "what is due comes earliest first, up to an instant",
    rule: "The index has every organization whose instant is not after `until`, and of those the first `limit`.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { c: 5, b: 7, a: 9, d: 1 })
      same("order", yield* dueOf(store, 9, 10), ["d@1", "c@5", "b@7", "a@9"])
      same("until", yield* dueOf(store, 7, 10), ["d@1", "c@5", "b@7"])
      same("limit", yield* dueOf(store, 9, 2), ["d@1", "c@5"])
      same("nothing yet", yield* dueOf(store, 0, 10), [])
    }),
  },
  {
    name: "an organization has one due instant, which moves",
    rule: "The next commit that names it replaces its entry, earlier or later, and `null` removes it.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 9, b: 5, c: 6, d: 1 })
      yield* commitDue(store, { d: null, b: 20, a: 2 })
      same("moved", (yield* dueOf(store, 20, 10)).toSorted(), ["a@2", "b@20", "c@6"])
    }),
  },
  {
    name: "messages come oldest first",
    rule: "The outbox has the messages in the order of their commits, and within one in its own.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { outbox: [announced("1"), announced("2")] })
      yield* commit(store, { outbox: [announced("3")] })
      same("all", yield* messagesOf(store, 10), ["1", "2", "3"])
      same("first", yield* messagesOf(store, 2), ["1", "2"])
    }),
  },
  {
    name: "a message that was acknowledged does not come again",
    rule: "The others stay; a message that is unknown, or acknowledged again, changes nothing.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { outbox: [announced("1"), announced("2"), announced("3")] })
      yield* store.acknowledge(["2", "unknown"])
      yield* store.acknowledge(["2"])
      same("rest", (yield* messagesOf(store, 10)).toSorted(), ["1", "3"])
      const [code, letter] = [waitingOtpOf("4"), undeliveredOtpOf("5")]
      yield* commit(store, { outbox: [code, letter] })
      yield* store.acknowledge(["4", "5"])
      same("a code that was sent", yield* store.replaceOtp(code, { ...code, attempts: 2 }), false)
      same("codes", yield* readyOf(store, 0, 10), [])
      same("letters", yield* store.outbox({ kind: "OTP_UNDELIVERED", limit: 10 }), [])
    }),
  },
  {
    name: "messages of one kind do not come with those of another",
    rule: "Events and one-time passwords are read apart.",
    tell: Effect.fnUntraced(function* (store) {
      const waiting = waitingOtpOf("2")
      yield* commit(store, { outbox: [announced("1"), waiting] })
      same("events", yield* messagesOf(store, 10), ["1"])
      const codes = yield* store.outbox({ kind: "OTP", limit: 10 })
      same("codes", codes, [waiting])
    }),
  },
]

const invoicePut = (invoiceId: string, issuedAt: number, status: "OPEN" | "PAID" = "PAID"): Put => ({
  kind: "Invoice",
  record: invoiceOf(invoiceId, { issuedAt, status }),
})

const invoicesOf = (
  store: Store,
  page: number,
  limit: number,
  status: "OPEN" | "PAID" | "VOID" | null = null,
) =>
  Effect.map(store.invoices("org-1", { page, limit, status }), (found) =>
    pageOf(found, ({ invoiceId }) => invoiceId),
  )

/** Pages of records. */
export const pages: ReadonlyArray<StoreCase> = [
  {
    name: "invoices come newest first, page by page",
    rule: "By the instant of their issue; a page beyond the last one is empty, and each has the length of the whole list.",
    tell: Effect.fnUntraced(function* (store) {
      const puts = [invoicePut("a", 1), invoicePut("b", 3), invoicePut("c", 4), invoicePut("d", 2)]
      yield* commit(store, { puts: [organizationPut, ...puts] })
      same("all", yield* invoicesOf(store, 1, 10), "cbda of 4")
      same("page 1", yield* invoicesOf(store, 1, 3), "cbd of 4")
      same("page 2", yield* invoicesOf(store, 2, 3), "a of 4")
      same("page 3", yield* invoicesOf(store, 3, 3), " of 4")
    }),
  },
  {
    name: "invoices of one instant are each on one page",
    rule: "However a store orders them, no page repeats one and none is left out.",
    tell: Effect.fnUntraced(function* (store) {
      const puts = ["a", "b", "c", "d", "e"].map((id) => invoicePut(id, 1))
      yield* commit(store, { puts: [organizationPut, ...puts] })
      const found = yield* Effect.forEach([1, 2, 3], (page) =>
        store.invoices("org-1", { page, limit: 2, status: null }),
      )
      const ids = found.flatMap(({ items }) => items.map(({ invoiceId }) => invoiceId))
      same("ids", ids.toSorted(), ["a", "b", "c", "d", "e"])
    }),
  },
  {
    name: "invoices come by status, and move between statuses",
    rule: "A list by status has those that have it now, and their number.",
    tell: Effect.fnUntraced(function* (store) {
      const puts = [invoicePut("a", 1), invoicePut("b", 3, "OPEN"), invoicePut("c", 2, "OPEN")]
      yield* commit(store, { puts: [organizationPut, ...puts] })
      same("open", yield* invoicesOf(store, 1, 10, "OPEN"), "bc of 2")
      same("none", yield* invoicesOf(store, 1, 10, "VOID"), " of 0")
      yield* commit(store, { puts: [invoicePut("b", 3, "PAID")] })
      same("paid", yield* invoicesOf(store, 1, 10, "PAID"), "ba of 2")
      same("left open", yield* invoicesOf(store, 1, 10, "OPEN"), "c of 1")
      same("one", (yield* store.invoice("org-1", "b"))?.status, "PAID")
    }),
  },
  {
    name: "subscriptions come newest first, and keep their place when they change",
    rule: "All that the organization ever had, by the instant of their creation, page by page.",
    tell: Effect.fnUntraced(function* (store) {
      const put = (subscriptionId: string, createdAt: number, status: "ACTIVE" | "CANCELLED"): Put => ({
        kind: "Subscription",
        record: subscriptionOf(subscriptionId, { createdAt, status }),
      })
      const puts = [put("a", 2, "CANCELLED"), put("b", 1, "CANCELLED"), put("c", 3, "CANCELLED")]
      yield* commit(store, { puts: [organizationPut, ...puts, put("d", 4, "ACTIVE")] })
      const read = (page: number, limit: number) =>
        Effect.map(store.subscriptions("org-1", { page, limit }), (found) =>
          pageOf(found, ({ subscriptionId }) => subscriptionId),
        )
      same("all", yield* read(1, 10), "dcab of 4")
      same("page 1", yield* read(1, 3), "dca of 4")
      same("page 2", yield* read(2, 3), "b of 4")
      same("page 3", yield* read(3, 3), " of 4")
      yield* commit(store, { puts: [put("b", 1, "CANCELLED"), put("d", 4, "CANCELLED")] })
      same("changed", yield* read(1, 10), "dcab of 4")
      same("one", (yield* store.subscription("org-1", "d"))?.status, "CANCELLED")
      same("unknown", yield* store.subscription("org-1", "e"), null)
    }),
  },
  {
    name: "vouchers come newest first, by the status that they have at an instant",
    rule: "Time moves a voucher between lists without a commit; a commit moves it without changing its place.",
    tell: Effect.fnUntraced(function* (store) {
      const put = (voucherId: string, createdAt: number, members: Partial<Voucher> = {}): Put => ({
        kind: "Voucher",
        record: { ...voucherOf(voucherId, []), createdAt, ...members },
      })
      const puts = [
        put("a", 1),
        put("b", 3, { expiresAt: 10 }),
        put("c", 4),
        put("d", 2, { effectiveAt: 20 }),
      ]
      yield* commit(store, { puts: [organizationPut, ...puts] })
      const read = (page: number, limit: number, status: VoucherStatus | null, at = 9) =>
        Effect.map(store.vouchers("org-1", { page, limit, status, at }), (found) =>
          pageOf(found, ({ voucherId }) => voucherId),
        )
      same("all", yield* read(1, 10, null), "cbda of 4")
      same("page 2", yield* read(2, 3, null), "a of 4")
      same("page 3", yield* read(3, 3, null), " of 4")
      same("active", yield* read(1, 2, "ACTIVE"), "cb of 3")
      same("the rest of them", yield* read(2, 2, "ACTIVE"), "a of 3")
      same("expired by now", yield* read(1, 10, "EXPIRED", 10), "b of 1")
      same("active without it", yield* read(1, 10, "ACTIVE", 10), "ca of 2")
      same("pending", yield* read(1, 10, "PENDING"), "d of 1")
      same("pending no longer", yield* read(1, 10, "PENDING", 20), " of 0")
      yield* commit(store, { puts: [put("c", 4, { balance: 0 })] })
      same("depleted, at its place", yield* read(1, 10, null), "cbda of 4")
      same("depleted", yield* read(1, 10, "DEPLETED"), "c of 1")
      same("one", (yield* store.voucher("org-1", "d"))?.effectiveAt, 20)
      same("none", yield* store.voucher("org-1", "e"), null)
    }),
  },
  {
    name: "a voucher whose money is disputed is listed as such",
    rule: "FROZEN unless it is DEPLETED or EXPIRED, and PENDING after that; REVOKED for good once it was taken back.",
    tell: Effect.fnUntraced(function* (store) {
      const put = (voucherId: string, members: Partial<Voucher>): Put => ({
        kind: "Voucher",
        record: voucherOf(voucherId, [], members),
      })
      const puts = [
        put("a", { frozen: true, effectiveAt: 20, createdAt: 4 }),
        put("b", { frozen: true, balance: 0, createdAt: 3 }),
        put("c", { frozen: true, expiresAt: 10, createdAt: 2 }),
        put("d", { revokedAt: 5, balance: 0, expiresAt: 10, createdAt: 1 }),
      ]
      yield* commit(store, { puts: [organizationPut, ...puts] })
      const read = (status: VoucherStatus, at: number) =>
        Effect.map(store.vouchers("org-1", { page: 1, limit: 10, status, at }), (found) =>
          pageOf(found, ({ voucherId }) => voucherId),
        )
      same("frozen", yield* read("FROZEN", 9), "ac of 2")
      same("frozen later", yield* read("FROZEN", 10), "a of 1")
      same("revoked", yield* read("REVOKED", 10), "d of 1")
      same("depleted", yield* read("DEPLETED", 9), "b of 1")
      same("expired", yield* read("EXPIRED", 10), "c of 1")
      same("pending", yield* read("PENDING", 10), " of 0")
    }),
  },
  {
    name: "the entries of a voucher come latest first, page by page",
    rule: "By their place in the ledger, each as it was added, and none of another voucher.",
    tell: Effect.fnUntraced(function* (store) {
      const entries = [0, 1, 2, 3].map((sequence) => voucherEntryOf("a", sequence))
      const put = (record: (typeof entries)[number]): Put => ({ kind: "VoucherEntry", record })
      yield* commit(store, { puts: [organizationPut, ...entries.slice(0, 2).map(put)] })
      yield* commit(store, { puts: [...entries.slice(2).map(put), put(voucherEntryOf("b", 0))] })
      const read = (page: number, limit: number) => store.voucherEntries("org-1", "a", { page, limit })
      const { items, totalItems } = yield* read(2, 1)
      same(
        "one",
        [items.map((item) => ({ ...item, organizationId: "org-1" })), totalItems],
        [[entries[2]], 4],
      )
      const pages = [
        read(1, 3),
        read(2, 3),
        read(3, 3),
        store.voucherEntries("org-1", "c", { page: 1, limit: 3 }),
      ]
      const found = yield* Effect.all(pages)
      same(
        "pages",
        found.map((one) => pageOf(one, ({ sequence }) => `${sequence}`)),
        ["321 of 4", "0 of 4", " of 4", " of 0"],
      )
    }),
  },
  {
    name: "plans come in the order in which they were defined",
    rule: "A plan that changes keeps its place; a list by status has those that have it.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [planPut("b"), planPut("a", "INACTIVE"), planPut("c")] })
      yield* commit(store, { puts: [planPut("b")] })
      const read = (status: "ACTIVE" | "INACTIVE" | null, page = 1, limit = 10) =>
        Effect.map(store.plans({ page, limit, status }), (found) => pageOf(found, ({ planId }) => planId))
      same("all", yield* read(null), "bac of 3")
      same("page 2", yield* read(null, 2, 2), "c of 3")
      same("active", yield* read("ACTIVE"), "bc of 2")
      same("inactive", yield* read("INACTIVE"), "a of 1")
    }),
  },
]
