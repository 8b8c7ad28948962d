// Whatever goes wrong with a payment, but for a double charge: a client that reads and repeats charges nobody twice, and
// once everything was reconciled the world is in order.
import { describe, expect, it } from "vitest"
import type { FaultKind } from "../../../simulator/faults/Fault.ts"
import { callerOf, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const path = "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay"

const wishes: Readonly<Record<Exclude<FaultKind, "double_charge">, ReadonlyArray<object>>> = {
  respond: [
    { path, status: 402 },
    { path, status: 500 },
  ],
  delay: [{ path, delayMs: 1 }],
  drop_before: [{ path }],
  drop_after: [{ path }, { times: 2 }],
  gateway: [
    { outcome: "declined" },
    { outcome: "unknown_approved" },
    { outcome: "unknown_declined" },
    { outcome: "slow", delayMs: 1 },
  ],
  webhook_hold: [{}],
  webhook_duplicate: [{}],
  webhook_reorder: [{}],
  webhook_fail: [{}],
}
const cases = Object.entries(wishes).flatMap(([kind, all]) => all.map((wish) => ({ kind, ...wish })))

describe("a payment", () => {
  it.each(cases)("is made once in spite of %j", async (wish) => {
    const client = await inProcess()
    const token = await client.token()
    const call = callerOf(client, token)
    await subscribe(client, token)
    const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`)).json
    expect((await client.call("POST", "/_simulator/faults", { body: wish })).status).toBe(201)

    const pay = () => call("POST", `${base}/invoices/${invoiceId}/pay`, {}).catch(() => null)
    await pay()
    await pay()
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P20D" } })
    await pay()

    expect((await call("GET", `${base}/invoices/${invoiceId}`)).json.status).toBe("PAID")
    const charges = (await client.call("GET", "/_simulator/charges")).json.data
    const approved = charges.filter(({ status }: { status: string }) => status === "APPROVED")
    expect(approved).toMatchObject([{ invoiceId, amount: 9990 }])
    expect((await client.call("GET", "/_simulator/audit")).json).toEqual({
      ok: true,
      findings: [],
      shortfalls: [],
    })
  })
})
