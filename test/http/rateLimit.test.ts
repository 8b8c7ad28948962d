// Rate limits on the wire: what is counted together, what answers say, and when a call may be made again. GAP-06
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeWorldClock } from "../../simulator/world/clock.ts"
import { apiError } from "../../src/api/index.ts"
import {
  BUCKETS_MAX,
  type Limited,
  makeMemoryRateLimitStore,
  makeRateLimit,
  type RateLimit,
} from "../../src/http/rateLimit.ts"
import { type Answer, inProcess, seeded } from "../support/simulator.ts"

const limitsOf = ({ status, headers }: Answer) => ({
  status,
  policy: headers.get("ratelimit-policy"),
  limit: headers.get("ratelimit"),
  retryAfter: headers.get("retry-after"),
})

const otp = (email: string) => ({ email, context: "MAGIC_AUTH" })

describe("a limit", () => {
  it.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])(
    "of %s calls a minute is refused",
    (perMinute) => {
      expect(() => makeRateLimit({ perMinute })).toThrow(
        /^perMinute: expected a whole number from 1 on, not /,
      )
    },
  )
})

describe("a caller", () => {
  it("may make so many calls a minute, and each answer says what is left", async () => {
    const { call, token } = await inProcess({ rateLimit: 2 })
    const owner = await token()
    const policy = '"caller";q=2;w=60'
    const get = (path: string) => call("GET", path, { token: owner })
    expect(limitsOf(await get("/studio/plans"))).toEqual({
      status: 200,
      policy,
      limit: '"caller";r=1;t=30',
      retryAfter: null,
    })
    const unsubscribed = `/studio/organizations/${seeded.organizationId}/subscriptions`
    expect(limitsOf(await get(unsubscribed)), "refusals count and say it too").toEqual({
      status: 404,
      policy,
      limit: '"caller";r=0;t=30',
      retryAfter: null,
    })
    const third = await get("/studio/plans")
    expect(limitsOf(third)).toEqual({ status: 429, policy, limit: '"caller";r=0;t=30', retryAfter: "30" })
    expect(third.json).toEqual(apiError("rate_limited", { retryAfterSeconds: 30 }))
  })

  it("may call again when the world's clock has reached what `Retry-After` says", async () => {
    const { call, token } = await inProcess({ rateLimit: 2 })
    const owner = await token()
    const get = () => call("GET", "/studio/plans", { token: owner })
    const advance = (by: string) => call("POST", "/_simulator/clock", { body: { advanceBy: by } })
    await get()
    await get()
    await advance("PT29.999S")
    expect(limitsOf(await get())).toMatchObject({ status: 429, retryAfter: "1" })
    await advance("PT0.001S")
    expect(limitsOf(await get())).toMatchObject({ status: 200, limit: '"caller";r=0;t=30' })
    await advance("P1D")
    expect(limitsOf(await get())).toMatchObject({ status: 200, limit: '"caller";r=1;t=30' })
  })

  it("is a user in an organization, whatever token it uses", async () => {
    const { call, token } = await inProcess({ rateLimit: 1 })
    const statusOf = async (wish: object) =>
      (await call("GET", "/studio/plans", { token: await token(wish) })).status
    expect(await statusOf({ email: "owner@example.com" })).toBe(200)
    expect(await statusOf({ email: "owner@example.com", expiresInSeconds: 60 })).toBe(429)
    expect(await statusOf({ email: "viewer@example.com" })).toBe(200)
    const multi = { email: "multi@example.com" }
    expect(await statusOf({ ...multi, organizationId: seeded.organizationId })).toBe(200)
    expect(await statusOf({ ...multi, organizationId: seeded.american })).toBe(200)
    expect(await statusOf({ ...multi, organizationId: seeded.american })).toBe(429)
  })

  it("is not counted while it may not call, and is refused before its input is looked at", async () => {
    const { call, token } = await inProcess({ rateLimit: 1 })
    const owner = await token()
    const methods = `/studio/organizations/${seeded.organizationId}/payment-methods`
    const elsewhere = `/studio/organizations/${seeded.american}/payment-methods`
    const post = (path: string, bearer: string) => call("POST", path, { token: bearer, body: "{" })
    expect(limitsOf(await post(methods, "nobody"))).toMatchObject({ status: 401, limit: null })
    expect(limitsOf(await post(elsewhere, owner))).toMatchObject({ status: 404, limit: null })
    expect(limitsOf(await post(methods, owner))).toMatchObject({ status: 400, limit: '"caller";r=0;t=60' })
    expect(limitsOf(await post(methods, owner))).toMatchObject({ status: 429, retryAfter: "60" })
  })
})

describe("an address that asks for codes", () => {
  it("may be named so often a minute, whether or not somebody has it, and however it is written", async () => {
    const { call } = await inProcess({ rateLimit: 2 })
    const ask = (body: object) => call("POST", "/studio/auth/otp", { body })
    for (const [first, second] of [
      ["owner@example.com", "OWNER@example.com"],
      ["nobody@example.com", "Nobody@Example.com"],
    ] as const) {
      expect(limitsOf(await ask(otp(first)))).toEqual({
        status: 201,
        policy: '"email";q=2;w=60',
        limit: '"email";r=1;t=30',
        retryAfter: null,
      })
      expect((await ask({ recipient: second, context: "MAGIC_AUTH" })).status).toBe(201)
      expect(limitsOf(await ask(otp(first)))).toMatchObject({ status: 429, retryAfter: "30" })
    }
  })

  it("is counted at validation as well", async () => {
    const { call } = await inProcess({ rateLimit: 2 })
    const { json } = await call("POST", "/studio/auth/otp", { body: otp("owner@example.com") })
    const validate = () =>
      call("POST", `/studio/auth/otp/${json.otpId}/validate`, {
        body: { ...otp("owner@example.com"), code: "000000" },
      })
    expect(limitsOf(await validate())).toMatchObject({ status: 400, limit: '"email";r=0;t=30' })
    expect(limitsOf(await validate())).toMatchObject({ status: 429, limit: '"email";r=0;t=30' })
  })
})

describe("without the option", () => {
  it("nothing is counted", async () => {
    const { call, token } = await inProcess()
    const owner = await token()
    for (let count = 0; count < 100; count++) {
      expect(limitsOf(await call("GET", "/studio/plans", { token: owner }))).toEqual({
        status: 200,
        policy: null,
        limit: null,
        retryAfter: null,
      })
    }
  })

  it("too many live codes say when the first of them expires", async () => {
    const { call } = await inProcess()
    const ask = () => call("POST", "/studio/auth/otp", { body: otp("owner@example.com") })
    for (let live = 0; live < 5; live++) expect((await ask()).status).toBe(201)
    await call("POST", "/_simulator/clock", { body: { advanceBy: "PT1M0.5S" } })
    const refused = await ask()
    expect(limitsOf(refused)).toMatchObject({ status: 429, retryAfter: "540", limit: null })
    expect(refused.json).toEqual(apiError("rate_limited", { retryAfterSeconds: 540 }))
  })

  it("a locked code never opens again, and a locked address does at the end of the day", async () => {
    const { call } = await inProcess()
    const ask = () => call("POST", "/studio/auth/otp", { body: otp("nobody@example.com") })
    const answers: Array<Answer> = []
    for (let code = 0; code < 4; code++) {
      const { json } = await ask()
      for (let wrong = 0; wrong < 5; wrong++) {
        const body = { ...otp("nobody@example.com"), code: "000000" }
        answers.push(await call("POST", `/studio/auth/otp/${json.otpId}/validate`, { body }))
      }
    }
    const locked = answers.filter(({ status }) => status === 429)
    expect(locked.map(({ headers }) => headers.get("retry-after"))).toEqual([null, null, null, "86400"])
    expect(locked.map(({ json }) => json)).toEqual([
      ...Array(3).fill(apiError("otp.locked")),
      apiError("otp.locked", { retryAfterSeconds: 86_400 }),
    ])
    await call("POST", "/_simulator/clock", { body: { advanceBy: "PT12H" } })
    expect(limitsOf(await ask())).toMatchObject({ status: 429, retryAfter: "43200" })
  })
})

describe("the buckets", () => {
  const caller = (userId: string) => ({ policy: "caller", userId, organizationId: "org-1" }) as const
  const { clock } = makeWorldClock({ now: 0, mode: "manual" })
  const atOnce = Effect.provideService(Clock.Clock, clock)
  const remaining = async (rateLimit: RateLimit, limited: Limited): Promise<string> =>
    /r=(\d+)/.exec((await Effect.runPromise(atOnce(rateLimit(limited)))).headers.ratelimit ?? "")?.[1] ?? ""

  it("are bounded: the one that was not used for longest goes first", async () => {
    const rateLimit = makeRateLimit({ perMinute: 5, store: makeMemoryRateLimitStore(2) })
    const left: Array<string> = []
    for (const userId of ["a", "b", "a", "c", "a", "b"]) left.push(await remaining(rateLimit, caller(userId)))
    expect(left).toEqual(["4", "4", "3", "4", "2", "4"])
    expect(BUCKETS_MAX).toBe(10_000)
  })

  it("of an address and of a caller are different ones", async () => {
    const rateLimit = makeRateLimit({ perMinute: 5 })
    const address = { policy: "email", email: "a@example.com" } as const
    await remaining(rateLimit, address)
    expect(await remaining(rateLimit, caller("a@example.com"))).toBe("4")
    expect(await remaining(rateLimit, address)).toBe("3")
  })
})
