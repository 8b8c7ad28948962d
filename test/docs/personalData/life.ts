// A customer's life over a database, with texts that are found wherever they go: what tells who somebody is, and what a host
// names by itself.
import { expect } from "vitest"
import { makeScriptedGateway } from "../../../simulator/index.ts"
import {
  makeJwtTokenIssuer,
  makeRateLimit,
  makeSigningKeys,
  makeStudioServer,
} from "../../../src/http/index.ts"
import { makeSecrets } from "../../../src/http/node/index.ts"
import type { BillingStore, RateLimitStore, WebhookStore } from "../../../src/index.ts"
import { defaultPolicy, type PaymentMethod, Permission } from "../../../src/index.ts"
import { type BillingOptions, createBilling, portsLayer } from "../../../src/promises/index.ts"
import { makeClient } from "../../support/simulator.ts"

export const DAY = 86_400_000
/** Long ago, so that what is over is so by the clock of the server as well. */
const START = Date.UTC(2024, 0, 10)
export const POLICY = { ...defaultPolicy, dunningDays: [], paymentMethodsMax: { CARD: 40, BOLETO: 1 } }

/** What tells who somebody is; the last two come with each call of a browser. */
export const PERSON = {
  name: "Ana Souza",
  email: "ana@souza.example",
  phone: "+5511987654321",
  line1: "Rua Um 7",
  address: "203.0.113.77",
  agent: "Firefox of Ana",
} as const

/** What a host names by itself, as the page calls it. */
export const OWN = {
  "name of a plan": "own-plan",
  "description of a plan": "own-description",
  meter: "own-meter",
  "name of a price": "own-price",
  "code of a coupon": "own-code",
  "name of a coupon": "own-coupon",
  "id of a usage event": "own-event",
  "id of an item": "own-item",
  "name of an item": "own-charge",
  "id of a voucher": "own-voucher",
  "name of a voucher": "own-credit",
  "id of a payout": "own-payout",
  "id of a refund": "own-refund",
  "id of a receipt": "own-receipt",
  "address of a webhook endpoint": "own-endpoint",
} as const

/** Where a service keeps what it has. */
export interface Stores {
  readonly store: BillingStore["Service"]
  readonly webhookStore: WebhookStore["Service"]
  readonly rateLimits: RateLimitStore["Service"]
}

/** A service over the stores, at a time that is moved. */
export const serve = ({ store, webhookStore, rateLimits }: Stores) => {
  const time = { at: START }
  const keys = makeSigningKeys()
  const inbox: Array<string> = []
  const mail = { isDown: false }
  const options = {
    store,
    gateway: makeScriptedGateway().gateway,
    webhookStore,
    webhookSender: { accepts: () => true, send: () => ({ status: 200, failure: null, durationMillis: 1 }) },
    secrets: makeSecrets(),
    tokens: makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" }).issuer,
    otpSender: {
      send: async ({ code }) => {
        if (mail.isDown) throw new Error("no mail")
        inbox.push(code)
      },
    },
    clock: () => time.at,
    policy: POLICY,
  } satisfies BillingOptions
  const server = makeStudioServer({
    ports: portsLayer(options),
    keys,
    rateLimit: makeRateLimit({ perMinute: 600, store: rateLimits }),
    onDefect: ({ cause }) => expect.unreachable(String(cause)),
  })
  const { call: plain } = makeClient(server.fetch, "https://billing.example")
  const ofBrowser = { "user-agent": PERSON.agent, "x-forwarded-for": PERSON.address }
  const call: typeof plain = (method, path, options = {}) =>
    plain(method, path, { ...options, headers: { ...ofBrowser, ...options.headers } })
  const billing = createBilling(options)
  const close = async () => {
    await server.close()
    await billing.close()
  }
  return { billing, time, mail, inbox, call, close }
}

type Service = ReturnType<typeof serve>

/** Signs the user in as a browser does, and gives the access token. */
const signIn = async ({ call, inbox }: Service): Promise<string> => {
  const { email } = PERSON
  const context = "MAGIC_AUTH"
  const { otpId } = (await call("POST", "/studio/auth/otp", { body: { email, context } })).json
  const code = inbox.pop()
  await call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
  return (await call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })).json.accessToken
}

/** Lives, with one invoice that is paid, refunded and credited, and one that is owed when it has cancelled. */
export const live = async (service: Service) => {
  const { billing, time, mail, call } = service
  const { name, email, phone, line1 } = PERSON
  await billing.webhooks.register({ url: `https://${OWN["address of a webhook endpoint"]}.example/hooks` })
  const meter = OWN.meter
  const { planId, intervals } = await billing.plans.define({
    name: OWN["name of a plan"],
    description: OWN["description of a plan"],
    status: "ACTIVE",
    intervals: [{ interval: "MONTHLY", amount: 10_000, currency: "BRL" }],
    prices: [{ model: "STANDARD", meter, name: OWN["name of a price"], currency: "BRL", unitPrice: 2 }],
  })
  const couponCode = OWN["code of a coupon"]
  await billing.coupons.define({
    code: couponCode,
    name: OWN["name of a coupon"],
    discount: { type: "PERCENTAGE", basisPoints: 1_000 },
    duration: { type: "FOREVER" },
  })
  const { organizationId } = await billing.organizations.create({ name, currency: "BRL", status: "ACTIVE" })
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  const { userId } = await billing.users.create({ email, emailVerified: true, memberships })

  const token = await signIn(service)
  const base = `/studio/organizations/${organizationId}`
  const address = { line1, city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
  const billingDetails = { name, email, phone, address }
  const add = (body: object, key: string) =>
    call("POST", `${base}/payment-methods`, { token, headers: { "idempotency-key": key }, body })
  const card = await add({ type: "CARD", cardToken: "tok_visa", billingDetails }, "card")
  const boleto = await add({ type: "BOLETO", billingDetails }, "boleto")
  expect([card.status, boleto.status]).toEqual([201, 201])
  const { paymentMethodId } = card.json
  // More than a page of a list has by default.
  for (let count = 2; count <= 30; count += 1) {
    await billing.paymentMethods.add({ organizationId, type: "CARD", cardToken: "tok_visa", billingDetails })
  }
  await billing.vouchers.grant({
    organizationId,
    voucherId: OWN["id of a voucher"],
    name: OWN["name of a voucher"],
    currency: "BRL",
    amount: 300,
  })
  await billing.subscriptions.create({
    organizationId,
    planId,
    planIntervalId: intervals[0]?.id ?? "",
    paymentMethodId,
    couponCode,
  })
  await billing.thresholds.set({ organizationId, value: 1_000_000, currency: "BRL" })
  await billing.usage.record({
    organizationId,
    events: [{ eventId: OWN["id of a usage event"], meter, quantity: 7 }],
  })
  const charge = { itemId: OWN["id of an item"], name: OWN["name of an item"], unitPrice: 5, quantity: 1 }
  await billing.invoices.addItem({ organizationId, ...charge })
  const payout = { organizationId, voucherId: OWN["id of a voucher"], amount: 100 }
  await billing.vouchers.payOut({ ...payout, payoutId: OWN["id of a payout"] })
  const { invoiceId } = await billing.subscriptions.previewUpcomingInvoice({ organizationId })
  expect((await call("POST", `${base}/invoices/${invoiceId}/pay`, { token, body: {} })).status).toBe(200)
  await billing.invoices.refund({ organizationId, invoiceId, amount: 100, refundId: OWN["id of a refund"] })

  // A card that is refused, so that something is owed; a part of it comes by another way.
  const refused = {
    organizationId,
    type: "CARD",
    cardToken: "tok_insufficient_funds",
    billingDetails,
  } as const
  const { paymentMethodId: broken } = await billing.paymentMethods.add(refused)
  await billing.subscriptions.changePaymentMethod({ organizationId, paymentMethodId: broken })
  mail.isDown = true
  const askForCode = () => call("POST", "/studio/auth/otp", { body: { email, context: "MAGIC_AUTH" } })
  await askForCode()
  time.at += 70 * DAY
  await billing.engine.runDue()
  await billing.auth.deliverOtps()
  await askForCode()
  const owed = (await billing.invoices.list({ organizationId })).items.find(
    ({ status }) => status === "PAYMENT_FAILED",
  )
  const owedId = owed?.invoiceId ?? ""
  const receipt = { amount: 100, receiptId: OWN["id of a receipt"] }
  await billing.invoices.settle({ organizationId, invoiceId: owedId, ...receipt })
  const customer = importedCustomer(planId, intervals[0]?.id ?? "", billingDetails)
  await billing.subscriptions.import(customer)
  await billing.webhooks.deliver()
  return { organizationId, userId, token, invoiceId, owedId, customer }
}

/** A customer of another system, in the month in which the life ends. */
const importedCustomer = (
  planId: string,
  planIntervalId: string,
  billingDetails: PaymentMethod.BillingDetails,
) => ({
  importId: "moved",
  organization: {
    organizationId: "0b5a3c1e-1111-4111-8111-111111111111",
    name: PERSON.name,
    currency: "BRL",
  },
  planId,
  planIntervalId,
  anchor: { at: Date.UTC(2024, 2, 1), day: null },
  period: { startAt: Date.UTC(2024, 2, 1), endAt: Date.UTC(2024, 3, 1), feePaid: true, usage: [] },
  owedAmount: 0,
  paymentMethods: [{ type: "BOLETO" as const, isDefault: true, billingDetails }],
})
