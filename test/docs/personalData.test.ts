// The page about personal data: which tables have some is seen in the database itself, and what the page does to forget a
// person leaves none there.
import { stripTypeScriptTypes } from "node:module"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { makeJwtTokenIssuer, makeRateLimit, makeSigningKeys, makeStudioServer } from "../../src/http/index.ts"
import { makeSecrets } from "../../src/http/node/index.ts"
import { defaultPolicy, Permission } from "../../src/index.ts"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresRateLimitStore,
  makePostgresWebhookStore,
  migrate,
  sweep,
} from "../../src/postgres/index.ts"
import {
  type Billing,
  type BillingOptions,
  createBilling,
  portsLayer,
  toPromise,
} from "../../src/promises/index.ts"
import { makeClient } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"
import { tablesUnder } from "./markdown.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 10)
const POLICY = { ...defaultPolicy, dunningDays: [], paymentMethodsMax: { CARD: 30, BOLETO: 1 } }

const page = read("docs/personal-data.md").text
const [fence] = fencesOf(page).filter(({ info }) => info === "ts forget")
const forget: {
  readonly forgetUser: (billing: Billing, userId: string) => Promise<void>
  readonly forgetCustomer: (billing: Billing, organizationId: string) => Promise<void>
} = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(fence?.text ?? ""))}`)

const tablesOfPage = Array.from(tablesUnder(page, "What is kept")[0]?.rows ?? [])
  .flatMap(([tables = ""]) => Array.from(tables.matchAll(/`(\w+)`/g), ([, table]) => table))
  .toSorted()

/** What tells who somebody is; each of them is looked for in every row. */
const PERSON = ["Ana Souza", "ana@souza.example", "+5511987654321", "Rua Um 7"] as const
const [name, email, phone, line1] = PERSON

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
  await toPromise(migrate(fromPg(database)))
})
afterAll(() => database.close())

/** The tables that have something of the person in a row. */
const tablesWithPerson = async (): Promise<ReadonlyArray<string>> => {
  const { rows } = await database.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'studio_billing' ORDER BY 1",
  )
  expect(rows.length).toBeGreaterThan(20)
  const found: Array<string> = []
  for (const { name } of rows) {
    const all = await database.query<{ text: string }>(
      `SELECT t::text AS text FROM studio_billing.${name} AS t`,
    )
    if (all.rows.some(({ text }) => PERSON.some((part) => text.includes(part)))) found.push(name)
  }
  return found
}

/** A service over the database, at a time that is moved. */
const serve = () => {
  const time = { at: START }
  const client = fromPg(database)
  const keys = makeSigningKeys()
  const inbox: Array<string> = []
  const mail = { isDown: false }
  const options = {
    store: makePostgresBillingStore(client),
    gateway: makeScriptedGateway().gateway,
    webhookStore: makePostgresWebhookStore(client),
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
    rateLimit: makeRateLimit({ perMinute: 600, store: makePostgresRateLimitStore(client) }),
    onDefect: ({ cause }) => expect.unreachable(String(cause)),
  })
  const { call } = makeClient(server.fetch, "https://billing.example")
  return { billing: createBilling(options), time, client, mail, inbox, call, server }
}

it("is forgotten by code that compiles", () => {
  const source = fence?.text.replace("studio-billing/promises", "./src/promises/index.ts")
  expect(compileFaults([source ?? ""])).toEqual([])
})

it("is in the tables of the page, and nowhere after it was forgotten", async () => {
  const { billing, time, client, mail, inbox, call, server } = serve()
  await billing.webhooks.register({ url: "https://receiver.example/hooks" })
  const { planId, intervals } = await billing.plans.define({
    name: "Pro",
    description: "",
    status: "ACTIVE",
    intervals: [{ interval: "MONTHLY", amount: 1_000, currency: "BRL" }],
    prices: [],
  })
  const planIntervalId = intervals[0]?.id ?? ""
  const { organizationId } = await billing.organizations.create({ name, currency: "BRL", status: "ACTIVE" })
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  const { userId } = await billing.users.create({ email, emailVerified: true, memberships })

  const context = "MAGIC_AUTH"
  const { otpId } = (await call("POST", "/studio/auth/otp", { body: { email, context } })).json
  const code = inbox.pop()
  await call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
  const signedIn = await call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
  const token = signedIn.json.accessToken
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
  await billing.subscriptions.create({ organizationId, planId, planIntervalId, paymentMethodId })
  const { invoiceId } = await billing.subscriptions.previewUpcomingInvoice({ organizationId })
  expect((await call("POST", `${base}/invoices/${invoiceId}/pay`, { token, body: {} })).status).toBe(200)
  await billing.invoices.refund({ organizationId, invoiceId, amount: 100, refundId: "refund-1" })
  mail.isDown = true
  await call("POST", "/studio/auth/otp", { body: { email, context } })
  time.at += 40 * DAY
  await billing.engine.runDue()
  await billing.webhooks.deliver()
  expect(await tablesWithPerson()).toEqual(tablesOfPage)

  await billing.subscriptions.cancel({ organizationId, atPeriodEnd: false })
  await forget.forgetUser(billing, userId)
  await forget.forgetCustomer(billing, organizationId)
  expect((await call("GET", "/studio/profile", { token })).status).toBe(401)
  time.at += DAY
  await billing.auth.deliverOtps()
  await billing.auth.dismissUndeliveredOtps({ otps: await billing.auth.listUndeliveredOtps() })
  await toPromise(sweep(client, time.at, POLICY))
  expect(await tablesWithPerson()).toEqual([])
  await server.close()
  await billing.close()
})
