import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createSimulator, type Simulator, type SimulatorWorld } from "../../simulator/index.ts"
import { WORLDS_DEFAULT } from "../../simulator/world/Worlds.ts"
import { startReceiver } from "../support/receiver.ts"
import { beginning, makeClient, subscribe } from "../support/simulator.ts"

let simulator: Simulator

beforeEach(async () => {
  simulator = await createSimulator({ listen: false, clock: "manual", now: beginning })
})
afterEach(() => simulator.close())

const clockOf = async ({ fetch }: Pick<SimulatorWorld, "fetch">, address = "/_simulator/clock") =>
  JSON.parse(await (await fetch(address)).text()).now

const later = "2026-02-01T00:00:00.000Z"

describe("a world by its name (GAP-109)", () => {
  it("is the one that requests of that name mean, and the default one is that of no name", async () => {
    const one = simulator.world("one")
    expect([one.name, one.url]).toEqual(["one", "http://pass-the-fetch-of-the-simulator.invalid/w/one"])
    await one.control.advance({ by: "P1D" })
    expect(await clockOf(simulator, "/w/one/_simulator/clock")).toBe(later)
    expect(await clockOf(simulator.world("one"))).toBe(later)
    for (const other of [simulator, simulator.world("default"), simulator.world("two")]) {
      expect(await clockOf(other)).toBe(beginning)
    }
    await simulator.control.advance({ by: "P1D" })
    expect(await clockOf(simulator.world("default"))).toBe(later)
  })

  it("is reached by addresses with its prefix and without, and never leads to another one", async () => {
    const one = simulator.world("one")
    await one.control.advance({ by: "P1D" })
    for (const address of [
      "/_simulator/clock",
      "/w/one/_simulator/clock",
      `${one.url}/_simulator/clock`,
      `${simulator.url}/_simulator/clock`,
    ]) {
      expect(await clockOf(one, address)).toBe(later)
    }
    expect((await one.fetch("/w/two/_simulator/clock")).status).toBe(400)
    const headers = { "X-Simulator-World": "two" }
    expect(await (await one.fetch("/_simulator/clock", { headers })).json()).toMatchObject({ now: later })
  })

  it("is reached on a socket by its url", async () => {
    const open = await createSimulator({ clock: "manual", now: beginning })
    const one = open.world("one")
    await one.control.advance({ by: "P1D" })
    expect(await clockOf({ fetch }, `${one.url}/_simulator/clock`)).toBe(later)
    expect(await clockOf({ fetch }, `${open.url}/_simulator/clock`)).toBe(beginning)
    await open.close()
  })

  it.each(["", "a b", "a/b", "a".repeat(65)])("is none under the name %j", (name) => {
    expect(() => simulator.world(name)).toThrow(
      "Expected 1 to 64 letters, digits, dots, dashes and underscores (not . or ..) as the name of a world",
    )
  })

  it("is a new one without a name", async () => {
    await simulator.world("world-2").control.advance({ by: "P1D" })
    const names = [simulator.world(), simulator.world(), simulator.world()].map(({ name }) => name)
    expect(names).toEqual(["world-1", "world-3", "world-4"])
  })
})

describe("a world that is closed", () => {
  it("makes room for another one", async () => {
    const worlds = Array.from({ length: WORLDS_DEFAULT - 1 }, () => simulator.world())
    expect(() => simulator.world()).toThrow(
      "There are 100 worlds already: close one (DELETE /_simulator/worlds/{name}) or all (DELETE /_simulator/worlds), or start with a larger --worlds",
    )
    expect(() => simulator.world("default")).not.toThrow()
    await worlds[0]?.close()
    const one = simulator.world()
    expect(await clockOf(one)).toBe(beginning)
    expect(() => simulator.world()).toThrow(
      "There are 100 worlds already: close one (DELETE /_simulator/worlds/{name}) or all (DELETE /_simulator/worlds), or start with a larger --worlds",
    )
  })

  it("answers no more, and the next one of its name is as the seed has it", async () => {
    const one = simulator.world("one")
    await one.control.advance({ by: "P1D" })
    await one.close()
    await expect(one.fetch("/studio/plans")).rejects.toThrow("The world one is closed")
    await expect(one.control.token()).rejects.toThrow("The world one is closed")
    expect(await clockOf(simulator.world("one"))).toBe(beginning)
  })

  it("is not in the file of the state, and the next one of its name is not what was kept of it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "world-"))
    const state = join(folder, "state.json")
    const options = { listen: false, clock: "manual", now: beginning, state } as const
    const first = await createSimulator(options)
    await first.world("one").control.advance({ by: "P1D" })
    await first.close()
    const second = await createSimulator(options)
    expect(await clockOf(second.world("one"))).toBe(later)
    await second.world("one").close()
    expect(await clockOf(second.world("one"))).toBe(beginning)
    await second.world("one").close()
    await second.close()
    const { worlds } = JSON.parse(readFileSync(state, "utf8"))
    expect(worlds.map(({ name }: { readonly name: string }) => name)).toEqual(["default"])
    rmSync(folder, { recursive: true })
  })

  it("is closed once, whatever begins under its name", async () => {
    const one = simulator.world("one")
    await one.close()
    const next = simulator.world("one")
    await next.control.advance({ by: "P1D" })
    await one.close()
    expect(await clockOf(simulator.world("one"))).toBe(later)
  })

  it("sends no more webhooks", async () => {
    const hungUp = Promise.withResolvers<void>()
    const receiver = await startReceiver((_, response) => response.on("close", hungUp.resolve))
    const one = simulator.world("one")
    await one.control.request("POST", "/_simulator/webhook-endpoints", { url: receiver.url })
    await subscribe(makeClient(one.fetch, one.url), await one.control.token())
    await receiver.arrivals(1)
    await one.close()
    await hungUp.promise
    receiver.close()
  })

  it("is not the default one, which goes on", async () => {
    const world = simulator.world("default")
    await expect(world.close()).rejects.toThrow("The default world ends with the simulator")
    expect(await clockOf(world)).toBe(beginning)
  })
})
