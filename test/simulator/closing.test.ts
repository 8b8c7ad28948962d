// How a simulator ends for requests in process: as for those of a socket.
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createSimulator } from "../../simulator/index.ts"
import { seeded } from "../support/simulator.ts"

const cards = `/studio/organizations/${seeded.organizationId}/payment-methods`

/** A simulator with a file, whose next call takes a while. */
const slow = async (listen: boolean) => {
  const state = join(mkdtempSync(join(tmpdir(), "closing-")), "state.json")
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
