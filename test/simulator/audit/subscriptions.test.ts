import { describe, expect, it } from "vitest"
import { callerOf, inProcess, seeded } from "../../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }

describe("the audit of who is PAST_DUE", () => {
  it("lets a card of unknown outcome keep an invoice as the slip did whose place it took", async () => {
    const client = await inProcess()
    const call = callerOf(client, await client.token())
    const boleto = { type: "BOLETO", billingDetails: { name: "Ana", email: "ana@example.com", address } }
    const { paymentMethodId } = (await call("POST", `${base}/payment-methods`, boleto)).json
    const plan = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
    await call("POST", `${base}/subscriptions`, { ...plan, paymentMethodId })
    await call("POST", "/_simulator/clock", { advanceBy: "P1M" })
    await call("POST", "/_simulator/clock", { advanceBy: "P2D" })
    const { invoiceId } = (await call("GET", `${base}/invoices`)).json.data[0]
    const card = { type: "CARD", cardToken: "tok_timeout_declined" }
    const other = (await call("POST", `${base}/payment-methods`, card)).json.paymentMethodId

    const paid = await call("POST", `${base}/invoices/${invoiceId}/pay`, { paymentMethodId: other })

    expect([paid.status, paid.json.status]).toEqual([202, "OPEN"])
    expect((await call("GET", `${base}/subscriptions`)).json.status).toBe("ACTIVE")
    expect((await call("GET", "/_simulator/audit")).json).toEqual({ ok: true, findings: [], shortfalls: [] })
  })
})
