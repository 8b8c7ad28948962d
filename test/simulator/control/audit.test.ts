import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const audit = (query = "") => client.call("GET", `/_simulator/audit${query}`)
const clean = { ok: true, findings: [], shortfalls: [] }

describe("GET /_simulator/audit", () => {
  it("finds nothing in a world that has just begun", async () => {
    expect(await audit()).toMatchObject({ status: 200, json: clean })
  })

  it("finds nothing after months of billing, and of what the control plane does", async () => {
    const token = await client.token()
    await subscribe(client, token, { cardToken: "tok_insufficient_funds" })
    const base = `/_simulator/organizations/${seeded.organizationId}`
    const voucher = { name: "Goodwill", amount: 5000, currency: "BRL" }
    await client.call("POST", `${base}/vouchers`, { body: voucher })
    await client.call("POST", `${base}/usage`, {
      body: { events: [{ eventId: "1", meter: "tokens", quantity: 1500 }] },
    })
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P3M" } })
    const invoices = await client.call("GET", `/studio/organizations/${seeded.organizationId}/invoices`, {
      token,
    })
    for (const { invoiceId } of invoices.json.data) {
      await client.call("POST", `/_simulator/invoices/${invoiceId}/settle`)
    }
    expect(invoices.json.data.length).toBeGreaterThan(1)
    expect((await audit()).json).toEqual(clean)
  })

  it("counts what coupons of the seed were redeemed before", async () => {
    const token = await client.token()
    const base = `/studio/organizations/${seeded.organizationId}`
    const card = { type: "CARD", cardToken: "tok_visa" }
    const { paymentMethodId } = (await client.call("POST", `${base}/payment-methods`, { token, body: card }))
      .json
    const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
    const { status } = await client.call("POST", `${base}/subscriptions`, {
      token,
      body: { ...choice, coupon: { code: "LASTONE" } },
    })
    expect([status, (await audit()).json]).toEqual([201, clean])
  })

  it("finds nothing where a card took the place of a slip after the due date, and its outcome is open", async () => {
    const token = await client.token()
    const base = `/studio/organizations/${seeded.organizationId}`
    const address = { line1: "Rua 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
    const billingDetails = { name: "Ana", email: "ana@example.com", address }
    const add = async (body: object) =>
      (await client.call("POST", `${base}/payment-methods`, { token, body })).json.paymentMethodId
    const paymentMethodId = await add({ type: "BOLETO", billingDetails })
    const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
    await client.call("POST", `${base}/subscriptions`, { token, body: choice })
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M1D" } })
    const { invoiceId } = (await client.call("GET", `${base}/invoices`, { token })).json.data[0]
    const card = await add({ type: "CARD", cardToken: "tok_timeout_approved" })
    const { status, json } = await client.call("POST", `${base}/invoices/${invoiceId}/pay`, {
      token,
      body: { paymentMethodId: card },
    })
    const attempts = json.attempts.map((attempt: { status: string }) => attempt.status)
    expect([status, attempts]).toEqual([202, ["CANCELLED", "UNKNOWN"]])
    expect((await client.call("GET", `${base}/subscriptions`, { token })).json.status).toBe("ACTIVE")
    expect((await audit()).json).toEqual(clean)
  })

  it("takes no body and has no other method", async () => {
    expect((await client.call("POST", "/_simulator/audit")).status).toBe(405)
  })
})
