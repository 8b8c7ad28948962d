// Telling others of events by promises, with a sender and a store as somebody writes them, or of this package.
import { expect, it } from "vitest"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { openBilling, subscribed } from "./support.ts"

it("events are delivered, and what the sender throws is what the call rejects with", async () => {
  const sent: Array<string> = []
  const sender = { isBroken: false }
  const { billing } = openBilling({
    secrets: makeSecrets(),
    webhookStore: makeMemoryWebhookStore().store,
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
  await expect(billing.webhooks.deliver()).rejects.toThrow("no socket")
})
