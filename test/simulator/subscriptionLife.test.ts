// The life of a subscription over HTTP: every command with what it answers, has billed and charged.
import { describe, expect, it } from "vitest"
import { callerOf, inProcess, seeded, startedSubscription } from "../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const path = `${base}/subscriptions`

/** A subscription that is ten of its twenty-eight days old. */
const started = async (cardToken?: string) => {
  const all = await startedSubscription(cardToken)
  await all.goTo("2026-02-10T00:00:00.000Z")
  return { ...all, post: (command: string, body?: unknown) => all.call("POST", `${path}/${command}`, body) }
}

describe("pausing and resuming", () => {
  it("answers with the whole record, bills what is owed, and goes on on the same grid", async () => {
    const { post, call, created, invoices } = await started()
    const paused = await post("pause")
    expect(paused).toMatchObject({ status: 200 })
    expect(paused.json).toEqual({
      subscriptionId: created.subscriptionId,
      organizationId: seeded.organizationId,
      planId: seeded.starter,
      planIntervalId: seeded.starterMonthly,
      paymentMethodId: created.paymentMethodId,
      currency: "BRL",
      status: "PAUSED",
      pastDueReason: null,
      coupons: [],
      currentPeriodStart: "2026-01-31T00:00:00.000Z",
      currentPeriodEnd: "2026-02-28T00:00:00.000Z",
      usageAllowed: false,
      scheduledChange: null,
      cancelAt: null,
      pastDueAt: null,
      pausedAt: "2026-02-10T00:00:00.000Z",
      cancelledAt: null,
      createdAt: "2026-01-31T00:00:00.000Z",
      updatedAt: "2026-02-10T00:00:00.000Z",
    })
    expect(await invoices()).toEqual([["PAID", 3568]])
    expect((await call("GET", `${path}/upcoming-invoice`)).json).toMatchObject({
      code: "invoice.no_upcoming",
    })
    expect(await post("pause", {})).toMatchObject({ status: 200, json: paused.json })
    expect(await post("resume", {})).toMatchObject({
      status: 200,
      json: { status: "ACTIVE", pausedAt: null, currentPeriodEnd: "2026-02-28T00:00:00.000Z" },
    })
    expect((await post("resume")).json.status).toBe("ACTIVE")
    expect(await invoices()).toEqual([["PAID", 3568]])
  })

  it("stands when the charge is refused, and resumes PAST_DUE", async () => {
    const { post, invoices } = await started("tok_insufficient_funds")
    expect(await post("pause")).toMatchObject({
      status: 200,
      json: { status: "PAUSED", pastDueReason: null },
    })
    expect(await invoices()).toEqual([["PAYMENT_FAILED", 3568]])
    expect((await post("resume")).json).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "INSUFFICIENT_FUNDS",
      pastDueAt: "2026-02-10T00:00:00.000Z",
    })
  })
})

describe("cancelling", () => {
  it.each([[undefined], [{}], [{ atPeriodEnd: false }]])("at once, with the body %j", async (body) => {
    const { post, call, invoices, goTo } = await started()
    const ended = await post("cancel", body)
    expect(ended).toMatchObject({
      status: 200,
      json: { status: "CANCELLED", cancelledAt: "2026-02-10T00:00:00.000Z", usageAllowed: false },
    })
    await goTo("2027-01-01T00:00:00.000Z")
    expect(await invoices()).toEqual([["PAID", 3568]])
    expect((await post("cancel", body)).json).toEqual(ended.json)
    expect((await call("GET", path)).json).toEqual(ended.json)
  })

  it("at the period's end, and taken back", async () => {
    const { post, call, invoices, goTo } = await started()
    const ending = { status: "ACTIVE", cancelAt: "2026-02-28T00:00:00.000Z", cancelledAt: null }
    expect(await post("cancel", { atPeriodEnd: true })).toMatchObject({ status: 200, json: ending })
    expect((await post("cancel", { atPeriodEnd: true })).json).toMatchObject(ending)
    expect(await post("undo-cancel")).toMatchObject({ status: 200, json: { cancelAt: null } })
    expect((await post("undo-cancel", {})).json).toMatchObject({ status: "ACTIVE", cancelAt: null })
    await post("cancel", { atPeriodEnd: true })
    await goTo("2026-03-01T00:00:00.000Z")
    expect((await call("GET", path)).json).toMatchObject({
      status: "CANCELLED",
      cancelAt: null,
      cancelledAt: "2026-02-28T00:00:00.000Z",
    })
    expect(await invoices()).toEqual([["PAID", 9990]])
  })
})

describe("changing the plan", () => {
  it.each([[undefined], ["NOW"]])("now (%j), within the same cycle", async (when) => {
    const { post, call, invoices } = await started()
    const body = { planId: seeded.pro, planIntervalId: seeded.proMonthly, ...(when && { when }) }
    const changed = await post("change-plan", body)
    expect(changed).toMatchObject({
      status: 200,
      json: {
        planId: seeded.pro,
        planIntervalId: seeded.proMonthly,
        status: "ACTIVE",
        scheduledChange: null,
        currentPeriodStart: "2026-01-31T00:00:00.000Z",
        currentPeriodEnd: "2026-02-28T00:00:00.000Z",
      },
    })
    expect(await invoices()).toEqual([["PAID", 3568]])
    // Eighteen of the twenty-eight days.
    expect((await call("GET", `${path}/upcoming-invoice`)).json.lines).toEqual([
      {
        name: "Pro (prorated)",
        unitPrice: 19279,
        quantity: 1,
        amount: 19279,
        periodStart: "2026-02-10T00:00:00.000Z",
        periodEnd: "2026-02-28T00:00:00.000Z",
        proration: { unitPrice: 29990, quantity: 1 },
      },
    ])
    expect((await post("change-plan", body)).json).toEqual(changed.json)
  })

  it("now, to a year that begins at this instant", async () => {
    const { post } = await started()
    const body = { planId: seeded.starter, planIntervalId: seeded.starterYearly, when: "NOW" }
    expect((await post("change-plan", body)).json).toMatchObject({
      planIntervalId: seeded.starterYearly,
      currentPeriodStart: "2026-02-10T00:00:00.000Z",
      currentPeriodEnd: "2027-02-10T00:00:00.000Z",
    })
  })

  it("at the period's end: seen until then, and taken there", async () => {
    const { post, call, invoices, goTo } = await started()
    const wanted = { planId: seeded.pro, planIntervalId: seeded.proMonthly }
    const scheduledChange = { ...wanted, effectiveAt: "2026-02-28T00:00:00.000Z" }
    const scheduled = await post("change-plan", { ...wanted, when: "PERIOD_END" })
    expect(scheduled).toMatchObject({ status: 200, json: { planId: seeded.starter, scheduledChange } })
    expect((await post("change-plan", { ...wanted, when: "PERIOD_END" })).json).toEqual(scheduled.json)
    expect(await invoices()).toEqual([])
    await goTo("2026-02-28T00:00:00.000Z")
    expect((await call("GET", path)).json).toMatchObject({ ...wanted, scheduledChange: null })
    expect(await invoices()).toEqual([["PAID", 9990]])
  })

  it("at the period's end is taken back by the plan in effect", async () => {
    const { post } = await started()
    const wanted = { planId: seeded.pro, planIntervalId: seeded.proMonthly, when: "PERIOD_END" }
    const current = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, when: "PERIOD_END" }
    await post("change-plan", wanted)
    expect((await post("change-plan", current)).json).toMatchObject({
      planId: seeded.starter,
      scheduledChange: null,
    })
  })

  it("stands when its charge is refused: PAST_DUE under the new plan", async () => {
    const { post } = await started("tok_charge_declined")
    const body = { planId: seeded.pro, planIntervalId: seeded.proMonthly, when: "NOW" }
    expect(await post("change-plan", body)).toMatchObject({
      status: 200,
      json: { planId: seeded.pro, status: "PAST_DUE", pastDueReason: "PAYMENT_DECLINED" },
    })
  })
})

describe("changing the payment method", () => {
  it("charges another card from then on", async () => {
    const { call, post, addCard, invoices } = await started("tok_charge_declined")
    const paymentMethodId = await addCard("tok_mastercard")
    const changed = await call("PATCH", path, { paymentMethodId })
    expect(changed).toMatchObject({ status: 200, json: { status: "ACTIVE", paymentMethodId } })
    expect((await call("PATCH", path, { paymentMethodId })).json).toEqual(changed.json)
    await post("cancel")
    expect(await invoices()).toEqual([["PAID", 3568]])
  })
})

describe("the history", () => {
  it("lists what there was, newest first, and shows each by its id", async () => {
    const { call, post, created } = await started()
    const { json: first } = await post("cancel")
    const { json: second } = await call("POST", path, {
      planId: seeded.starter,
      planIntervalId: seeded.starterYearly,
      paymentMethodId: created.paymentMethodId,
    })
    expect(await call("GET", `${path}/history`)).toMatchObject({
      status: 200,
      json: { data: [second, first], meta: { page: 1, limit: 20, totalItems: 2, totalPages: 1 } },
    })
    expect((await call("GET", `${path}/history?page=2&limit=1`)).json).toEqual({
      data: [first],
      meta: { page: 2, limit: 1, totalItems: 2, totalPages: 2 },
    })
    expect((await call("GET", `${path}/history?page=3&limit=1`)).json.data).toEqual([])
    expect(await call("GET", `${path}/${first.subscriptionId}`)).toMatchObject({ status: 200, json: first })
    expect((await call("GET", path)).json).toEqual(second)
  })

  it("of an organization without any is empty", async () => {
    const client = await inProcess()
    const call = callerOf(client, await client.token())
    expect((await call("GET", `${path}/history`)).json).toEqual({
      data: [],
      meta: { page: 1, limit: 20, totalItems: 0, totalPages: 0 },
    })
  })
})
