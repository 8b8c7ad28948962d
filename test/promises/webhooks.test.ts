// Telling others of events by promises, with a sender and a store as somebody writes them, or of this package.
import { expect, it } from "vitest"
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
