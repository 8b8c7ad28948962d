import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createSimulator, type Simulator } from "../../../simulator/index.ts"
import { beginning, type Client, makeClient, seeded, subscribe } from "../../support/simulator.ts"

let simulator: Simulator
let client: Client
let token: string

const base = `/studio/organizations/${seeded.organizationId}`
const payPath = "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay"

const fault = async (wish: object) => {
  const { status, json } = await client.call("POST", "/_simulator/faults", { body: wish })
  expect(status).toBe(201)
  return json
}
const plans = () => client.call("GET", "/studio/plans", { token })
const audit = async () => (await client.call("GET", "/_simulator/audit")).json
const clean = { ok: true, findings: [], shortfalls: [] }

/** Subscribes, and gives the path of the upcoming invoice. */
const upcoming = async (cardToken = "tok_visa") => {
  await subscribe(client, token, { cardToken })
  const { json } = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
  return `${base}/invoices/${json.invoiceId}`
}

describe.each([
  ["on a socket", { listen: true }],
  ["in process", { listen: false }],
])("faults of calls %s", (_, options) => {
  beforeEach(async () => {
    simulator = await createSimulator({ now: beginning, clock: "manual", ...options })
    client = makeClient(options.listen ? fetch : simulator.fetch, simulator.url)
    token = await client.token()
  })
  afterEach(() => simulator.close())

  it("drop_after acts and closes the connection: the invoice is PAID, and a repeat is refused", async () => {
    const invoice = await upcoming()
    await fault({ kind: "drop_after", method: "POST", path: payPath })
    await expect(client.call("POST", `${invoice}/pay`, { token })).rejects.toThrow(TypeError)
    expect((await client.call("GET", invoice, { token })).json).toMatchObject({ status: "PAID" })
    expect(await client.call("POST", `${invoice}/pay`, { token })).toMatchObject({
      status: 409,
      json: { code: "invoice.not_payable" },
    })
    expect((await client.call("GET", "/_simulator/charges")).json.data).toHaveLength(1)
    expect(await audit()).toEqual(clean)
  })

  it("drop_before closes the connection, and nothing happens", async () => {
    const invoice = await upcoming()
    await fault({ kind: "drop_before", path: payPath })
    await expect(client.call("POST", `${invoice}/pay`, { token })).rejects.toThrow(TypeError)
    expect((await client.call("GET", invoice, { token })).json).toMatchObject({
      status: "OPEN",
      attempts: [],
    })
    expect((await client.call("POST", `${invoice}/pay`, { token })).status).toBe(200)
    expect(await audit()).toEqual(clean)
  })

  it("a connection that was closed hurts no other one", async () => {
    await fault({ kind: "drop_before", times: 3 })
    const calls = await Promise.allSettled(Array.from({ length: 6 }, plans))
    expect(calls.filter(({ status }) => status === "rejected")).toHaveLength(3)
    expect((await plans()).status).toBe(200)
  })

  it("respond answers a refusal, and nothing happens", async () => {
    const invoice = await upcoming()
    await fault({ kind: "respond", status: 503, path: payPath })
    const refused = await client.call("POST", `${invoice}/pay`, { token })
    expect(refused.json).toEqual({
      statusCode: 503,
      code: "service_unavailable",
      message: "The service is busy; try again.",
      errors: [],
    })
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
    expect((await client.call("GET", invoice, { token })).json).toMatchObject({
      status: "OPEN",
      attempts: [],
    })
  })

  it("delay waits, and acts", async () => {
    await fault({ kind: "delay", delayMs: 1 })
    expect((await plans()).status).toBe(200)
  })
})

describe("faults of calls", () => {
  beforeEach(async () => {
    simulator = await createSimulator({ listen: false, now: beginning, clock: "manual" })
    client = makeClient(simulator.fetch, simulator.url)
    token = await client.token()
  })

  it.each([
    [{ status: 400 }, "validation_error"],
    [{ status: 401 }, "unauthorized"],
    [{ status: 404 }, "route.not_found"],
    [{ status: 500 }, "internal_server_error"],
    [{ status: 418 }, "validation_error"],
    [{ status: 409 }, "validation_error"],
    [{ status: 502 }, "internal_server_error"],
    [{ status: 409, code: "plan.unheard_of" }, "plan.unheard_of"],
    [{ status: 500, code: null }, "internal_server_error"],
  ])("respond with %j has the code %s", async (own, code) => {
    await fault({ kind: "respond", path: "/studio/plans", ...own })
    const { status, json } = await plans()
    expect({ status, json }).toEqual({
      status: own.status,
      json: { statusCode: own.status, code, message: expect.any(String), errors: [] },
    })
  })

  it("respond with 402 has the members that a refused payment has", async () => {
    await fault({ kind: "respond", status: 402, path: "/studio/plans" })
    expect((await plans()).json).toMatchObject({
      code: "payment.declined",
      declineCode: "card_declined",
      retryable: true,
    })
  })

  it("respond with 429 says when the same call may succeed, as 503 does", async () => {
    await fault({ kind: "respond", status: 429, path: "/studio/plans" })
    const answer = await plans()
    expect(answer.json).toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 })
    expect(answer.headers.get("retry-after")).toBe("1")
    await fault({ kind: "respond", status: 503, path: "/studio/plans" })
    expect((await plans()).headers.get("retry-after")).toBe("1")
  })

  it("a refusal of no path in particular meets calls that document its status", async () => {
    const invoice = await upcoming()
    await fault({ kind: "respond", status: 402 })
    expect((await plans()).status).toBe(200)
    expect((await client.call("POST", `${invoice}/pay`, { token })).status).toBe(402)
  })

  it.each([{ status: 418 }, { status: 402, method: "DELETE" }])(
    "a refusal that no call documents needs a path: %j",
    async (own) => {
      const { status, json } = await client.call("POST", "/_simulator/faults", {
        body: { kind: "respond", ...own },
      })
      expect([status, json.errors]).toEqual([
        400,
        [
          {
            path: "status",
            message: "No call documents this status: say with path which call answers it",
          },
        ],
      ])
    },
  )

  it("strike before anybody is asked who calls", async () => {
    await fault({ kind: "respond", status: 503 })
    expect((await client.call("GET", "/studio/plans")).status).toBe(503)
    expect((await client.call("GET", "/studio/plans")).status).toBe(401)
  })

  it("are meant for one endpoint, and for one organization", async () => {
    const methods = "/studio/organizations/{organizationId}/payment-methods"
    await fault({
      kind: "respond",
      status: 503,
      path: methods,
      method: "GET",
      organizationId: seeded.american,
    })
    const { accessToken } = (
      await client.call("POST", "/_simulator/tokens", { body: { organizationId: seeded.american } })
    ).json
    const american = `/studio/organizations/${seeded.american}/payment-methods`
    const card = { type: "CARD", cardToken: "tok_visa" }
    const add = await client.call("POST", american, { token: accessToken, body: card })
    expect([(await plans()).status, add.status]).toEqual([200, 201])
    expect((await client.call("GET", `${base}/payment-methods`, { token })).status).toBe(200)
    expect((await client.call("GET", american, { token: accessToken })).status).toBe(503)
  })

  it("strike HEAD as they strike GET", async () => {
    await fault({ kind: "respond", status: 503, method: "GET" })
    expect(await client.call("HEAD", "/studio/plans", { token })).toMatchObject({ status: 503, json: null })
  })

  it("do not concern the control plane, nor what is at no path", async () => {
    await fault({ kind: "respond", status: 503, times: 9 })
    expect((await client.call("GET", "/_simulator/health")).status).toBe(200)
    expect((await client.call("GET", "/studio/nothing")).status).toBe(404)
    expect((await client.call("GET", "/openapi.json")).status).toBe(200)
  })

  it("are gone after a reset", async () => {
    await fault({ kind: "respond", status: 503 })
    await client.call("POST", "/_simulator/reset")
    expect((await plans()).status).toBe(200)
    expect((await client.call("GET", "/_simulator/faults")).json.data).toEqual([])
  })

  it("by chance are the same with the same seed, also after a reset", async () => {
    simulator = await createSimulator({ listen: false, clock: "manual", faults: { seed: 42, rate: 0.5 } })
    client = makeClient(simulator.fetch, simulator.url)
    token = await client.token()
    const outcome = () =>
      plans().then(
        ({ status }) => status,
        () => 0,
      )
    const series = async () => {
      const outcomes: Array<number> = []
      for (let count = 0; count < 20; count++) outcomes.push(await outcome())
      return outcomes
    }
    const first = await series()
    expect(new Set(first).size).toBeGreaterThan(1)
    await client.call("POST", "/_simulator/reset")
    expect(await series()).toEqual(first)
  })
})
