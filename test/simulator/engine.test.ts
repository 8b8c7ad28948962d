// The engine of a world in the background: with a clock that flows it does what falls due by itself, with one that is
// driven it leaves that to whoever drives it. No time passes here but what is told to.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { SimulatorOptions } from "../../simulator/index.ts"
import { makeEngine, startTicking, TICK_MILLIS } from "../../simulator/world/engine.ts"
import type { Defect } from "../../src/http/dispatcher.ts"
import { STOP_MILLIS_MAX } from "../../src/http/node/nodeServer.ts"
import { makeBilling, organizationId, subscribed } from "../support/billing.ts"
import { boundary } from "../support/chargeScenes.ts"
import { beginning, inProcess, subscribe } from "../support/simulator.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }))
afterEach(() => void vi.useRealTimers())

/** Lets what was started come to its end. */
const settled = () => Effect.runPromise(Effect.forEach(Array.from({ length: 1000 }), () => Effect.yieldNow))

describe("a tick", () => {
  const ready = async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    const defects: Array<Defect> = []
    const make = (services = billing.services) =>
      makeEngine({ services, now: billing.now, onDefect: (defect) => defects.push(defect) })
    return {
      ...billing,
      make,
      engine: make(),
      defects,
      statuses: () => billing.state.ofOrganization(organizationId)?.invoices.map(({ status }) => status),
    }
  }

  it("does what is due, and nothing before", async () => {
    const { engine, setNow, statuses } = await ready()
    setNow(boundary - 1)
    await Effect.runPromise(engine.tick)
    expect(statuses()).toEqual([])
    setNow(boundary)
    await Effect.runPromise(engine.tick)
    expect(statuses()).toEqual(["PAID"])
  })

  it("does nothing while a run is going on", async () => {
    const { engine, setNow, statuses } = await ready()
    setNow(boundary)
    await Effect.runPromise(engine.inTurn(engine.tick))
    expect(statuses()).toEqual([])
    await Effect.runPromise(engine.tick)
    expect(statuses()).toEqual(["PAID"])
  })

  it("reports an organization that fails once, until it fails again", async () => {
    const { engine, defects, commit, state, setNow, statuses } = await ready()
    const period = state.ofOrganization(organizationId)?.periods[0]
    if (period === undefined) throw new Error("There is no group")
    const hide = (settled: boolean) =>
      commit({ puts: [{ kind: "BillingPeriod", record: { ...period, organizationId, settled } }] })
    await hide(true)
    setNow(boundary)
    for (let tick = 0; tick < 3; tick++) await Effect.runPromise(engine.tick)
    expect(defects).toMatchObject([{ method: "ENGINE", path: organizationId }])
    await hide(false)
    await Effect.runPromise(engine.tick)
    expect(statuses()).toEqual(["PAID"])
    expect(defects).toHaveLength(1)
  })

  it("reports a store that dies once, and goes on when it lives again", async () => {
    const { make, processOf, defects, setNow, statuses } = await ready()
    let isDead = true
    const { services } = processOf({
      wrapStore: (store) => ({
        ...store,
        due: (list) => (isDead ? Effect.die(new Error("no connection")) : store.due(list)),
      }),
    })
    const engine = make(services)
    setNow(boundary)
    for (let tick = 0; tick < 3; tick++) await Effect.runPromise(engine.tick)
    expect(defects).toMatchObject([{ method: "ENGINE", path: "runDue" }])
    isDead = false
    await Effect.runPromise(engine.tick)
    expect(statuses()).toEqual(["PAID"])
  })
})

describe("ticking", () => {
  it("happens once a second, never two at a time, until it is stopped", async () => {
    let begun = 0
    let end = (): void => undefined
    const stop = startTicking(
      Effect.callback<void>((resume) => {
        begun += 1
        end = () => resume(Effect.void)
      }),
    )
    vi.advanceTimersByTime(TICK_MILLIS - 1)
    expect(begun).toBe(0)
    vi.advanceTimersByTime(1)
    expect(begun).toBe(1)
    vi.advanceTimersByTime(5 * TICK_MILLIS)
    expect(begun).toBe(1)
    end()
    vi.advanceTimersByTime(TICK_MILLIS)
    expect(begun).toBe(2)
    await stop()
    vi.advanceTimersByTime(5 * TICK_MILLIS)
    expect(begun).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is over when what runs has come to its end", async () => {
    const order: Array<string> = []
    let end = (): void => undefined
    const running = Effect.callback<void>((resume) => {
      end = () => resume(Effect.sync(() => void order.push("ended")))
    })
    const stop = startTicking(Effect.uninterruptible(running))
    vi.advanceTimersByTime(TICK_MILLIS)
    const stopped = stop().then(() => order.push("stopped"))
    await settled()
    end()
    await stopped
    expect(order).toEqual(["ended", "stopped"])
  })

  it("is over after five seconds, whatever runs", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] })
    const stop = startTicking(Effect.uninterruptible(Effect.never))
    vi.advanceTimersByTime(TICK_MILLIS)
    let isOver = false
    const stopped = stop().then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(STOP_MILLIS_MAX - 1)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await stopped
  })

  it("keeps no process alive", async () => {
    const entry = JSON.stringify(new URL("../../simulator/index.ts", import.meta.url).href)
    const code = `import { createSimulator } from ${entry}
      await createSimulator({ listen: false, clock: "real" })`
    const ended = await promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", code])
    expect(ended).toEqual({ stdout: "", stderr: "" })
  })
})

describe("a simulator", () => {
  const untilBoundary = async (options: SimulatorOptions) => {
    const client = await inProcess(options)
    const token = await client.token()
    await subscribe(client, token)
    const advance = async (body: object) => (await client.call("POST", "/_simulator/clock", { body })).json
    await advance({ to: "2026-02-27T23:59:59.500Z" })
    return {
      ...client,
      advance,
      /** What is still to be done when the boundary has come. */
      rest: async () => {
        const { timeline } = await advance({ to: "2026-02-28T00:00:01.000Z" })
        return timeline.map(({ type }: { readonly type: string }) => type)
      },
    }
  }
  const all = ["invoice.issued", "subscription.updated", "payment.approved", "invoice.status_changed"]

  it("whose clock flows does by itself what falls due", async () => {
    const { rest, simulator } = await untilBoundary({ clock: "real" })
    vi.advanceTimersByTime(TICK_MILLIS)
    await settled()
    expect(await rest()).toEqual([])
    await simulator.close()
  })

  it("whose clock is driven leaves it to whoever drives it", async () => {
    const { rest, simulator } = await untilBoundary({ clock: "manual" })
    vi.advanceTimersByTime(TICK_MILLIS)
    await settled()
    expect(vi.getTimerCount()).toBe(0)
    expect(await rest()).toEqual(all)
    await simulator.close()
  })

  it("that was closed does nothing any more", async () => {
    const { simulator } = await untilBoundary({ clock: "real" })
    await simulator.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("that was reset goes on in what is after", async () => {
    const client = await untilBoundary({ clock: "real" })
    await client.call("POST", "/_simulator/reset")
    expect((await client.call("GET", "/_simulator/clock")).json).toMatchObject({ now: beginning })
    await subscribe(client, await client.token())
    await client.advance({ to: "2026-02-27T23:59:59.500Z" })
    vi.advanceTimersByTime(TICK_MILLIS)
    await settled()
    expect(await client.rest()).toEqual([])
    await client.simulator.close()
  })
})
