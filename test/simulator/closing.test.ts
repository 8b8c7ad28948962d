// How a simulator ends for requests in process: as for those of a socket.
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createSimulator, type Simulator } from "../../simulator/index.ts"
import { seeded } from "../support/simulator.ts"

const cards = `/studio/organizations/${seeded.organizationId}/payment-methods`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "closing-"))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** A simulator with a file, whose next call takes a while. */
const slow = async (listen: boolean) => {
  const state = join(folder, "state.json")
  const simulator = await createSimulator({ listen, clock: "manual", state })
  const authorization = `Bearer ${await simulator.control.token()}`
  await simulator.control.fault({ kind: "delay", delayMs: 200 })
  const init = {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ type: "CARD", cardToken: "tok_visa" }),
  }
  return { simulator, init, saved: () => readFileSync(state, "utf8") }
}

/** Closes it; an end that waits would wait for this clock, which stands still. */
const closeAtOnce = async (simulator: Simulator): Promise<void> => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  await simulator.close()
  vi.useRealTimers()
}

describe.each([
  ["without a socket", false],
  ["beside a socket", true],
])("a simulator that closes %s", (_, listen) => {
  it("finishes a call in flight and saves what it did", async () => {
    const { simulator, init, saved } = await slow(listen)
    const answer = simulator.fetch(cards, init)
    await simulator.close()
    expect((await answer).status).toBe(201)
    expect(saved()).toContain('"PaymentMethod"')
  })

  it("lets nobody wait for a code", async () => {
    const { simulator } = await slow(listen)
    const { calls } = simulator.control
    const answer = calls.access.otps({ query: { email: "owner@example.com", wait: "60000" } })
    await closeAtOnce(simulator)
    expect((await answer).data).toEqual([])
  })

  it("lets nobody wait for deliveries", async () => {
    const { simulator } = await slow(listen)
    const { calls } = simulator.control
    const receiver = createServer().listen(0, "127.0.0.1")
    await once(receiver, "listening")
    const { port } = receiver.address() as AddressInfo
    await calls.webhooks.createEndpoint({ payload: { url: `http://127.0.0.1:${port}/` } })
    await (await simulator.world("default").customer()).subscribe()
    const answer = calls.webhooks.flush({ payload: {} })
    await once(receiver, "connection")
    await closeAtOnce(simulator)
    expect(await answer).toEqual({ pending: 1 })
    receiver.close()
  })

  it.each([
    ["a delay", { kind: "delay", delayMs: 60_000 }],
    ["a slow gateway", { kind: "gateway", outcome: "slow", delayMs: 60_000 }],
  ] as const)("does at once what %s holds up, and saves it", async (_, fault) => {
    const { simulator, init, saved } = await slow(listen)
    await simulator.control.calls.faults.clear()
    const customer = await simulator.world("default").customer()
    await customer.subscribe()
    const { invoiceId } = await customer.invoice()
    await simulator.control.fault(fault)
    const path = `/studio/organizations/${seeded.organizationId}/invoices/${invoiceId}/pay`
    const headers = { ...init.headers, "idempotency-key": "once" }
    const answer = simulator.fetch(path, { method: "POST", headers })
    await closeAtOnce(simulator)
    expect((await answer).status).toBe(200)
    expect(await (await answer).json()).toMatchObject({ status: "PAID" })
    expect(saved()).toContain(`"PAID"`)
  })

  it("takes no call any more, which would be done and lost", async () => {
    const { simulator, init, saved } = await slow(listen)
    const world = simulator.world("other")
    await world.control.advance({ by: "P1D" })
    await simulator.close()
    const before = saved()
    for (const { fetch, control } of [simulator, world]) {
      await expect(fetch(cards, init)).rejects.toThrow("The simulator is closed")
      await expect(control.advance({ by: "P1M" })).rejects.toThrow("The simulator is closed")
    }
    expect(saved()).toBe(before)
  })
})
