import { beforeEach, describe, expect, it } from "vitest"
import { type Client, callerOf, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`

let client: Client
let token: string
let call: ReturnType<typeof callerOf>
beforeEach(async () => {
  client = await inProcess()
  token = await client.token()
  call = callerOf(client, token)
})

const read = (gap: string, reading: string) =>
  client.call("PUT", `/_simulator/assumptions/${gap}`, { body: { reading } })
const assumed = ({ headers }: { readonly headers: Headers }) => headers.get("x-assumption")
const signIn = async () => {
  const email = "owner@example.com"
  const otp = await client.call("POST", "/studio/auth/otp", { body: { email, context: "MAGIC_AUTH" } })
  const { otpId } = otp.json
  const { code } = (await client.call("GET", `/_simulator/otps?email=${email}`)).json.data[0]
  const body = { email, code, context: "MAGIC_AUTH" }
  await client.call("POST", `/studio/auth/otp/${otpId}/validate`, { body })
  return client.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
}

describe("answers of the contract", () => {
  it("say on which gaps they rest", async () => {
    const missing = await call("GET", `${base}/subscriptions`)
    expect([missing.status, assumed(missing)]).toEqual([404, "GAP-30, GAP-01"])
    await subscribe(client, token)
    const answers = [
      await call("GET", `${base}/subscriptions`),
      await call("GET", "/studio/plans"),
      await call("GET", `${base}/subscriptions/history`),
      await call("GET", "/studio/plans?page=0"),
      await client.call("GET", "/studio/plans"),
      await call("GET", "/studio/nothing"),
      await call("DELETE", "/studio/plans"),
      await client.call("GET", `${base}/subscriptions`),
    ]
    expect(answers.map((answer) => [answer.status, assumed(answer)])).toEqual([
      [200, "GAP-30"],
      [200, null],
      [200, null],
      [400, "GAP-01"],
      [401, "GAP-01"],
      [404, "GAP-01"],
      [405, "GAP-01"],
      [401, "GAP-01"],
    ])
  })

  it("say so wherever tokens are given", async () => {
    const signedIn = await signIn()
    const { refreshToken, accessToken } = signedIn.json
    const refreshed = await client.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
    const switched = await client.call("POST", "/studio/profile/switch-organization", {
      token: accessToken,
      body: { organizationId: seeded.organizationId },
    })
    for (const answer of [signedIn, refreshed, switched]) {
      expect([answer.status, assumed(answer), answer.json.expiresIn]).toEqual([200, "GAP-15", 3600])
    }
  })

  it("of the control plane and of the site rest on none", async () => {
    for (const path of ["/_simulator/health", "/_simulator/nothing", "/", "/nothing"]) {
      expect(assumed(await client.call("GET", path))).toBeNull()
    }
  })

  it("let pages of other origins read that", async () => {
    const answer = await client.call("GET", "/studio/plans", { headers: { origin: "http://localhost:3000" } })
    expect(answer.headers.get("access-control-expose-headers")).toContain("X-Assumption")
  })
})

describe("GAP-30 as a list", () => {
  beforeEach(() => read("GAP-30", "list"))

  it("is a page of one subscription", async () => {
    await subscribe(client, token)
    await read("GAP-30", "object")
    const { json } = await call("GET", `${base}/subscriptions`)
    await read("GAP-30", "list")
    const answer = await call("GET", `${base}/subscriptions`)
    expect(answer.json).toEqual({ data: [json], meta: { page: 1, limit: 20, totalItems: 1, totalPages: 1 } })
    expect([answer.status, assumed(answer)]).toEqual([200, "GAP-30"])
  })

  it("is an empty page where there is no subscription", async () => {
    const answer = await call("GET", `${base}/subscriptions`)
    expect([answer.status, assumed(answer), answer.json]).toEqual([
      200,
      "GAP-30",
      { data: [], meta: { page: 1, limit: 20, totalItems: 0, totalPages: 0 } },
    ])
  })

  it("leaves other refusals, other calls and other worlds as they are", async () => {
    const refused = await client.call("GET", `${base}/subscriptions`)
    expect([refused.status, refused.json.code, assumed(refused)]).toEqual([401, "unauthorized", "GAP-01"])
    await subscribe(client, token)
    const { json } = await call("GET", `${base}/subscriptions/history`)
    const one = await call("GET", `${base}/subscriptions/${json.data[0].subscriptionId}`)
    expect(one.json).toEqual(json.data[0])
    const other = await inProcess()
    expect((await other.call("GET", `${base}/subscriptions`, { token: await other.token() })).status).toBe(
      404,
    )
  })

  it("says of HEAD what it says of GET", async () => {
    await subscribe(client, token)
    const [head, get] = [
      await call("HEAD", `${base}/subscriptions`),
      await call("GET", `${base}/subscriptions`),
    ]
    const length = String(Buffer.byteLength(JSON.stringify(get.json)))
    expect([head.status, head.json, head.headers.get("content-length")]).toEqual([200, null, length])
    expect(get.headers.get("content-length")).toBe(length)
  })
})

describe("GAP-15 in milliseconds", () => {
  it("multiplies what the contract says", async () => {
    await read("GAP-15", "milliseconds")
    expect((await signIn()).json).toMatchObject({ expiresIn: 3_600_000 })
    expect((await client.call("POST", "/_simulator/tokens")).json.expiresIn).toBe(315_360_000)
  })
})

describe("GAP-01 without code", () => {
  beforeEach(() => read("GAP-01", "without_code"))

  it("leaves the code out of every refusal of the contract", async () => {
    const refused = await client.call("GET", "/studio/plans")
    expect(refused.json).toEqual({ statusCode: 401, message: "A valid access token is needed.", errors: [] })
    expect([refused.status, assumed(refused)]).toEqual([401, "GAP-01"])
    expect((await call("GET", "/studio/nothing")).json).toEqual({
      statusCode: 404,
      message: "There is nothing at this path.",
      errors: [],
    })
    expect((await call("GET", `${base}/subscriptions`)).json).not.toHaveProperty("code")
  })

  it("keeps members of their own", async () => {
    await subscribe(client, token, { cardToken: "tok_stolen_card" })
    const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`)).json
    const { json } = await call("POST", `${base}/invoices/${invoiceId}/pay`, {})
    expect(json).toEqual({
      statusCode: 402,
      message:
        "The payment was declined and the invoice is still due: pay it again, with another payment method if retryable is false.",
      errors: [],
      declineCode: "stolen_card",
      retryable: false,
    })
  })

  it("leaves the control plane as it is", async () => {
    expect((await client.call("GET", "/_simulator/nothing")).json.code).toBe("route.not_found")
  })
})
