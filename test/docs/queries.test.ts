// The queries of the page, run on PostgreSQL over customers with all kinds of fates: what they answer is worked out again from
// the records alone.
import { PGlite } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/index.ts"
import type { Invoice, Subscription, Voucher } from "../../src/index.ts"
import { fromPg, makePostgresBillingStore, migrate } from "../../src/postgres/index.ts"
import { type Billing, createBilling } from "../../src/promises/index.ts"
import { read } from "../tidy/source.ts"
import { fencesOf } from "./fences.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 10)
const NOW = START + 100 * DAY

const fences = fencesOf(read("docs/queries.md").text)
let database: PGlite
let close: () => Promise<void>
beforeAll(async () => {
  database = await PGlite.create()
  close = await play()
})
afterAll(async () => {
  await close()
  await database.close()
})

/** What a query answers; sums and counts are texts, as drivers give large integers. */
const asked = async (name: string): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const fence = fences.find(({ info }) => info === `sql query ${name}`)
  const text = fence?.text ?? ""
  const { rows } = await database.query<Record<string, unknown>>(text, text.includes("$1") ? [NOW] : [])
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value,
      ]),
    ),
  )
}

const docsOf = async <Record>(table: string): Promise<ReadonlyArray<Record>> => {
  const { rows } = await database.query<{ doc: string }>(
    `SELECT doc::text AS doc FROM studio_billing.${table}`,
  )
  return rows.map(({ doc }) => JSON.parse(doc))
}

/** Sums by a name, in the order of the names. */
const sums = <A>(all: ReadonlyArray<A>, nameOf: (one: A) => string, amountOf: (one: A) => number) => {
  const found = new Map<string, number>()
  for (const one of all) found.set(nameOf(one), (found.get(nameOf(one)) ?? 0) + amountOf(one))
  return Array.from(found).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Customers of whom one pays, one never does, one has stopped, and so on; a hundred days of them. */
const play = async (): Promise<() => Promise<void>> => {
  const client = fromPg(database)
  await Effect.runPromise(migrate(client))
  let now = START
  const store = makePostgresBillingStore(client)
  const { gateway } = makeScriptedGateway()
  const billing = createBilling({ store, gateway, clock: () => now })
  const yearly = { interval: "YEARLY", amount: 99_900, currency: "BRL", feeTiming: "ADVANCE" } as const
  const { planId, intervals } = await billing.plans.define({
    name: "Pro",
    description: "",
    status: "ACTIVE",
    intervals: [
      { interval: "MONTHLY", amount: 1_000, currency: "BRL", quantityAllowed: true },
      yearly,
      { interval: "MONTHLY", amount: 700, currency: "USD" },
      { interval: "MONTHLY", amount: 500, currency: "BRL", trialDays: 365 },
    ],
    prices: [],
  })
  const begin = async (name: string, cardToken: string, index = 0, currency = "BRL", quantity = 1) => {
    const { organizationId } = await billing.organizations.create({ name, currency, status: "ACTIVE" })
    const { paymentMethodId } = await billing.paymentMethods.add({ organizationId, type: "CARD", cardToken })
    const planIntervalId = intervals[index]?.id ?? ""
    await billing.subscriptions.create({ organizationId, paymentMethodId, planId, planIntervalId, quantity })
    return organizationId
  }
  const paying = await begin("Pays", "tok_visa", 0, "BRL", 3)
  await begin("Never pays", "tok_charge_declined")
  await begin("A year", "tok_visa", 1)
  await begin("Dollars", "tok_visa", 2, "USD")
  await begin("Dollars, late", "tok_insufficient_funds", 2, "USD")
  await begin("Tries", "tok_expired_card", 3)
  const [paused, ended, leaving] = await Promise.all([
    begin("Paused", "tok_visa"),
    begin("Ended in debt", "tok_charge_declined"),
    begin("Leaves", "tok_visa"),
  ])
  const writtenOff = await begin("Partly written off", "tok_charge_declined")
  await billing.vouchers.grant({ organizationId: leaving, name: "Sorry", currency: "BRL", amount: 5_000 })
  const short = { name: "Short", currency: "BRL", amount: 900, expiresAt: START + DAY }
  await billing.vouchers.grant({ organizationId: paused, ...short })
  for (const day of [20, 35, 50, 66, 80, 100]) {
    now = START + day * DAY
    await billing.engine.runDue()
    if (day === 35) await billing.subscriptions.pause({ organizationId: paused })
    if (day === 50) await billing.subscriptions.cancel({ organizationId: ended, atPeriodEnd: false })
    if (day === 66) await billing.subscriptions.cancel({ organizationId: leaving, atPeriodEnd: true })
  }
  for (const [name, expiresAt] of [
    ["Soon", NOW + 30 * DAY],
    ["Later", NOW + 31 * DAY],
  ] as const)
    await billing.vouchers.grant({ organizationId: paying, name, currency: "BRL", amount: 70, expiresAt })
  const paid = await billing.invoices.list({ organizationId: paying, status: "PAID" })
  const [first = "", second = ""] = paid.items.map(({ invoiceId }) => invoiceId)
  const refund = { refundId: "refund-1", amount: 500 }
  await billing.invoices.refund({ organizationId: paying, invoiceId: first, ...refund })
  const again = { receiptId: "twice", amount: 250 }
  await billing.invoices.settle({ organizationId: paying, invoiceId: second, ...again })
  const { items } = await billing.invoices.list({ organizationId: writtenOff, status: "PAYMENT_FAILED" })
  for (const { invoiceId } of items)
    await billing.invoices.writeOff({ organizationId: writtenOff, invoiceId })
  await begin("Pays at once", "tok_visa", 1)
  const early = await begin("Refused ahead", "tok_charge_declined")
  const { invoiceId } = await billing.subscriptions.previewUpcomingInvoice({ organizationId: early })
  await expect(billing.invoices.pay({ organizationId: early, invoiceId })).rejects.toMatchObject({
    status: 402,
  })
  await slip(billing, { planId, planIntervalId: intervals[1]?.id ?? "" })
  const disputed = await begin("Disputes", "tok_visa", 1)
  await billing.subscriptions.cancel({ organizationId: disputed, atPeriodEnd: false })
  const [year] = (await billing.invoices.list({ organizationId: disputed })).items
  await billing.invoices.openDispute({ organizationId: disputed, invoiceId: year?.invoiceId ?? "" })
  return () => billing.close()
}

/** A customer whose first fee waits for a boleto. */
const slip = async (billing: Billing, plan: { readonly planId: string; readonly planIntervalId: string }) => {
  const { organizationId } = await billing.organizations.create({
    name: "Boleto",
    currency: "BRL",
    status: "ACTIVE",
  })
  const address = { line1: "Rua 1", city: "Recife", state: "PE", postalCode: "50000-000", country: "BR" }
  const billingDetails = { name: "Ana", email: "ana@example.com", address }
  const { paymentMethodId } = await billing.paymentMethods.add({
    organizationId,
    type: "BOLETO",
    billingDetails,
  })
  await billing.subscriptions.create({ organizationId, paymentMethodId, ...plan })
}

const owing = async () => {
  const invoices = await docsOf<Invoice.Invoice>("invoices")
  const statuses: ReadonlyArray<string> = ["OPEN", "PAYMENT_FAILED", "EXPIRED"]
  return invoices.filter(({ status }) => statuses.includes(status))
}
const due = ({ payableAmount, amountPaid }: Invoice.Invoice): number => payableAmount - amountPaid

describe("a query of the page", () => {
  it("says who is past due", async () => {
    const subscriptions = await docsOf<Subscription.Subscription>("subscriptions")
    const pastDue = subscriptions.filter(({ dunning }) => dunning !== null)
    const late = (await owing()).filter(({ subscriptionId }) =>
      pastDue.some((subscription) => subscription.subscriptionId === subscriptionId),
    )
    const rows = await asked("past due")
    const names = ["Dollars, late", "Ended in debt", "Never pays", "Partly written off", "Refused ahead"]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names)
    expect(
      rows
        .map(({ organization_id, owed }) => [organization_id, owed])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual(sums(late, ({ organizationId }) => organizationId, due))
    for (const { organization_id, status, reason, due_since } of rows) {
      const own = subscriptions.find(({ organizationId }) => organizationId === organization_id)
      expect([status, reason]).toEqual([own?.status, own?.pastDueReason])
      const dates = late.filter(({ organizationId }) => organizationId === organization_id)
      expect(due_since).toBe(Math.min(...dates.map(({ dueAt }) => dueAt)))
    }
    expect(rows.map(({ status }) => status)).toContain("CANCELLED")
  })

  it("says what is owed by age", async () => {
    const bucketOf = ({ dueAt }: Invoice.Invoice): number =>
      dueAt > NOW ? 0 : dueAt > NOW - 30 * DAY ? 1 : dueAt > NOW - 60 * DAY ? 2 : 3
    const rows = await asked("receivables by age")
    const named = rows.map(({ currency, age, amount }) => [`${currency} ${String(age).charAt(0)}`, amount])
    expect(named).toEqual(sums(await owing(), (one) => `${one.currency} ${bucketOf(one)}`, due))
    expect(named.length).toBeGreaterThan(4)
  })

  it("says what expires soon", async () => {
    const cards = await asked("expiring cards")
    const over = { brand: "visa", last4: "0069", exp_month: 1, exp_year: 2020 }
    expect(
      cards.map(({ last4, ...rest }) => ({ ...rest, last4: String(last4).padStart(4, "0") })),
    ).toMatchObject([{ name: "Tries", ...over }])
    expect(await asked("expiring vouchers")).toMatchObject([
      { name: "Soon", currency: "BRL", balance: 70, expires_at: NOW + 30 * DAY },
    ])
  })

  it("says what customers have as credit", async () => {
    const vouchers = await docsOf<Voucher.Voucher>("vouchers")
    const usable = vouchers.filter(
      ({ balance, frozen, revokedAt, expiresAt }) =>
        balance > 0 && !frozen && revokedAt === null && (expiresAt === null || expiresAt > NOW),
    )
    const rows = await asked("credit")
    expect(rows.map(({ currency, vouchers, balance }) => [currency, vouchers, balance])).toEqual(
      sums(
        usable,
        ({ currency }) => currency,
        ({ balance }) => balance,
      ).map(([currency, balance]) => [currency, usable.length, balance]),
    )
    expect(usable.length).toBeGreaterThan(1)
    expect(vouchers.filter(({ frozen }) => frozen)).toHaveLength(1)
    expect(vouchers.length).toBeGreaterThan(usable.length)
  })

  it("says what recurs a month", async () => {
    expect(await asked("recurring revenue")).toEqual([
      { currency: "BRL", paying: false, subscriptions: 1, amount: 500 },
      // Three seats, one that never pays, one that was written off, one refused ahead, and three years in advance.
      { currency: "BRL", paying: true, subscriptions: 7, amount: 3 * 1_000 + 3 * 1_000 + (3 * 99_900) / 12 },
      { currency: "USD", paying: true, subscriptions: 2, amount: 1_400 },
    ])
  })
})

it("runs every query of the page but those about the books", () => {
  expect(fences.map(({ info }) => info).slice(0, 7)).toEqual([
    "sql query past due",
    "sql query receivables by age",
    "sql query money by month",
    "sql query credit",
    "sql query expiring cards",
    "sql query expiring vouchers",
    "sql query recurring revenue",
  ])
})
