// The billing threshold over HTTP: set, seen, removed, what it cuts at once, and what is refused.
import { describe, expect, it } from "vitest"
import { type Answer, callerOf, inProcess, seeded, startedSubscription } from "../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const path = `${base}/billing-threshold`
const missing = { status: 404, json: { code: "billing_threshold.not_found", errors: [] } }

const started = async (cardToken?: string) => {
  const all = await startedSubscription(cardToken)
  return {
    ...all,
    view: () => all.call("GET", path),
    set: (body: unknown) => all.call("PUT", path, body),
    remove: () => all.call("DELETE", path),
    use: (eventId: string, quantity: number) =>
      all.client.call("POST", `/_simulator/organizations/${seeded.organizationId}/usage`, {
        body: { events: [{ eventId, meter: "messages", quantity }] },
      }),
  }
}

describe("the billing threshold", () => {
  it("is set, seen, changed and removed", async () => {
    const { view, set, remove } = await started()
    expect(await view()).toMatchObject(missing)
    expect(await set({ value: 5000, currency: "BRL" })).toMatchObject({ status: 200 })
    expect((await view()).json).toEqual({ value: 5000, currency: "BRL" })
    expect((await set({ value: 7000, currency: "BRL" })).json).toEqual({ value: 7000, currency: "BRL" })
    expect((await view()).json).toEqual({ value: 7000, currency: "BRL" })
    const removed = await remove()
    expect([removed.status, removed.json]).toEqual([204, null])
    expect(await view()).toMatchObject(missing)
    expect(await remove()).toMatchObject(missing)
  })

  it("cuts at once what accumulated beyond it, and shows itself on the invoice", async () => {
    const { set, use, call, invoices } = await started()
    await use("e1", 100)
    expect((await set({ value: 1000, currency: "BRL" })).status).toBe(200)
    expect(await invoices()).toEqual([])
    expect(await set({ value: 999, currency: "BRL" })).toMatchObject({
      status: 200,
      json: { value: 999, currency: "BRL" },
    })
    expect((await call("GET", `${base}/invoices`)).json.data).toMatchObject([
      {
        status: "PAID",
        totalAmount: 1000,
        amountPaid: 1000,
        lines: [{ name: "Messages", unitPrice: 10, quantity: 100, amount: 1000 }],
        billingThreshold: { value: 999, currency: "BRL", accumulatedAmount: 1000, exceeded: true },
      },
    ])
    expect((await call("GET", `${base}/subscriptions/upcoming-invoice`)).json.billingThreshold).toEqual({
      value: 999,
      currency: "BRL",
      accumulatedAmount: 0,
      exceeded: false,
    })
  })

  it("stands when the charge of its cut is refused: PAST_DUE", async () => {
    const { set, use, call, invoices } = await started("tok_charge_declined")
    await use("e1", 100)
    expect((await set({ value: 1, currency: "BRL" })).status).toBe(200)
    expect(await invoices()).toEqual([["PAYMENT_FAILED", 1000]])
    expect((await call("GET", `${base}/subscriptions`)).json.status).toBe("PAST_DUE")
  })

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["zero", { value: 0, currency: "BRL" }, ["value"]],
    ["a negative value", { value: -1, currency: "BRL" }, ["value"]],
    ["a fraction", { value: 0.5, currency: "BRL" }, ["value"]],
    ["a text", { value: "1", currency: "BRL" }, ["value"]],
    ["more than an amount can be", { value: 2 ** 53, currency: "BRL" }, ["value"]],
    ["another currency than the subscription's", { value: 1, currency: "USD" }, ["currency"]],
    ["an unknown currency", { value: 1, currency: "brl" }, ["currency"]],
    ["no members", {}, ["value", "currency"]],
    ["no body", undefined, [""]],
    ["no JSON", "{", [""]],
  ])("of %s is 400 there, and the one before stays", async (_, body, members) => {
    const { view, set, use, invoices } = await started()
    await set({ value: 5000, currency: "BRL" })
    await use("e1", 100)
    const { status, json } = await set(body)
    const paths = json.errors.map((fault: { readonly path: string }) => fault.path)
    expect([status, json.code, paths]).toEqual([400, "validation_error", members])
    expect((await view()).json).toEqual({ value: 5000, currency: "BRL" })
    expect(await invoices()).toEqual([])
  })

  it("in another currency than a new subscription would be is 409 at its creation", async () => {
    const { call, set, created } = await started()
    await call("POST", `${base}/subscriptions/cancel`)
    expect((await set({ value: 1, currency: "USD" })).status).toBe(200)
    const { planId, planIntervalId, paymentMethodId } = created
    const again = await call("POST", `${base}/subscriptions`, { planId, planIntervalId, paymentMethodId })
    expect(again).toMatchObject({ status: 409, json: { code: "billing_threshold.currency_mismatch" } })
  })

  it("is set before there is a subscription, with what else the body holds ignored", async () => {
    const client = await inProcess()
    const call = callerOf(client, await client.token())
    const set = await call("PUT", path, { value: 1, currency: "BRL", note: "soon" })
    expect(set).toMatchObject({ status: 200, json: { value: 1, currency: "BRL" } })
  })
})

describe("who may", () => {
  const good = { value: 1, currency: "BRL" }
  const statuses = async (as: (method: string, at: string, body?: unknown) => Promise<Answer>, at = path) => [
    (await as("PUT", at, good)).status,
    (await as("GET", at)).status,
    (await as("DELETE", at)).status,
  ]

  it.each([
    ["billing_threshold:write", [200, 200, 204]],
    ["billing_threshold:read", [403, 404, 403]],
    ["subscription:write", [403, 403, 403]],
  ] as const)("set, see and remove it with %s: %j", async (permission, expected) => {
    const client = await inProcess()
    const as = callerOf(client, await client.token({ permissions: [permission] }))
    expect(await statuses(as)).toEqual(expected)
  })

  it("do so under the path of another organization: nobody", async () => {
    const client = await inProcess()
    const as = callerOf(client, await client.token())
    const foreign = path.replace(seeded.organizationId, seeded.american)
    expect(await statuses(as, foreign)).toEqual([404, 404, 404])
    expect((await as("GET", foreign)).json.code).toBe("organization.not_found")
  })
})
