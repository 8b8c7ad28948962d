// Accounts: what of an organization is loaded to decide on, and what comes along with an invoice that is asked for.
import * as Effect from "effect/Effect"
import type { Account } from "../../../core/billing/Account.ts"
import type { PaymentAttempt } from "../../../core/payment/PaymentAttempt.ts"
import type { Put } from "../../../ports/BillingStore.ts"
import { same } from "../../Law.ts"
import { cycleOf, groupOf, invoiceOf, subscriptionOf, voucherOf } from "../records.ts"
import { commit, organizationPut, type Store, type StoreCase } from "./StoreCase.ts"

const pendingAttempt: PaymentAttempt = {
  attemptId: "attempt-1",
  paymentMethodId: "method-1",
  amount: 100,
  status: "PENDING",
  declineCode: null,
  retryable: false,
  lookups: 0,
  slip: null,
  startedAt: 0,
  at: 0,
}

const invoicePut = (...args: Parameters<typeof invoiceOf>): Put => ({
  kind: "Invoice",
  record: invoiceOf(...args),
})

const voucherPut = (...args: Parameters<typeof voucherOf>): Put => ({
  kind: "Voucher",
  record: voucherOf(...args),
})

const groupPut = (cycle: number, settled: boolean): Put => ({
  kind: "BillingGroup",
  record: { ...groupOf(cycle, settled), organizationId: "org-1" },
})

/** What an account has, by id; lists whose order the port leaves open are sorted. */
const viewOf = (account: Account | undefined) => ({
  groups: account?.groups.map(({ cycle, settled }) => `${cycle}${settled ? " settled" : ""}`),
  invoices: account?.invoices.map(({ invoiceId }) => invoiceId).toSorted(),
  vouchers: account?.vouchers.map(({ voucherId }) => voucherId).toSorted(),
})

const view = (store: Store, invoiceId?: string) =>
  Effect.map(store.account("org-1", invoiceId === undefined ? undefined : { invoiceId }), (found) =>
    viewOf(found?.value),
  )

/** Four cycles of one subscription, the first three of them settled, each with a paid document. */
const fourCycles: ReadonlyArray<Put> = [
  organizationPut,
  { kind: "Subscription", record: subscriptionOf("subscription-1", { cycle: cycleOf(3) }) },
  ...[0, 1, 2, 3].flatMap((cycle) => [groupPut(cycle, cycle < 3), invoicePut(`cycle-${cycle}`, { cycle })]),
  invoicePut("earlier", { subscriptionId: "subscription-0" }),
]

/** What is in an account. */
export const accounts: ReadonlyArray<StoreCase> = [
  {
    name: "an account has its live subscription, or the latest that was cancelled",
    rule: "Of several subscriptions the one that is not cancelled; where all are, the one that was created last.",
    tell: Effect.fnUntraced(function* (store) {
      const put = (subscriptionId: string, createdAt: number, status: "ACTIVE" | "CANCELLED"): Put => ({
        kind: "Subscription",
        record: subscriptionOf(subscriptionId, { createdAt, status }),
      })
      const read = Effect.map(store.account("org-1"), (found) => found?.value.subscription?.subscriptionId)
      yield* commit(store, { puts: [organizationPut, put("b", 2, "CANCELLED"), put("a", 1, "CANCELLED")] })
      same("latest", yield* read, "b")
      yield* commit(store, { puts: [put("c", 3, "ACTIVE")] })
      same("live", yield* read, "c")
      yield* commit(store, { puts: [put("c", 3, "CANCELLED")] })
      same("latest again", yield* read, "c")
    }),
  },
  {
    name: "an account has the invoices that take or await a payment",
    rule: "A paid one is left out, unless an attempt of it is still in flight.",
    tell: Effect.fnUntraced(function* (store) {
      const slip = invoicePut("slip", { attempts: [pendingAttempt] })
      yield* commit(store, {
        puts: [organizationPut, invoicePut("open", { status: "OPEN" }), invoicePut("paid"), slip],
      })
      same("invoices", (yield* view(store)).invoices, ["open", "slip"])
    }),
  },
  {
    name: "an account has the documents of its groups that are not settled, paid or not",
    rule: "Groups come ascending by cycle, and with them every document of theirs and of all cycles since.",
    tell: Effect.fnUntraced(function* (store) {
      const late = { ...groupOf(1, false), organizationId: "org-1" }
      yield* commit(store, { puts: [...fourCycles, { kind: "BillingGroup", record: late }] })
      const { groups, invoices } = yield* view(store)
      same("groups", groups, ["1", "3"])
      same("invoices", invoices, ["cycle-1", "cycle-2", "cycle-3"])
    }),
  },
  {
    name: "a spent voucher comes with the invoice that took it",
    rule: "An account has the vouchers with a balance, and those that its invoices consumed at their issue.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, {
        puts: [
          organizationPut,
          invoicePut("open", { status: "OPEN" }),
          invoicePut("paid"),
          voucherPut("spent-1", ["open", "x"]),
          voucherPut("spent-2", ["paid", "y"]),
          voucherPut("full", []),
        ],
      })
      same("vouchers", (yield* view(store)).vouchers, ["full", "spent-1"])
    }),
  },
  {
    name: "a voucher that paid an invoice after its issue comes with it",
    rule: "Also where nothing of it is left, and the cause of its movement is a receipt.",
    tell: Effect.fnUntraced(function* (store) {
      const applied = voucherOf("applied", ["open", "paid"])
      const entries = applied.entries.map((entry) =>
        entry.kind === "CONSUME" ? { ...entry, cause: `receipt of ${entry.cause}` } : entry,
      )
      const record = { ...applied, entries }
      yield* commit(store, {
        puts: [organizationPut, invoicePut("open", { status: "OPEN" }), { kind: "Voucher", record }],
      })
      same("vouchers", (yield* store.account("org-1"))?.value.vouchers, [record])
    }),
  },
  {
    name: "an invoice that is asked for comes with its vouchers",
    rule: "One that the account would leave out is in it, with the vouchers that it consumed; an unknown one changes nothing.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, {
        puts: [
          organizationPut,
          invoicePut("paid"),
          voucherPut("spent", ["paid", "y"]),
          voucherPut("full", []),
        ],
      })
      same("without", yield* view(store), { groups: [], invoices: [], vouchers: ["full"] })
      same("with", yield* view(store, "paid"), {
        groups: [],
        invoices: ["paid"],
        vouchers: ["full", "spent"],
      })
      same("unknown", yield* view(store, "none"), yield* view(store))
    }),
  },
  {
    name: "an invoice that is asked for brings its settled group, and the documents since",
    rule: "Only where it is of the account's subscription: the cycle of an earlier one is another cycle.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: fourCycles })
      const { groups, invoices } = yield* view(store, "cycle-1")
      same("groups", groups, ["1 settled", "3"])
      same("invoices", invoices, ["cycle-1", "cycle-2", "cycle-3"])
      const earlier = yield* view(store, "earlier")
      same("groups of the running one", earlier.groups, ["3"])
      same("invoices beside the earlier one", earlier.invoices, ["cycle-3", "earlier"])
    }),
  },
]
