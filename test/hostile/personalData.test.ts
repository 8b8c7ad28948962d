// A customer's life through adapters that quote whatever they were given when they fail, as many a driver does, each operation of
// them in its turn. What is logged, exported or refused names nobody and holds no secret, however it was quoted.
import { format } from "node:util"
import { afterEach, expect, it, vi } from "vitest"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeJwtTokenIssuer, makeSigningKeys } from "../../src/http/index.ts"
import { makeSecrets } from "../../src/http/node/index.ts"
import { Permission } from "../../src/index.ts"
import { makeOtlpExporter } from "../../src/observability/index.ts"
import {
  type BillingOptions,
  BillingRejected,
  createBilling,
  type PaymentGatewayPort,
} from "../../src/promises/index.ts"
import { openBilling } from "../promises/support.ts"
import { startCollector } from "../support/collector.ts"

const DAY = 86_400_000

/** What tells who somebody is, with letters that a URL and JSON write otherwise. */
const PERSON = {
  name: 'João "Jota" Araújo',
  email: "joao+jota@araujo.example",
  phone: "+55 11 98765-4321",
  line1: "Rua Ação, 7",
  postalCode: "01000-000",
}
const { name, email, phone, line1, postalCode } = PERSON
const address = { line1, city: "São Paulo", state: "SP", postalCode, country: "BR" }
const billingDetails = { name, email, phone, address }

/** How a failure quotes a text. */
const quotings = {
  "as they are": (text: string) => text,
  "in upper case": (text: string) => text.toUpperCase(),
  "in upper case, without accents": (text: string) =>
    text.toUpperCase().normalize("NFD").replaceAll(/\p{M}/gu, ""),
  "as JSON": (text: string) => JSON.stringify(text),
  "as a path of a URL": encodeURIComponent,
  "as a form": (text: string) => new URLSearchParams({ text }).toString(),
} as const
type Quote = (text: string) => string

/** All spellings by which one of them would be found. */
const spellings = Object.values(PERSON).flatMap((text) =>
  Object.values(quotings).map((quote) => quote(text).replace(/^text=/, "")),
)

/** All texts in what a call was given. */
const textsIn = (given: unknown): ReadonlyArray<string> => {
  if (typeof given === "string") return [given]
  return typeof given === "object" && given !== null ? Object.values(given).flatMap(textsIn) : []
}

interface Failing {
  /** The operation that fails, such as `gateway.charge`. */
  readonly broken: string
  readonly quote: Quote
  /** All that it quoted. */
  readonly quoted: Array<string>
}

/** The port, which does what it should, and then fails where that is the operation and it was given a text of the person. */
const quoting = <Port extends object>(port: string, of: Port, { broken, quote, quoted }: Failing): Port =>
  Object.fromEntries(
    Object.entries(of).map(([operation, member]) => {
      if (`${port}.${operation}` !== broken) return [operation, member]
      const failing = async (...given: ReadonlyArray<unknown>) => {
        const answer = await member(...given)
        const texts = textsIn(given)
        if (!texts.some((text) => text === name || text === email)) return answer
        quoted.push(...texts)
        throw new Error(`failed with ${texts.map(quote).join(", ")}`)
      }
      return [operation, failing]
    }),
  ) as Port

/** A gateway that gives no answer to a charge, so that it is looked up. */
const silent = (gateway: PaymentGatewayPort): PaymentGatewayPort => ({
  ...gateway,
  charge: () => Promise.reject(new Error("no answer")),
})

const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.restoreAllMocks()
})

/** A life with a refusal at each step where somebody is named; what was told of it. */
const live = async (broken: string, quote: Quote) => {
  const failing: Failing = { broken, quote, quoted: [] }
  const told: Array<string> = []
  for (const method of ["log", "error", "warn", "info", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...line) => void told.push(format(...line)))
  }
  const collector = await startCollector()
  closing.push(collector.close)
  const exporter = makeOtlpExporter({ url: collector.url, serviceName: "billing" })
  const inbox: Array<string> = []
  const plain = openBilling()
  const { time, options } = plain
  await plain.billing.close()
  const ports = {
    ...options,
    gateway: quoting(
      "gateway",
      broken === "gateway.lookup" ? silent(options.gateway) : options.gateway,
      failing,
    ),
    store: quoting("store", options.store, failing),
    webhookStore: makeMemoryWebhookStore().store,
    webhookSender: quoting(
      "webhookSender",
      {
        accepts: () => true,
        send: async (_: object) => ({ status: 200, failure: null, durationMillis: 1 }),
      },
      failing,
    ),
    otpSender: quoting(
      "otpSender",
      { send: async ({ code }: { readonly code: string }) => void inbox.push(code) },
      failing,
    ),
    secrets: makeSecrets(),
    tokens: makeJwtTokenIssuer({ keys: makeSigningKeys(), issuer: "i", audience: "a" }).issuer,
    exporter,
  } satisfies BillingOptions
  const billing = createBilling(ports)
  const { auth, organizations, users, plans, paymentMethods, subscriptions, invoices, webhooks, engine } =
    billing
  /** The answer, or nothing: what a rule says is told, and what an adapter threw is the host's own. */
  const tried = async <A>(call: Promise<A>): Promise<A | undefined> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof BillingRejected || error instanceof TypeError) told.push(String(error.stack))
      return undefined
    }
  }
  const organizationId = "0b5a3c1e-1111-4111-8111-111111111111"
  const other = "0b5a3c1e-5555-4555-8555-555555555555"
  const planIntervalId = "0b5a3c1e-2222-4222-8222-222222222222"
  const interval = { id: planIntervalId, interval: "MONTHLY", amount: 1_000, currency: "BRL" } as const
  const planId = "0b5a3c1e-3333-4333-8333-333333333333"
  await tried(webhooks.register({ url: "https://receiver.example/hooks" }))
  await tried(
    plans.define({
      planId,
      name: "Pro",
      description: "",
      status: "ACTIVE",
      intervals: [interval],
      prices: [],
    }),
  )
  const create = { organizationId, name, currency: "BRL", status: "ACTIVE" } as const
  await tried(organizations.create(create))
  await tried(organizations.create(create))
  await tried(organizations.create({ ...create, organizationId: other }))
  // With two of them a sign-in is refused with the names of both.
  const memberships = [organizationId, other].map((id) => ({
    organizationId: id,
    permissions: Permission.ALL_PERMISSIONS,
  }))
  const userId = "0b5a3c1e-4444-4444-8444-444444444444"
  await tried(users.create({ userId, email, emailVerified: true, memberships }))
  await tried(users.create({ email, emailVerified: true, memberships }))
  await tried(users.create({ email: name, emailVerified: true, memberships }))
  await tried(users.update({ userId, email: name }))

  const context = "MAGIC_AUTH"
  const otp = await tried(auth.requestOtp({ email, context }))
  const [code = ""] = inbox
  const wrong = code === "999999" ? "999998" : "999999"
  const otpId = otp?.otpId ?? ""
  await tried(auth.validateOtp({ otpId, email, code: wrong, context }))
  await tried(auth.validateOtp({ otpId, email: `x${email}`, code, context }))
  await tried(auth.validateOtp({ otpId, email, code, context }))
  await tried(auth.signIn({ otpId, code }))

  const cardToken = "tok_visa"
  const card = await tried(paymentMethods.add({ organizationId, type: "CARD", cardToken, billingDetails }))
  const boleto = await tried(paymentMethods.add({ organizationId, type: "BOLETO", billingDetails }))
  await tried(paymentMethods.add({ organizationId, type: "BOLETO", billingDetails }))
  await tried(paymentMethods.add({ organizationId, type: "CARD", cardToken: name, billingDetails }))
  const methods = [card, boleto].flatMap((method) => (method === undefined ? [] : [method.paymentMethodId]))
  for (const paymentMethodId of methods) {
    await tried(paymentMethods.update({ organizationId, paymentMethodId, billingDetails: { email: null } }))
    await tried(subscriptions.create({ organizationId, planId, planIntervalId, paymentMethodId }))
    await tried(subscriptions.changePaymentMethod({ organizationId, paymentMethodId }))
    const upcoming = await tried(subscriptions.previewUpcomingInvoice({ organizationId }))
    const invoiceId = upcoming?.invoiceId ?? ""
    await tried(invoices.pay({ organizationId, invoiceId, paymentMethodId }))
    // A card takes the place of a bank slip that waits, which is cancelled for it.
    await tried(invoices.pay({ organizationId, invoiceId, paymentMethodId: card?.paymentMethodId ?? "" }))
    time.at += DAY
    await tried(engine.runDue())
    time.at += 40 * DAY
    await tried(engine.runDue())
    await tried(webhooks.deliver())
  }
  for (const paymentMethodId of methods)
    await tried(paymentMethods.remove({ organizationId, paymentMethodId }))
  await billing.close()
  await exporter.close()
  return { quoted: failing.quoted, logged: told.join("\n"), exported: collector.text() }
}

const isIn = (text: string) => (spelling: string) => text.includes(spelling)

const { options } = openBilling()
const operations = [
  ...Object.keys(options.gateway).map((operation) => `gateway.${operation}`),
  ...["otpSender.send", "store.commit"],
]

it.each(operations)("names nobody where %s fails, and quotes what it got", async (broken) => {
  for (const [how, quote] of Object.entries(quotings)) {
    const { quoted, logged, exported } = await live(broken, quote)
    expect(quoted.some((text) => text === name || text === email)).toBe(true)
    expect(exported).toContain("studio.organization.id")
    expect({ how, logged: spellings.filter(isIn(logged)) }).toEqual({ how, logged: [] })
    expect({ how, exported: spellings.filter(isIn(exported)) }).toEqual({ how, exported: [] })
  }
})

it("names nobody where nothing fails", async () => {
  const { logged, exported } = await live("nothing", quotings["as they are"])
  expect(logged).toContain("is refused with")
  expect([...spellings.filter(isIn(logged)), ...spellings.filter(isIn(exported))]).toEqual([])
})
