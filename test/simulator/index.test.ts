import { once } from "node:events"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as Layer from "effect/Layer"
import { createLocalJWKSet, jwtVerify } from "jose"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { VERSION } from "../../simulator/cli/version.ts"
import { createSimulator, defaultSeed, Simulator, type SimulatorOptions } from "../../simulator/index.ts"
import { apiError, StudioApi } from "../../src/api/index.ts"
import { startReceiver } from "../support/receiver.ts"
import { beginning, type Client, inProcess, makeClient, seeded, subscribe } from "../support/simulator.ts"

let simulator: Simulator
let client: Client

const start = async (options: SimulatorOptions = {}): Promise<void> => {
  simulator = await createSimulator({ now: beginning, clock: "manual", ...options })
  client = makeClient(options.listen === false ? simulator.fetch : fetch, simulator.url)
}

afterEach(() => simulator.close())

const base = `/studio/organizations/${seeded.organizationId}`

describe.each([
  ["on a socket", {}],
  ["in process", { listen: false }],
])("a simulator %s", (_, options) => {
  beforeEach(() => start(options))

  it("walks from a code to a paid invoice", async () => {
    const email = "owner@example.com"
    const otp = await client.call("POST", "/studio/auth/otp", { body: { email, context: "MAGIC_AUTH" } })
    const { otpId } = otp.json
    const { code } = (await client.call("GET", `/_simulator/otps?email=${email}&wait=60000`)).json.data[0]
    await client.call("POST", `/studio/auth/otp/${otpId}/validate`, {
      body: { email, code, context: "MAGIC_AUTH" },
    })
    const signIn = await client.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
    const token = signIn.json.accessToken
    const subscription = await subscribe(client, token)
    expect(subscription.status).toBe("ACTIVE")
    const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(upcoming.json).toMatchObject({ status: "OPEN", payableAmount: 9990 })
    const paid = await client.call("POST", `${base}/invoices/${upcoming.json.invoiceId}/pay`, { token })
    expect(paid).toMatchObject({ status: 200, json: { status: "PAID", amountPaid: 9990 } })
  })

  it("says where things are", async () => {
    const { json } = await client.call("GET", "/")
    for (const path of [json.links.contract, json.links.keys, json.links.health]) {
      expect((await client.call("GET", path)).status).toBe(200)
    }
  })

  it("serves the contract", async () => {
    const { json } = await client.call("GET", "/openapi.json")
    expect(json.openapi).toMatch(/^3\.1/)
    expect(json.paths).toHaveProperty(["/studio/plans", "get"])
    const written = readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8")
    // Its calls go to where it was read, so that the servers alone are its own.
    const servers = [{ url: ".", description: "This simulator." }]
    expect(json).toEqual({ ...JSON.parse(written), servers })
  })

  it("publishes the keys that its tokens can be checked with", async () => {
    const token = await client.token()
    const jwks = createLocalJWKSet((await client.call("GET", "/.well-known/jwks.json")).json)
    const { payload } = await jwtVerify(token, jwks, { currentDate: new Date(beginning) })
    expect(payload).toMatchObject({ org: seeded.organizationId })
  })

  it("answers what it does not know with its own errors", async () => {
    expect(await client.call("GET", "/_simulator/nothing")).toMatchObject({
      status: 404,
      json: { code: "route.not_found" },
    })
    expect(await client.call("DELETE", "/_simulator/clock")).toMatchObject({
      status: 405,
      json: { code: "method_not_allowed" },
    })
    const plain = await client.call("POST", "/_simulator/reset", {
      headers: { "content-type": "text/plain" },
    })
    expect(plain).toMatchObject({ status: 415, json: { code: "unsupported_media_type" } })
  })

  it("closes twice", async () => {
    await simulator.close()
    await simulator.close()
  })
})

describe("reset", () => {
  beforeEach(() => start({ listen: false }))

  it("brings back the seed and its clock, and keeps tokens valid", async () => {
    const token = await client.token()
    await subscribe(client, token)
    await client.call("POST", "/studio/auth/otp", {
      body: { email: "owner@example.com", context: "MAGIC_AUTH" },
    })
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    const later = await client.token()
    expect((await client.call("POST", "/_simulator/reset")).status).toBe(204)
    expect((await client.call("GET", "/_simulator/clock")).json).toMatchObject({ now: beginning })
    expect((await client.call("GET", "/_simulator/otps")).json.data).toEqual([])
    for (const kept of [token, later]) {
      const invoices = await client.call("GET", `${base}/invoices`, { token: kept })
      expect(invoices.json.meta.totalItems).toBe(0)
      const methods = await client.call("GET", `${base}/payment-methods`, { token: kept })
      expect(methods.json.meta.totalItems).toBe(0)
    }
    await subscribe(client, token)
    const { json } = await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    expect(json.timeline).toHaveLength(4)
  })

  it("takes no members", async () => {
    const { status, json } = await client.call("POST", "/_simulator/reset", { body: { all: true } })
    expect({ status, errors: json.errors }).toEqual({
      status: 400,
      errors: [{ message: "Unknown member", path: "all" }],
    })
  })

  it("goes back to the real time where no other was given", async () => {
    await start({ listen: false, now: undefined, clock: "real" })
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1Y" } })
    await client.call("POST", "/_simulator/reset")
    const { now } = (await client.call("GET", "/_simulator/clock")).json
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
  })
})

describe("who may use the control plane", () => {
  const send = async (...headers: ReadonlyArray<string>): Promise<string> => {
    const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1")
    const [line = "POST /_simulator/reset HTTP/1.1", ...rest] = headers
    socket.end(`${[line, ...rest, "Connection: close"].join("\r\n")}\r\n\r\n`)
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk
    })
    await once(socket, "close")
    return text
  }
  const reset = "POST /_simulator/reset HTTP/1.1"
  const health = "GET /_simulator/health HTTP/1.1"
  const json = "Content-Type: application/json"

  it.each([
    [200, health, ["Host: localhost"]],
    [200, health, ["Host: 127.0.0.1:4010"]],
    [200, health, ["Host: sim.example"]],
    [403, health, ["Host: evil.example"]],
    [403, health, ["Host: localhost", "Origin: https://evil.example"]],
    [403, health, ["Host: localhost", "Sec-Fetch-Site: cross-site"]],
    [204, reset, ["Host: localhost", json]],
    [204, reset, ["Host: localhost:4010", "Origin: http://localhost:4010", json]],
    [403, reset, ["Host: localhost:4010", "Origin: http://localhost:3000", json]],
    [403, reset, ["Host: localhost", "Origin: null", json]],
    [415, reset, ["Host: localhost"]],
    [415, reset, ["Host: localhost", "Content-Type: text/plain"]],
    [403, "GET /_simulator/health HTTP/1.0", []],
  ])("%i for %s with %j", async (status, line, headers) => {
    await start({ allowHost: ["sim.example"] })
    const answer = await send(line, ...headers)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer.toLowerCase()).not.toContain("access-control")
  })

  it("is whoever has the token, where there is one", async () => {
    await start({ host: "0.0.0.0", controlToken: "s3cret" })
    expect(await send(health, "Host: localhost")).toContain("HTTP/1.1 401 ")
    expect(await send(health, "Host: localhost", "Authorization: Bearer s3cret")).toContain("HTTP/1.1 200 ")
    expect(await send("GET / HTTP/1.1", "Host: evil.example")).toContain("HTTP/1.1 200 ")
  })

  it("is nobody at a public address without a token: there is no start", async () => {
    await start()
    await expect(createSimulator({ host: "0.0.0.0" })).rejects.toThrow(/controlToken/)
  })
})

describe("options", () => {
  it("lets pages of one other origin call /studio", async () => {
    await start({ listen: false, cors: "https://app.example.com" })
    const allowed = async (origin: string) =>
      (await client.call("GET", "/studio/plans", { headers: { origin } })).headers.get(
        "access-control-allow-origin",
      )
    expect(await allowed("https://app.example.com")).toBe("https://app.example.com")
    expect(await allowed("http://localhost:3000")).toBeNull()
  })

  it("begins with another seed", async () => {
    await start({
      listen: false,
      seed: { ...defaultSeed, plans: defaultSeed.plans.slice(0, 1), coupons: [] },
    })
    const plans = await client.call("GET", "/studio/plans", { token: await client.token() })
    expect(plans.json.meta.totalItems).toBe(1)
  })

  it("knows the users of a seed by their addresses however these are written", async () => {
    const users = defaultSeed.users.map((user) => ({ ...user, email: user.email.toUpperCase() }))
    await start({ listen: false, seed: { ...defaultSeed, users } })
    expect(await simulator.control.token({ email: "owner@example.com" })).toMatch(/^eyJ/)
  })

  it("refuses a seed that is none, naming the place", async () => {
    await start({ listen: false })
    await expect(
      createSimulator({ listen: false, seed: { ...defaultSeed, organizations: [] } }),
    ).rejects.toThrow("seed.organizations: Expected at least one")
  })

  it("lets time flow unless it is told not to", async () => {
    await start({ listen: false, clock: "real" })
    const now = async () => Date.parse((await client.call("GET", "/_simulator/clock")).json.now)
    const before = await now()
    while ((await now()) === before);
    expect(await now()).toBeGreaterThan(before)
  })
})

describe.each([
  ["on a socket", {}],
  ["in process", { listen: false }],
])("webhooks of a simulator %s", (_, options) => {
  beforeEach(() => start({ ...options, webhookAllow: ["hooks.example"] }))

  it("end with it", async () => {
    const hungUp = Promise.withResolvers<void>()
    const receiver = await startReceiver((_, response) => response.on("close", hungUp.resolve))
    await client.call("POST", "/_simulator/webhook-endpoints", { body: { url: receiver.url } })
    await subscribe(client, await client.token())
    await receiver.arrivals(1)
    await simulator.close()
    await hungUp.promise
    receiver.close()
  })

  it("may go to a host that was allowed", async () => {
    const url = "http://hooks.example/"
    const { status } = await client.call("POST", "/_simulator/webhook-endpoints", { body: { url } })
    expect(status).toBe(201)
  })
})

describe("fetch", () => {
  beforeEach(() => start({ listen: false }))

  it("takes what fetch takes", async () => {
    const request = new Request(`${simulator.url}/_simulator/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"email":"owner@example.org"}',
    })
    expect((await simulator.fetch(request)).status).toBe(201)
    expect((await simulator.fetch(new URL("/_simulator/health", simulator.url))).status).toBe(200)
    expect((await simulator.fetch("/_simulator/health", { method: "HEAD" })).status).toBe(200)
  })

  it("rejects when it is aborted", async () => {
    const abort = new AbortController()
    const waiting = simulator.fetch("/_simulator/otps?wait=60000", { signal: abort.signal })
    abort.abort()
    await expect(waiting).rejects.toThrow(/abort/i)
    await expect(simulator.fetch("/", { signal: abort.signal })).rejects.toThrow(/abort/i)
  })

  it("reaches a simulator on a socket too", async () => {
    await start()
    expect((await simulator.fetch("/_simulator/health")).status).toBe(200)
  })
})

describe("an Effect program", () => {
  const layer = Simulator.layerHttpClient.pipe(
    Layer.provideMerge(Simulator.layer({ listen: false, clock: "manual", now: beginning })),
  )

  const clientOf = (token: string, baseUrl?: string) =>
    HttpApiClient.make(StudioApi, {
      ...(baseUrl !== undefined && { baseUrl }),
      transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token)),
    })

  it("calls the default world and another one through the client of the contract", async () => {
    const program = Effect.gen(function* () {
      const simulator = yield* Simulator
      const params = { organizationId: seeded.organizationId }
      const other = simulator.world("other")
      const client = yield* clientOf(yield* Effect.promise(() => simulator.control.token()))
      const elsewhere = yield* clientOf(yield* Effect.promise(() => other.control.token()), other.url)
      const payload = { type: "CARD", cardToken: "tok_visa" } as const
      const card = yield* client.paymentMethods.add({ params, headers: {}, payload })
      const query = { page: 1, limit: 20 }
      const here = yield* client.paymentMethods.list({ params, query })
      const there = yield* elsewhere.paymentMethods.list({ params, query })
      const refusal = yield* Effect.flip(elsewhere.subscriptions.check({ params }))
      return { card, here: here.data, there: there.data, refusal }
    })
    const { card, here, there, refusal } = await Effect.runPromise(Effect.provide(program, layer))
    expect(here).toEqual([card])
    expect(there).toEqual([])
    expect(refusal).toEqual(apiError("subscription.not_found"))
  })

  it("has its simulator closed with its scope", async () => {
    const listening = Simulator.layer({ clock: "manual" })
    const { url } = await Effect.runPromise(Effect.provide(Simulator, listening))
    await expect(fetch(url)).rejects.toThrow("fetch failed")
  })

  it("dies of options that cannot be meant", async () => {
    const exit = await Effect.runPromiseExit(Effect.provide(Simulator, Simulator.layer({ port: -1 })))
    expect(Exit.hasDies(exit)).toBe(true)
    expect(String(exit)).toContain("port has to be an integer from 0 to 65535")
  })
})

it("has the version of the package", async () => {
  ;({ simulator } = await inProcess())
  expect(VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version)
})
