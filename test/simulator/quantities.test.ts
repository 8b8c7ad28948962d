// Quantities over the wire: seats that are had, changed and billed, and what is refused.
import { afterEach, describe, expect, it } from "vitest"
import type { Simulator } from "../../simulator/index.ts"
import { callerOf, inProcess, seeded, subscribe } from "../support/simulator.ts"

const simulators: Array<Simulator> = []
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await simulator.close()
})

const team = {
  name: "Team",
  description: "By seat",
  intervals: [{ interval: "MONTHLY", amount: 1000, currency: "BRL", quantityAllowed: true }],
  prices: [],
}

const started = async (members: { readonly quantity?: number } = { quantity: 3 }) => {
  const client = await inProcess()
  simulators.push(client.simulator)
  const defined = (await client.call("POST", "/_simulator/plans", { body: team })).json
  const token = await client.token()
  const planIntervalId = defined.intervals[0].id
  const subscription = await subscribe(client, token, { planId: defined.planId, planIntervalId, ...members })
  const studio = `/studio/organizations/${seeded.organizationId}`
  const call = callerOf(client, token)
  const changeTo = (body: unknown) => call("POST", `${studio}/subscriptions/change-quantity`, body)
  const moveTo = (to: string) => client.call("POST", "/_simulator/clock", { body: { to } })
  return { client, call, studio, subscription, changeTo, moveTo, defined }
}

describe("a subscription by quantity", () => {
  it("has its units, and others at once or at the end of its period", async () => {
    const { call, studio, subscription, changeTo, moveTo, client, defined } = await started()
    expect(defined.intervals[0]).toMatchObject({ quantityAllowed: true })
    expect(subscription).toMatchObject({ quantity: 3, scheduledQuantityChange: null })
    await moveTo("2026-02-14T00:00:00.000Z")
    expect((await changeTo({ quantity: 5 })).json).toMatchObject({ quantity: 5 })
    const scheduled = (await changeTo({ quantity: 4, when: "PERIOD_END" })).json
    const effectiveAt = "2026-02-28T00:00:00.000Z"
    expect(scheduled).toMatchObject({ quantity: 5, scheduledQuantityChange: { quantity: 4, effectiveAt } })
    const upcoming = (await call("GET", `${studio}/subscriptions/upcoming-invoice`)).json
    expect(upcoming.totalAmount).toBe(4000)
    await moveTo("2026-03-31T00:00:00.000Z")
    const { data } = (await call("GET", `${studio}/invoices`)).json
    expect(data.map(({ totalAmount }: { totalAmount: number }) => totalAmount)).toEqual([4000, 4000])
    const saved = (await client.call("GET", "/_simulator/state")).json
    expect((await client.call("PUT", "/_simulator/state", { body: saved })).status).toBe(204)
    expect((await call("GET", `${studio}/subscriptions`)).json).toMatchObject({ quantity: 4 })
    expect((await client.call("GET", "/_simulator/audit")).json.ok).toBe(true)
  })

  it.each([0, -1, 1.5, 1_000_001, "3", null])("refuses %j by the member's name", async (quantity) => {
    const { changeTo, studio, call } = await started()
    const { status, json } = await changeTo({ quantity })
    expect([status, json.code, json.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      "validation_error",
      ["quantity"],
    ])
    expect((await call("GET", `${studio}/subscriptions`)).json.quantity).toBe(3)
  })

  it("is refused where the plan is sold once, and shows no quantity there", async () => {
    const client = await inProcess()
    simulators.push(client.simulator)
    const token = await client.token()
    const subscription = await subscribe(client, token)
    expect(subscription).not.toHaveProperty("quantity")
    const call = callerOf(client, token)
    const path = `/studio/organizations/${seeded.organizationId}/subscriptions/change-quantity`
    const { status, json } = await call("POST", path, { quantity: 2 })
    expect([status, json.code]).toEqual([400, "subscription.quantity_not_allowed"])
    expect(json.errors).toMatchObject([{ path: "quantity" }])
  })

  it("is refused where the fee of its units would be no amount", async () => {
    const client = await inProcess()
    simulators.push(client.simulator)
    const costly = { ...team, intervals: [{ ...team.intervals[0], amount: 99_999_999_999 }] }
    const { planId, intervals } = (await client.call("POST", "/_simulator/plans", { body: costly })).json
    const wish = { planId, planIntervalId: intervals[0].id, quantity: 1_000_000 }
    const { code, errors } = await subscribe(client, await client.token(), wish)
    expect([code, errors[0].path]).toEqual(["validation_error", "quantity"])
  })
})
