// The page about personal data: which places of the database have some, and which have texts of the host, is seen in the database
// itself; what the page does to find somebody finds everything, and what it does to forget somebody leaves nothing.
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresRateLimitStore,
  makePostgresWebhookStore,
  migrate,
  sweep,
} from "../../src/postgres/index.ts"
import { toPromise } from "../../src/promises/index.ts"
import { compileFaults } from "./examples.ts"
import { tablesUnder } from "./markdown.ts"
import { placesOf, tablesOf } from "./personalData/database.ts"
import { DAY, live, OWN, PERSON, POLICY, serve } from "./personalData/life.ts"
import { dataOfCustomer, dataOfUser, forgetCustomer, forgetUser, page, textOf } from "./personalData/page.ts"

const quotedIn = (cell = ""): ReadonlyArray<string> =>
  Array.from(cell.matchAll(/`([\w.]+)`/g), ([, quoted = ""]) => quoted)

const [ofPerson, others] = tablesUnder(page, "What is kept")
const [ofHost] = tablesUnder(page, "What you name yourself")

/** The other tables, each with what the page says of its end. */
const ends = new Map(
  Array.from(others?.rows ?? []).flatMap(([names, [, until = ""]]) =>
    quotedIn(names).map((name) => [name, until] as const),
  ),
)

let database: PGlite
let service: ReturnType<typeof serve>
let lived: Awaited<ReturnType<typeof live>>
beforeAll(async () => {
  database = await PGlite.create()
  const client = fromPg(database)
  await toPromise(migrate(client))
  service = serve({
    store: makePostgresBillingStore(client),
    webhookStore: makePostgresWebhookStore(client),
    rateLimits: makePostgresRateLimitStore(client),
  })
  lived = await live(service)
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const placesOfPerson = async () => placesOf(await tablesOf(database), Object.values(PERSON))

/** What the page's statement finds by an address. */
const found = async (address: string) => {
  const { rows } = await database.query<{ what: string; id: string }>(textOf("sql person"), [address])
  return rows.map(({ what, id }) => `${what} ${id}`).toSorted()
}

it("has code that compiles", () => {
  const sources = ["ts give", "ts forget"].map((info) =>
    textOf(info).replace("studio-billing/promises", "./src/promises/index.ts"),
  )
  expect(compileFaults(sources)).toEqual([])
})

describe("the tables of the page", () => {
  it("are all that there are", async () => {
    const named = [...Array.from(ofPerson?.rows.keys() ?? []).flatMap(quotedIn), ...ends.keys()]
    expect(named.toSorted()).toEqual(Array.from((await tablesOf(database)).keys()))
  })

  it("say each place that has something of the person, and no other one", async () => {
    const places = await placesOfPerson()
    const rows = Array.from(ofPerson?.rows ?? [])
    expect(Array.from(places.keys())).toEqual(rows.flatMap(([table]) => quotedIn(table)).toSorted())
    for (const [name, [, where]] of rows) {
      const [table = ""] = quotedIn(name)
      const told = quotedIn(where)
      const isOf = (path: string, one: string): boolean => path === one || path.startsWith(`${one}.`)
      const paths = places.get(table) ?? []
      const unsaid = paths.filter((path) => !told.some((one) => isOf(path, one)))
      const empty = told.filter((one) => !paths.some((path) => isOf(path, one)))
      expect({ table, unsaid, empty }).toEqual({ table, unsaid: [], empty: [] })
    }
  })

  it("say where each text of the host stays, and whether webhooks have it", async () => {
    const rows = Array.from(ofHost?.rows ?? [])
    expect(rows.flatMap(([names]) => names.split(", ")).toSorted()).toEqual(Object.keys(OWN).toSorted())
    const tables = await tablesOf(database)
    for (const [names, [kept, sent]] of rows) {
      for (const name of names.split(", ")) {
        const { webhook_deliveries: deliveries = [], ...places } = Object.fromEntries(
          placesOf(tables, [OWN[name as keyof typeof OWN]]),
        )
        const isSent = deliveries.some((path) => path.startsWith("doc.event"))
        expect({ name, kept: Object.keys(places), sent: isSent ? "yes" : "no" }).toEqual({
          name,
          kept: quotedIn(kept),
          sent,
        })
      }
    }
  })
})

it("is found by an address, and given out with all that stays of it, but for secrets", async () => {
  const { billing } = service
  const { organizationId, userId, invoiceId, owedId, customer } = lived
  const imported = customer.organization.organizationId
  const known = await found(` ${PERSON.email.toUpperCase()}`)
  expect(known.filter((one) => one.startsWith("letter "))).toHaveLength(2)
  expect(known.filter((one) => !one.startsWith("letter "))).toEqual(
    [
      `address ${PERSON.email}`,
      `organization ${organizationId}`,
      `payer of ${organizationId}`,
      `payer of ${imported}`,
      `user ${userId}`,
    ].toSorted(),
  )
  expect(await found("nobody@souza.example")).toEqual([])
  const given = JSON.stringify([
    await dataOfUser(billing, userId),
    await dataOfCustomer(billing, organizationId),
  ])
  const { name, email, phone, line1 } = PERSON
  const charge = [OWN["name of an item"], OWN["id of a payout"], OWN["id of a receipt"]]
  const ids = [organizationId, userId, invoiceId, owedId]
  for (const text of [name, email, phone, line1, ...charge, ...ids]) expect(given).toContain(text)
  const { items } = await billing.paymentMethods.list({ organizationId, limit: 1 })
  expect(items[0]?.type === "CARD" && given.includes(items[0].gatewayReference)).toBe(false)
})

it("is put right everywhere, and an earlier address signs nobody in", async () => {
  const { billing, call, mail, inbox, time } = service
  const [body, corrected] = [{ email: PERSON.email, context: "MAGIC_AUTH" }, "other@souza.example"]
  mail.isDown = false
  time.at += DAY
  const { otpId } = (await call("POST", "/studio/auth/otp", { body })).json
  const code = inbox.at(-1)
  await call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { ...body, code } })
  await billing.users.update({ userId: lived.userId, email: corrected })
  const late = await call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
  expect(late.status).toBeGreaterThanOrEqual(400)
  expect((await placesOfPerson()).has("users")).toBe(false)
  await billing.users.update({ userId: lived.userId, email: PERSON.email, emailVerified: true })
})

it("is nowhere after it was forgotten, and what is owed and paid stays", async () => {
  const { billing, call, time } = service
  const { organizationId, userId, token, invoiceId, owedId, customer } = lived
  const imported = customer.organization.organizationId
  const before = await Promise.all(
    [invoiceId, owedId].map((id) => billing.invoices.get({ organizationId, invoiceId: id })),
  )
  const removed: Array<string> = []
  for (const id of [organizationId, imported]) {
    await billing.subscriptions.cancel({ organizationId: id, atPeriodEnd: false })
    await forgetCustomer(billing, id, async (reference) => void removed.push(reference))
  }
  await forgetUser(billing, userId)
  expect(removed).toHaveLength(31)
  expect((await call("GET", "/studio/profile", { token })).status).toBe(401)
  // All of it may be done again.
  await forgetUser(billing, userId)
  await forgetCustomer(billing, organizationId, async () => expect.unreachable())
  await billing.subscriptions.import(customer)
  const anew = await billing.subscriptions.import({ ...customer, importId: "moved again" }).outcome()
  expect(anew).toMatchObject({ ok: false, error: { rejection: { _tag: "ImportInvalid" } } })

  time.at += DAY + POLICY.clockSkewMillis
  await billing.engine.runDue()
  await billing.auth.deliverOtps()
  await billing.auth.dismissUndeliveredOtps({ otps: await billing.auth.listUndeliveredOtps() })
  await billing.webhooks.deliver()
  await toPromise(sweep(fromPg(database), time.at, POLICY))
  expect(await placesOfPerson()).toEqual(new Map())
  expect(await found(PERSON.email)).toEqual([])
  const after = await Promise.all(
    [invoiceId, owedId].map((id) => billing.invoices.get({ organizationId, invoiceId: id })),
  )
  expect(after).toEqual(before)
  await billing.invoices.writeOff({ organizationId, invoiceId: owedId })
  const { items } = await billing.invoices.list({ organizationId, status: "OPEN" })
  for (const { invoiceId: last } of items) await billing.invoices.settle({ organizationId, invoiceId: last })
})

it("leaves what is kept for good, a year later, and what the sweep takes no longer", async () => {
  const { billing, time } = service
  const rowsBefore = await tablesOf(database)
  for (let day = 0; day < 400; day += 100) {
    time.at += 100 * DAY
    await billing.engine.runDue()
    await billing.webhooks.deliver()
  }
  await toPromise(sweep(fromPg(database), time.at, POLICY))
  const rows = await tablesOf(database)
  const where = (is: (until: string) => boolean) =>
    Array.from(ends).flatMap(([table, until]) => (is(until) ? [table] : []))
  for (const table of where((until) => until === "for good")) {
    expect([table, rows.get(table)?.length]).toEqual([table, rowsBefore.get(table)?.length])
    expect(rows.get(table)).not.toEqual([])
  }
  // What goes by the clock of the server stays today.
  const swept = where((until) => until.startsWith("the sweep")).filter((table) => table !== "commits")
  expect(swept.length).toBeGreaterThan(2)
  for (const table of [...swept, "due", "receivables"]) expect([table, rows.get(table)]).toEqual([table, []])
})

it("is deleted with its books when they may go, and not before", async () => {
  const { billing, time } = service
  const { organizationId, invoiceId, customer } = lived
  const imported = customer.organization.organizationId
  const end = async (id: string, since: number): Promise<number | undefined> =>
    (await database.query<{ deleted: number }>(textOf("sql end"), [id, since])).rows[0]?.deleted
  const { subscriptions } = await dataOfCustomer(billing, imported)
  const { subscriptionId } = subscriptions[0] ?? expect.unreachable()
  expect(await end(organizationId, 0)).toBe(0)
  expect(await end(organizationId, time.at)).toBe(1)
  // It has credit for the time that it did not use.
  expect(await end(imported, time.at)).toBe(0)
  const { items } = await billing.vouchers.list({ organizationId: imported, status: "ACTIVE" })
  for (const { voucherId } of items) await billing.vouchers.payOut({ organizationId: imported, voucherId })
  expect(items).toHaveLength(1)
  expect(await end(imported, time.at)).toBe(1)
  expect(await end(imported, time.at)).toBe(0)
  expect(await billing.organizations.getAccount({ organizationId }).outcome()).toMatchObject({
    ok: false,
    error: { rejection: { _tag: "OrganizationNotFound" } },
  })
  await billing.webhooks.deliver()
  time.at += 31 * DAY
  await billing.engine.runDue()
  await toPromise(sweep(fromPg(database), time.at, POLICY))
  const ids = [organizationId, invoiceId, imported, subscriptionId]
  expect(placesOf(await tablesOf(database), ids)).toEqual(new Map())
})
