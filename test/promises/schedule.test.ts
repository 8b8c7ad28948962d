// A service without an engine: a schedule calls it now and then, and each call has an end.
import { setImmediate } from "node:timers/promises"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { type PaymentAttempt, Permission } from "../../src/index.ts"
import { createBilling } from "../../src/promises/index.ts"
import { openBilling, subscribed } from "./support.ts"

const MONTH = 32 * 86_400_000

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

it("takes no further organization when its time is over, and the next call goes on", async () => {
  const { options, time } = openBilling()
  const { gateway } = options
  const charged: Array<string> = []
  const billing = createBilling({
    ...options,
    gateway: {
      ...gateway,
      charge: async (charge, options) => {
        charged.push(charge.organizationId)
        await setImmediate()
        if (charged.length === 2) vi.advanceTimersByTime(20_000)
        return (await gateway.charge(charge, options)) as PaymentAttempt.GatewayAnswer
      },
    },
  })
  const customers = [await subscribed(billing), await subscribed(billing), await subscribed(billing)]
  time.at += MONTH
  const bounds = { concurrency: 1, withinMillis: 20_000 }
  expect(await billing.engine.runDue(bounds)).toMatchObject({
    organizations: 2,
    failures: [],
    isComplete: false,
  })
  expect(await billing.engine.runDue(bounds)).toMatchObject({ organizations: 1, isComplete: true })
  expect(charged.toSorted()).toEqual(customers.map(({ organizationId }) => organizationId).toSorted())
})

it("begins no further attempt for a webhook when its time is over", async () => {
  const webhooks = makeMemoryWebhookStore()
  let attempts = 0
  const { billing } = openBilling({
    secrets: makeSecrets(),
    webhookStore: webhooks.store,
    webhookSender: {
      accepts: () => true,
      send: async () => {
        attempts += 1
        await setImmediate()
        vi.advanceTimersByTime(10_000)
        return { status: 200, failure: null, durationMillis: 1 }
      },
    },
  })
  await billing.webhooks.register({ url: "https://example.com/hooks" })
  const { organizationId, invoiceId } = await subscribed(billing)
  await billing.invoices.pay({ organizationId, invoiceId })
  await billing.webhooks.deliver({ withinMillis: 10_000 })
  expect(attempts).toBe(1)
  expect(webhooks.records.waiting().length).toBeGreaterThan(0)
  await billing.webhooks.deliver()
  expect(webhooks.records.waiting()).toEqual([])
})

it("sends again a code that its sender did not take", async () => {
  const sent: Array<string> = []
  let isDown = true
  const { billing, time } = openBilling({
    secrets: makeSecrets(),
    otpSender: {
      send: async ({ email }) => {
        if (isDown) throw new Error("no mail service")
        sent.push(email)
      },
    },
  })
  await billing.auth.requestOtp({ email: "ana@example.com", context: "MAGIC_AUTH" })
  isDown = false
  time.at += 30_000
  expect(await billing.auth.deliverOtps()).toEqual({ sent: 1, failed: 0, undelivered: 0 })
  expect(sent).toEqual(["ana@example.com"])
  expect(await billing.auth.deliverOtps()).toEqual({ sent: 0, failed: 0, undelivered: 0 })
})

it("lists codes that were given up, until somebody has seen them", async () => {
  const otpSender = { send: () => Promise.reject(new Error("no mail service")) }
  const { billing, time } = openBilling({ secrets: makeSecrets(), otpSender })
  const { organizationId } = await subscribed(billing)
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  const email = "ana@example.com"
  await billing.users.create({ email, emailVerified: true, memberships })
  await billing.auth.requestOtp({ email, context: "MAGIC_AUTH" })
  time.at += 600_000
  expect(await billing.auth.deliverOtps()).toEqual({ sent: 0, failed: 0, undelivered: 1 })
  const otps = await billing.auth.listUndeliveredOtps()
  expect(otps).toMatchObject([{ email, reason: "EXPIRED", attempts: 1 }])
  expect(Object.keys(otps[0] ?? {})).not.toContain("code")
  await billing.auth.dismissUndeliveredOtps({ otps })
  expect(await billing.auth.listUndeliveredOtps()).toEqual([])
  const event = { ...otps[0], kind: "EVENT" } as never
  await expect(billing.auth.dismissUndeliveredOtps({ otps: [event] })).rejects.toThrow(
    "auth.dismissUndeliveredOtps: otps[0].kind has to be",
  )
})

it("refuses a time that is none, and codes without a sender", async () => {
  const { billing } = openBilling({
    webhookStore: makeMemoryWebhookStore().store,
    webhookSender: { accepts: () => true, send: () => ({ status: 200, failure: null, durationMillis: 1 }) },
  })
  const range = "withinMillis has to be an integer from 1 to 86400000"
  await expect(billing.engine.runDue({ withinMillis: 0 })).rejects.toThrow(`engine.runDue: ${range}`)
  await expect(billing.webhooks.deliver({ withinMillis: 86_400_001 })).rejects.toThrow(
    `webhooks.deliver: ${range}`,
  )
  await expect(billing.auth.deliverOtps()).rejects.toThrow("auth.deliverOtps needs otpSender")
})
