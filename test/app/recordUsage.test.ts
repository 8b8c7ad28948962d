// Usage from the outside: accepted once, billed by the upcoming invoice, and cut where the threshold is exceeded.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  BillingStore,
  checkSubscription,
  listInvoices,
  previewUpcomingInvoice,
  recordUsage,
  runDue,
  viewAccount,
} from "../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"
import { withoutChargedAt } from "../support/withoutChargedAt.ts"

const DAY = 24 * 60 * 60 * 1000
const use = (eventId: string, meter: string, quantity: number, occurredAt: number | null = null) =>
  recordUsage({ organizationId, events: [{ eventId, meter, quantity, occurredAt }] })

/** As many messages at 3, beside the 7 that there are, as an amount has room for; which leaves none for the fee. */
const fullOfMessages = Math.floor(Number.MAX_SAFE_INTEGER / 3) - 7

const putThreshold = (value: number) =>
  Effect.gen(function* () {
    const store = yield* BillingStore
    const account = yield* store.account(organizationId)
    yield* Effect.orDie(
      store.commit({
        expects: [{ scope: { kind: "organization", id: organizationId }, version: account?.version ?? 0 }],
        puts: [{ kind: "BillingThreshold", record: { organizationId, value, currency: "BRL" } }],
        deletes: [],
        outbox: [],
        couponCounts: [],
        due: [],
      }),
    )
  })

describe("usage", () => {
  it("appears on the upcoming invoice, in price-book order, after the fee", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    await billing.run(use("e1", "messages", 7))
    expect(await billing.run(use("e2", "tokens", 1500))).toEqual({ accepted: 1, duplicates: 0, invoices: [] })
    expect(await billing.run(use("e2", "tokens", 1500))).toEqual({ accepted: 0, duplicates: 1, invoices: [] })
    const { lines, totalAmount } = await billing.run(previewUpcomingInvoice(organizationId))
    expect(lines.map(({ name, unitPrice, quantity, amount }) => [name, unitPrice, quantity, amount])).toEqual(
      [
        ["Starter", 9990, 1, 9990],
        ["Tokens", 50, 2, 100],
        ["Messages", 3, 7, 21],
      ],
    )
    expect(totalAmount).toBe(10_111)
  })

  it.each([
    ["another content under a known id", use("e1", "messages", 8), "UsageEventConflict"],
    ["an unknown meter", use("e9", "faxes", 1), "UsageMeterUnknown"],
    ["a fraction", use("e9", "messages", 1.5), "UsageEventInvalid"],
    ["a negative quantity", use("e9", "messages", -1), "UsageEventInvalid"],
    ["more than can be billed", use("e9", "messages", Number.MAX_SAFE_INTEGER), "UsageEventInvalid"],
    ["more than can be billed beside the fee", use("e9", "messages", fullOfMessages), "UsageEventInvalid"],
    ["the future", use("e9", "messages", 1, startAt + 6 * 60_000), "UsageEventInFuture"],
    ["before creation", use("e9", "messages", 1, startAt - 1), "UsageRefused"],
    ["long ago", use("e9", "messages", 1, startAt - 36 * DAY), "UsageEventTooOld"],
  ])("refuses %s, and nothing changes", async (_, call, tag) => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    await billing.run(use("e1", "messages", 7))
    const before = await billing.run(viewAccount(organizationId))
    expect(await billing.run(Effect.flip(call))).toMatchObject({ _tag: tag })
    expect(await billing.run(viewAccount(organizationId))).toEqual(before)
  })

  it("is all or nothing", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    const events = [
      { eventId: "e1", meter: "messages", quantity: 1, occurredAt: null },
      { eventId: "e2", meter: "faxes", quantity: 1, occurredAt: null },
    ]
    expect(await billing.run(Effect.flip(recordUsage({ organizationId, events })))).toMatchObject({
      index: 1,
    })
    expect((await billing.run(viewAccount(organizationId))).periods[0]?.segments[0]?.usage).toEqual([])
  })
})

describe("the threshold", () => {
  it("is exceeded strictly: at it nothing is cut, above it one invoice bills all usage and is charged", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    await billing.run(putThreshold(300))
    expect((await billing.run(use("e1", "messages", 100))).invoices).toEqual([])
    const { invoices } = await billing.run(use("e2", "messages", 900))
    expect(invoices).toMatchObject([
      {
        kind: "CUT",
        status: "PAID",
        totalAmount: 3000,
        billingThreshold: { value: 300, currency: "BRL", accumulatedAmount: 3000, exceeded: true },
      },
    ])
    expect(billing.charges()).toMatchObject([{ amount: 3000 }])
    const { lines, billingThreshold } = await billing.run(previewUpcomingInvoice(organizationId))
    expect(lines.map((line) => line.name)).toEqual(["Starter"])
    expect(billingThreshold).toEqual({ value: 300, currency: "BRL", accumulatedAmount: 0, exceeded: false })
  })

  it("rates cumulatively: a package cut at 1,500 and ended at 2,000 costs two packages in all (C13)", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    await billing.run(putThreshold(99))
    expect((await billing.run(use("e1", "tokens", 1500))).invoices).toMatchObject([{ totalAmount: 100 }])
    expect((await billing.run(use("e2", "tokens", 500))).invoices).toEqual([])
    expect((await billing.run(previewUpcomingInvoice(organizationId))).totalAmount).toBe(9990)
  })
})

describe("the boundary", () => {
  const nextBoundary = Date.UTC(2026, 1, 28, 12)

  it("issues the document that was previewed, under its id, and charges it", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed({ couponCode: "WELCOME10" }))
    await billing.run(use("e1", "messages", 10))
    const preview = await billing.run(previewUpcomingInvoice(organizationId))
    billing.setNow(nextBoundary)
    await billing.run(runDue(nextBoundary))
    const { items } = await billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 10 }))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ ...preview, status: "PAID", amountPaid: 9018 })
    const { cycle } = await billing.run(checkSubscription(organizationId))
    expect(cycle).toEqual({ cycle: 1, startAt: nextBoundary, endAt: Date.UTC(2026, 2, 31, 12) })
  })

  it("a year at once equals twelve months one by one", async () => {
    const yearOf = async (steps: number) => {
      const billing = makeBilling()
      await billing.seeded()
      await billing.run(subscribed({ couponCode: "WELCOME10" }))
      for (let step = 1; step <= steps; step++) {
        const until = startAt + Math.round((365 * DAY * step) / steps)
        billing.setNow(until)
        await billing.run(runDue(until, { catchUp: true }))
      }
      const { subscription, periods } = await billing.run(viewAccount(organizationId))
      const list = await billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 100 }))
      return withoutChargedAt({ subscription, periods, invoices: list.items })
    }
    const once = await yearOf(1)
    expect(once.invoices).toHaveLength(12)
    expect(await yearOf(365)).toEqual(once)
  })

  it("a declined charge makes the subscription PAST_DUE, and the next cycle is billed, uncharged", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed({ cardToken: "tok_charge_declined" }))
    const until = startAt + 70 * DAY
    billing.setNow(until)
    const run = await billing.run(runDue(until))
    expect(run.failures).toEqual([])
    const { items } = await billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 10 }))
    expect(items.map((invoice) => invoice.status)).toEqual(["OPEN", "PAYMENT_FAILED"])
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "PAYMENT_DECLINED",
    })
  })

  it("a late event of a closed cycle is billed by the running document, naming its service period", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    billing.setNow(nextBoundary + DAY)
    await billing.run(use("late", "messages", 4, nextBoundary - DAY))
    const { lines } = await billing.run(previewUpcomingInvoice(organizationId))
    expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
      ["Starter", 9990],
      ["Messages, 2026-01-31 to 2026-02-28", 12],
    ])
  })
})
