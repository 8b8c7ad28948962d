import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { VERSION } from "../../../simulator/cli/version.ts"
import { createSimulator, type Simulator } from "../../../simulator/index.ts"
import { STREAMS_MAX, TURN_MILLIS } from "../../../simulator/world/live/Live.ts"
import { makeFetch } from "../../../src/http/makeFetch.ts"
import { change, pass, readStream, type StreamReader, settle } from "../../support/eventStream.ts"
import { beginning, inProcess, makeTestWorld, seeded, subscribe } from "../../support/simulator.ts"
import { makeWallClock, type WallClock } from "../../support/wallClock.ts"

const path = "/_simulator/stream"
const own = `/studio/organizations/${seeded.organizationId}`
const hello = `event: hello\ndata: ${JSON.stringify({ now: beginning, version: VERSION, world: "one" })}\n\n`

let wall: WallClock
let world: ReturnType<typeof makeTestWorld>
let fetch: Simulator["fetch"]
beforeEach(() => {
  wall = makeWallClock()
  world = makeTestWorld({ wall: wall.clock })
  fetch = makeFetch(world.dispatcher, "http://localhost")
})
afterEach(() => world.stop())

const watch = async (init: RequestInit = {}): Promise<StreamReader> => readStream(await fetch(path, init))

/** What a watcher is told of what is done. */
const told = async (act: () => Promise<unknown>): Promise<string> => {
  const stream = await watch()
  await settle()
  expect(stream.arrived()).toBe(hello)
  await act()
  await pass(wall, TURN_MILLIS)
  await stream.leave()
  return stream.arrived()
}

const post = (path: string, body: unknown = {}) => world.call("POST", path, { body })

describe("GET /_simulator/stream", () => {
  it("is an event stream that nobody may keep or gather", async () => {
    const { response } = await watch()
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        "x-request-id": expect.any(String),
      },
    ])
  })

  it("has no body where only its headers are asked for, and takes no room", async () => {
    for (let count = 0; count <= STREAMS_MAX; count++) {
      const response = await fetch(path, { method: "HEAD" })
      expect([response.status, await response.text()]).toEqual([200, ""])
    }
    expect((await fetch(path)).status).toBe(200)
  })

  it("takes no parameters", async () => {
    const { status, json } = await world.call("GET", `${path}?topics=events`)
    expect([status, json.code, json.errors[0].path]).toEqual([400, "validation_error", "topics"])
  })

  it("is one of twenty at most, and whoever leaves makes room", async () => {
    const streams = await Promise.all(Array.from({ length: STREAMS_MAX }, () => watch()))
    const { status, json } = await world.call("GET", path)
    expect([status, json.code]).toEqual([429, "stream.max_of_20_streams_reached"])
    await streams[0]?.leave()
    expect((await fetch(path)).status).toBe(200)
  })

  it("is left by who aborts its request", async () => {
    const controllers = Array.from({ length: STREAMS_MAX }, () => new AbortController())
    const streams = await Promise.all(controllers.map(({ signal }) => watch({ signal })))
    for (const controller of controllers) controller.abort()
    await settle()
    expect(streams.every((stream) => stream.ended())).toBe(true)
    expect((await fetch(path)).status).toBe(200)
  })

  it("is not taken by who aborts before its answer", async () => {
    for (let count = 0; count < STREAMS_MAX; count++) {
      const controller = new AbortController()
      const answer = fetch(path, { signal: controller.signal })
      controller.abort()
      await expect(answer).rejects.toThrow()
    }
    expect((await fetch(path)).status).toBe(200)
  })

  it("ends with its world", async () => {
    const stream = await watch()
    await world.stop()
    await settle()
    expect(stream.ended()).toBe(true)
  })

  it("needs the control plane's token where there is one", async () => {
    const { call, simulator } = await inProcess({ controlToken: "secret" })
    expect((await call("GET", path)).status).toBe(401)
    const authorization = "Bearer secret"
    const response = await simulator.fetch(path, { headers: { authorization } })
    expect(response.status).toBe(200)
    await simulator.close()
  })
})

describe("a change", () => {
  it.each([
    ["of the clock", () => post("/_simulator/clock", { advanceBy: "P1D" }), ["clock", "requests"]],
    [
      "of records that are made",
      () => post("/_simulator/organizations", { name: "Nova", currency: "BRL" }),
      ["records", "requests"],
    ],
    ["of faults", () => post("/_simulator/faults", { kind: "respond", status: 503 }), ["requests", "faults"]],
    [
      "of a reading",
      () => world.call("PUT", "/_simulator/assumptions/GAP-30", { body: { reading: "list" } }),
      ["requests", "assumptions"],
    ],
    ["of a snapshot", () => post("/_simulator/snapshots/a"), ["requests", "snapshots"]],
    [
      "of an endpoint",
      () => post("/_simulator/webhook-endpoints", { url: "http://127.0.0.1:9/" }),
      ["deliveries", "requests"],
    ],
    [
      "of the inbox",
      () => post("/studio/auth/otp", { email: "owner@example.com", context: "MAGIC_AUTH" }),
      ["otps", "requests"],
    ],
    ["of the log alone", () => world.call("GET", "/studio/plans"), ["requests"]],
    ["of the world", () => post("/_simulator/reset"), ["world"]],
  ])("%s is told", async (_, act, topics) => {
    expect(await told(act)).toBe(change(...topics))
  })

  it("of a subscription and its events is told", async () => {
    const token = await world.token()
    expect(await told(() => subscribe(world, token))).toBe(change("records", "events", "requests"))
  })

  it("of a code's state is told", async () => {
    const email = "owner@example.com"
    const { otpId } = (await post("/studio/auth/otp", { email, context: "MAGIC_AUTH" })).json
    const { code } = (await world.call("GET", "/_simulator/otps")).json.data[0]
    const validation = { email, code, context: "MAGIC_AUTH" }
    expect(await told(() => post(`/studio/auth/otp/${otpId}/validate`, validation))).toBe(
      change("otps", "requests"),
    )
  })

  it("of a fault that counted a call is told", async () => {
    await post("/_simulator/faults", { kind: "respond", status: 503, nth: 2 })
    expect(await told(() => world.call("GET", "/studio/plans"))).toBe(change("requests", "faults"))
  })

  it("of a delivery is told", async () => {
    await post("/_simulator/webhook-endpoints", { url: "http://127.0.0.1:9/" })
    const token = await world.token()
    await post("/_simulator/faults", { kind: "webhook_hold", times: 100 })
    expect(await told(() => subscribe(world, token))).toBe(
      change("records", "events", "deliveries", "requests", "faults"),
    )
  })

  it.each([
    "/",
    "/console/app.js",
    "/_simulator/health",
    "/_simulator/webhook-deliveries",
    "/_simulator/requests",
    "/_simulator/events",
    "/_simulator/audit",
    "/_simulator/organizations",
    `/_simulator/organizations/${seeded.organizationId}`,
    `/_simulator/organizations/${seeded.organizationId}/upcoming-invoice`,
    "/_simulator/nothing",
  ])("is not that somebody looks at %s", async (looked) => {
    await subscribe(world, await world.token())
    expect(await told(() => fetch(looked))).toBe("")
  })

  it("is not that nothing came of a call", async () => {
    const token = await world.token()
    expect(await told(() => world.call("POST", `${own}/subscriptions/pause`, { token }))).toBe(
      change("requests"),
    )
  })
})

describe("a stream", () => {
  it("outlasts a reset, a restore and an import, and what comes after is told", async () => {
    const stream = await watch()
    await post("/_simulator/snapshots/a")
    await pass(wall, TURN_MILLIS)
    expect(stream.arrived()).toBe(hello + change("requests", "snapshots"))
    const state = await (await fetch("/_simulator/state")).text()
    const acts = [
      () => post("/_simulator/reset"),
      () => post("/_simulator/snapshots/a/restore"),
      () => world.call("PUT", "/_simulator/state", { body: state }),
    ]
    for (const act of acts) {
      await act()
      await pass(wall, TURN_MILLIS)
      expect(stream.arrived()).toMatch(/^event: change\ndata: \{"topics":\["world"/)
      await post("/_simulator/clock", { advanceBy: "PT1M" })
      await pass(wall, TURN_MILLIS)
      expect(stream.arrived()).toBe(change("clock", "requests"))
    }
  })

  it("hears nothing of what goes on in what was before a reset", async () => {
    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await world.stop()
    world = makeTestWorld({
      wall: wall.clock,
      interceptors: {
        store: (store) => store,
        clock: (clock) => clock,
        gateway: (gateway) => ({
          ...gateway,
          charge: (charge) =>
            Effect.andThen(
              Effect.promise(() => {
                arrived.resolve()
                return release.promise
              }),
              gateway.charge(charge),
            ),
        }),
      },
    })
    fetch = makeFetch(world.dispatcher, "http://localhost")
    const token = await world.token()
    await subscribe(world, token)
    const { invoiceId } = (await world.call("GET", `${own}/subscriptions/upcoming-invoice`, { token })).json
    const paid = world.call("POST", `${own}/invoices/${invoiceId}/pay`, { token })
    await arrived.promise
    await post("/_simulator/reset")
    const late = await told(async () => {
      release.resolve()
      expect((await paid).json.status).toBe("PAID")
    })
    expect(late).toBe("")
  })

  it("is of one world", async () => {
    const simulator = await createSimulator({ listen: false, clock: "manual", now: beginning })
    const [one, other] = [simulator.world("one"), simulator.world("other")]
    const stream = readStream(await one.fetch(path))
    await settle()
    expect(stream.arrived()).toContain('"world":"one"')
    await other.control.advance({ by: "P1D" })
    await one.close()
    await settle()
    expect([stream.ended(), stream.arrived()]).toEqual([true, ""])
    await simulator.close()
  })
})
