// What an operator does with webhooks: rotating a secret, changing an endpoint, sending again what it missed. GAP-185 to GAP-187
import { describe, expect, it } from "vitest"
import { WebhookEndpoint } from "../../../src/index.ts"
import { type Client, subscribe } from "../../support/simulator.ts"
import { makeWallClock } from "../../support/wallClock.ts"
import { deliveries, endpoints, flush, list, register, useWebhooks } from "./useWebhooks.ts"

const { startWorld, receiver } = useWebhooks()
const standing = () => ({ wall: makeWallClock(Date.now()).clock })
const other = `whsec_${Buffer.alloc(32, 9).toString("base64")}`

const parked = (client: Client) => list(client, `${deliveries}?status=PARKED`)

describe("a rotated secret", () => {
  it("loses no event, whichever of the two a receiver verifies with", async () => {
    const client = startWorld(standing())
    const [late, early] = [await receiver(), await receiver()]
    for (const { url, trust } of [late, early]) {
      const { endpointId, secret } = await register(client, url)
      const { json } = await client.call("POST", `${endpoints}/${endpointId}/rotate-secret`)
      expect(WebhookEndpoint.isSecret(json.secret)).toBe(true)
      expect(json.secret).not.toBe(secret)
      trust(url === late.url ? secret : json.secret)
    }
    await subscribe(client, await client.token())
    await flush(client)
    expect([late.received.length, early.received.length]).toEqual([1, 1])
    expect([late.rejected, early.rejected]).toEqual([[], []])
  })

  it("is shown in the answer, and the list says until when the earlier one signs", async () => {
    const wall = makeWallClock(Date.parse("2026-01-31T00:00:00.000Z"))
    const client = startWorld({ wall: wall.clock })
    const { endpointId } = await register(client, "http://localhost:4000/hooks")
    const rotated = await client.call("POST", `${endpoints}/${endpointId}/rotate-secret`, {
      body: { secret: other },
    })
    expect(rotated).toMatchObject({
      status: 200,
      json: { endpointId, secret: other, earlierSecretsEndAt: "2026-02-01T00:00:00.000Z" },
    })
    const list = async () => (await client.call("GET", endpoints)).json.data
    expect(await list()).toMatchObject([{ endpointId, earlierSecretsEndAt: "2026-02-01T00:00:00.000Z" }])
    expect(JSON.stringify(await list())).not.toContain("whsec_")
    wall.advance(WebhookEndpoint.SECRET_OVERLAP_MILLIS)
    expect(await list()).toMatchObject([{ endpointId, earlierSecretsEndAt: null }])
  })
})

describe("a change of an endpoint", () => {
  it("sends what waits to the new URL, and nothing of another type", async () => {
    const client = startWorld(standing())
    const [broken, there] = [
      await receiver((_, response) => void response.writeHead(500).end()),
      await receiver(),
    ]
    const { endpointId, secret } = await register(client, broken.url)
    there.trust(secret)
    const token = await client.token()
    await subscribe(client, token)
    await flush(client)
    const changed = await client.call("PATCH", `${endpoints}/${endpointId}`, {
      body: { url: there.url, events: ["payment.approved"] },
    })
    expect(changed).toMatchObject({
      status: 200,
      json: { endpointId, url: there.url, events: ["payment.approved"] },
    })
    expect(changed.json).not.toHaveProperty("secret")
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    await flush(client, { retries: true })
    expect(there.received.map(({ event }) => event.type).toSorted()).toEqual([
      "payment.approved",
      "subscription.created",
    ])
    const all = await client.call("PATCH", `${endpoints}/${endpointId}`, { body: { events: null } })
    expect(all.json).toMatchObject({ url: there.url, events: null })
  })
})

describe("what an endpoint missed", () => {
  it("is sent again at once", async () => {
    const client = startWorld(standing())
    let isDown = true
    const there = await receiver((_, response) => void response.writeHead(isDown ? 503 : 204).end())
    const { endpointId, secret } = await register(client, there.url)
    there.trust(secret)
    await subscribe(client, await client.token())
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    await flush(client, { retries: true })
    const missed = await parked(client)
    expect(missed.length).toBeGreaterThan(3)
    isDown = false
    const recover = async (body: object = {}) =>
      (await client.call("POST", `${endpoints}/${endpointId}/recover`, { body })).json
    expect(await recover({ since: "2200-01-01T00:00:00.000Z" })).toEqual({ recovered: 0, isComplete: true })
    expect(await recover({ limit: 1 })).toEqual({ recovered: 1, isComplete: false })
    expect(await recover()).toEqual({ recovered: missed.length - 1, isComplete: true })
    await flush(client)
    expect(await parked(client)).toEqual([])
    expect(there.received.length).toBe(11 * missed.length)
  })
})

it.each([
  ["PATCH", "/nothing", { events: null }, 404, "webhook_endpoint.not_found"],
  ["PATCH", "/nothing", { url: "https://example.com/" }, 400, "validation_error"],
  ["PATCH", "/nothing", { url: "ftp://localhost/" }, 400, "validation_error"],
  ["PATCH", "/nothing", { events: [] }, 400, "validation_error"],
  ["PATCH", "/nothing", { secret: other }, 400, "validation_error"],
  ["POST", "/nothing/rotate-secret", {}, 404, "webhook_endpoint.not_found"],
  ["POST", "/nothing/rotate-secret", { secret: "hunter2" }, 400, "validation_error"],
  ["POST", "/nothing/recover", {}, 404, "webhook_endpoint.not_found"],
  ["POST", "/nothing/recover", { limit: 10_001 }, 400, "validation_error"],
  ["POST", "/nothing/recover", { since: "yesterday" }, 400, "validation_error"],
])("%s of %s with %j is %i %s", async (method, path, body, status, code) => {
  const answer = await startWorld(standing()).call(method, `${endpoints}${path}`, { body })
  expect(answer).toMatchObject({ status, json: { code } })
  expect(JSON.stringify(answer.json)).not.toMatch(/hunter2|whsec_[A-Za-z0-9+/]{20}/)
})
