// Webhooks as users of the simulator meet them: endpoints, deliveries to real receivers, the log, sending again.
import { describe, expect, it } from "vitest"
import { WebhookEndpoint, WebhookEvent } from "../../../src/index.ts"
import type { Receiver, startReceiver } from "../../support/receiver.ts"
import { beginning, type Client, seeded, subscribe } from "../../support/simulator.ts"
import { makeWallClock } from "../../support/wallClock.ts"
import { deliveries, endpoints, flush, list, register, useWebhooks } from "./useWebhooks.ts"

const { startWorld, receiver } = useWebhooks()

/** An endpoint for a receiver, which then knows the secret. */
const trusted = async (client: Client, { url, trust }: Receiver, members: object = {}) => {
  const made = await register(client, url, members)
  trust(made.secret)
  return made
}

/** Refuses so many requests, then takes all. */
const refusing =
  (times: number): Parameters<typeof startReceiver>[0] =>
  (count, response) =>
    void response.writeHead(count <= times ? 500 : 204).end()

describe("a receiver", () => {
  it.each([
    ["of now", Date.now()],
    ["of three years from now", Date.now() + 3 * 365 * 86_400_000],
    ["of long ago", Date.parse("2001-01-01T00:00:00.000Z")],
  ])("verifies each delivery with the reference library, in a world %s", async (_, now) => {
    const client = startWorld({ now })
    const there = await receiver()
    await trusted(client, there)
    await subscribe(client, await client.token())
    const { timeline } = (await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })).json
    expect(await flush(client)).toEqual({ pending: 0 })
    expect(there.rejected).toEqual([])
    const told = there.received.map(({ event }) => event)
    expect(told.map(({ type, createdAt }) => ({ type, at: createdAt }))).toEqual([
      { type: "subscription.created", at: new Date(now).toISOString() },
      ...timeline.map(({ type, at }: { type: string; at: string }) => ({ type, at })),
    ])
    expect(there.received.map(({ id }) => id)).toEqual(told.map(({ id }) => id))
    const seconds = Date.now() / 1000
    for (const { timestamp } of there.received) expect(Math.abs(seconds - timestamp)).toBeLessThan(60)
  })

  it("gets an event a third time, with the same id, after failing twice", async () => {
    // Where signatures stay within the five minutes that the reference library tolerates.
    const wall = makeWallClock(Date.now() - 200_000)
    const client = startWorld({ wall: wall.clock })
    const there = await receiver(refusing(2))
    await trusted(client, there)
    await subscribe(client, await client.token())
    await there.arrivals(1)
    const settled = async (count: number) => {
      // Sockets have their turn between two looks.
      while ((await list(client, deliveries))[0].attempts.length < count) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    await settled(1)
    wall.advance(5_000)
    await there.arrivals(2)
    await settled(2)
    wall.advance(5 * 60_000)
    await there.arrivals(3)
    await settled(3)
    const [first, second, third] = there.received
    expect([second?.id, third?.id]).toEqual([first?.id, first?.id])
    expect([second?.event, third?.event]).toEqual([first?.event, first?.event])
    const [delivery] = await list(client, deliveries)
    expect(delivery).toMatchObject({ eventId: first?.id, status: "DELIVERED", nextAttemptAt: null })
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 500, 204])
  })

  it("is told of the record as it was right after the change", async () => {
    const client = startWorld()
    const there = await receiver()
    await trusted(client, there, { events: ["invoice.status_changed"] })
    const token = await client.token()
    await subscribe(client, token)
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    await flush(client)
    const [{ event } = { event: {} }] = there.received
    const path = `/studio/organizations/${seeded.organizationId}/invoices/${event.data.object.invoiceId}`
    const invoice = (await client.call("GET", path, { token })).json
    expect(event).toEqual({
      id: event.id,
      type: "invoice.status_changed",
      createdAt: "2026-02-28T00:00:00.000Z",
      organizationId: seeded.organizationId,
      position: event.position,
      data: { object: invoice, previousStatus: "OPEN" },
    })
    expect(invoice).toMatchObject({ status: "PAID" })
  })

  it("that hangs delays neither the other one nor any call", async () => {
    const client = startWorld()
    const hanging = await receiver(() => undefined)
    const quick = await receiver()
    await trusted(client, hanging)
    await trusted(client, quick)
    await subscribe(client, await client.token())
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    await quick.arrivals(4)
    expect(quick.received).toHaveLength(4)
    await hanging.arrivals(1)
    expect(hanging.received).toHaveLength(1)
  })
})

describe("an endpoint", () => {
  it("is shown with its secret once, and without it from then on", async () => {
    const client = startWorld()
    const created = await client.call("POST", endpoints, { body: { url: "http://localhost:4000/hooks" } })
    expect(created.status).toBe(201)
    const { secret, ...endpoint } = created.json
    expect(endpoint).toEqual({
      endpointId: expect.any(String),
      url: "http://localhost:4000/hooks",
      events: null,
      createdAt: expect.stringMatching(/Z$/),
      earlierSecretsEndAt: null,
    })
    expect(WebhookEndpoint.isSecret(secret)).toBe(true)
    expect((await client.call("GET", endpoints)).json).toEqual({
      data: [endpoint],
      meta: { page: 1, limit: 20, totalItems: 1, totalPages: 1 },
    })
  })

  it("can have a secret of its own and types of event", async () => {
    const client = startWorld()
    const secret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`
    const events = ["payment.approved", "payment.failed"]
    const { json } = await client.call("POST", endpoints, {
      body: { url: "https://127.0.0.1/hooks", secret, events },
    })
    expect(json).toMatchObject({ secret, events })
  })

  it.each<readonly [string, object, string, string]>([
    ["no URL", { url: "hooks" }, "url", "Expected an http or https URL of at most 2048 characters"],
    ["an empty URL", { url: "" }, "url", "Expected an http or https URL of at most 2048 characters"],
    [
      "a URL of another scheme",
      { url: "ftp://localhost/" },
      "url",
      "Expected an http or https URL of at most 2048 characters",
    ],
    [
      "a URL that is too long",
      { url: `http://localhost/${"x".repeat(2048)}` },
      "url",
      "Expected an http or https URL of at most 2048 characters",
    ],
    [
      "a host that is not allowed",
      { url: "https://example.com/" },
      "url",
      "Expected a URL without credentials to this machine, or to a host that --webhook-allow names",
    ],
    [
      "an address that is not allowed",
      { url: "http://10.0.0.1/" },
      "url",
      "Expected a URL without credentials to this machine, or to a host that --webhook-allow names",
    ],
    [
      "the metadata of a cloud",
      { url: "http://169.254.169.254/" },
      "url",
      "Expected a URL without credentials to this machine, or to a host that --webhook-allow names",
    ],
    [
      "credentials in the URL",
      { url: "http://user:password@localhost/" },
      "url",
      "Expected a URL without credentials to this machine, or to a host that --webhook-allow names",
    ],
    [
      "a secret that is none",
      { url: "http://localhost/", secret: "hunter2" },
      "secret",
      "Expected whsec_ and the base64 of 24 to 64 bytes",
    ],
    ["no types", { url: "http://localhost/", events: [] }, "events", "Expected at least one type of event"],
    [
      "an unknown type",
      { url: "http://localhost/", events: ["invoice.lost"] },
      "events.0",
      `Expected ${WebhookEvent.EVENT_TYPES.map((type) => JSON.stringify(type)).join(" or ")}`,
    ],
    ["an unknown member", { url: "http://localhost/", event: "x" }, "event", "Unknown member"],
    ["nothing", {}, "url", "Required"],
  ])("is refused with %s", async (_, body, path, message) => {
    const { call } = startWorld()
    const { status, json } = await call("POST", endpoints, { body })
    expect({ status, code: json.code, errors: json.errors }).toEqual({
      status: 400,
      code: "validation_error",
      errors: [{ message, path }],
    })
    expect(JSON.stringify(json)).not.toMatch(/hunter2|password/)
  })

  it("may be at a host that was allowed", async () => {
    const { call } = startWorld({ webhookAllow: ["hooks.example"] })
    expect((await call("POST", endpoints, { body: { url: "http://hooks.example/" } })).status).toBe(201)
    expect((await call("POST", endpoints, { body: { url: "http://other.example/" } })).status).toBe(400)
  })

  it("is one of twenty at most", async () => {
    const { call } = startWorld()
    const body = { url: "http://localhost/" }
    for (let count = 0; count < 20; count++) await call("POST", endpoints, { body })
    expect(await call("POST", endpoints, { body })).toMatchObject({
      status: 409,
      json: { code: "webhook_endpoint.max_of_20_webhook_endpoints_reached" },
    })
  })

  it("can be removed, alone or with all others", async () => {
    const { call } = startWorld()
    const body = { url: "http://localhost/" }
    const [one, two, three] = [
      await call("POST", endpoints, { body }),
      await call("POST", endpoints, { body }),
      await call("POST", endpoints, { body }),
    ].map(({ json }) => json.endpointId)
    const ids = async () =>
      (await call("GET", endpoints)).json.data.map(({ endpointId }: { endpointId: string }) => endpointId)
    expect(await ids()).toEqual([three, two, one])
    expect((await call("DELETE", `${endpoints}/${two}`)).status).toBe(204)
    expect(await ids()).toEqual([three, one])
    expect(await call("DELETE", `${endpoints}/${two}`)).toMatchObject({
      status: 404,
      json: { code: "webhook_endpoint.not_found" },
    })
    expect((await call("DELETE", endpoints)).status).toBe(204)
    expect(await ids()).toEqual([])
  })
})

describe("the log of events", () => {
  const started = async () => {
    const client = startWorld()
    await subscribe(client, await client.token())
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    return client
  }
  const all = [
    "invoice.status_changed",
    "payment.approved",
    "subscription.updated",
    "invoice.issued",
    "subscription.created",
  ]

  it("has every event in rising numbers, without any endpoint", async () => {
    const events = await list(await started(), "/_simulator/events")
    expect(events.map(({ type }: { type: string }) => type)).toEqual(all)
    expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual([5, 4, 3, 2, 1])
    const positions = events.map(({ position }: { position: number }) => position)
    expect(positions).toEqual(positions.toSorted((a: number, b: number) => b - a))
    expect(new Set(positions).size).toBe(5)
    expect(events[4]).toEqual({
      sequence: 1,
      id: expect.any(String),
      type: "subscription.created",
      createdAt: beginning,
      organizationId: seeded.organizationId,
      position: expect.any(Number),
      data: { object: expect.objectContaining({ status: "ACTIVE", createdAt: beginning }) },
    })
  })

  it.each([
    ["?type=payment.approved", [4]],
    [`?organizationId=${seeded.organizationId}&limit=2&page=2`, [3, 2]],
    [`?organizationId=${seeded.american}`, []],
    ["?search=PAYMENT.app", [4]],
    [`?search=${seeded.starterMonthly}`, [3, 1]],
    ["?search=nothing%20like%20it", []],
  ])("is filtered and paged: %s", async (query, sequences) => {
    const events = await list(await started(), `/_simulator/events${query}`)
    expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(sequences)
  })

  it.each(["type=invoice.lost", "organizationId=1", "limit=101", "kind=x"])("refuses ?%s", async (query) => {
    const { status, json } = await startWorld().call("GET", `/_simulator/events?${query}`)
    expect({ status, path: json.errors[0].path }).toEqual({ status: 400, path: query.split("=")[0] })
  })
})

describe("deliveries", () => {
  it("show every attempt with its request, and what came of it", async () => {
    const client = startWorld()
    const there = await receiver(refusing(1))
    const { endpointId, secret } = await trusted(client, there)
    await subscribe(client, await client.token())
    await flush(client)
    const { data } = (await client.call("GET", deliveries)).json
    const [{ id, event } = { id: "", event: {} }] = there.received
    expect(data).toEqual([
      {
        deliveryId: expect.any(String),
        endpointId,
        eventId: id,
        type: "subscription.created",
        organizationId: seeded.organizationId,
        status: "PENDING",
        nextAttemptAt: expect.any(String),
        createdAt: expect.any(String),
        attempts: [
          {
            at: expect.any(String),
            request: {
              url: there.url,
              headers: {
                "content-type": "application/json",
                "webhook-id": id,
                "webhook-timestamp": expect.stringMatching(/^\d+$/),
                "webhook-signature": expect.stringMatching(/^v1,/),
              },
              body: JSON.stringify(event),
            },
            status: 500,
            failure: null,
            durationMs: expect.any(Number),
          },
        ],
      },
    ])
    const [{ nextAttemptAt, attempts }] = data
    const wait = Date.parse(nextAttemptAt) - Date.parse(attempts[0].at)
    expect(wait).toBeGreaterThanOrEqual(5000)
    expect(wait).toBeLessThan(60_000)
    expect(JSON.stringify(data)).not.toContain(secret)
  })

  it("say why there was no answer", async () => {
    const client = startWorld()
    const there = await receiver()
    await trusted(client, there)
    there.close()
    await subscribe(client, await client.token())
    expect(await flush(client)).toEqual({ pending: 1 })
    const [{ attempts }] = await list(client, deliveries)
    expect(attempts).toMatchObject([{ status: null, failure: "CONNECTION_FAILED" }])
  })

  it("are parked by a flush of retries that never arrive, and can be sent again", async () => {
    // No alarm rings by itself.
    const client = startWorld({ wall: makeWallClock(Date.now()).clock })
    const there = await receiver(refusing(10))
    await trusted(client, there)
    await subscribe(client, await client.token())
    expect(await flush(client, { retries: true })).toEqual({ pending: 0 })
    const [parked] = await list(client, `${deliveries}?status=PARKED`)
    expect(parked.attempts).toHaveLength(10)
    const again = await client.call("POST", `${deliveries}/${parked.deliveryId}/redeliver`)
    expect(again).toMatchObject({ status: 200, json: { deliveryId: parked.deliveryId } })
    // Nobody else has to wake it.
    await there.arrivals(11)
    await flush(client)
    expect(there.received.map(({ id }) => id)).toEqual(Array(11).fill(parked.eventId))
    expect(await list(client, deliveries)).toMatchObject([{ status: "DELIVERED" }])
  })

  it("are filtered", async () => {
    const client = startWorld()
    const [one, two] = [await receiver(), await receiver(refusing(100))]
    const { endpointId } = await trusted(client, one)
    await trusted(client, two)
    await subscribe(client, await client.token())
    await flush(client)
    const [{ id }] = await list(client, "/_simulator/events")
    expect(await list(client, `${deliveries}?endpointId=${endpointId}`)).toMatchObject([
      { status: "DELIVERED" },
    ])
    expect(await list(client, `${deliveries}?status=PENDING`)).toMatchObject([{ eventId: id }])
    expect(await list(client, `${deliveries}?eventId=${id}`)).toHaveLength(2)
    expect(await list(client, `${deliveries}?eventId=${endpointId}`)).toEqual([])
  })

  it.each([
    ["POST", `${deliveries}/nothing/redeliver`, {}, 404, "webhook_delivery.not_found"],
    ["POST", `${deliveries}/nothing/redeliver`, { now: true }, 400, "validation_error"],
    ["POST", `${deliveries}/flush`, { retries: "yes" }, 400, "validation_error"],
    ["POST", `${deliveries}/flush`, { retry: true }, 400, "validation_error"],
    ["GET", `${deliveries}?status=LOST`, undefined, 400, "validation_error"],
    ["GET", `${deliveries}?endpointId=1`, undefined, 400, "validation_error"],
    ["GET", `${endpoints}?page=0`, undefined, 400, "validation_error"],
  ])("%s %s with %j is %i %s", async (method, path, body, status, code) => {
    const answer = await startWorld().call(method, path, body === undefined ? {} : { body })
    expect(answer).toMatchObject({ status, json: { code } })
  })

  it("of an endpoint that is gone cannot be sent again", async () => {
    const client = startWorld()
    const there = await receiver()
    const { endpointId } = await trusted(client, there)
    await subscribe(client, await client.token())
    await flush(client)
    const [{ deliveryId }] = await list(client, deliveries)
    await client.call("DELETE", `${endpoints}/${endpointId}`)
    expect(await client.call("POST", `${deliveries}/${deliveryId}/redeliver`)).toMatchObject({
      status: 404,
      json: { code: "webhook_endpoint.not_found" },
    })
  })
})

it("a reset clears endpoints, events and deliveries, and ends what is under way", async () => {
  const client = startWorld({ wall: makeWallClock(Date.now()).clock })
  const hungUp = Promise.withResolvers<void>()
  const hanging = await receiver((_, response) => response.on("close", hungUp.resolve))
  await trusted(client, hanging)
  await subscribe(client, await client.token())
  await hanging.arrivals(1)
  await client.call("POST", "/_simulator/reset")
  await hungUp.promise
  await subscribe(client, await client.token())
  expect(await flush(client)).toEqual({ pending: 0 })
  expect(await list(client, endpoints)).toEqual([])
  expect(await list(client, deliveries)).toEqual([])
  expect(await list(client, "/_simulator/events")).toMatchObject([
    { sequence: 1, type: "subscription.created" },
  ])
  expect(hanging.received).toHaveLength(1)
})
