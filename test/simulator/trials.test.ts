// A trial over the wire: a plan that begins with one, what a client sees of it, what time brings, and what is refused.
import { afterEach, describe, expect, it } from "vitest"
import { createSimulator, type Simulator } from "../../simulator/index.ts"
import { callerOf, inProcess, makeClient, seeded, subscribe } from "../support/simulator.ts"

const simulators: Array<Simulator> = []
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await simulator.close()
})

const plans = "/_simulator/plans"
const team = (interval: object = { trialDays: 14 }) => ({
  name: "Team",
  description: "Try it",
  intervals: [{ interval: "MONTHLY", amount: 9990, currency: "BRL", ...interval }],
  prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 3 }],
})

const started = async () => {
  const client = await inProcess()
  simulators.push(client.simulator)
  const defined = (await client.call("POST", plans, { body: team() })).json
  const token = await client.token()
  const planIntervalId = defined.intervals[0].id
  const subscription = await subscribe(client, token, { planId: defined.planId, planIntervalId })
  const studio = `/studio/organizations/${seeded.organizationId}`
  return { client, call: callerOf(client, token), studio, subscription, defined }
}

const moveTo = ({ client }: Awaited<ReturnType<typeof started>>, to: string) =>
  client.call("POST", "/_simulator/clock", { body: { to } })

describe("a subscription with a trial", () => {
  it("shows the trial as its period, and bills the first cycle at its end", async () => {
    const trial = await started()
    const { call, studio, subscription } = trial
    expect(subscription).toMatchObject({
      status: "ACTIVE",
      trialEndsAt: "2026-02-14T00:00:00.000Z",
      currentPeriodStart: "2026-01-31T00:00:00.000Z",
      currentPeriodEnd: "2026-02-14T00:00:00.000Z",
    })
    const upcoming = (await call("GET", `${studio}/subscriptions/upcoming-invoice`)).json
    expect(upcoming).toMatchObject({ totalAmount: 9990, dueDate: "2026-03-14T00:00:00.000Z" })
    await moveTo(trial, "2026-02-14T00:00:00.000Z")
    expect((await call("GET", `${studio}/subscriptions`)).json).toMatchObject({
      trialEndsAt: null,
      currentPeriodStart: "2026-02-14T00:00:00.000Z",
      currentPeriodEnd: "2026-03-14T00:00:00.000Z",
    })
    await moveTo(trial, "2026-03-14T00:00:00.000Z")
    const { data } = (await call("GET", `${studio}/invoices`)).json
    expect(
      data.map(({ status, totalAmount }: { status: string; totalAmount: number }) => [status, totalAmount]),
    ).toEqual([["PAID", 9990]])
    expect((await trial.client.call("GET", "/_simulator/audit")).json.ok).toBe(true)
  })

  it("tells of its end three days before", async () => {
    const trial = await started()
    await moveTo(trial, "2026-02-13T00:00:00.000Z")
    const { data } = (await trial.client.call("GET", "/_simulator/events")).json
    expect(data).toContainEqual(
      expect.objectContaining({ type: "subscription.trial_ending", createdAt: "2026-02-11T00:00:00.000Z" }),
    )
  })

  it("is told of with the trial as its period", async () => {
    const trial = await started()
    const { call, studio } = trial
    const { json } = await call("POST", `${studio}/payment-methods`, {
      type: "CARD",
      cardToken: "tok_charge_declined",
    })
    await call("PATCH", `${studio}/subscriptions`, { paymentMethodId: json.paymentMethodId })
    const { invoiceId } = (await call("GET", `${studio}/subscriptions/upcoming-invoice`)).json
    const { paymentMethodId } = json
    expect((await call("POST", `${studio}/invoices/${invoiceId}/pay`, { paymentMethodId })).status).toBe(402)
    // Dunning tries it once more.
    const { timeline } = (await moveTo(trial, "2026-02-01T00:00:00.000Z")).json
    const summaries = timeline.map(({ summary }: { readonly summary: string }) => summary)
    expect(summaries).toContain("Subscription changed: Team, period until 2026-02-14T00:00:00.000Z")
  })

  it("cannot be paused", async () => {
    const { call, studio } = await started()
    const { status, json } = await call("POST", `${studio}/subscriptions/pause`, {})
    expect([status, json.code]).toEqual([409, "subscription.in_trial"])
  })

  it("is cancelled at the trial's end, and nothing is billed", async () => {
    const trial = await started()
    const { call, studio } = trial
    const cancelled = await call("POST", `${studio}/subscriptions/cancel`, { atPeriodEnd: true })
    expect(cancelled.json.cancelAt).toBe("2026-02-14T00:00:00.000Z")
    await moveTo(trial, "2026-04-14T00:00:00.000Z")
    expect((await call("GET", `${studio}/invoices`)).json.meta.totalItems).toBe(0)
    expect((await call("GET", `${studio}/subscriptions`)).json).toMatchObject({
      status: "CANCELLED",
      trialEndsAt: null,
    })
  })

  it("is saved and read again", async () => {
    const trial = await started()
    const state = await (await trial.client.simulator.fetch("/_simulator/state")).text()
    const other = await createSimulator({ listen: false, clock: "manual" })
    simulators.push(other)
    const put = await other.fetch("/_simulator/state", {
      method: "PUT",
      body: state,
      headers: { "content-type": "application/json" },
    })
    expect(put.status).toBe(204)
    const client = makeClient(other.fetch, other.url)
    const found = await client.call("GET", `${trial.studio}/subscriptions`, { token: await client.token() })
    expect(found.json).toEqual(trial.subscription)
  })
})

describe("a plan", () => {
  it("shows the days of its trial, and none where it has none", async () => {
    const { call, defined } = await started()
    const { data } = (await call("GET", "/studio/plans?limit=100")).json
    const shown = data.find(({ planId }: { planId: string }) => planId === defined.planId)
    expect(shown.intervals[0].trialDays).toBe(14)
    expect(data[0].intervals[0]).not.toHaveProperty("trialDays")
  })

  it.each([0, 731, 1.5, -1])(
    "is refused with a trial of %d days, at its member, and is not there",
    async (trialDays) => {
      const { client } = await started()
      const before = (await client.call("GET", plans)).json.meta.totalItems
      const { status, json } = await client.call("POST", plans, { body: team({ trialDays }) })
      expect([status, json.code]).toEqual([400, "validation_error"])
      expect(json.errors).toEqual([
        { path: "intervals.0.trialDays", message: "Expected 1 to 730 days, or no member" },
      ])
      expect((await client.call("GET", plans)).json.meta.totalItems).toBe(before)
    },
  )
})
