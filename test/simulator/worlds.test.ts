import * as fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { createSimulator, type Simulator } from "../../simulator/index.ts"
import { WORLDS_DEFAULT } from "../../simulator/world/Worlds.ts"
import { anyLifecycle, fullLifecycle, play } from "../support/lifecycles.ts"
import { slowRuns } from "../support/runs.ts"
import { beginning, type Client, inProcess, makeClient, seeded, subscribe } from "../support/simulator.ts"

let simulator: Simulator | undefined
afterEach(() => simulator?.close())

/** A client that calls one world: by the header, or by the prefix. */
const inWorld = ({ call }: Client, name: string, by: "header" | "prefix" = "header"): Client => {
  const there: Client["call"] = (method, path, { headers, ...options } = {}) =>
    by === "prefix"
      ? call(method, `/w/${name}${path}`, { ...options, ...(headers && { headers }) })
      : call(method, path, { ...options, headers: { ...headers, "x-simulator-world": name } })
  return {
    call: there,
    token: async (wish = {}) => (await there("POST", "/_simulator/tokens", { body: wish })).json.accessToken,
  }
}

const clockOf = async ({ call }: Client) => (await call("GET", "/_simulator/clock")).json.now
const advance = ({ call }: Client, advanceBy: string) =>
  call("POST", "/_simulator/clock", { body: { advanceBy } })

describe("a world (GAP-109)", () => {
  it("is meant by a header or by a prefix of any path, and else it is the default one", async () => {
    const client = await inProcess()
    await advance(inWorld(client, "one"), "PT1H")
    await advance(inWorld(client, "two", "prefix"), "PT2H")
    const later = { one: "2026-01-31T01:00:00.000Z", two: "2026-01-31T02:00:00.000Z" }
    for (const by of ["header", "prefix"] as const) {
      expect(await clockOf(inWorld(client, "one", by))).toBe(later.one)
      expect(await clockOf(inWorld(client, "two", by))).toBe(later.two)
      expect(await clockOf(inWorld(client, "default", by))).toBe(beginning)
    }
    expect(await clockOf(client)).toBe(beginning)
    expect(await clockOf(inWorld(inWorld(client, "one"), "one", "prefix"))).toBe(later.one)
  })

  it.each(["/w/one", "/w/one/", "/w/one?x=1", "/w/one/openapi.json", "/w/one/.well-known/jwks.json"])(
    "has what is at every world's paths: %s",
    async (path) => {
      const client = await inProcess()
      expect((await client.call("GET", path)).status).toBe(200)
    },
  )

  it("may be named by letters, digits, dots, dashes and underscores, and case matters", async () => {
    const client = await inProcess()
    for (const name of ["A", "a", "0", "_", "-", "x.y", "a".repeat(64)]) {
      for (const by of ["header", "prefix"] as const) {
        expect(await clockOf(inWorld(client, name, by))).toBe(beginning)
      }
      await advance(inWorld(client, name), "PT1H")
    }
  })

  it.each([
    ["", "/w//studio/plans", "/w/"],
    ["a space", "/w/a%20b/studio/plans", "/w/"],
    ["too much", `/w/${"a".repeat(65)}/studio/plans`, "/w/"],
    ["a space", "/studio/plans", "X-Simulator-World", "a b"],
    ["too much", "/studio/plans", "X-Simulator-World", "a".repeat(65)],
    ["two names", "/studio/plans", "X-Simulator-World", "a, b"],
    ["no name", "/studio/plans", "X-Simulator-World", ""],
  ])("has no name with %j: %s", async (_, url, path, header?: string) => {
    const client = await inProcess()
    const headers = header === undefined ? {} : { "x-simulator-world": header }
    const { status, json, headers: answered } = await client.call("GET", url, { headers })
    const after = path === "/w/" ? " after it" : ""
    expect({ status, ...json }).toEqual({
      status: 400,
      statusCode: 400,
      code: "validation_error",
      message: "The request is invalid; errors says where.",
      errors: [
        {
          message: `Expected 1 to 64 letters, digits, dots, dashes and underscores (not . or ..)${after}`,
          path,
        },
      ],
    })
    expect(answered.get("x-request-id")).not.toBeNull()
  })

  it("is not two at once", async () => {
    const client = await inProcess()
    const { status, json } = await client.call("GET", "/w/one/studio/plans", {
      headers: { "x-simulator-world": "two" },
    })
    expect({ status, errors: json.errors }).toEqual({
      status: 400,
      errors: [{ message: "Expected the world of the path, or none", path: "X-Simulator-World" }],
    })
  })

  it("is one of a hundred at most, the default one among them", async () => {
    const client = await inProcess()
    const status = async (name: string) =>
      (await inWorld(client, name).call("GET", "/_simulator/health")).status
    for (let index = 1; index < WORLDS_DEFAULT; index++) expect(await status(`w${index}`)).toBe(200)
    const { status: refused, json } = await client.call("GET", "/w/one-more/_simulator/health")
    expect({ refused, code: json.code }).toEqual({ refused: 429, code: "world.limit_reached" })
    expect(await status("one-more")).toBe(429)
    expect([await status("w1"), await status("default")]).toEqual([200, 200])
  })

  it("answers pages of other origins as the default one does, also where it cannot be", async () => {
    const client = await inProcess()
    const headers = { origin: "http://localhost:3000" }
    for (const path of ["/w/one/studio/plans", "/studio/plans"]) {
      const asked = await client.call("OPTIONS", path, { headers })
      expect(asked.headers.get("access-control-allow-origin")).toBe(headers.origin)
      expect(asked.headers.get("access-control-allow-headers")).toContain("X-Simulator-World")
    }
    const refused = await client.call("GET", "/studio/plans", {
      headers: { ...headers, "x-simulator-world": "a b" },
    })
    expect(refused.headers.get("access-control-allow-origin")).toBe(headers.origin)
  })

  it("accepts its own tokens only, and knows its own codes, requests and snapshots only", async () => {
    const client = await inProcess()
    const [one, two] = [inWorld(client, "one"), inWorld(client, "two")]
    const token = await one.token()
    expect((await one.call("GET", "/studio/plans", { token })).status).toBe(200)
    for (const other of [two, client]) {
      expect((await other.call("GET", "/studio/plans", { token })).status).toBe(401)
    }
    await one.call("POST", "/studio/auth/otp", {
      body: { email: "owner@example.com", context: "MAGIC_AUTH" },
    })
    await one.call("POST", "/_simulator/snapshots/a")
    const counts = async ({ call }: Client) => {
      const found: Array<number> = []
      for (const list of ["otps", "snapshots", "requests"]) {
        found.push((await call("GET", `/_simulator/${list}`)).json.meta.totalItems)
      }
      return found
    }
    expect(await counts(one)).toEqual([1, 1, 4])
    expect(await counts(two)).toEqual([0, 0, 1])
  })

  it("is left alone by a reset, a restore and an import of another one", async () => {
    const client = await inProcess()
    const [one, two] = [inWorld(client, "one"), inWorld(client, "two")]
    await play(one, await one.token(), fullLifecycle)
    const state = async () => (await one.call("GET", "/_simulator/state")).json
    const before = await state()
    await two.call("POST", "/_simulator/snapshots/a")
    await subscribe(two, await two.token())
    await two.call("POST", "/_simulator/snapshots/a/restore")
    await two.call("PUT", "/_simulator/state", { body: before })
    await two.call("POST", "/_simulator/reset")
    expect(await state()).toEqual(before)
  })

  it("has the options of the clock for itself", async () => {
    const client = await inProcess({ clock: "real", now: beginning })
    const now = async () => Date.parse(await clockOf(inWorld(client, "one")))
    const before = performance.now()
    const first = await now()
    expect(first - Date.parse(beginning)).toBeLessThan(performance.now() - before + 1_000)
    while ((await now()) === first);
    expect(await now()).toBeGreaterThan(first)
  })
})

describe("life cycles in two worlds at the same time", () => {
  it("are each what they are alone", async () => {
    await fc.assert(
      fc.asyncProperty(anyLifecycle(12), anyLifecycle(12), async (first, second) => {
        const alone = async (lifecycle: typeof first) => {
          const client = await inProcess()
          return play(client, await client.token(), lifecycle)
        }
        const shared = await inProcess()
        const together = async (name: string, lifecycle: typeof first) => {
          const world = inWorld(shared, name)
          return play(world, await world.token(), lifecycle)
        }
        const answers = await Promise.all([together("one", first), together("two", second)])
        expect(answers).toEqual([await alone(first), await alone(second)])
      }),
      slowRuns(12),
    )
  })

  it("are two suites on one server, each with its own time, inbox and end", async () => {
    simulator = await createSimulator({ now: beginning, clock: "manual" })
    const client = makeClient(fetch, simulator.url)
    const suite = async (name: string, months: number) => {
      const world = inWorld(client, name, "prefix")
      await world.call("POST", "/_simulator/reset")
      const email = "owner@example.com"
      const context = "MAGIC_AUTH"
      const asked = await world.call("POST", "/studio/auth/otp", { body: { email, context } })
      const inbox = (await world.call("GET", `/_simulator/otps?wait=60000`)).json.data
      expect(inbox.map(({ otpId }: { otpId: string }) => otpId)).toEqual([asked.json.otpId])
      const [{ otpId, code }] = inbox
      await world.call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
      const signedIn = await world.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
      const token = signedIn.json.accessToken
      await subscribe(world, token)
      for (let month = 0; month < months; month++) await advance(world, "P31D")
      const fresh = await world.token()
      const invoices = await world.call("GET", `/studio/organizations/${seeded.organizationId}/invoices`, {
        token: fresh,
      })
      return invoices.json.meta.totalItems
    }
    expect(await Promise.all([suite("one", 2), suite("two", 5), suite("three", 0)])).toEqual([2, 5, 0])
  })
})
