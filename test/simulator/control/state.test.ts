import * as fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { FINDINGS_MAX } from "../../../simulator/control/handlers/state.ts"
import { anyLifecycle, fullLifecycle, play } from "../../support/lifecycles.ts"
import { slowRuns } from "../../support/runs.ts"
import { beginning, type Client, inProcess, seeded } from "../../support/simulator.ts"

let client: Client & Awaited<ReturnType<typeof inProcess>>
let token: string
beforeEach(async () => {
  client = await inProcess()
  token = await client.token()
})

type There = typeof client

const path = "/_simulator/state"
const exported = async ({ simulator }: There): Promise<string> => (await simulator.fetch(path)).text()
const importInto = ({ call }: There, body: unknown) => call("PUT", path, { body })

const email = "owner@example.com"
const context = "MAGIC_AUTH"
const askForCode = async ({ call }: Client) =>
  (await call("POST", "/studio/auth/otp", { body: { email, context } })).json.otpId
const codeOf = async ({ call }: Client) => (await call("GET", "/_simulator/otps")).json.data[0].code

/** Signs in and uses the refresh token once. */
const signIn = async (there: There) => {
  const otpId = await askForCode(there)
  const code = await codeOf(there)
  await there.call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
  const first = await there.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
  const { refreshToken } = first.json
  const { json } = await there.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
  return { code, refreshToken, latest: json.refreshToken }
}

describe("GET /_simulator/state", () => {
  it("is one JSON document with all that there is", async () => {
    await play(client, token, fullLifecycle)
    await signIn(client)
    const { status, headers, json: state } = await client.call("GET", path)
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"])
    expect(Object.keys(state)).toEqual([
      "schemaVersion",
      "now",
      "store",
      "gateway",
      "couponsBefore",
      "events",
    ])
    expect(state).toMatchObject({ schemaVersion: 1, now: "2026-02-28T00:00:00.000Z" })
    const kinds = new Set(state.store.records.map(({ kind }: { kind: string }) => kind))
    expect([...kinds].sort()).toEqual(
      [
        "BillingPeriod",
        "BillingThreshold",
        "Coupon",
        "CouponUse",
        "IdempotencyKey",
        "Invoice",
        "Organization",
        "OtpAddress",
        "PaymentMethod",
        "Plan",
        "Session",
        "Subscription",
        "UsageEvent",
        "User",
        "Voucher",
        "VoucherEntry",
      ].sort(),
    )
    expect(state.events.length).toBeGreaterThan(5)
    expect(state.store.due).toHaveLength(1)
    expect(state.gateway.attempts.length).toBeGreaterThan(2)
  })

  it("has no key, no code and no token", async () => {
    const { code, refreshToken, latest } = await signIn(client)
    await askForCode(client)
    const text = await exported(client)
    for (const secret of [code, await codeOf(client), refreshToken, latest, token]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/"(?:kty|d|p|q|hashKey|inbox|code)":(?! ?"[A-Z])/)
  })
})

describe("PUT /_simulator/state", () => {
  it("of an export is the same world, in another process too: byte for byte, and in whatever follows", async () => {
    await fc.assert(
      fc.asyncProperty(anyLifecycle(15), anyLifecycle(10), async (first, second) => {
        const here = await inProcess()
        const token = await here.token()
        await play(here, token, first)
        await signIn(here)
        const text = await exported(here)
        const there = await inProcess({ now: "2030-01-01T00:00:00.000Z" })
        expect(await importInto(there, text)).toMatchObject({ status: 204, json: null })
        expect(await exported(there)).toBe(text)
        expect(await play(there, await there.token(), second)).toEqual(await play(here, token, second))
      }),
      { ...slowRuns(10), examples: [[fullLifecycle, fullLifecycle]] },
    )
  })

  it("takes the place of all that there was, and leaves the log of requests", async () => {
    const empty = await exported(client)
    await play(client, token, fullLifecycle)
    await askForCode(client)
    await importInto(client, empty)
    expect(await exported(client)).toBe(empty)
    expect((await client.call("GET", "/_simulator/otps")).json.data).toEqual([])
    expect((await client.call("GET", "/_simulator/clock")).json).toMatchObject({ now: beginning })
    expect((await client.call("GET", "/_simulator/requests?limit=1")).json.data).toMatchObject([{ path }])
  })

  it("keeps refresh tokens valid in the world that they are of, and in no other", async () => {
    const { refreshToken, latest } = await signIn(client)
    const text = await exported(client)
    await client.call("POST", "/_simulator/reset")
    const other = await inProcess()
    await importInto(client, text)
    await importInto(other, text)
    const refresh = async ({ call }: Client, refreshToken: string) => {
      const { status, json } = await call("POST", "/studio/auth/refresh", { body: { refreshToken } })
      return status === 200 ? 200 : json.code
    }
    expect(await refresh(other, latest)).toBe("token.invalid")
    expect(await refresh(client, latest)).toBe(200)
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "PT1M" } })
    expect(await refresh(client, refreshToken)).toBe("token.reused")
  })
})

describe("an import whose audit takes a while", () => {
  afterEach(() => void vi.restoreAllMocks())

  /** An export, and its import into the world that it is of: each step of its audit is a turn, however fast the machine is. */
  const begun = async () => {
    for (let made = 0; made < 2_000; made += 1) {
      await client.call("POST", "/_simulator/organizations", { body: { name: `${made}`, currency: "BRL" } })
    }
    const document = JSON.parse(await exported(client))
    const seen = { isOver: false }
    let millis = 0
    vi.spyOn(performance, "now").mockImplementation(() => {
      millis += 1000
      return millis
    })
    const answer = importInto(client, document).then((answer) => {
      seen.isOver = true
      return answer
    })
    // Its audit has begun.
    await new Promise((resolve) => setTimeout(resolve))
    return { answer, seen }
  }
  const urls = async () =>
    (await client.call("GET", "/_simulator/webhook-endpoints")).json.data.map(
      ({ url }: { url: string }) => url,
    )

  it("leaves the endpoints that are made meanwhile", async () => {
    const { answer, seen } = await begun()
    const url = "http://127.0.0.1:9/hooks"
    expect((await client.call("POST", "/_simulator/webhook-endpoints", { body: { url } })).status).toBe(201)
    expect(seen.isOver).toBe(false)
    expect((await answer).status).toBe(204)
    expect(await urls()).toEqual([url])
  })

  it("leaves no trace in what is after a reset", async () => {
    const { answer, seen } = await begun()
    await client.call("POST", "/_simulator/reset")
    const fresh = await exported(client)
    expect(seen.isOver).toBe(false)
    await answer
    expect(await exported(client)).toBe(fresh)
  })
})

describe("what is no state", () => {
  const organizationId = seeded.organizationId
  const record = (kind: string, record: object) => ({ kind, record })
  const user = { userId: "u", email: "new@example.org", emailVerified: true, memberships: [] }
  // biome-ignore lint/suspicious/noExplicitAny: a document that is broken on purpose
  type Document = any
  const adding =
    (...records: ReadonlyArray<object>) =>
    (state: Document): Document => ({
      ...state,
      store: { ...state.store, records: [...state.store.records, ...records] },
    })

  it.each<readonly [string, (state: Document) => unknown, string, string]>([
    ["nothing", () => undefined, "", "Expected an object"],
    ["no document", () => [], "", "Expected an object"],
    ["a document without a version", ({ schemaVersion: _, ...rest }) => rest, "schemaVersion", "Required"],
    ["one of a later version", (state) => ({ ...state, schemaVersion: 2 }), "schemaVersion", "Expected 1"],
    ["one without a clock", ({ now: _, ...rest }) => rest, "now", "Required"],
    ["one with another member", (state) => ({ ...state, keys: [] }), "keys", "Unknown member"],
    [
      "one with a record of no kind",
      adding(record("Order", {})),
      "store.records.20.kind",
      'Expected "Organization"',
    ],
    [
      "one with a record that lacks a member",
      adding(record("User", { ...user, email: undefined })),
      "store.records.20.record.email",
      "Required",
    ],
    [
      "one with a record that has another member",
      adding(record("User", { ...user, role: "admin" })),
      "store.records.20.record.role",
      "Unknown member",
    ],
    [
      "one with money that is none",
      adding(record("BillingThreshold", { value: -1, currency: "BRL", organizationId })),
      "store.records.20.record.value",
      "Expected a whole number from 0 up",
    ],
    [
      "one with an instant that is none",
      adding(
        record("UsageEvent", { eventId: "e", meter: "m", quantity: 1, occurredAt: 1e15, organizationId }),
      ),
      "store.records.20.record.occurredAt",
      "Expected an instant in milliseconds",
    ],
    [
      "one that has a record twice",
      (state) => adding(state.store.records[3])(state),
      "store.records.20",
      "Expected each of them once",
    ],
    [
      "one in which two users have one address",
      adding(record("User", { ...user, email: "owner@example.com" })),
      "store.records.20",
      "Expected each of them once",
    ],
    [
      "one with a record of nobody",
      adding(record("BillingThreshold", { value: 1, currency: "BRL", organizationId: "nobody" })),
      "store.records.20.record.organizationId",
      "Expected an organization of the document",
    ],
  ])("is %s", async (_, broken, path, message) => {
    await play(client, token, fullLifecycle)
    const before = await exported(client)
    await client.call("POST", "/_simulator/reset")
    const state = JSON.parse(await exported(client))
    expect(state.store.records).toHaveLength(20)
    await importInto(client, before)
    const { status, json } = await importInto(client, broken(state))
    expect({ status, code: json.code, error: json.errors[0] }).toEqual({
      status: 400,
      code: "validation_error",
      error: { path, message: expect.stringContaining(message) },
    })
    expect(await exported(client)).toBe(before)
  })

  it.each([
    ["malformed JSON", '{"schemaVersion":1', 400, "validation_error"],
    ["JSON of another type", undefined, 415, "unsupported_media_type"],
  ])("is %s", async (_, body, expected, code) => {
    const before = await exported(client)
    const headers = body === undefined ? { "content-type": "text/plain" } : {}
    const { status, json } = await client.call("PUT", path, { body: body ?? before, headers })
    expect({ status, code: json.code }).toEqual({ status: expected, code })
    expect(await exported(client)).toBe(before)
  })
})

describe("an audit", () => {
  it("has the last word on an import: an invoice charged twice is 422, and the world stays as it was", async () => {
    await play(client, token, fullLifecycle.slice(0, 4))
    await client.call("POST", "/_simulator/faults", { body: { kind: "double_charge" } })
    const base = `/studio/organizations/${seeded.organizationId}/invoices`
    const { invoiceId } = (await client.call("GET", `${base}?status=PAID`, { token })).json.data[0]
    const again = await client.call("POST", `${base}/${invoiceId}/pay`, { token })
    const charged = JSON.parse(await exported(client))
    await client.call("POST", "/_simulator/reset")
    const before = await exported(client)
    expect(await client.call("PUT", path, { body: charged })).toMatchObject({
      status: 422,
      json: {
        statusCode: 422,
        code: "state.inconsistent",
        message: "The state breaks rules; findings says which.",
        errors: [],
        findings: [
          {
            rule: "double_charge",
            organizationId: seeded.organizationId,
            requestIds: [expect.any(String), again.headers.get("x-request-id")],
          },
        ],
      },
    })
    expect(await exported(client)).toBe(before)
  })

  it("is told in a hundred findings at most", async () => {
    const state = JSON.parse(await exported(client))
    const { record } = state.store.records.find(({ kind }: { kind: string }) => kind === "Coupon")
    for (let index = 0; index <= FINDINGS_MAX; index++) {
      const coupon = { ...record, couponId: `c${index}`, code: `C${index}`, timesRedeemed: 1 }
      state.store.records.push({ kind: "Coupon", record: coupon })
    }
    const { status, json } = await client.call("PUT", path, { body: state })
    expect([status, json.findings.length]).toEqual([422, FINDINGS_MAX])
  })
})

describe("POST /_simulator/state/save", () => {
  it("needs a file", async () => {
    expect(await client.call("POST", `${path}/save`)).toMatchObject({
      status: 409,
      json: { code: "state.file_required" },
    })
  })

  it("takes no members", async () => {
    const { json } = await client.call("POST", `${path}/save`, { body: { file: "/etc/passwd" } })
    expect(json.errors).toEqual([{ message: "Unknown member", path: "file" }])
  })
})
