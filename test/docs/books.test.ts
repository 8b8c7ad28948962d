// The queries of the page about the books, over random histories and over what these do not have: imports, and engines that
// ran late. What they answer is worked out again from the documents, by books that share nothing with them or the rules.
import { PGlite } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { Account, type Invoice, type Put, type Subscription, type Voucher } from "../../src/index.ts"
import { fromPg, makePostgresBillingStore, migrate } from "../../src/postgres/index.ts"
import { createBilling } from "../../src/promises/index.ts"
import { everything } from "../core/billing/laws/arbitraries.ts"
import { mixedSetups } from "../core/billing/laws/setups.ts"
import { play } from "../core/billing/laws/world.ts"
import { type BookAccount, journalOf, type Posting } from "../support/journal.ts"
import { read } from "../tidy/source.ts"
import { fencesOf } from "./fences.ts"

const DAY = 86_400_000
const HISTORIES = 60

const fences = fencesOf(read("docs/queries.md").text)
const database = await PGlite.create()
const store = makePostgresBillingStore(fromPg(database))

type Row = Readonly<Record<string, unknown>>

/** What a query answers; sums are texts, as drivers give large integers. */
const asked = async (name: string, ...parameters: ReadonlyArray<number>): Promise<ReadonlyArray<Row>> => {
  const text = fences.find(({ info }) => info === `sql query ${name}`)?.text ?? ""
  const { rows } = await database.query<Row>(text, [...parameters])
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value,
      ]),
    ),
  )
}

const docsOf = async <Record>(table: string): Promise<ReadonlyArray<Record & { of: string }>> => {
  const { rows } = await database.query<{ of: string; doc: string }>(
    `SELECT organization_id AS of, doc::text AS doc FROM studio_billing.${table}`,
  )
  return rows.map(({ of, doc }) => ({ ...JSON.parse(doc), of }))
}

/** The books of all that is stored, one organization after the other. */
const booksOf = async (): Promise<ReadonlyArray<Posting>> => {
  const invoices = await docsOf<Invoice.Invoice>("invoices")
  const vouchers = await docsOf<Voucher.Voucher>("vouchers")
  const entries = await docsOf<Voucher.VoucherEntry>("voucher_entries")
  const subscriptions = await docsOf<Subscription.Subscription>("subscriptions")
  return Array.from(new Set(subscriptions.map((one) => one.of))).flatMap((of) => {
    const own = <A extends { of: string }>(all: ReadonlyArray<A>) => all.filter((one) => one.of === of)
    return journalOf({
      invoices: own(invoices),
      vouchers: own(vouchers),
      entries: own(entries),
      subscriptions: own(subscriptions),
    })
  })
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** The sums by month, currency and account that are not 0, in their order. */
const byMonth = (books: ReadonlyArray<Posting>, among?: ReadonlySet<BookAccount>) => {
  const sums = new Map<string, number>()
  for (const { at, currency, account, amount } of books) {
    if (among !== undefined && !among.has(account)) continue
    const name = `${monthOf(at)} ${currency} ${account}`
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  return Object.fromEntries(Array.from(sums).filter(([, amount]) => amount !== 0))
}

/** The records of an account, under another id and in another currency. */
const commitAs = async (organizationId: string, currency: string, played: ReturnType<typeof play>) => {
  const { account, voucherEntries } = played
  const puts: ReadonlyArray<Put> = [
    { kind: "Organization", record: account.organization },
    ...Account.subscriptionsOf(account).map((record) => ({ kind: "Subscription", record }) as const),
    ...account.invoices.map((record) => ({ kind: "Invoice", record }) as const),
    ...account.vouchers.map((record) => ({ kind: "Voucher", record }) as const),
    ...voucherEntries.map(
      (entry) => ({ kind: "VoucherEntry", record: { ...entry, organizationId: "" } }) as const,
    ),
  ]
  const renamed = JSON.parse(JSON.stringify(puts).replaceAll('"BRL"', `"${currency}"`), (name, value) =>
    name === "organizationId" ? organizationId : value,
  )
  const nothing = { expects: [], deletes: [], outbox: [], couponCounts: [], due: [] }
  await Effect.runPromise(store.commit({ ...nothing, puts: renamed }))
}

let now = Date.UTC(2026, 0, 10)
const billing = createBilling({ store, gateway: makeScriptedGateway().gateway, clock: () => now })
let late = ""

/**
 * What random histories may not have: customers of another system, one whose payment is taken back, one who pays in the
 * end and whose credit is paid out, and one whom no engine saw in time.
 */
const playFurther = async (): Promise<void> => {
  const monthly = { interval: "MONTHLY", amount: 1_000, currency: "BRL" } as const
  const yearly = { interval: "YEARLY", amount: 99_900, currency: "BRL", feeTiming: "ADVANCE" } as const
  const plan = { name: "Pro", description: "", status: "ACTIVE", prices: [] } as const
  const { planId, intervals } = await billing.plans.define({ ...plan, intervals: [monthly, yearly] })
  const [planIntervalId = "", ofYear = ""] = intervals.map(({ id }) => id)
  const begin = async (name: string, cardToken: string, interval = planIntervalId) => {
    const { organizationId } = await billing.organizations.create({ name, currency: "BRL", status: "ACTIVE" })
    const { paymentMethodId } = await billing.paymentMethods.add({ organizationId, type: "CARD", cardToken })
    await billing.subscriptions.create({ organizationId, paymentMethodId, planId, planIntervalId: interval })
    return organizationId
  }
  const firstOf = async (organizationId: string) => {
    const { items } = await billing.invoices.list({ organizationId })
    return { organizationId, invoiceId: items.at(-1)?.invoiceId ?? "" }
  }
  const loses = await firstOf(await begin("Loses", "tok_visa", ofYear))
  const owes = await begin("Pays in the end", "tok_charge_declined")
  await billing.invoices.refund({ ...loses, refundId: "part", amount: 900 })
  const card = { gatewayReference: "card", brand: "visa", last4: "4242", expMonth: 5, expYear: 2030 }
  const details = { isDefault: true, billingDetails: { name: "Ana", email: null } }
  const moveIn = (organizationId: string, startAt: number) =>
    billing.subscriptions.import({
      planId,
      planIntervalId,
      importId: organizationId,
      organization: { organizationId, name: "Moved in", currency: "BRL" },
      anchor: { at: startAt, day: null },
      coupon: null,
      period: { startAt, endAt: startAt + 31 * DAY, feePaid: true, usage: [] },
      credits: [{ name: "Balance", amount: 500, expiresAt: null }],
      owedAmount: 0,
      paymentMethods: [{ type: "CARD", ...card, ...details }],
    })
  await moveIn("moved", Date.UTC(2026, 0, 1))
  await moveIn("moved as a period begins", now)
  now += 25 * DAY
  await billing.engine.runDue()
  await billing.invoices.openDispute(loses)
  now += 10 * DAY
  await billing.engine.runDue()
  await billing.invoices.loseDispute(loses)
  const owed = await firstOf(owes)
  await billing.invoices.writeOff(owed)
  late = await begin("Late", "tok_visa")
  now += 45 * DAY
  await billing.invoices.settle({ ...owed, receiptId: "bank-1", amount: 1_200 })
  const goodwill = { organizationId: owes, name: "Goodwill", amount: 300, currency: "BRL" }
  const { voucherId } = await billing.vouchers.grant(goodwill)
  await billing.vouchers.payOut({ organizationId: owes, voucherId, payoutId: "transfer-1" })
}

beforeAll(async () => {
  await Effect.runPromise(migrate(fromPg(database)))
  const histories = fc.sample(fc.tuple(mixedSetups, everything), HISTORIES)
  for (const [index, [setup, steps]] of histories.entries()) {
    const played = play(setup, steps, setup.startAt + 200 * DAY)
    await commitAs(`history ${index}`, index % 3 === 0 ? "USD" : "BRL", played)
  }
  await playFurther()
})
afterAll(async () => {
  await billing.close()
  await database.close()
})

describe("a query about the books", () => {
  it("is a journal of all that is stored, which balances", async () => {
    const rows = await asked("journal")
    expect(
      Object.fromEntries(
        rows.map(({ month, currency, account, amount }) => [`${month} ${currency} ${account}`, amount]),
      ),
    ).toEqual(byMonth(await booksOf()))
    const totals = Map.groupBy(rows, ({ month, currency }) => `${month} ${currency}`)
    for (const [name, own] of totals)
      expect([name, own.reduce((sum, { amount }) => sum + Number(amount), 0)]).toEqual([name, 0])
    const accounts = new Set(rows.map(({ account }) => account))
    for (const account of ["imported", "chargebacks", "bad debt", "lapsed", "coupons"])
      expect(accounts).toContain(account)
  })

  it("has the receivables and the credit that the records of these have", async () => {
    const rows = await asked("journal")
    const balance = (...accounts: ReadonlyArray<string>) =>
      rows.reduce((sum, row) => (accounts.includes(String(row.account)) ? sum + Number(row.amount) : sum), 0)
    const owed = await asked("receivables by age", now)
    expect(balance("receivable")).toBe(owed.reduce((sum, { amount }) => sum + Number(amount), 0))
    const vouchers = await docsOf<Voucher.Voucher>("vouchers")
    expect(0 - balance("credit owed", "credit granted")).toBe(
      vouchers.reduce((sum, one) => sum + one.balance, 0),
    )
  })

  it("says what money came and went, which came to no other system", async () => {
    const rows = await asked("money by month")
    const partOf = (...of: ReadonlyArray<"received" | "refunded" | "charged_back">) =>
      Object.fromEntries(
        rows.flatMap((row) => {
          const amount = of.reduce((sum, part) => sum + Number(row[part]), 0)
          return amount === 0 ? [] : [[`${row.month} ${row.currency}`, amount]]
        }),
      )
    const books = await booksOf()
    const of = (account: BookAccount, isMeant: (posting: Posting) => boolean = () => true) =>
      Object.fromEntries(
        Object.entries(byMonth(books.filter(isMeant), new Set([account]))).map(([name, amount]) => [
          name.slice(0, 11),
          amount,
        ]),
      )
    expect(partOf("received")).toEqual(of("money", ({ amount }) => amount > 0))
    expect(partOf("charged_back")).toEqual(of("chargebacks"))
    // Refunds, and credit that was paid out.
    const gone = of("money", ({ amount }) => amount < 0)
    expect(partOf("refunded", "charged_back")).toEqual(
      Object.fromEntries(Object.entries(gone).map(([name, amount]) => [name, -amount])),
    )
    const postings = books.filter(({ account }) => account === "imported")
    expect(postings.map(({ amount }) => amount)).toEqual([1_000, 1_000])
  })

  it("lists payments one by one, which add up to the money", async () => {
    const rows = await asked("payments", 0, Number.MAX_SAFE_INTEGER)
    const money = (await booksOf()).filter(({ account }) => account === "money" || account === "imported")
    const sum = (all: ReadonlyArray<Row | Posting>) =>
      all.reduce((total, { amount }) => total + Number(amount), 0)
    expect(sum(rows)).toBe(sum(money))
    const owed = rows.find(({ key }) => key === "bank-1")
    expect(owed).toMatchObject({ kind: "SETTLEMENT", amount: 1_200, surplus: 200, charged_at: null })
    for (const kind of ["DISPUTE LOST", "PAYOUT"]) expect(rows.map((row) => row.kind)).toContain(kind)
  })

  it("says what can still change a month, until an engine was there", async () => {
    const closing = Date.UTC(2026, 2, 31)
    const paymentsOfLate = async () =>
      (await asked("payments", Date.UTC(2026, 2, 14), Date.UTC(2026, 2, 14) + 1)).filter(
        ({ organization_id }) => organization_id === late,
      )
    const before = await asked("still due", closing)
    expect(before).toContainEqual({ organization_id: late, due_at: Date.UTC(2026, 2, 14) })
    expect(await paymentsOfLate()).toEqual([])
    await billing.engine.runDue()
    expect(await asked("still due", closing)).toEqual([])
    const [charge] = await paymentsOfLate()
    expect(charge).toMatchObject({ kind: "CHARGE", amount: 1_000, charged_at: now })
  })
})

it("runs these queries of the page", () => {
  const names = ["sql query money by month", "sql query journal", "sql query still due", "sql query payments"]
  expect(fences.map(({ info }) => info)).toEqual(expect.arrayContaining(names))
})
