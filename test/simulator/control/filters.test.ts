import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
  await subscribe(client, await client.token())
})

const count = async (path: string): Promise<number> => (await client.call("GET", path)).json.meta.totalItems

describe("the log of requests", () => {
  it.each([
    ["organizationId", seeded.organizationId, 2],
    ["organizationId", seeded.american, 0],
    ["method", "post", 3],
    ["method", "PUT", 0],
    ["status", "201", 3],
    ["status", "2xx", 3],
    ["status", "4xx", 0],
    ["path", "/studio/", 2],
    ["path", "/_simulator/", 1],
    ["search", "PAYMENT-meth", 1],
    ["search", "nothing", 0],
  ])("has by its %s %s: %d", async (name, value, expected) => {
    const query = new URLSearchParams({ [name]: value })
    expect(await count(`/_simulator/requests?${query}`)).toBe(expected)
  })

  it("is narrowed by all of them, and by the id of a request", async () => {
    const path = "/_simulator/requests?path=/studio/&status=201&search=subscriptions"
    const { data } = (await client.call("GET", path)).json
    expect(data).toHaveLength(1)
    expect(await count(`/_simulator/requests?search=${data[0].requestId}`)).toBe(1)
  })

  it("refuses what is no status", async () => {
    const { status, json } = await client.call("GET", "/_simulator/requests?status=6xx")
    expect([status, json.errors[0].path]).toEqual([400, "status"])
  })
})

describe("a parameter", () => {
  it.each(["otps?email=a@b.co&email=c@d.co", "worlds?page=1&page=2", "requests?status=404&status=4xx"])(
    "that is repeated, as of %s, is told so",
    async (call) => {
      const { status, json } = await client.call("GET", `/_simulator/${call}`)
      const [, path] = /\?(\w+)=/.exec(call) ?? []
      expect([status, json.errors]).toEqual([
        400,
        [{ path, message: "Expected once, and it is there several times" }],
      ])
    },
  )

  it("that is unknown counts toward the twenty faults that a refusal lists, with those of the body", async () => {
    const names = Array.from({ length: 15 }, (_, index) => `x${index}`)
    const query = names.map((name) => `${name}=1`).join("&")
    const body = Object.fromEntries(names.map((name) => [name, 1]))
    const { status, json } = await client.call("PATCH", `/_simulator/coupons/HALF3?${query}`, { body })
    expect([status, json.errors.length]).toEqual([400, 20])
  })

  it("of a body that is a list is told what it has to be", async () => {
    const { json } = await client.call("POST", "/_simulator/tokens", {
      body: { email: ["a@b.co", "c@d.co"] },
    })
    expect(json.errors).toEqual([{ path: "email", message: "Expected a string" }])
  })
})

describe("deliveries", () => {
  it("are narrowed by type and organization", async () => {
    const body = { url: "http://127.0.0.1:9/hooks" }
    await client.call("POST", "/_simulator/webhook-endpoints", { body })
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    const deliveries = "/_simulator/webhook-deliveries"
    expect(await count(`${deliveries}?type=invoice.issued`)).toBe(1)
    expect(await count(`${deliveries}?type=dunning.exhausted`)).toBe(0)
    expect(await count(`${deliveries}?organizationId=${seeded.american}`)).toBe(0)
    expect(await count(`${deliveries}?organizationId=${seeded.organizationId}`)).toBe(await count(deliveries))
  })
})
