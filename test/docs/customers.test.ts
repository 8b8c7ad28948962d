// The page about what customers see, and its document of an invoice: its parts add up, whatever became of the invoice, and
// the events and calls that it names are there.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { documentOf, formatted, type Row } from "../../docs/examples/documents/invoiceDocument.ts"
import { openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { type Invoice, WebhookEvent } from "../../src/index.ts"
import { createBilling } from "../../src/promises/index.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf, printedBy, saidBy } from "./fences.ts"

const DAY = 86_400_000
const { text: page } = read("docs/customers.md")
const sumOf = (rows: ReadonlyArray<Row>): number => rows.reduce((sum, { amount }) => sum + amount, 0)

const store = makeSqliteBillingStore(openDatabase(":memory:"))
let now = Date.UTC(2026, 0, 31)
const billing = createBilling({ store, gateway: makeScriptedGateway().gateway, clock: () => now })
const invoices: Array<Invoice.Invoice> = []

/** Half a year of a customer to whom everything happens. */
beforeAll(async () => {
  const interval = {
    interval: "MONTHLY",
    currency: "BRL",
    quantityAllowed: true,
    feeTiming: "ADVANCE",
  } as const
  const prices = [
    { model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 3 },
  ] as const
  const about = { name: "Team", description: "", status: "ACTIVE", prices } as const
  const { planId, intervals } = await billing.plans.define({
    ...about,
    intervals: [{ ...interval, amount: 999 }],
  })
  const discount = { type: "PERCENTAGE", basisPoints: 1250 } as const
  await billing.coupons.define({ code: "SPRING", name: "Spring", discount, duration: { type: "FOREVER" } })
  const { organizationId } = await billing.organizations.create({
    name: "Acme",
    currency: "BRL",
    status: "ACTIVE",
  })
  const own = { organizationId }
  const grant = (name: string, amount: number) =>
    billing.vouchers.grant({ ...own, name, currency: "BRL", amount })
  const addCard = (cardToken: string) => billing.paymentMethods.add({ ...own, type: "CARD", cardToken })
  const later = async (days: number) => {
    now += days * DAY
    await billing.engine.runDue()
  }
  await grant("Welcome", 1000)
  const { paymentMethodId } = await addCard("tok_visa")
  const wish = { planId, planIntervalId: intervals[0]?.id ?? "", couponCode: "SPRING" }
  await billing.subscriptions.create({ ...own, ...wish, paymentMethodId, quantity: 3 })
  await later(5)
  await billing.subscriptions.changeQuantity({ ...own, quantity: 7, when: "NOW" })
  await later(5)
  await billing.subscriptions.changeQuantity({ ...own, quantity: 2, when: "NOW" })
  await billing.usage.record({ ...own, events: [{ eventId: "1", meter: "messages", quantity: 1000 }] })
  await later(20)
  const [paid] = (await billing.invoices.list({ ...own, status: "PAID" })).items
  await billing.invoices.refund({ ...own, invoiceId: paid?.invoiceId ?? "", amount: 50 })
  await billing.subscriptions.pause(own)
  await later(3)
  await billing.subscriptions.resume(own)
  const bad = await addCard("tok_charge_declined")
  await billing.subscriptions.changePaymentMethod({ ...own, paymentMethodId: bad.paymentMethodId })
  await billing.usage.record({ ...own, events: [{ eventId: "2", meter: "messages", quantity: 1000 }] })
  await later(32)
  const { voucherId } = await grant("Sorry", 30)
  const [failed] = (await billing.invoices.list({ ...own, status: "PAYMENT_FAILED" })).items
  const ref = { ...own, invoiceId: failed?.invoiceId ?? "" }
  await billing.invoices.applyVoucher({ ...ref, voucherId })
  await billing.invoices.settle({ ...ref, amount: 40 })
  await billing.invoices.void({ ...ref, rebill: true })
  await billing.subscriptions.changePaymentMethod({ ...own, paymentMethodId })
  await later(40)
  await billing.subscriptions.cancel({ ...own, atPeriodEnd: false })
  invoices.push(...(await billing.invoices.list({ ...own, limit: 100 })).items)
})
afterAll(() => billing.close())

describe("the document of an invoice", () => {
  it("adds up, part by part", () => {
    const kinds = new Set<string>()
    for (const invoice of invoices) {
      const { lines, discounts, payable, payments, due, givenBack } = documentOf(invoice)
      expect([sumOf(lines), sumOf(discounts)]).toEqual([invoice.totalAmount, -invoice.discountAmount])
      expect(sumOf(lines) + sumOf(discounts)).toBe(payable)
      expect(payable + sumOf(payments)).toBe(due)
      expect(sumOf(givenBack)).toBe(invoice.amountRefunded + invoice.amountCredited)
      kinds.add(invoice.status)
      if (invoice.receipts.some(({ voucherId }) => voucherId !== null)) kinds.add("applied")
      if (invoice.credits.some(({ releases }) => releases.length > 0)) kinds.add("released")
      if (invoice.credits.some(({ moneyAmount }) => moneyAmount > 0)) kinds.add("credited")
    }
    expect([...kinds].sort()).toEqual([
      "PAID",
      "PARTIALLY_REFUNDED",
      "VOID",
      "applied",
      "credited",
      "released",
    ])
  })

  it("names the time of a line that has not all of its invoice's", () => {
    const lines = invoices.flatMap((invoice) =>
      documentOf(invoice).lines.map(({ text }, index) => ({ text, invoice, line: invoice.lines[index] })),
    )
    const own = lines.filter(({ text }) => / \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/.test(text))
    for (const { text, line, invoice } of lines) {
      const isOwn = line?.periodStartAt !== invoice.periodStartAt || line?.periodEndAt !== invoice.periodEndAt
      expect([text, own.some((each) => each.text === text && each.invoice === invoice)]).toEqual([
        text,
        isOwn,
      ])
    }
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(lines.length)
  })

  it("writes amounts by the digits of their currency", () => {
    expect([formatted(-1999, "BRL"), formatted(1999, "JPY")]).toEqual(["-BRL 19.99", "JPY 1,999"])
    // `Intl` gives none to the first two, and two to what nobody knows.
    expect([formatted(1_250_000, "HUF"), formatted(5, "IQD"), formatted(-5, "CLF")]).toEqual([
      "HUF 12,500.00",
      "IQD 0.005",
      "-CLF 0.0005",
    ])
    expect(formatted(Number.MAX_SAFE_INTEGER, "USD")).toBe("USD 90,071,992,547,409.91")
    expect(() => formatted(1, "QQQ")).toThrow("1 QQQ is no amount")
  })
})

describe("the page", () => {
  const code = fencesOf(page).filter(({ info }) => info === "ts run")

  it("has an example that compiles and prints what it says", async () => {
    const texts = code.map(({ text }) => text)
    expect(compileFaults(texts.map((text) => text.replaceAll('"./examples/', '"./docs/examples/')))).toEqual(
      [],
    )
    for (const text of texts) expect(await printedBy(text)).toBe(saidBy(text))
  })

  it("names events and calls that there are", () => {
    const named = Array.from(
      page.matchAll(/`([a-z][a-zA-Z]*)\.([a-z_][a-zA-Z_]*)`/g),
      ([, group = "", call = ""]) => ({
        group,
        call,
      }),
    ).filter(({ call, group }) => `${group}.${call}` !== "cycle.cycle")
    const events: ReadonlyArray<string> = WebhookEvent.EVENT_TYPES
    const unknown = named.filter(({ group, call }) => {
      const calls: object = billing[group as "invoices"] ?? {}
      return !events.includes(`${group}.${call}`) && !(call in calls)
    })
    expect(unknown).toEqual([])
    expect(named.length).toBeGreaterThan(20)
  })
})
