// Invoice items through the control plane, which does what an operator does.
import { afterEach, describe, expect, it } from "vitest"
import type { Simulator } from "../../simulator/index.ts"
import { callerOf, inProcess, seeded, subscribe } from "../support/simulator.ts"

const simulators: Array<Simulator> = []
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await simulator.close()
})

const items = `/_simulator/organizations/${seeded.organizationId}/invoice-items`
const setup = { itemId: "setup", name: "Set-up", unitPrice: 5000, quantity: 1 }

const started = async (isSubscribed = true) => {
  const client = await inProcess()
  simulators.push(client.simulator)
  const token = await client.token()
  if (isSubscribed) await subscribe(client, token)
  return { client, call: callerOf(client, token), studio: `/studio/organizations/${seeded.organizationId}` }
}

describe("invoice items", () => {
  it("are added, listed, billed by the next invoice, and kept in a state", async () => {
    const { client, call, studio } = await started()
    const added = await client.call("POST", items, { body: setup })
    expect([added.status, added.json]).toEqual([
      201,
      { ...setup, createdAt: "2026-01-31T00:00:00.000Z", isBilled: false },
    ])
    const saved = (await client.call("GET", "/_simulator/state")).json
    expect((await client.call("PUT", "/_simulator/state", { body: saved })).status).toBe(204)
    expect((await call("GET", `${studio}/subscriptions/upcoming-invoice`)).json.lines).toEqual([
      {
        name: "Starter",
        unitPrice: 9990,
        quantity: 1,
        amount: 9990,
        periodStart: "2026-01-31T00:00:00.000Z",
        periodEnd: "2026-02-28T00:00:00.000Z",
      },
      { name: "Set-up", unitPrice: 5000, quantity: 1, amount: 5000 },
    ])
    await client.call("POST", "/_simulator/clock", { body: { to: "2026-02-28T00:00:00.000Z" } })
    expect((await call("GET", `${studio}/invoices`)).json.data[0].totalAmount).toBe(14_990)
    expect((await client.call("GET", items)).json.data).toMatchObject([{ itemId: "setup", isBilled: true }])
    const removed = await client.call("DELETE", `${items}/setup`)
    expect([removed.status, removed.json.code]).toEqual([409, "invoice_item.billed"])
    const again = (await client.call("GET", "/_simulator/state")).json
    expect((await client.call("PUT", "/_simulator/state", { body: again })).status).toBe(204)
    expect((await client.call("GET", "/_simulator/audit")).json.ok).toBe(true)
  })

  it("are removed while no invoice bills them", async () => {
    const { client } = await started()
    await client.call("POST", items, { body: setup })
    expect((await client.call("DELETE", `${items}/setup`)).status).toBe(204)
    const again = await client.call("DELETE", `${items}/setup`)
    expect([again.status, again.json.code]).toEqual([404, "invoice_item.not_found"])
  })

  it.each([
    [{ unitPrice: -1 }, "unitPrice"],
    [{ unitPrice: 0 }, "unitPrice"],
    [{ quantity: 0 }, "quantity"],
    [{ quantity: 1.5 }, "quantity"],
    [{ itemId: "" }, "itemId"],
  ])("with %j are refused by the member's name", async (members, path) => {
    const { client } = await started()
    const { status, json } = await client.call("POST", items, { body: { ...setup, ...members } })
    expect([status, json.code, json.errors[0].path]).toEqual([400, "validation_error", path])
    expect((await client.call("GET", items)).json.meta.totalItems).toBe(0)
  })

  it("under an id with other content, and without a subscription, are refused", async () => {
    const { client } = await started()
    await client.call("POST", items, { body: setup })
    const conflict = await client.call("POST", items, { body: { ...setup, name: "Other" } })
    expect([conflict.status, conflict.json.code]).toEqual([409, "invoice_item.conflict"])
    const none = await started(false)
    const refused = await none.client.call("POST", items, { body: setup })
    expect([refused.status, refused.json.code]).toEqual([404, "subscription.not_found"])
  })
})
