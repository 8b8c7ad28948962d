// What a host gives to a server beside its routes may throw, and may give what cannot be used: each call is answered all the same.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { apiError } from "../../src/api/index.ts"
import { makeCors } from "../../src/http/cors.ts"
import { type Defect, makeDispatcher } from "../../src/http/dispatcher.ts"
import { type Route, respondJson } from "../../src/http/exchange.ts"
import { makeFetch } from "../../src/http/makeFetch.ts"
import { listen } from "../../src/http/node/index.ts"
import { makeRateLimit } from "../../src/http/rateLimit.ts"
import { makeStudioServer } from "../../src/http/server/makeStudioServer.ts"
import { withAnswerLog } from "../../src/http/server/withAnswerLog.ts"
import { makeBilling, organizationId } from "../support/billing.ts"
import { send } from "./fakes.ts"

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const handled = vi.fn()
const routes: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/studio/plans",
    handle: () => Effect.sync(() => respondJson(200, handled() ?? {})),
  },
  { method: "GET", path: "/defect", handle: () => Effect.die(new Error("broken")) },
]

let rejected: Array<unknown>
const onRejection = (reason: unknown): void => void rejected.push(reason)
beforeEach(() => {
  rejected = []
  handled.mockReset()
  process.on("unhandledRejection", onRejection)
})
afterEach(async () => {
  // Node tells of rejections at the end of a turn.
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
  process.off("unhandledRejection", onRejection)
  expect(rejected).toEqual([])
})

const get = { method: "GET", url: "/studio/plans", headers: { origin: "null" } }
const toThrow = (): never => {
  throw new Error("the host is broken")
}
const toReject = async (): Promise<never> => toThrow()

describe("a hook of a host that throws is a defect, and the call is not begun", () => {
  it.each([
    ["makeRequestId", { makeRequestId: toThrow }],
    ["cors", { cors: makeCors({ allows: toThrow }) }],
    ["both", { makeRequestId: toThrow, cors: toThrow }],
  ])("%s", async (_, hooks) => {
    const told: Array<Defect> = []
    const dispatcher = makeDispatcher({ routes, onDefect: (defect) => told.push(defect), ...hooks })
    const { status, headers, json } = await send(dispatcher, get)
    expect([status, json]).toMatchObject([500, { code: "internal_server_error" }])
    expect(headers["x-request-id"]).toMatch(UUID)
    expect(told).toMatchObject([{ requestId: headers["x-request-id"], method: "GET", path: "/studio/plans" }])
    expect(String(told[0]?.cause)).toContain("the host is broken")
    expect(handled).not.toHaveBeenCalled()
  })

  it("an amendment is one too, after the call", async () => {
    const told = vi.fn()
    const dispatcher = makeDispatcher({ routes, onDefect: told, amend: toThrow })
    expect((await send(dispatcher, get)).status).toBe(500)
    expect(told).toHaveBeenCalledOnce()
  })
})

describe("a hook of a host that has to give an effect and gives something else is a defect that says so", () => {
  const caller = { userId: "u", organizationId: "o", permissions: [], sessionId: null }
  const authenticate = () => Effect.succeed(caller)
  const store = { take: async () => toThrow() }
  it.each<[string, string, object]>([
    ["a promise that rejects", "rateLimit", { authenticate, rateLimit: toReject }],
    [
      "a promise that rejects",
      "RateLimitStore.take",
      { authenticate, rateLimit: makeRateLimit({ perMinute: 1, store: store as never }) },
    ],
  ])("%s in place of that of %s", async (_, hook, hooks) => {
    const told: Array<string> = []
    const onDefect = ({ cause }: Defect) => told.push(Cause.pretty(cause))
    const { services } = makeBilling()
    const server = makeStudioServer({
      ports: Layer.succeedContext(services),
      onDefect,
      ...(hooks as { authenticate: typeof authenticate }),
    })
    const response = await server.fetch("/studio/plans")
    expect(response.status).toBe(500)
    expect(told).toEqual([
      expect.stringContaining(`TypeError: ${hook} has to give an Effect, as by Effect.promise`),
    ])
    // No call is in flight any more: a close that waits would wait for this clock, which stands still.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    await server.close()
    vi.useRealTimers()
  })
})

describe("an authenticate", () => {
  const caller = { userId: "u", organizationId: "o", permissions: ["plan:read"], sessionId: null } as const
  const asked = async (authenticate: () => unknown, path: `/${string}` = "/studio/plans") => {
    const told: Array<unknown> = []
    const { services, seeded } = makeBilling()
    await seeded()
    const server = makeStudioServer({
      ports: Layer.succeedContext(services),
      onDefect: (_, error) => told.push(error),
      authenticate: authenticate as () => Promise<typeof caller>,
    })
    const response = await server.fetch(path)
    await server.close()
    return { status: response.status, body: await response.json(), told }
  }

  it("lets in the caller that its promise resolves to", async () => {
    expect(await asked(async () => caller)).toMatchObject({ status: 200, told: [] })
    expect(await asked(async () => ({ ...caller, code: "E-7" }))).toMatchObject({ status: 200, told: [] })
  })

  it("lets nobody into another organization than the one that the caller acts for", async () => {
    const path = `/studio/organizations/${organizationId}/invoices` as const
    expect(await asked(async () => ({ ...caller, organizationId }), path)).toMatchObject({ status: 200 })
    for (const other of ["o", ""]) {
      const refused = await asked(async () => ({ ...caller, organizationId: other }), path)
      expect(refused).toMatchObject({ status: 404, body: { code: "organization.not_found" }, told: [] })
    }
  })

  it("refuses by the error that its promise resolves to", async () => {
    const refusal = apiError("unauthorized")
    expect(await asked(async () => refusal)).toEqual({ status: 401, body: refusal, told: [] })
  })

  it("lets nobody in where it throws or rejects", async () => {
    expect(await asked(toThrow)).toMatchObject({ status: 500, told: [new Error("the host is broken")] })
    expect(await asked(toReject)).toMatchObject({ status: 500, told: [new Error("the host is broken")] })
    const ofFramework = Object.assign(new Error("no such user"), { code: "FST_X", statusCode: 401 })
    const reject = async () => {
      throw ofFramework
    }
    expect(await asked(reject)).toMatchObject({ status: 500, told: [ofFramework] })
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "u"],
    ["a list", []],
    ["an object without members", {}],
    ["the outcome of a call", { ok: false, error: { status: 401 } }],
    ["a caller without a user", { ...caller, userId: undefined }],
    ["a caller whose user is a number", { ...caller, userId: 7 }],
    ["a caller without an organization", { ...caller, organizationId: undefined }],
    ["a caller without permissions", { ...caller, permissions: undefined }],
    ["a caller without a session or null", { ...caller, sessionId: undefined }],
    ["a status", { statusCode: 401 }],
    ["an error with a code", Object.assign(new Error("no such user"), { code: "P0002" })],
  ])("lets nobody in where it gives %s, and says what to give", async (_, answer) => {
    const remedy = new TypeError(
      "authenticate has to give a promise, or an Effect, of a caller, { userId, organizationId, permissions, sessionId }, " +
        "or of an apiError that refuses it",
    )
    const refused = { status: 500, told: [remedy] }
    expect(await asked(async () => answer)).toMatchObject(refused)
    expect(await asked(() => Effect.succeed(answer))).toMatchObject(refused)
    expect(await asked(() => answer)).toMatchObject(refused)
  })

  it("says that a refusal is not thrown", async () => {
    const remedy = new TypeError("authenticate has to resolve to the apiError, and not to reject with it")
    const refuse = async () => {
      throw apiError("unauthorized")
    }
    expect(await asked(refuse)).toMatchObject({ status: 500, told: [remedy] })
  })
})

describe("what a program without types gives a server that cannot be used is refused as it is made", () => {
  const ports = Layer.empty
  it.each<[string, object, string]>([
    ["the ports themselves", { ports: { store: {} } }, "ports has to be a layer of them"],
    ["no ports", {}, "portsLayer of studio-billing/promises makes one"],
    ["nobody who is told of defects", { ports }, "onDefect has to be a function"],
    [
      "an authenticate that is none",
      { ports, onDefect: toThrow, authenticate: {} },
      "authenticate has to be",
    ],
  ])("%s", (_, options, remedy) => {
    expect(() => makeStudioServer(options as never)).toThrow(TypeError)
    expect(() => makeStudioServer(options as never)).toThrow(remedy)
  })
})

it.each<[string, object, string]>([
  ["host", { dispatcher: toThrow, port: 0 }, "listen: host has to be a text, such as 127.0.0.1"],
  ["dispatcher", { host: "127.0.0.1", port: 0 }, "listen: dispatcher has to be a function"],
])("a socket without its %s is refused before it listens", async (_, options, remedy) => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length
  const before = servers()
  await expect(listen(options as never)).rejects.toThrow(remedy)
  expect(servers()).toBe(before)
})

describe.each([
  ["throws", toThrow],
  ["rejects", toReject],
])("a listener of a host that %s", (_, listener) => {
  const dispatcher = makeDispatcher({ routes, onDefect: listener })

  it("takes no answer when it is told of a defect", async () => {
    expect((await send(dispatcher, { method: "GET", url: "/defect" })).status).toBe(500)
  })

  it("takes no answer when it is told of it", async () => {
    expect((await send(withAnswerLog(dispatcher, listener), get)).status).toBe(200)
  })
})

it("a call that is aborted and then breaks is rejected once", async () => {
  const client = new AbortController()
  const ended = Promise.withResolvers<void>()
  const fetch = makeFetch(
    () =>
      Effect.andThen(
        Effect.promise(() => ended.promise),
        Effect.die(new Error("broken")),
      ),
    "http://localhost",
  )
  const call = fetch("/", { signal: client.signal })
  client.abort()
  await expect(call).rejects.toThrow("aborted")
  ended.resolve()
})
