// Accounts: what of an organization is loaded to decide on, what is left out or summarised, and what comes along with an
// invoice that is asked for.
import * as Effect from "effect/Effect"
import type { Account } from "../../../core/billing/Account.ts"
import type { Invoice, Receipt } from "../../../core/invoice/Invoice.ts"
import { receivableOf } from "../../../core/invoice/Receivable.ts"
import type { PaymentAttempt } from "../../../core/payment/PaymentAttempt.ts"
import type { Put } from "../../../ports/BillingStore.ts"
import { same } from "../../Law.ts"
import { cycleOf, invoiceOf, periodOf, subscriptionOf, voucherOf } from "../records.ts"
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

/** A line for usage that arrived when its cycle was over. */
const lateLine = (cycle: number): Invoice["lines"][number] => ({
  name: "API calls",
  unitPrice: 1,
  quantity: 100,
  amount: 100,
  planId: "plan-1",
  item: { kind: "USAGE", cycle, segment: 0, meter: "api_calls", band: 0 },
})

const receiptOf = (voucherId: string): Receipt => ({
  receiptId: "receipt-1",
  kind: "VOUCHER",
  attemptId: null,
  voucherId,
  reportedAmount: 50,
  amount: 50,
  appliedAmount: 50,
  at: 0,
})

const invoicePut = (...args: Parameters<typeof invoiceOf>): Put => ({
  kind: "Invoice",
  record: invoiceOf(...args),
})

const voucherPut = (...args: Parameters<typeof voucherOf>): Put => ({
  kind: "Voucher",
  record: voucherOf(...args),
})

const periodPut = (cycle: number, settled: boolean, subscriptionId = "subscription-1"): Put => ({
  kind: "BillingPeriod",
  record: { ...periodOf(cycle, settled), subscriptionId, organizationId: "org-1" },
})

const subscriptionPut = (...args: Parameters<typeof subscriptionOf>): Put => ({
  kind: "Subscription",
  record: subscriptionOf(...args),
})

/** What an invoice took of a voucher at its issue. */
const taken = (code: string): Partial<Invoice> => ({ discounts: [{ type: "VOUCHER", code, amount: 50 }] })

/** What an account has, by id; vouchers, whose order the port leaves open, are sorted. */
const viewOf = (account: Account | undefined) => ({
  periods: account?.periods.map(
    ({ subscriptionId, cycle, settled }) =>
      `${subscriptionId === "subscription-1" ? "" : `${subscriptionId} `}${cycle}${settled ? " settled" : ""}`,
  ),
  invoices: account?.invoices.map(({ invoiceId }) => invoiceId),
  receivables: account?.receivables.map(({ invoiceId }) => invoiceId),
  formerSubscriptions: account?.formerSubscriptions.map(({ subscriptionId }) => subscriptionId),
  vouchers: account?.vouchers.map(({ voucherId }) => voucherId).toSorted(),
})

const view = (store: Store, ...invoiceIds: ReadonlyArray<string>) =>
  Effect.map(store.account("org-1", { invoiceIds }), (found) => viewOf(found?.value))

/** Four cycles of one subscription, the first three of them settled, each with a paid document; and an earlier one. */
const fourCycles: ReadonlyArray<Put> = [
  organizationPut,
  subscriptionPut("subscription-0", { status: "CANCELLED" }),
  subscriptionPut("subscription-1", { cycle: cycleOf(3), createdAt: 1 }),
  periodPut(1, false, "subscription-0"),
  invoicePut("earlier", { subscriptionId: "subscription-0", cycle: 1 }),
  ...[0, 1, 2, 3].flatMap((cycle) => [periodPut(cycle, cycle < 3), invoicePut(`cycle-${cycle}`, { cycle })]),
]

/** What is in an account. */
export const accounts: ReadonlyArray<StoreCase> = [
  {
    name: "an account has its live subscription, or the latest that was cancelled",
    rule: "Of several subscriptions the one that is not cancelled; where all are, the one that was created last.",
    tell: Effect.fnUntraced(function* (store) {
      const put = (subscriptionId: string, createdAt: number, status: "ACTIVE" | "CANCELLED"): Put =>
        subscriptionPut(subscriptionId, { createdAt, status })
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
    name: "a subscription keeps its trial, and the plans that were tried",
    rule: "Members that are absent where a plan has no trial are read as they were put, and are absent where they were.",
    tell: Effect.fnUntraced(function* (store) {
      const trial = { endAt: 5, announced: true, ended: false }
      const tried = subscriptionOf("subscription-1", { trial, trialPlanIds: ["plan-1", "plan-2"] })
      const read = Effect.map(store.account("org-1"), (found) => found?.value.subscription)
      yield* commit(store, { puts: [organizationPut, { kind: "Subscription", record: tried }] })
      same("on trial", yield* read, tried)
      same("by its id", yield* store.subscription("org-1", "subscription-1"), tried)
      const untried = subscriptionOf("subscription-1")
      yield* commit(store, { puts: [{ kind: "Subscription", record: untried }] })
      same("without a trial", yield* read, untried)
    }),
  },
  {
    name: "an account has the receivables of the invoices that take or await a payment",
    rule: "Not their documents. A paid one is left out, and one that was written off, unless an attempt is in flight.",
    tell: Effect.fnUntraced(function* (store) {
      const attempts = [pendingAttempt]
      const failed = [{ ...pendingAttempt, status: "DECLINED", declineCode: "stolen_card", at: 5 } as const]
      const owed = [
        invoiceOf("failed", { status: "PAYMENT_FAILED", amountPaid: 40, attempts: failed, issuedAt: 1 }),
        invoiceOf("open", { status: "OPEN", amountPaid: 0, issuedAt: 2 }),
        invoiceOf("slip", { attempts, issuedAt: 3 }),
        invoiceOf("written off, awaited", { status: "UNCOLLECTIBLE", attempts, issuedAt: 4 }),
      ]
      const others = [invoicePut("paid"), invoicePut("written off", { status: "UNCOLLECTIBLE" })]
      const puts = owed.map((record): Put => ({ kind: "Invoice", record }))
      yield* commit(store, { puts: [organizationPut, ...puts, ...others] })
      const read = Effect.map(store.account("org-1"), (found) => found?.value)
      same("receivables", (yield* read)?.receivables, owed.map(receivableOf))
      same("invoices", (yield* read)?.invoices, [])
      yield* commit(store, { puts: [invoicePut("open"), invoicePut("failed", { status: "VOID" })] })
      same("later", (yield* view(store)).receivables, ["slip", "written off, awaited"])
    }),
  },
  {
    name: "an account has the documents of its periods that are not settled, paid or not",
    rule: "Periods come ascending by cycle; with them come all documents of theirs, and none of a settled period between them.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [...fourCycles, periodPut(1, false)] })
      const { periods, invoices } = yield* view(store)
      same("periods", periods, ["1", "3"])
      same("invoices", invoices, ["cycle-1", "cycle-3"])
    }),
  },
  {
    name: "an account has the documents that bill an item of its periods",
    rule: "A document of another cycle that has a line of this one, because its usage arrived late, comes with the period.",
    tell: Effect.fnUntraced(function* (store) {
      const late = [
        invoicePut("late", { cycle: 2, lines: [lateLine(2), lateLine(1)] }),
        invoicePut("another's", { cycle: 2, lines: [lateLine(1)], subscriptionId: "subscription-0" }),
      ]
      yield* commit(store, { puts: [...fourCycles, ...late, periodPut(1, false)] })
      same("invoices", (yield* view(store)).invoices, ["cycle-1", "cycle-3", "late"])
    }),
  },
  {
    name: "an account has the earlier subscriptions of which something is owed",
    rule: "Those of its receivables, in the order of their creation, and not the one that is its own.",
    tell: Effect.fnUntraced(function* (store) {
      const owed = (invoiceId: string, subscriptionId: string): Put =>
        invoicePut(invoiceId, { subscriptionId, status: "OPEN" })
      const ended = ["a", "b", "c"].map((subscriptionId, createdAt) =>
        subscriptionPut(subscriptionId, { createdAt, status: "CANCELLED" }),
      )
      const live = subscriptionPut("d", { createdAt: 4 })
      const puts = [organizationPut, ...ended, live, owed("1", "d"), owed("2", "c"), owed("3", "a")]
      yield* commit(store, { puts })
      same("owing", (yield* view(store)).formerSubscriptions, ["a", "c"])
      yield* commit(store, { puts: [invoicePut("3", { subscriptionId: "a" })] })
      same("later", (yield* view(store)).formerSubscriptions, ["c"])
    }),
  },
  {
    name: "a spent voucher comes with the invoice that took it",
    rule: "An account has the vouchers with a balance, and those that its invoices consumed at their issue.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, {
        puts: [
          ...fourCycles,
          invoicePut("cycle-3", { cycle: 3, ...taken("spent-1") }),
          invoicePut("cycle-1", { cycle: 1, ...taken("spent-2") }),
          voucherPut("spent-1", ["cycle-3", "x"]),
          voucherPut("spent-2", ["cycle-1", "y"]),
          voucherPut("full", []),
        ],
      })
      same("vouchers", (yield* view(store)).vouchers, ["full", "spent-1"])
    }),
  },
  {
    name: "a voucher that paid an invoice after its issue comes with it",
    rule: "Also where nothing of it is left, and a receipt of the invoice names it.",
    tell: Effect.fnUntraced(function* (store) {
      const record = voucherOf("applied", ["cycle-3", "cycle-1"])
      const paid = invoicePut("cycle-3", { cycle: 3, receipts: [receiptOf("applied")] })
      yield* commit(store, { puts: [...fourCycles, paid, { kind: "Voucher", record }] })
      same("vouchers", (yield* store.account("org-1"))?.value.vouchers, [record])
    }),
  },
  {
    name: "an invoice that is asked for comes with its vouchers",
    rule: "It is in the account and no receivable, with the vouchers that it consumed; an unknown one changes nothing.",
    tell: Effect.fnUntraced(function* (store) {
      const puts = [
        organizationPut,
        subscriptionPut("subscription-1", { createdAt: 1 }),
        invoicePut("open", { status: "OPEN", ...taken("spent") }),
        voucherPut("spent", ["open", "y"]),
        voucherPut("full", []),
      ]
      yield* commit(store, { puts })
      const nothing = { periods: [], invoices: [], formerSubscriptions: [] }
      same("without", yield* view(store), { ...nothing, receivables: ["open"], vouchers: ["full"] })
      same("with", yield* view(store, "open"), {
        ...nothing,
        invoices: ["open"],
        receivables: [],
        vouchers: ["full", "spent"],
      })
      same("unknown", yield* view(store, "none"), yield* view(store))
    }),
  },
  {
    name: "an invoice that is asked for comes with the vouchers that give its money back",
    rule: "Also where nothing of them is left: a dispute of its payment freezes them and takes them back.",
    tell: Effect.fnUntraced(function* (store) {
      const credit = (voucherId: string, creditOf: string): Put => ({
        kind: "Voucher",
        record: voucherOf(voucherId, ["x", "y"], { creditOf }),
      })
      const puts = [credit("credit-1", "paid"), credit("credit-2", "paid"), credit("credit-3", "another")]
      yield* commit(store, { puts: [organizationPut, invoicePut("paid"), invoicePut("another"), ...puts] })
      same("without", (yield* view(store)).vouchers, [])
      same("with", (yield* view(store, "paid")).vouchers, ["credit-1", "credit-2"])
    }),
  },
  {
    name: "an invoice that is asked for brings its period, settled or not, with the documents of it",
    rule: "Also that of an earlier subscription, which comes along and whose periods come first.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: fourCycles })
      const own = yield* view(store, "cycle-1")
      same("periods", own.periods, ["1 settled", "3"])
      same("invoices", own.invoices, ["cycle-1", "cycle-3"])
      const several = yield* view(store, "cycle-2", "earlier", "cycle-0")
      same("periods of several", several.periods, ["subscription-0 1", "0 settled", "2 settled", "3"])
      same("invoices of several", several.invoices, ["earlier", "cycle-0", "cycle-2", "cycle-3"])
      same("former subscriptions", several.formerSubscriptions, ["subscription-0"])
      same("none is asked for", (yield* view(store)).formerSubscriptions, [])
    }),
  },
  {
    name: "an invoice that is asked for brings the periods that it has a line of",
    rule: "It billed late usage of a cycle that is settled since; voided, that is billed again.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [...fourCycles, invoicePut("late", { cycle: 2, lines: [lateLine(1)] })] })
      const own = yield* view(store, "late")
      same("periods", own.periods, ["1 settled", "2 settled", "3"])
      same("invoices", own.invoices, ["cycle-1", "cycle-2", "cycle-3", "late"])
    }),
  },
]
