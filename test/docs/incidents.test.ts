// What docs/operations.md says to do when something is wrong: its statements and its gateways, in incidents that are brought about.
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { PGlite } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { makeSecrets } from "../../src/http/node/index.ts"
import type { PaymentGateway } from "../../src/index.ts"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresWebhookStore,
  migrate,
} from "../../src/postgres/index.ts"
import { type BillingOptions, createBilling, toPromise } from "../../src/promises/index.ts"
import { EMPTY } from "../postgres/server.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"

type Gateway = PaymentGateway["Service"]

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 10)

const fences = fencesOf(read("docs/operations.md").text)
const textOf = (info: string): string => fences.find((fence) => fence.info === info)?.text ?? ""
const effect = pathToFileURL(join(import.meta.dirname, "../../node_modules/effect/dist/Effect.js")).href
const code = stripTypeScriptTypes(textOf("ts incident")).replace('"effect/Effect"', JSON.stringify(effect))
const {
  askingFirst,
  refusing,
}: {
  readonly askingFirst: (gateway: Gateway) => Gateway
  readonly refusing: (gateway: Gateway, organizationIds: ReadonlySet<string>) => Gateway
} = await import(`data:text/javascript,${encodeURIComponent(code)}`)

/** Billing on a database, whose gateway does as it is told and forgets the keys that it had. */
const open = async (database: PGlite, more: Partial<BillingOptions> = {}) => {
  const client = fromPg(database)
  await toPromise(migrate(client))
  const told: { now: number; charge: "approve" | "decline" | "lose" | "fail" } = {
    now: START,
    charge: "approve",
  }
  const charged: Array<Parameters<Gateway["charge"]>[0]> = []
  const gateway: Gateway = {
    ...makeScriptedGateway().gateway,
    charge: (charge) =>
      Effect.sync(() => {
        if (told.charge === "decline")
          return { _tag: "Declined", declineCode: "processing_error", retryable: true }
        if (told.charge === "fail") return { _tag: "Unknown" }
        charged.push(charge)
        return told.charge === "lose" ? { _tag: "Unknown" } : { _tag: "Approved" }
      }),
    lookup: ({ attemptId }) =>
      Effect.sync(() => {
        if (told.charge === "lose") return { _tag: "Unknown" }
        return charged.some((charge) => charge.attemptId === attemptId)
          ? { _tag: "Approved" }
          : { _tag: "NotFound" }
      }),
  }
  const options = {
    store: makePostgresBillingStore(client),
    clock: () => told.now,
    secrets: makeSecrets(),
    webhookStore: makePostgresWebhookStore(client),
    ...more,
  }
  const billing = createBilling({ ...options, gateway })
  const intervals = [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }] as const
  const prices = [{ model: "STANDARD", meter: "m", name: "M", currency: "BRL", unitPrice: 3 }] as const
  const begin = async (over = billing) => {
    const plan = await billing.plans.define({
      name: "Pro",
      description: "",
      status: "ACTIVE",
      intervals,
      prices,
    })
    const { organizationId } = await billing.organizations.create({
      name: "Acme",
      currency: "BRL",
      status: "ACTIVE",
    })
    const card = { type: "CARD", cardToken: "tok_visa" } as const
    const { paymentMethodId } = await billing.paymentMethods.add({ organizationId, ...card })
    const planIntervalId = plan.intervals[0]?.id ?? ""
    await over.subscriptions.create({ organizationId, paymentMethodId, planId: plan.planId, planIntervalId })
    return organizationId
  }
  const invoicesOf = async (organizationId: string) => (await billing.invoices.list({ organizationId })).items
  return { billing, options, gateway, told, charged, begin, invoicesOf }
}

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
  await toPromise(migrate(fromPg(database)))
})
beforeEach(() => database.exec(EMPTY))
afterAll(() => database.close())

const asked = async (name: string, ...parameters: ReadonlyArray<unknown>) =>
  (await database.query<Record<string, unknown>>(textOf(`sql incident ${name}`), [...parameters])).rows

it("compiles the gateways", () => {
  expect(compileFaults([textOf("ts incident")])).toEqual([])
})

it("finds a payment without an outcome, and ends it by news or by the operator's word", async () => {
  const { billing, told, charged, begin, invoicesOf } = await open(database)
  const [came, none] = [await begin(), await begin()]
  told.charge = "lose"
  for (told.now = START + 31 * DAY; told.now < START + 40 * DAY; told.now += DAY)
    await billing.engine.runDue()
  const unknown = await asked("unknown")
  expect(unknown.map(({ organization_id }) => organization_id).toSorted()).toEqual([came, none].toSorted())
  expect(unknown[0]).toMatchObject({ amount: 9990, currency: "BRL", needs_operator: true })
  const [charge] = charged.filter(({ organizationId }) => organizationId === came)
  const [found] = await asked("attempt", charge?.attemptId, came)
  expect(found).toMatchObject({ organization_id: came, invoice: "OPEN", attempt: "UNKNOWN", amount: 9990 })
  const news = {
    organizationId: came,
    invoiceId: charge?.invoiceId ?? "",
    attemptId: charge?.attemptId ?? "",
  }
  await billing.invoices.hear({ _tag: "Answered", ...news, answer: { _tag: "Approved" } })
  const [open_] = await invoicesOf(none)
  const failed = {
    organizationId: none,
    invoiceId: open_?.invoiceId ?? "",
    declineCode: "processing_error",
  } as const
  expect(await billing.invoices.failPayment(failed)).toMatchObject({ status: "PAYMENT_FAILED" })
  expect(await asked("unknown")).toEqual([])
  expect((await invoicesOf(came))[0]).toMatchObject({ status: "PAID", amountPaid: 9990 })
})

it("tries again at once what the gateway refused for an hour", async () => {
  const { billing, told, begin } = await open(database)
  const organizationId = await begin()
  told.charge = "decline"
  told.now += 31 * DAY
  await billing.engine.runDue()
  told.charge = "approve"
  expect(await asked("declined", told.now + 1)).toEqual([])
  const declined = await asked("declined", told.now)
  expect(declined).toMatchObject([{ organization_id: organizationId, code: "processing_error" }])
  const invoiceId = String(declined[0]?.invoice_id)
  expect(await billing.invoices.pay({ organizationId, invoiceId })).toMatchObject({ status: "PAID" })
  expect(await billing.subscriptions.check({ organizationId })).toMatchObject({ status: "ACTIVE" })
})

it("charges nobody twice after a restore to an instant whose keys are forgotten, where it asks first", async () => {
  const { billing, told, charged, begin } = await open(database)
  await begin()
  const backup = await database.dumpDataDir("none")
  told.now += 31 * DAY
  await billing.engine.runDue()
  const [charge] = charged
  if (charge === undefined) throw new Error("Nothing was charged")
  const restored = async (wrap: (gateway: Gateway) => Gateway) => {
    const other = await PGlite.create({ loadDataDir: backup })
    const { options, gateway, told, charged } = await open(other)
    told.now = START + 34 * DAY
    charged.push(charge)
    const after = createBilling({ ...options, gateway: wrap(gateway) })
    const { organizationId, invoiceId, attemptId } = charge
    await after.invoices.hear({
      _tag: "Answered",
      organizationId,
      invoiceId,
      attemptId,
      answer: { _tag: "Approved" },
    })
    expect(await after.invoices.get({ organizationId, invoiceId })).toMatchObject({
      status: "PAID",
      amountPaid: 9990,
    })
    await other.close()
    return charged.length
  }
  expect(await restored((gateway) => gateway)).toBe(2)
  expect(await restored(askingFirst)).toBe(1)
})

it("freezes a customer without a charge", async () => {
  const { billing, options, gateway, told, charged, begin, invoicesOf } = await open(database)
  const organizationId = await begin()
  const events = [{ eventId: "1", meter: "m", quantity: 100 }]
  await billing.usage.record({ organizationId, events })
  told.now += DAY
  const frozen = createBilling({ ...options, gateway: refusing(gateway, new Set([organizationId])) })
  await frozen.organizations.update({ organizationId, status: "INACTIVE" })
  await frozen.subscriptions.pause({ organizationId })
  const usage = frozen.usage.record({ organizationId, events: [{ eventId: "2", meter: "m", quantity: 1 }] })
  await expect(usage).rejects.toMatchObject({ body: { code: "subscription.usage_refused" } })
  for (const { invoiceId } of await invoicesOf(organizationId)) {
    await frozen.invoices.void({ organizationId, invoiceId, rebill: false })
  }
  told.now += 60 * DAY
  expect(await frozen.engine.runDue()).toMatchObject({ failures: [] })
  expect([charged, await invoicesOf(organizationId)]).toMatchObject([[], [{ status: "VOID" }]])
})

it("cancels nobody for days of dunning that no engine saw", async () => {
  const { options, gateway, told, begin } = await open(database)
  const organizationId = await begin()
  told.charge = "decline"
  told.now += 75 * DAY
  const late = createBilling({ ...options, gateway, policy: { onExhausted: "STAY" } })
  expect((await late.engine.runDue()).failures).toEqual([])
  expect(await late.subscriptions.check({ organizationId })).toMatchObject({ status: "PAST_DUE" })
  const usual = createBilling({ ...options, gateway, policy: { onExhausted: "CANCEL" } })
  await usual.engine.runDue()
  expect(await usual.subscriptions.check({ organizationId })).toMatchObject({ status: "PAST_DUE" })
})

it("sends again what a receiver did not get", async () => {
  let isDown = true
  const send = () => ({ status: isDown ? 503 : 204, failure: null, durationMillis: 1 })
  const { billing, told, begin } = await open(database, { webhookSender: { accepts: () => true, send } })
  const { endpointId } = await billing.webhooks.register({ url: "https://example.com/hooks" })
  await begin()
  for (let hour = 0; hour < 100; hour += 1) {
    await billing.webhooks.deliver({})
    told.now += DAY / 24
  }
  const first = (await asked("deliveries", endpointId)).length
  await begin()
  await billing.webhooks.deliver({})
  isDown = false
  expect(await billing.webhooks.recover({ endpointId })).toEqual({ recovered: first, isComplete: true })
  await billing.webhooks.deliver({})
  const waiting = await asked("deliveries", endpointId)
  expect(waiting.length).toBeGreaterThan(0)
  for (const { delivery_id } of waiting) await billing.webhooks.redeliver({ deliveryId: String(delivery_id) })
  await billing.webhooks.deliver({})
  expect(await asked("deliveries", endpointId)).toEqual([])
})

it("finds records of a clock that was far ahead, and sessions that hold what others wait for", async () => {
  const { options, gateway, told, begin } = await open(database)
  await begin()
  const ahead = createBilling({ ...options, gateway, clock: () => told.now + 365 * DAY })
  const organizationId = await begin(ahead)
  expect(await asked("ahead", told.now)).toMatchObject([
    { organization_id: organizationId, ahead_millis: 365 * DAY },
  ])
  expect(await ahead.subscriptions.cancel({ organizationId, atPeriodEnd: false })).toMatchObject({
    status: "CANCELLED",
  })
  expect(await asked("blocking")).toEqual([])
})

/** The tables that grow as long as the service lives: during an incident nobody waits for the whole of one. */
const LARGE = ["invoices", "billing_periods", "usage_events", "webhook_deliveries", "webhook_events"]

it("runs every statement of the page, and none reads a table that grows for ever", async () => {
  const statements = fences.map(({ info }) => info).filter((info) => info.startsWith("sql incident"))
  expect(statements).toEqual([
    "sql incident unknown",
    "sql incident attempt",
    "sql incident declined",
    "sql incident deliveries",
    "sql incident ahead",
    "sql incident blocking",
  ])
  for (const info of statements) {
    const statement = textOf(info).replace(/\$\d/g, "'0'")
    // A table is read as a whole only where no index can do.
    const [, plan] = await database.exec(
      `SET enable_seqscan = off; EXPLAIN ${statement}; RESET enable_seqscan`,
    )
    const lines = plan?.rows.map((row) => String(row["QUERY PLAN"])) ?? []
    expect(lines.length, info).toBeGreaterThan(0)
    expect(
      LARGE.filter((table) => lines.some((line) => line.includes(`Seq Scan on ${table}`))),
      info,
    ).toEqual([])
  }
})
