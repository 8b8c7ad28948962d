// Telling others of events by promises, with a sender and a store as somebody writes them, or of this package.
import { expect, it, vi } from "vitest"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import type { Billing } from "../../src/promises/index.ts"
import { openBilling, subscribed } from "./support.ts"

it("events are delivered, and a sender that throws has failed once", async () => {
  const sent: Array<string> = []
  const sender = { isBroken: false }
  const webhooks = makeMemoryWebhookStore()
  const { billing } = openBilling({
    secrets: makeSecrets(),
    webhookStore: webhooks.store,
    webhookSender: {
      accepts: () => true,
      send: async ({ body }) => {
        if (sender.isBroken) throw new Error("no socket")
        sent.push(JSON.parse(body).type)
        return { status: 200, failure: null, durationMillis: 1 }
      },
    },
  })
  await billing.webhooks.register({ url: "https://example.com/hooks" })
  const { organizationId, invoiceId } = await subscribed(billing)
  await billing.webhooks.deliver()
  expect(sent).toEqual(["subscription.created"])
  sender.isBroken = true
  await billing.invoices.pay({ organizationId, invoiceId })
  await billing.webhooks.deliver()
  const failures = webhooks.records
    .waiting()
    .flatMap(({ attempts }) => attempts)
    .map(({ failure }) => failure)
  expect(new Set(failures)).toEqual(new Set(["CONNECTION_FAILED"]))
})

const sent = { status: 200, failure: null, durationMillis: 1 }
it.each<readonly [string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a text", "ok"],
  ["a Response of fetch", new Response("", { status: 200 })],
  ["no duration", { status: 200, failure: null }],
  ["a duration that is no number", { ...sent, durationMillis: "1" }],
  ["a duration that no store keeps", { ...sent, durationMillis: Number.NaN }],
  ["a status that is a text", { ...sent, status: "200" }],
  ["a status that there is not", { ...sent, status: 20 }],
  ["neither a status nor a failure", { ...sent, status: null }],
  ["a status and a failure", { ...sent, failure: "TIMEOUT" }],
  ["a failure that is unknown", { ...sent, status: null, failure: "toString" }],
])("a sender that gives %s has failed once, and it is told", async (_, answer) => {
  const reported = vi.spyOn(console, "log").mockReturnValue()
  const webhooks = makeMemoryWebhookStore()
  const { billing } = openBilling({
    secrets: makeSecrets(),
    webhookStore: webhooks.store,
    webhookSender: { accepts: () => true, send: async () => answer as never },
  })
  await billing.webhooks.register({ url: "https://example.com/hooks" })
  await subscribed(billing)
  await billing.webhooks.deliver()
  const lines = reported.mock.calls.map((words) => words.join(" "))
  reported.mockRestore()
  const [delivery] = webhooks.records.waiting()
  expect(delivery).toMatchObject({
    failures: 1,
    attempts: [{ status: null, failure: "CONNECTION_FAILED", durationMillis: expect.any(Number) }],
  })
  expect(lines).toEqual([expect.stringContaining("WebhookSender.send UNREADABLE: the result cannot be read")])
})

it("an operator finds what an endpoint missed, repairs the endpoint, and sends it again", async () => {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const arrived: Array<string> = []
  const { billing } = openBilling({
    clock: () => clock.now,
    secrets: makeSecrets(),
    webhookStore: makeMemoryWebhookStore().store,
    webhookSender: {
      accepts: (url) => url.startsWith("https:"),
      send: async ({ url, headers }) => {
        if (url.includes("old")) return { status: 503, failure: null, durationMillis: 1 }
        arrived.push(headers["webhook-signature"] ?? "")
        return { status: 204, failure: null, durationMillis: 1 }
      },
    },
  })
  const { endpointId, secret } = await billing.webhooks.register({ url: "https://old.example/hooks" })
  await subscribed(billing)
  for (let hour = 0; hour < 100; hour += 1) {
    await billing.webhooks.deliver()
    clock.now += 3_600_000
  }
  const list = { endpointId, status: "PARKED" } as const
  const missed = await billing.webhooks.listDeliveries(list)
  expect(missed.totalItems).toBe(1)
  expect(missed.items[0]).toMatchObject({ event: { type: "subscription.created" }, failures: 10 })
  expect(await billing.webhooks.update({ endpointId, url: "https://new.example/hooks" })).toEqual({
    endpointId,
    url: "https://new.example/hooks",
    types: null,
    createdAt: Date.UTC(2026, 0, 1),
    earlierSecretsEndAt: null,
  })
  const rotated = await billing.webhooks.rotateSecret({ endpointId })
  expect(rotated.secret).not.toBe(secret)
  const endpoints = await billing.webhooks.listEndpoints()
  expect(endpoints).toMatchObject([{ endpointId, earlierSecretsEndAt: clock.now + 86_400_000 }])
  expect(JSON.stringify(endpoints)).not.toContain("whsec_")
  expect(await billing.webhooks.recover({ endpointId, since: clock.now })).toEqual({
    recovered: 0,
    isComplete: true,
  })
  expect(await billing.webhooks.recover({ endpointId })).toEqual({ recovered: 1, isComplete: true })
  await billing.webhooks.deliver()
  expect(await billing.webhooks.listDeliveries(list)).toEqual({ items: [], totalItems: 0 })
  expect(arrived.map((signatures) => signatures.split(" ").length)).toEqual([2])
})

it.each<readonly [string, (webhooks: Billing["webhooks"]) => Promise<unknown>, string]>([
  ["a URL", (webhooks) => webhooks.update({ endpointId: "e", url: "http://x/" }), "validation_error"],
  ["a secret", (webhooks) => webhooks.rotateSecret({ endpointId: "e", secret: "short" }), "validation_error"],
  ["a change", (webhooks) => webhooks.update({ endpointId: "e", types: null }), "webhook_endpoint.not_found"],
  ["a rotation", (webhooks) => webhooks.rotateSecret({ endpointId: "e" }), "webhook_endpoint.not_found"],
  ["a recovery", (webhooks) => webhooks.recover({ endpointId: "e" }), "webhook_endpoint.not_found"],
  [
    "a list",
    (webhooks) => webhooks.listDeliveries({ endpointId: "e", status: "PARKED" }),
    "webhook_endpoint.not_found",
  ],
])("%s that cannot be is refused as the contract does", async (_, call, code) => {
  const { billing } = openBilling({
    secrets: makeSecrets(),
    webhookStore: makeMemoryWebhookStore().store,
    webhookSender: {
      accepts: (url) => url.startsWith("https:"),
      send: async () => ({ status: 204, failure: null, durationMillis: 1 }),
    },
  })
  await expect(call(billing.webhooks)).rejects.toMatchObject({ body: { code } })
})

it("a recovery of more than there may be is a mistake that is named", async () => {
  const { billing } = openBilling({ webhookStore: makeMemoryWebhookStore().store })
  await expect(billing.webhooks.recover({ endpointId: "e", limit: 10_001 })).rejects.toThrow(
    "webhooks.recover: limit has to be an integer from 1 to 10000",
  )
})
