// A server of one's own, over a store in memory and over SQLite, by web requests and on a socket.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, describe, expect, it, vi } from "vitest"
import { openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeMemoryOtpSender } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import {
  type Answered,
  endpoints,
  makeJwtTokenIssuer,
  makeSigningKeys,
  makeStudioServer,
} from "../../src/http/index.ts"
import { listen, makeSecrets } from "../../src/http/node/index.ts"
import { READY_MILLIS_MAX } from "../../src/http/server/healthRoutes.ts"
import { CLOSE_MILLIS_MAX } from "../../src/http/server/makeStudioServer.ts"
import { BillingStore, OtpSender, Permission, Secrets, TokenIssuer } from "../../src/index.ts"
import { makeBilling, organizationId } from "../support/billing.ts"
import { authenticate, exampleOf, requestOf } from "./fakes.ts"

afterEach(() => vi.useRealTimers())

const keys = makeSigningKeys()
const { issuer } = makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" })

const stores = {
  memory: () => makeBilling().services,
  SQLite: () =>
    Context.add(makeBilling().services, BillingStore, makeSqliteBillingStore(openDatabase(":memory:"))),
}

const portsOn = (store: keyof typeof stores) =>
  stores[store]().pipe(
    Context.add(OtpSender, makeMemoryOtpSender().sender),
    Context.add(Secrets, makeSecrets()),
    Context.add(TokenIssuer, issuer),
  )

const onDefect = ({ cause }: { readonly cause: unknown }): void => expect.unreachable(String(cause))

const user = {
  userId: "0190a000-0000-7000-8000-000000000011",
  email: "owner@example.com",
  emailVerified: true,
  memberships: [{ organizationId, permissions: Permission.ALL_PERMISSIONS }],
}

const seeded = async (store: keyof typeof stores) => {
  const ports = portsOn(store)
  const billing = Context.get(ports, BillingStore)
  const organization = {
    organizationId,
    name: "One",
    currency: "BRL",
    status: "ACTIVE",
    createdAt: 0,
  }
  await Effect.runPromise(
    billing.commit({
      expects: [],
      puts: [
        { kind: "Organization", record: organization as never },
        { kind: "User", record: user },
      ],
      deletes: [],
      outbox: [],
      couponCounts: [],
      due: [],
    }),
  )
  const server = makeStudioServer({ ports: Layer.succeedContext(ports), keys, onDefect })
  const { userId } = user
  const permissions = Permission.ALL_PERMISSIONS
  const token = await Effect.runPromise(
    issuer.issue({
      userId,
      organizationId,
      permissions,
      sessionId: null,
      now: Date.now(),
      expiresInSeconds: 60,
    }),
  )
  return { server, headers: { authorization: `Bearer ${token}` } }
}

describe.each(["memory", "SQLite"] as const)("a server over %s", (store) => {
  it("answers the contract, by fetch and on a socket", async () => {
    const { server, headers } = await seeded(store)
    const direct = await server.fetch("/studio/profile", { headers })
    expect(direct.status).toBe(200)
    const socket = await listen({ dispatcher: server.dispatcher, host: "127.0.0.1", port: 0 })
    const answer = await fetch(`${socket.url}/studio/profile`, { headers })
    expect(await answer.json()).toEqual(await direct.json())
    await socket.stop()
    await server.close()
  })

  it("lives, and is ready until it retires", async () => {
    const { server } = await seeded(store)
    const statusOf = async (path: string) => (await server.fetch(path)).status
    expect([await statusOf("/health/live"), await statusOf("/health/ready")]).toEqual([200, 200])
    server.retire()
    expect([await statusOf("/health/live"), await statusOf("/health/ready")]).toEqual([200, 503])
    await server.close()
  })
})

describe("a server", () => {
  it("publishes the keys of its tokens, and no private part of them", async () => {
    const { server } = await seeded("memory")
    const published = (await (await server.fetch("/.well-known/jwks.json")).json()) as Awaited<
      ReturnType<typeof keys.jwks>
    >
    expect(published).toEqual(await keys.jwks())
    expect(Object.keys(published.keys[0] ?? {}).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"])
  })

  it("is not ready while its store does not answer, and lives", async () => {
    const broken = { ...Context.get(portsOn("memory"), BillingStore), due: () => Effect.die("no connection") }
    const ports = Layer.succeedContext(Context.add(portsOn("memory"), BillingStore, broken))
    for (const each of [ports, Layer.effectContext(Effect.fail("no database"))]) {
      const server = makeStudioServer({ ports: each as typeof ports, onDefect })
      const ready = await server.fetch("/health/ready")
      expect([ready.status, await ready.json()]).toEqual([503, { status: "unready" }])
      expect((await server.fetch("/health/live")).status).toBe(200)
    }
  })

  it("builds its ports anew after a build that failed, one at a time, and lets go of what failed", async () => {
    const order: Array<string> = []
    let isAway = true
    let told = 0
    const connection = Layer.effectDiscard(
      Effect.acquireRelease(
        Effect.sync(() => order.push("open")),
        () => Effect.sync(() => order.push("let go")),
      ),
    )
    const store = Layer.effectContext(
      Effect.suspend(() => (isAway ? Effect.fail("no database") : Effect.succeed(portsOn("memory")))),
    )
    const ports = Layer.provideMerge(store, connection)
    const server = makeStudioServer({ ports, authenticate, onDefect: () => void told++ })
    const status = async (path: string) =>
      (await server.fetch(path, { headers: { authorization: "Bearer ana" } })).status
    expect(await Promise.all([status("/studio/plans"), status("/studio/plans")])).toEqual([500, 500])
    expect(await status("/health/ready")).toBe(503)
    expect([order, told]).toEqual([["open", "let go", "open", "let go"], 2])
    isAway = false
    expect(await Promise.all([status("/health/ready"), status("/studio/plans")])).toEqual([200, 200])
    expect(await status("/studio/plans")).toBe(200)
    await server.close()
    expect(order.slice(4)).toEqual(["open", "let go"])
    expect(await status("/studio/plans")).toBe(500)
  })

  it("closes while its ports are being built", async () => {
    const begun = Promise.withResolvers<void>()
    const letGo = vi.fn()
    const ports = Layer.effectContext(
      Effect.acquireRelease(Effect.sync(begun.resolve), () => Effect.sync(letGo)).pipe(
        Effect.andThen(Effect.never),
        Effect.as(portsOn("memory")),
      ),
    )
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const server = makeStudioServer({ ports, authenticate, onDefect: () => undefined })
    const call = server.fetch("/studio/plans")
    await begun.promise
    const closed = server.close()
    await vi.advanceTimersByTimeAsync(CLOSE_MILLIS_MAX)
    await closed
    expect((await call).status).toBe(500)
    expect(letGo).toHaveBeenCalledOnce()
  })

  it.each([
    ["can", Effect.never],
    ["cannot", Effect.uninterruptible(Effect.never)],
  ])("is not ready in time where a store hangs that %s be interrupted", async (_, hangs) => {
    const asked = Promise.withResolvers<void>()
    const due = () => Effect.andThen(Effect.sync(asked.resolve), hangs)
    const ports = portsOn("memory").pipe(
      Context.add(BillingStore, { ...Context.get(portsOn("memory"), BillingStore), due }),
    )
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const server = makeStudioServer({ ports: Layer.succeedContext(ports), onDefect })
    let status: number | null = null
    void server.fetch("/health/ready").then((answered) => {
      status = answered.status
    })
    await asked.promise
    await vi.advanceTimersByTimeAsync(READY_MILLIS_MAX)
    expect(status).toBe(503)
  })

  it("with a sign-in of its host serves no other", async () => {
    const server = makeStudioServer({
      ports: Layer.succeedContext(portsOn("memory")),
      authenticate,
      onDefect,
    })
    expect((await server.fetch("/studio/auth/otp", { method: "POST" })).status).toBe(404)
    expect((await server.fetch("/studio/plans", { headers: { authorization: "Bearer ana" } })).status).toBe(
      200,
    )
    expect((await server.fetch("/studio/plans")).status).toBe(401)
  })

  it("with an authentication of its host serves the whole contract where it says so", async () => {
    const ports = Layer.succeedContext(portsOn("memory"))
    const server = makeStudioServer({ ports, authenticate, signIn: true, onDefect })
    const unserved = endpoints.map(async (endpoint) => {
      const { url, ...init } = requestOf(endpoint, exampleOf(endpoint)?.request ?? {})
      const { code } = (await (await server.fetch(url, init as RequestInit)).json().catch(() => ({}))) as {
        readonly code?: string
      }
      return code === "route.not_found" ? url : []
    })
    expect([(await Promise.all(unserved)).flat(), endpoints.length]).toEqual([[], 36])
  })

  it("takes the id of a request that can stand in a log, makes any other, and tells of both", async () => {
    const told: Array<Answered> = []
    const server = makeStudioServer({
      ports: Layer.succeedContext(portsOn("memory")),
      onDefect,
      onAnswer: (answered) => told.push(answered),
    })
    const idOf = async (given: string) =>
      (await server.fetch("/studio/plans?x=1", { headers: { "x-request-id": given } })).headers.get(
        "x-request-id",
      )
    const taken = ["1", "Root=1-67891233-abcdef012345678912345678", "a/b+c=", "x".repeat(128)]
    for (const given of taken) expect(await idOf(given)).toBe(given)
    for (const given of ["", "a b", "<script>", '"', "é", "x".repeat(129), "a, b"]) {
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }
    expect(told.slice(0, 4).map(({ requestId }) => requestId)).toEqual(taken)
    expect(told[0]).toEqual({
      method: "GET",
      path: "/studio/plans",
      status: 401,
      durationMillis: expect.any(Number),
      requestId: "1",
    })
  })

  it("finishes calls in flight before it lets go of its ports", async () => {
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<readonly []>()
    const order: Array<string> = []
    const store = Context.get(portsOn("memory"), BillingStore)
    const slow = {
      ...store,
      due: () => {
        asked.resolve()
        return Effect.tap(
          Effect.promise(() => answered.promise),
          () => Effect.sync(() => order.push("answered")),
        )
      },
    }
    const ports = Layer.merge(
      Layer.succeedContext(Context.add(portsOn("memory"), BillingStore, slow)),
      Layer.effectDiscard(Effect.acquireRelease(Effect.void, () => Effect.sync(() => order.push("let go")))),
    )
    const server = makeStudioServer({ ports, onDefect })
    const call = server.fetch("/health/ready")
    await asked.promise
    const closed = server.close()
    // Whoever closes it again waits for the same end.
    expect(server.close()).toBe(closed)
    answered.resolve([])
    await Promise.all([call, closed])
    expect(order).toEqual(["answered", "let go"])
  })

  it("lets go of its ports in the end where a call hangs", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const asked = Promise.withResolvers<void>()
    const hanging = {
      ...Context.get(portsOn("memory"), BillingStore),
      plans: () => {
        asked.resolve()
        return Effect.never
      },
    }
    const ports = Layer.succeedContext(Context.add(portsOn("memory"), BillingStore, hanging))
    const server = makeStudioServer({ ports, onDefect, authenticate })
    void server.fetch("/studio/plans", { headers: { authorization: "Bearer ana" } })
    await asked.promise
    let isClosed = false
    const closed = server.close().then(() => (isClosed = true))
    await vi.advanceTimersByTimeAsync(CLOSE_MILLIS_MAX - 1)
    expect(isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await closed
  })
})
