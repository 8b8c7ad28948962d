// Faults of webhooks as users of the simulator meet them: asked for through the control plane, felt by a real receiver.
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { World } from "../../../simulator/world/World.ts"
import { type Receiver, startReceiver } from "../../support/receiver.ts"
import { type Client, makeTestWorld, seeded, subscribe } from "../../support/simulator.ts"

let world: Client & World
let receiver: Receiver

beforeEach(async () => {
  world = makeTestWorld()
  receiver = await startReceiver()
  const body = { url: receiver.url }
  receiver.trust((await world.call("POST", "/_simulator/webhook-endpoints", { body })).json.secret)
})
afterEach(async () => {
  await world.stop()
  receiver.close()
})

const fault = async (kind: string, wish: object = {}): Promise<string> =>
  (await world.call("POST", "/_simulator/faults", { body: { kind, ...wish } })).json.faultId
const flush = async (body: object = {}) =>
  (await world.call("POST", "/_simulator/webhook-deliveries/flush", { body })).json
const types = () => receiver.received.map(({ event }) => event.type)
const struck = async (faultId: string) =>
  (await world.call("GET", `/_simulator/faults/${faultId}`)).json.struck
const deliveries = async () => (await world.call("GET", "/_simulator/webhook-deliveries")).json.data

/** Four events of one organization, of which the last two come with one commit. */
const happen = async () => {
  const token = await world.token()
  await subscribe(world, token)
  await flush()
  const base = `/studio/organizations/${seeded.organizationId}`
  const { invoiceId } = (await world.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })).json
  await world.call("POST", `${base}/invoices/${invoiceId}/pay`, { token, body: {} })
}
const inOrder = ["subscription.created", "invoice.issued", "payment.approved", "invoice.status_changed"]

describe("webhook_hold", () => {
  it("holds deliveries, also from a flush, until it is deleted, which sends them", async () => {
    const faultId = await fault("webhook_hold", { nth: 2, times: 2 })
    await happen()
    expect(await flush({ retries: true })).toEqual({ pending: 2 })
    expect(types()).toEqual([inOrder[0], inOrder[3]])
    await world.call("DELETE", `/_simulator/faults/${faultId}`)
    await receiver.arrivals(4)
    expect(types()).toEqual([inOrder[0], inOrder[3], inOrder[1], inOrder[2]])
    expect(await flush()).toEqual({ pending: 0 })
  })

  it("lets go of all when all faults are deleted", async () => {
    await fault("webhook_hold", { times: 100 })
    await happen()
    expect(await flush()).toEqual({ pending: 4 })
    expect(receiver.received).toEqual([])
    await world.call("DELETE", "/_simulator/faults")
    await receiver.arrivals(4)
    expect(types()).toEqual(inOrder)
  })

  it("holds nothing of another organization", async () => {
    await fault("webhook_hold", { times: 100, organizationId: seeded.american })
    await happen()
    expect(await flush()).toEqual({ pending: 0 })
    expect(types()).toEqual(inOrder)
  })
})

describe("webhook_duplicate", () => {
  it("sends a delivery twice, under one id", async () => {
    const faultId = await fault("webhook_duplicate")
    await happen()
    await flush()
    const [first, second, ...rest] = receiver.received
    expect([first?.id, second?.event]).toEqual([second?.id, first?.event])
    expect(rest.map(({ event }) => event.type)).toEqual(inOrder.slice(1))
    expect([await struck(faultId), (await deliveries()).length]).toEqual([1, 4])
  })
})

describe("webhook_reorder", () => {
  it("turns around the events that wait together", async () => {
    const faultId = await fault("webhook_reorder")
    await happen()
    await flush()
    expect(types()).toEqual([inOrder[0], inOrder[1], inOrder[3], inOrder[2]])
    expect(await struck(faultId)).toBe(1)
  })
})

describe("webhook_fail", () => {
  it("fails attempts without sending them; retries send what is left", async () => {
    const faultId = await fault("webhook_fail", { times: 2 })
    await happen()
    expect(await flush()).toEqual({ pending: 2 })
    expect(types()).toEqual(inOrder.slice(2))
    const failed = (await deliveries()).filter(({ status }: { status: string }) => status === "PENDING")
    for (const { attempts } of failed) {
      expect(attempts).toMatchObject([{ status: null, failure: "CONNECTION_FAILED", durationMs: 0 }])
    }
    expect(await flush({ retries: true })).toEqual({ pending: 0 })
    expect([...types()].sort()).toEqual([...inOrder].sort())
    expect(await struck(faultId)).toBe(2)
  })
})

it("no fault of webhooks concerns what is billed", async () => {
  for (const kind of ["webhook_hold", "webhook_duplicate", "webhook_reorder", "webhook_fail"])
    await fault(kind)
  await happen()
  await flush({ retries: true })
  expect((await world.call("GET", "/_simulator/audit")).json).toEqual({
    ok: true,
    findings: [],
    shortfalls: [],
  })
})
