import * as fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import { redact } from "../../../simulator/requests/redact.ts"
import { studioDocument } from "../../../src/api/index.ts"
import { endpoints } from "../../../src/http/endpoints.ts"
import { slowRuns } from "../../support/runs.ts"
import { beginning, inProcess, seeded, subscribe } from "../../support/simulator.ts"

let client: Awaited<ReturnType<typeof inProcess>>
beforeEach(async () => {
  client = await inProcess()
})

const requests = async (query = "") => (await client.call("GET", `/_simulator/requests${query}`)).json
const base = `/studio/organizations/${seeded.organizationId}`

describe("GET /_simulator/requests", () => {
  it("lists what was asked and answered, newest first, under the ids of the answers", async () => {
    const token = await client.token()
    const { headers } = await client.call("POST", `${base}/subscriptions/pause?x=1`, { token, body: {} })
    const { data, meta } = await requests()
    expect(meta).toEqual({ page: 1, limit: 20, totalItems: 2, totalPages: 1 })
    expect(data[1]).toMatchObject({ method: "POST", path: "/_simulator/tokens", status: 201 })
    expect(data[0]).toEqual({
      requestId: headers.get("x-request-id"),
      at: beginning,
      method: "POST",
      path: `${base}/subscriptions/pause`,
      organizationId: seeded.organizationId,
      status: 404,
      durationMillis: expect.any(Number),
      requestBody: {},
      requestBytes: 2,
      responseBody: {
        statusCode: 404,
        code: "subscription.not_found",
        message: "There is no such subscription.",
        errors: [],
      },
      responseBytes: expect.any(Number),
    })
    expect((await requests("?page=2&limit=1")).data).toEqual([data[1]])
  })

  it("has what leads nowhere too, and not who looks at the world from behind", async () => {
    await client.call("GET", "/nowhere")
    await client.call("PUT", "/studio/plans")
    await requests()
    for (const path of ["/", "/console/app.css", "/_simulator/clock", "/_simulator/nowhere"]) {
      await client.simulator.fetch(path)
      await client.simulator.fetch(path, { method: "HEAD" })
    }
    expect((await requests()).data).toMatchObject([
      { method: "PUT", path: "/studio/plans", status: 405 },
      { method: "GET", path: "/nowhere", status: 404 },
    ])
  })

  it("begins anew with a reset, and goes on over a restore", async () => {
    await client.call("POST", "/_simulator/snapshots/a")
    await client.call("POST", "/_simulator/snapshots/a/restore")
    expect((await requests()).data).toMatchObject([
      { path: "/_simulator/snapshots/a/restore" },
      { path: "/_simulator/snapshots/a" },
    ])
    await client.call("POST", "/_simulator/reset")
    expect((await requests()).data).toEqual([])
  })

  it.each(["limit=0", "limit=101", "page=x", "from=1"])("refuses ?%s", async (query) => {
    expect(await requests(`?${query}`)).toMatchObject({
      statusCode: 400,
      code: "validation_error",
      errors: [{ path: query.split("=", 1)[0] }],
    })
  })
})

describe("X-Request-Id (GAP-108)", () => {
  it("is on every answer, never the same, and never the client's", async () => {
    const own = { headers: { "x-request-id": "mine" } }
    const answers = [
      await client.call("GET", "/", own),
      await client.call("GET", "/nowhere", own),
      await client.call("GET", "/studio/plans", own),
      await client.call("GET", "/_simulator/health", own),
      await client.call("GET", "/w/not~a~name/", own),
      await client.call("OPTIONS", "/studio/plans", own),
    ]
    const ids = answers.map(({ headers }) => headers.get("x-request-id"))
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

/** Members that hold secrets, wherever they are. */
const secretNames = ["accessToken", "refreshToken", "cardToken", "secret", "gatewayReference", "tokenHash"]

/** Members whose names sound like it, and which hold none. */
const publicNames = ["code", "declineCode", "statusCode", "postalCode", "barcode"]

describe("secrets", () => {
  it("are what every member of the contract is that sounds like one", () => {
    const names = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return
      const { properties } = value as { readonly properties?: object }
      for (const name of Object.keys(properties ?? {})) names.add(name)
      Object.values(value).forEach(collect)
    }
    collect(studioDocument())
    const sounding = [...names].filter((name) => /token|secret|code|hash|password|key$/i.test(name))
    const isRedacted = (name: string) =>
      JSON.stringify(redact({ path: "/studio/plans", status: null, json: { [name]: "x" } })) !==
      `{"${name}":"x"}`
    expect(sounding.length).toBeGreaterThan(5)
    expect(sounding.filter((name) => !isRedacted(name)).sort()).toEqual([...publicNames].sort())
  })

  it("of a whole walk are in no entry", async () => {
    const email = "owner@example.com"
    const context = "MAGIC_AUTH"
    const { otpId } = (await client.call("POST", "/studio/auth/otp", { body: { email, context } })).json
    const { code } = (await client.call("GET", "/_simulator/otps")).json.data[0]
    await client.call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
    const signedIn = await client.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
    const { accessToken, refreshToken } = signedIn.json
    const refreshed = await client.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
    await subscribe(client, accessToken, { cardToken: "tok_mastercard" })
    const log = await requests("?limit=100")
    expect(log.meta.totalItems).toBe(6)
    const text = JSON.stringify(log)
    for (const secret of [code, accessToken, refreshToken, refreshed.json.accessToken, "tok_mastercard"]) {
      expect(text).not.toContain(secret)
    }
  })

  it("in whatever a client sends are in no entry", async () => {
    const token = await client.token()
    // The alphabet of no other text that is in the log.
    const secret = fc.string({ unit: fc.constantFrom("§", "ß", "Ω", "ж"), minLength: 4, maxLength: 40 })
    const secretMember = fc.tuple(fc.constantFrom(...secretNames), secret)
    const { tree: body } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.constantFrom("plain", "BRL"),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc
          .tuple(
            fc.dictionary(fc.constantFrom("name", "type", "billingDetails", "coupon", "x"), tie("tree")),
            fc.array(secretMember, { maxLength: 2 }),
          )
          .map(([members, secrets]) => ({ ...members, ...Object.fromEntries(secrets) })),
      ),
    }))
    const withBodies = endpoints.filter(({ takesBody }) => takesBody)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBodies), body, secret, async (endpoint, sent, code) => {
        const path = endpoint.path
          .replace("{organizationId}", seeded.organizationId)
          .replace(/\{\w+\}/g, seeded.starter)
        const isSignIn = path.startsWith("/studio/auth/")
        await client.call(endpoint.method, path, {
          token,
          // Between ones, because a body of the right form is the rarer case.
          body: isSignIn ? { sent, code, context: "MAGIC_AUTH", email: "owner@example.com" } : sent,
        })
        const [entry] = (await requests("?limit=1")).data
        expect(entry.path).toBe(path)
        expect(JSON.stringify(entry)).not.toMatch(/[§ßΩж]{4}/)
        expect(JSON.stringify(entry)).not.toContain(token)
      }),
      slowRuns(200),
    )
  })
})
