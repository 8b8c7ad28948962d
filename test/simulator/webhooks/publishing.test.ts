// When the events of commits are published: once a turn of the event loop, and nobody who looks can see a difference.
import { setImmediate as turn } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Publishing } from "../../../simulator/adapters/webhooks/Webhooks.ts"
import type { WorldOptions } from "../../../simulator/world/WorldOptions.ts"
import { callerOf, makeTestWorld, seeded, subscribe } from "../../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`

/** A subscribed world, and calls of it that are answered before the turn ends. */
const subscribedWorld = async (options: Partial<WorldOptions> = {}) => {
  const world = makeTestWorld(options)
  const token = await world.token()
  await subscribe(world, token)
  await turn()
  const call = (method: string, path: string, json?: object) => {
    const bytes = json === undefined ? null : new TextEncoder().encode(JSON.stringify(json))
    const { status, body } = Effect.runSync(
      world.dispatcher({
        method,
        url: path,
        headers: {
          host: "localhost",
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: bytes === null ? null : () => Effect.succeed(bytes),
      }),
    )
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${String(body)}`)
    return body === null ? null : JSON.parse(String(body))
  }
  return {
    world,
    call,
    pause: () => call("POST", `${base}/subscriptions/pause`, {}),
    resume: () => call("POST", `${base}/subscriptions/resume`, {}),
    /** How many events are published. */
    published: () => world.present().webhooks.sequence,
    typesSeen: (): ReadonlyArray<string> =>
      call("GET", "/_simulator/events").data.map(({ type }: { type: string }) => type),
  }
}

describe("events of commits", () => {
  it("are published together, at the end of the turn", async () => {
    const { pause, resume, published } = await subscribedWorld()
    const before = published()
    pause()
    resume()
    expect(published()).toBe(before)
    await turn()
    expect(published()).toBe(before + 2)
  })

  it("are seen at once by whoever reads them", async () => {
    const { pause, typesSeen, published } = await subscribedWorld()
    const before = published()
    pause()
    expect(typesSeen()).toHaveLength(before + 1)
    await turn()
    expect(published()).toBe(before + 1)
  })

  it("do not go to an endpoint that is registered after them in the same turn", async () => {
    const { world, call, pause, resume } = await subscribedWorld()
    pause()
    call("POST", "/_simulator/webhook-endpoints", { url: "http://127.0.0.1:9/hooks" })
    resume()
    const { data } = call("GET", "/_simulator/webhook-deliveries")
    expect(data).toHaveLength(1)
    await world.stop()
  })

  it("are kept in a snapshot of the same turn, and told once when it is restored", async () => {
    const { call, pause, typesSeen, published } = await subscribedWorld()
    const before = published()
    pause()
    call("POST", "/_simulator/snapshots/paused")
    call("POST", "/_simulator/snapshots/paused/restore")
    await turn()
    expect(published()).toBe(before + 1)
    expect(typesSeen()).toHaveLength(before + 1)
  })

  it("wait in the outbox of a world that is stopped in the same turn", async () => {
    const { world, pause, published } = await subscribedWorld()
    const before = published()
    pause()
    await world.stop()
    await turn()
    expect(published()).toBe(before)
    const moment = world.present()
    expect(Array.from(moment.tables.outbox.messages(), ({ kind }) => kind)).toEqual(["EVENT"])
    const next = makeTestWorld({ moment })
    await turn()
    expect(next.present().webhooks.sequence).toBe(before + 1)
  })

  it("are the same events in the same order as those that are published at once", async () => {
    const eventsOf = async (publishing: Publishing) => {
      const world = makeTestWorld({ publishing })
      const token = await world.token()
      await subscribe(world, token, { cardToken: "tok_charge_declined" })
      await world.call("POST", "/_simulator/clock", { body: { advanceBy: "P2M" } })
      await callerOf(world, token)("POST", `${base}/subscriptions/cancel`, { when: "NOW" })
      const { json } = await world.call("GET", "/_simulator/events?limit=100")
      return json.data.map(({ sequence, type }: { sequence: number; type: string }) => [sequence, type])
    }
    const gathered = await eventsOf("ONCE_A_TURN")
    expect(gathered).toEqual(await eventsOf("AT_ONCE"))
    expect(gathered.length).toBeGreaterThan(5)
  })
})
