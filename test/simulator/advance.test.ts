// Fees in advance over the wire: charged as a subscription is created, billed at boundaries, kept by state files, and
// billed again of a cycle that is settled.
import { afterEach, describe, expect, it } from "vitest"
import type { Simulator } from "../../simulator/index.ts"
import { callerOf, inProcess, seeded, subscribe } from "../support/simulator.ts"

const simulators: Array<Simulator> = []
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await simulator.close()
})

const team = (members: object) => ({
  name: "Team",
  description: "In advance",
  intervals: [{ interval: "MONTHLY", amount: 9990, currency: "BRL", feeTiming: "ADVANCE", ...members }],
  prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 10 }],
})

const started = async (members: object = {}) => {
  const client = await inProcess()
  simulators.push(client.simulator)
  await client.call("POST", "/_simulator/clock", { body: { to: "2026-02-01T00:00:00.000Z" } })
  const defined = (await client.call("POST", "/_simulator/plans", { body: team({}) })).json
  const token = await client.token()
  const chosen = { planId: defined.planId, planIntervalId: defined.intervals[0].id, ...members }
  const subscription = await subscribe(client, token, chosen)
  const studio = `/studio/organizations/${seeded.organizationId}`
  const call = callerOf(client, token)
  const advanceBy = (by: string) => client.call("POST", "/_simulator/clock", { body: { advanceBy: by } })
  const documents = async (by = call) =>
    (await by("GET", `${studio}/invoices?limit=50`)).json.data.map(
      (one: { status: string; totalAmount: number; discountAmount: number }) =>
        `${one.status} ${one.totalAmount} − ${one.discountAmount}`,
    )
  return { client, call, studio, subscription, advanceBy, documents, defined }
}

describe("a fee in advance", () => {
  it("is charged with the creation, and at each boundary with the usage before it", async () => {
    const { client, call, studio, subscription, advanceBy, documents, defined } = await started()
    expect(defined.intervals[0]).toMatchObject({ feeTiming: "ADVANCE" })
    expect(subscription).toMatchObject({ status: "ACTIVE" })
    expect(await documents()).toEqual(["PAID 9990 − 0"])
    const usage = { events: [{ eventId: "e-1", meter: "messages", quantity: 100 }] }
    const organization = `/_simulator/organizations/${seeded.organizationId}`
    await client.call("POST", `${organization}/usage`, { body: usage })
    expect((await call("GET", `${studio}/subscriptions/upcoming-invoice`)).json).toMatchObject({
      totalAmount: 10_990,
      periodStart: "2026-03-01T00:00:00.000Z",
      periodEnd: "2026-04-01T00:00:00.000Z",
    })
    await advanceBy("P1M")
    const since = callerOf(client, await client.token())
    expect(await documents(since)).toEqual(["PAID 10990 − 0", "PAID 9990 − 0"])
    expect((await client.call("GET", "/_simulator/audit")).json.ok).toBe(true)
  })

  it("that is refused leaves a subscription that is PAST_DUE", async () => {
    const client = await inProcess()
    simulators.push(client.simulator)
    const { planId, intervals } = (await client.call("POST", "/_simulator/plans", { body: team({}) })).json
    const token = await client.token()
    const call = callerOf(client, token)
    const studio = `/studio/organizations/${seeded.organizationId}`
    const card = { type: "CARD", cardToken: "tok_insufficient_funds", isDefault: true }
    const { paymentMethodId } = (await call("POST", `${studio}/payment-methods`, card)).json
    const wanted = { planId, planIntervalId: intervals[0].id, paymentMethodId }
    const { status, json } = await call("POST", `${studio}/subscriptions`, wanted)
    expect([status, json.status, json.pastDueReason]).toEqual([201, "PAST_DUE", "INSUFFICIENT_FUNDS"])
  })

  it("paid early is kept by a state file, and goes back after it", async () => {
    const { client, call, studio } = await started()
    const { invoiceId } = (await call("GET", `${studio}/subscriptions/upcoming-invoice`)).json
    expect((await call("POST", `${studio}/invoices/${invoiceId}/pay`, {})).status).toBe(200)
    const saved = (await client.call("GET", "/_simulator/state")).json
    expect((await client.call("PUT", "/_simulator/state", { body: saved })).status).toBe(204)
    await call("POST", `${studio}/subscriptions/cancel`, { atPeriodEnd: true })
    const { data } = (await call("GET", `${studio}/vouchers`)).json
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([9990])
    expect((await client.call("GET", "/_simulator/audit")).json.ok).toBe(true)
  })

  it("of a cycle before the last settled one is billed again with its share of the coupon", async () => {
    const { client, call, studio, advanceBy } = await started({ coupon: { code: "HALF3" } })
    const organization = `/_simulator/organizations/${seeded.organizationId}`
    const card = { type: "CARD", cardToken: "tok_insufficient_funds", isDefault: false }
    const { paymentMethodId } = (await call("POST", `${studio}/payment-methods`, card)).json
    for (let month = 0; month < 9; month++) {
      const now = callerOf(client, await client.token())
      if (month === 2) await now("PATCH", `${studio}/subscriptions`, { paymentMethodId })
      const usage = { events: [{ eventId: `e-${month}`, meter: "messages", quantity: 10 + month }] }
      await client.call("POST", `${organization}/usage`, { body: usage })
      await advanceBy("P1M")
    }
    const renewed = callerOf(client, await client.token())
    const failed = (await renewed("GET", `${studio}/invoices?limit=50`)).json.data.findLast(
      ({ status }: { status: string }) => status === "PAYMENT_FAILED",
    )
    // The third cycle is the last one that the coupon is for; its fee stands on the document of the second.
    expect([failed.totalAmount, failed.discountAmount]).toEqual([10_110, 60])
    const body = { rebill: true }
    expect(
      (await client.call("POST", `/_simulator/invoices/${failed.invoiceId}/void`, { body })).status,
    ).toBe(200)
    const [latest] = (await renewed("GET", `${studio}/invoices?limit=50`)).json.data
    expect([latest.totalAmount, latest.discountAmount]).toEqual([10_110, 60])
    expect((await client.call("GET", "/_simulator/audit")).json.ok).toBe(true)
  })

  it("has a timing that is known", async () => {
    const client = await inProcess()
    simulators.push(client.simulator)
    const body = team({ feeTiming: "LATER" })
    const { status, json } = await client.call("POST", "/_simulator/plans", { body })
    expect([status, json.errors]).toEqual([
      400,
      [{ path: "intervals.0.feeTiming", message: 'Expected "ARREARS" or "ADVANCE"' }],
    ])
  })
})
