// Telling others of events by promises, with a sender and a store as somebody writes them, or of this package.
import { expect, it, vi } from "vitest"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
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
