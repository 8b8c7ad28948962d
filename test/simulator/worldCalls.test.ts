// Who may begin a world, and the calls that list worlds and end them. GAP-109
import { afterEach, describe, expect, it } from "vitest"
import { createSimulator, type Simulator, type SimulatorOptions } from "../../simulator/index.ts"
import { beginning, type Client, inProcess, makeClient } from "../support/simulator.ts"

let simulator: Simulator | undefined
afterEach(() => simulator?.close())

const health = "/_simulator/health"
const namesOf = async ({ call }: Client, query = "") =>
  (await call("GET", `/_simulator/worlds${query}`)).json.data.map(({ name }: { name: string }) => name)

const crossSite = { "sec-fetch-site": "cross-site" }

describe("a world that has not begun", () => {
  it.each<[string, Record<string, string>]>([
    ["a page of another site", crossSite],
    ["a page of another site whose origin may not call", { ...crossSite, origin: "https://evil.example" }],
    ["a foreign Host", { host: "evil.example" }],
    ["a Host that is none", { host: "a b" }],
  ])("does not begin for %s, which takes no room", async (_, headers) => {
    const client = await inProcess({ worlds: 3 })
    for (let index = 0; index < 5; index++) {
      for (const [path, more] of [
        [`/w/x${index}/studio/plans`, {}],
        [`/w/x${index}/`, { accept: "text/html" }],
        ["/studio/plans", { "x-simulator-world": `x${index}` }],
      ] as const) {
        const { status, json } = await client.call("GET", path, { headers: { ...headers, ...more } })
        if (path.endsWith("/")) expect([308, 403]).toContain(status)
        else expect({ status, code: json.code }).toEqual({ status: 403, code: "forbidden" })
      }
    }
    expect(await namesOf(client)).toEqual(["default"])
    expect((await client.call("GET", `/w/mine${health}`)).status).toBe(200)
  })

  it.each<[string, Record<string, string>, SimulatorOptions]>([
    ["a name that is allowed", { host: "sim:4010" }, { allowHost: ["sim"] }],
    [
      "a page that may call",
      { ...crossSite, origin: "https://app.example" },
      { cors: "https://app.example" },
    ],
    ["a page of this machine", { "sec-fetch-site": "same-site", origin: "http://localhost:3000" }, {}],
    ["its own page", { "sec-fetch-site": "same-origin" }, {}],
    ["an address that was typed", { "sec-fetch-site": "none" }, {}],
    ["a client that is no browser", {}, {}],
  ])("begins for %s", async (_, headers, options) => {
    const client = await inProcess(options)
    expect((await client.call("GET", "/w/one/studio/plans", { headers })).status).toBe(401)
    expect(await namesOf(client)).toEqual(["default", "one"])
  })

  it("answers everybody once it has begun, as the default one does", async () => {
    const client = await inProcess()
    await client.call("GET", `/w/one${health}`)
    for (const path of ["/w/one/studio/plans", "/studio/plans"]) {
      const headers = { ...crossSite, host: "evil.example" }
      expect((await client.call("GET", path, { headers })).status).toBe(401)
    }
  })
})

describe("a page of another origin", () => {
  const origin = "http://localhost:5173"
  const preflight = { origin, "access-control-request-method": "GET" }

  it.each([
    ["/w/a%20b/studio/plans", {}, 400, "validation_error"],
    ["/w/one/studio/plans", { "x-simulator-world": "two" }, 400, "validation_error"],
    ["/studio/plans", { "x-simulator-world": "a b" }, 400, "validation_error"],
    ["/w/three/studio/plans", {}, 429, "world.limit_reached"],
  ])("learns why there is no world at %s %j", async (path, headers, status, code) => {
    const client = await inProcess({ worlds: 1 })
    const before = await client.call("OPTIONS", path, { headers: preflight })
    expect([before.status, before.headers.get("access-control-allow-origin")]).toEqual([204, origin])
    const answer = await client.call("GET", path, { headers: { origin, ...headers } })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin)
    expect(await namesOf(client)).toEqual(["default"])
  })
})

describe("the worlds of a simulator", () => {
  it("are listed with their times, from any of them, in the order in which they began", async () => {
    const client = await inProcess()
    for (const name of ["b", "a"]) await client.call("GET", `/w/${name}${health}`)
    await client.call("POST", "/w/a/_simulator/clock", { body: { advanceBy: "PT1H" } })
    const { status, json } = await client.call("GET", "/w/b/_simulator/worlds?limit=2&page=2")
    expect({ status, ...json }).toEqual({
      status: 200,
      data: [{ name: "a", now: "2026-01-31T01:00:00.000Z" }],
      meta: { page: 2, limit: 2, totalItems: 3, totalPages: 2 },
    })
    expect(await namesOf(client)).toEqual(["default", "b", "a"])
  })

  it("end by a call, also by one of their own, which makes room; the next of the name begins anew", async () => {
    const client = await inProcess({ worlds: 3 })
    for (const name of ["a", "b"]) {
      await client.call("POST", `/w/${name}/_simulator/clock`, { body: { advanceBy: "P1D" } })
    }
    expect((await client.call("GET", `/w/c${health}`)).status).toBe(429)
    expect((await client.call("DELETE", "/_simulator/worlds/a")).status).toBe(204)
    expect((await client.call("DELETE", "/w/b/_simulator/worlds/b")).status).toBe(204)
    expect(await namesOf(client)).toEqual(["default"])
    expect((await client.call("GET", `/w/a${health}`)).json.now).toBe(beginning)
  })

  it.each([
    ["nobody", 404, "world.not_found"],
    ["default", 409, "world.default_stays"],
    ["a%20b", 400, "validation_error"],
  ])("%s does not end: %i %s", async (name, status, code) => {
    const client = await inProcess()
    const answer = await client.call("DELETE", `/_simulator/worlds/${name}`)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await namesOf(client)).toEqual(["default"])
  })

  it("end all at once but for the default one, also by a call of one of them, which makes room", async () => {
    const client = await inProcess({ worlds: 3 })
    for (const world of ["", "/w/a", "/w/b"]) {
      await client.call("POST", `${world}/_simulator/clock`, { body: { advanceBy: "P1D" } })
    }
    expect((await client.call("GET", `/w/c${health}`)).status).toBe(429)
    for (const world of ["", "/w/b"]) {
      expect((await client.call("DELETE", `${world}/_simulator/worlds`)).status).toBe(204)
      expect(await namesOf(client)).toEqual(["default"])
      expect((await client.call("GET", health)).json.now).toBe("2026-02-01T00:00:00.000Z")
      for (const name of ["b", "c"]) {
        expect((await client.call("GET", `/w/${name}${health}`)).json.now).toBe(beginning)
      }
    }
  })

  it.each<[string, Record<string, string>]>([
    ["a page of another site", crossSite],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["a foreign Host", { host: "evil.example" }],
  ])("do not end all at once for %s", async (_, headers) => {
    const client = await inProcess()
    await client.call("GET", `/w/a${health}`)
    expect((await client.call("DELETE", "/_simulator/worlds", { headers })).status).toBe(403)
    expect(await namesOf(client)).toEqual(["default", "a"])
  })

  it("answer whoever waits in them when they end", async () => {
    const client = await inProcess()
    const waiting = client.call("GET", "/w/a/_simulator/otps?wait=60000")
    await client.call("DELETE", "/_simulator/worlds/a")
    expect((await waiting).json.data).toEqual([])
  })

  it("end their streams and are not asked for by whoever may not use the control plane", async () => {
    simulator = await createSimulator({ clock: "manual", controlToken: "secret" })
    const client = makeClient(fetch, simulator.url)
    expect((await client.call("DELETE", "/_simulator/worlds/a")).status).toBe(401)
    expect((await client.call("DELETE", "/_simulator/worlds")).status).toBe(401)
    expect((await client.call("GET", "/_simulator/worlds")).status).toBe(401)
    const token = "secret"
    await client.call("GET", `/w/a${health}`, { token })
    const stream = await fetch(`${simulator.url}/w/a/_simulator/stream`, {
      headers: { authorization: "Bearer secret" },
    })
    expect((await client.call("DELETE", "/_simulator/worlds/a", { token })).status).toBe(204)
    expect(await stream.text()).toContain("hello")
  })
})
