import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeScriptedGateway } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeFaultBook } from "../../../simulator/faults/FaultBook.ts"
import { withGatewayFaults } from "../../../simulator/faults/gatewayFaults.ts"
import { makeRandomFaults } from "../../../simulator/faults/randomFaults.ts"
import { callerOf, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const payPath = "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay"
const clean = { ok: true, findings: [], shortfalls: [] }

const started = async () => {
  const client = await inProcess()
  const call = callerOf(client, await client.token())
  await subscribe(client, await client.token())
  const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`)).json
  return {
    client,
    call,
    invoiceId,
    fault: (wish: object) =>
      client.call("POST", "/_simulator/faults", { body: { kind: "gateway", ...wish } }),
    pay: () => call("POST", `${base}/invoices/${invoiceId}/pay`, {}),
    invoice: async () => (await call("GET", `${base}/invoices/${invoiceId}`)).json,
    advance: (advanceBy: string) => client.call("POST", "/_simulator/clock", { body: { advanceBy } }),
    charges: async () =>
      (await client.call("GET", "/_simulator/charges")).json.data.map(
        ({ status }: { status: string }) => status,
      ),
    audit: async () => (await client.call("GET", "/_simulator/audit")).json,
  }
}

describe("a fault of the gateway", () => {
  it.each([
    ["declined", [402, "PAYMENT_FAILED", ["DECLINED"]], "PAID"],
    ["unknown_approved", [202, "OPEN", ["APPROVED"]], "PAID"],
    ["unknown_declined", [202, "OPEN", ["DECLINED"]], "PAID"],
    ["slow", [200, "PAID", ["APPROVED"]], "PAID"],
  ])("%s is what a card says otherwise, and what reconciliation finds", async (outcome, first, last) => {
    const { fault, pay, invoice, charges, audit, advance } = await started()
    await fault({ outcome, ...(outcome === "slow" && { delayMs: 0 }) })
    const { status } = await pay()
    expect([status, (await invoice()).status, await charges()]).toEqual(first)
    expect(await audit()).toEqual(clean)
    await advance("P20D")
    expect(await audit()).toEqual(clean)
    if (outcome !== "slow" && outcome !== "unknown_approved") {
      // Dunning tried the card again, which now approves.
      expect(await charges()).toEqual(["APPROVED", "DECLINED"])
    }
    expect((await invoice()).status).toBe(last)
  })

  it("strikes once, and then cards say what they say", async () => {
    const { fault, pay } = await started()
    await fault({ outcome: "declined" })
    expect([(await pay()).status, (await pay()).status]).toEqual([402, 200])
  })

  it("strikes the charges of time as well, unless it names a call", async () => {
    const { fault, advance, charges } = await started()
    await fault({ outcome: "declined", path: payPath })
    await advance("P40D")
    expect(await charges()).toEqual(["APPROVED"])
    await fault({ outcome: "declined" })
    await advance("P19D")
    expect(await charges()).toEqual(["DECLINED", "APPROVED"])
  })

  it("that names a call strikes the charges of that call", async () => {
    const { fault, pay, charges } = await started()
    await fault({ outcome: "declined", path: payPath, method: "POST", organizationId: seeded.organizationId })
    await pay()
    expect(await charges()).toEqual(["DECLINED"])
  })

  it("strikes bank slips too", async () => {
    const { fault, call, invoiceId, charges } = await started()
    const address = { line1: "Rua 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
    const billingDetails = { name: "Ana", email: "ana@example.com", address }
    const slip = (await call("POST", `${base}/payment-methods`, { type: "BOLETO", billingDetails })).json
    await fault({ outcome: "declined" })
    const { paymentMethodId } = slip
    expect((await call("POST", `${base}/invoices/${invoiceId}/pay`, { paymentMethodId })).status).toBe(402)
    expect(await charges()).toEqual(["DECLINED"])
  })
})

describe("a slow charge", () => {
  const charge = {
    organizationId: seeded.organizationId,
    invoiceId: "invoice",
    attemptId: "attempt",
    amount: 100,
    currency: "BRL",
    paymentMethod: {
      paymentMethodId: "card",
      organizationId: seeded.organizationId,
      type: "CARD",
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2099,
      gatewayReference: "tok_visa:1",
      isDefault: true,
      billingDetails: { name: null, email: null },
      test: true,
      createdAt: 0,
    },
    at: 0,
  } as const

  it("has charged before it answers", async () => {
    const scripted = makeScriptedGateway()
    const book = makeFaultBook()
    const aim = { method: null, path: null, organizationId: null, nth: 1, times: 1 }
    book.add({ ...aim, effect: { kind: "gateway", outcome: "slow", delayMs: 31_000 } })
    const waited: Array<unknown> = []
    const gateway = withGatewayFaults(scripted, {
      book,
      random: makeRandomFaults(undefined),
      sleep: (millis) =>
        Effect.sync(() => {
          const { items } = scripted.charges({ page: 1, limit: 1 })
          waited.push([millis, items[0]?.status])
        }),
    })
    expect(await Effect.runPromise(gateway.charge(charge))).toEqual({ _tag: "Approved" })
    expect(waited).toEqual([[31_000, "APPROVED"]])
  })

  it("that was charged before is what it was, whatever is foreseen", async () => {
    const scripted = makeScriptedGateway()
    await Effect.runPromise(scripted.gateway.charge(charge))
    const declined = { _tag: "Declined", declineCode: "card_declined", retryable: true } as const
    scripted.foresee(charge.attemptId, { answer: declined, truth: declined })
    expect(await Effect.runPromise(scripted.gateway.charge(charge))).toEqual({ _tag: "Approved" })
  })
})
