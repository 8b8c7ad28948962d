// The example of a service on PostgreSQL, as processes: a release, two that answer, two that work, over one database, a fake
// of the gateway and a fake of the mail service.
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server as HttpServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { BillingStore, IdSource, importSubscription } from "../../../src/index.ts"
import { fromPg, makePostgresBillingStore } from "../../../src/postgres/index.ts"
import { type Server, startServer } from "../../postgres/server.ts"
import { makeClockAt } from "../../support/clockAt.ts"
import { startMailService, tellsNobody } from "../../support/mailService.ts"
import { type Command, makeClient, runNode } from "../../support/simulator.ts"
import { read } from "../../tidy/source.ts"
import { fencesOf } from "../fences.ts"
import { makeFakeStripe } from "../stripe/fakeStripe.ts"

const EMAIL = "ana@example.com"
const folder = mkdtempSync(join(tmpdir(), "postgres-service-"))
const KEYS = join(folder, "keys.json")
const stripe = makeFakeStripe()
const running: Array<Command> = []

let database: Server
let mail: Awaited<ReturnType<typeof startMailService>>
const gateway = createServer(async (request, response) => {
  const { method = "GET", url = "/", headers } = request
  const body = await text(request)
  const sent = {
    method,
    headers: {
      authorization: headers.authorization ?? "",
      "idempotency-key": String(headers["idempotency-key"] ?? ""),
    },
    ...(method === "POST" && { body }),
  }
  const answer = await stripe.send(`http://stripe${url}`, sent).catch(() => null)
  if (answer === null) return void response.destroy()
  response.writeHead(answer.status).end(await answer.text())
})

const urlOf = async (server: HttpServer): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let environment: Record<string, string>
beforeAll(async () => {
  database = await startServer()
  mail = await startMailService()
  environment = {
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${database.port}/postgres`,
    KEYS,
    PORT: "0",
    HOOKS_PORT: "0",
    STRIPE_URL: await urlOf(gateway),
    STRIPE_SECRET_KEY: stripe.account.secretKey,
    STRIPE_WEBHOOK_SECRETS: stripe.account.webhookSecrets.join(","),
    MAIL_URL: mail.url,
    OWNER: EMAIL,
  }
})
afterAll(async () => {
  for (const { process } of running) process.kill("SIGKILL")
  mail.close()
  gateway.close()
  rmSync(folder, { recursive: true })
  await database.stop()
})

const run = (program: string, more: Record<string, string> = {}) => {
  const command = runNode(["--import", "./test/support/ownName.ts", `docs/examples/postgres/${program}.ts`], {
    ...environment,
    ...more,
  })
  running.push(command)
  return command
}

/** The next entry of a log that has a member. */
const until = async (command: Command, member: string) => {
  for (;;) {
    const entry = JSON.parse(await command.nextLine())
    if (member in entry) return entry
  }
}

const serve = async () => {
  const command = run("serve")
  const { listening, hooks } = await until(command, "listening")
  return { command, client: makeClient(fetch, listening), hooks: `http://127.0.0.1:${hooks}/stripe` }
}

const tell = async (url: string, { body, signature }: { body: string; signature: string }) =>
  (await fetch(url, { method: "POST", body, headers: { "stripe-signature": signature } })).status

/** Sends half a request, and leaves when the process has it: it answers `100 Continue` as it begins to read. */
const tellHalf = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write("POST /stripe HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\nhalf")
  await once(socket, "data")
  socket.resetAndDestroy()
}

it("has the programs that its page starts", () => {
  const [fence] = fencesOf(read("docs/operations.md").text).filter(({ info }) => info === "sh programs")
  const programs = fence?.text.matchAll(/^node (\w+)\.ts/gm) ?? []
  expect(Array.from(programs, ([, name]) => name)).toEqual(["keys", "release", "serve", "work"])
})

it("names a setting that is missing", async () => {
  const { status, stderr } = await run("release", { STRIPE_SECRET_KEY: "" }).ended
  expect([status, stderr]).toEqual([2, "Set STRIPE_SECRET_KEY: docs/operations.md says what it is.\n"])
})

it("serves without a mail service: no code is sent, and the log says so once", async () => {
  writeFileSync(KEYS, await run("keys").nextLine(), { mode: 0o600 })
  await until(run("release"), "schema")
  const command = run("serve", { MAIL_URL: "" })
  expect(await until(command, "mail")).toEqual({ mail: "MAIL_URL is not set: codes are not sent" })
  const { listening } = await until(command, "listening")
  const { call } = makeClient(fetch, listening)
  for (const email of [EMAIL, "nobody@example.com"]) {
    const { status } = await call("POST", "/studio/auth/otp", { body: { email, context: "MAGIC_AUTH" } })
    expect(status).toBe(201)
  }
  expect((await call("GET", "/health/live")).status).toBe(200)
  command.process.kill("SIGTERM")
  const left: Array<object> = []
  for (let line = await command.nextLine(); line !== ""; line = await command.nextLine()) {
    left.push(JSON.parse(line))
  }
  expect(left.at(-1)).toEqual({ stopped: true })
  expect(left.filter((entry) => !("status" in entry))).toHaveLength(1)
  expect(await command.ended).toEqual({ status: 0, stderr: "" })
})

it.each(["PORT", "HOOKS_PORT"])("ends and logs why where its %s is taken", async (setting) => {
  writeFileSync(KEYS, await run("keys").nextLine(), { mode: 0o600 })
  const taken = createServer()
  const { port } = new URL(await urlOf(taken))
  const command = run("serve", { [setting]: port })
  const { process, cause } = await until(command, "process")
  expect([process, cause]).toEqual(["failed", expect.stringContaining(`EADDRINUSE`)])
  expect(await command.ended).toEqual({ status: 1, stderr: "" })
  taken.close()
})

it("is released, serves from two processes, hears its gateway, and works in two others", async () => {
  const made = run("keys")
  writeFileSync(KEYS, await made.nextLine(), { mode: 0o600 })
  expect(await until(run("release"), "schema")).toEqual({ schema: expect.any(Number) })
  // A release that is made twice changes nothing.
  expect(await until(run("release"), "schema")).toEqual({ schema: expect.any(Number) })

  const [one, other] = await Promise.all([serve(), serve()])
  const { accessToken: token } = await mail.signIn(one.client, EMAIL)
  await tellsNobody((body) => one.client.call("POST", "/studio/auth/otp", { body }))
  const [plan] = (await one.client.call("GET", "/studio/plans", { token })).json.data
  const [company] = (await other.client.call("GET", "/studio/profile", { token })).json.organizations
  const base = `/studio/organizations/${company.organizationId}`
  const card = { type: "CARD", cardToken: "pm_visa" }
  const { paymentMethodId } = (
    await one.client.call("POST", `${base}/payment-methods`, { token, body: card })
  ).json
  const chosen = { planId: plan.planId, planIntervalId: plan.intervals[0].id, paymentMethodId }
  await other.client.call("POST", `${base}/subscriptions`, { token, body: chosen })
  const { invoiceId } = (await one.client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token }))
    .json
  const pay = { token, headers: { "idempotency-key": "pay-1" }, body: {} }
  const paid = await one.client.call("POST", `${base}/invoices/${invoiceId}/pay`, pay)
  expect([paid.status, paid.json.status]).toEqual([200, "PAID"])
  const again = await other.client.call("POST", `${base}/invoices/${invoiceId}/pay`, pay)
  expect([again.headers.get("idempotent-replayed"), again.json]).toEqual(["true", paid.json])
  expect(stripe.intents()).toHaveLength(1)

  // Somebody leaves in the middle of a request, and the process goes on.
  await tellHalf(one.hooks)

  // News of a refund, twice, at different processes; and news that are not the gateway's.
  const news = stripe.reversal("refund.created", "succeeded", 1_000)
  expect([await tell(one.hooks, news), await tell(other.hooks, news)]).toEqual([200, 200])
  expect(await tell(one.hooks, { ...news, signature: "t=1,v1=00" })).toBe(400)
  // News of what another service charged on the account, which would come again for days.
  const metadata = { organization_id: "other", invoice_id: "other", attempt_id: "other" }
  const foreign = stripe.event("payment_intent.succeeded", { id: "pi_other", status: "succeeded", metadata })
  expect(await tell(one.hooks, foreign)).toBe(200)
  expect(await tell(one.hooks.replace("/stripe", "/other"), news)).toBe(404)
  const invoice = (await one.client.call("GET", `${base}/invoices/${invoiceId}`, { token })).json
  expect(invoice.status).toBe("PARTIALLY_REFUNDED")
  const { rows } = await database.pool.query("SELECT doc FROM studio_billing.invoices")
  expect(rows[0].doc.refunds).toMatchObject([{ amount: 1_000 }])

  // A customer of another system whose period ends as soon as it is here: one of the workers charges it.
  const workers = [run("work"), run("work")]
  await Promise.all(workers.map((worker) => until(worker, "working")))
  const endAt = Date.now()
  const customer = customerOf(chosen, endAt)
  const { subscription } = await Effect.runPromise(
    importSubscription(customer).pipe(
      Effect.provide(
        Layer.mergeAll(
          Layer.succeed(BillingStore, makePostgresBillingStore(fromPg(database.pool))),
          Layer.succeed(IdSource, ids),
          Layer.succeed(
            Clock.Clock,
            makeClockAt(() => endAt - 1),
          ),
        ),
      ),
    ),
  )
  const ran = await Promise.race(workers.map((worker) => until(worker, "engine")))
  expect(ran).toMatchObject({ engine: "Ran", organizationId: subscription.organizationId })
  expect(stripe.intents().map(({ amount }) => amount)).toEqual([9990, 9990])

  // A connection without a request holds up no stop.
  const { hostname, port } = new URL(one.hooks)
  await once(
    connect(Number(port), hostname).on("error", () => undefined),
    "connect",
  )
  for (const { process } of [...workers, one.command, other.command]) process.kill("SIGTERM")
  for (const command of [...workers, one.command, other.command]) {
    expect(await until(command, "stopped")).toEqual({ stopped: true })
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  }

  // The log names an organization that is not billed, and says why.
  const { organizationId } = company
  await database.pool.query("UPDATE studio_billing.subscriptions SET doc = (doc::jsonb - 'cycle')::json")
  await database.pool.query("UPDATE studio_billing.due SET at = 0 WHERE organization_id = $1", [
    organizationId,
  ])
  const last = run("work")
  expect(await until(last, "cause")).toMatchObject({
    ...{ engine: "Failed", organizationId, rejection: "Defect", failures: 1 },
    cause: expect.stringContaining("Cannot read properties of undefined"),
  })
  last.process.kill("SIGTERM")
  await until(last, "stopped")
})

const ids: IdSource["Service"] = {
  next: Effect.sync(() => crypto.randomUUID()),
  derive: (key) => `00000000-0000-8000-8000-${Buffer.from(key).toString("hex").slice(-12)}`,
}

/** A customer whose running period ends at an instant, whatever day of the month that is. */
const customerOf = (plan: { readonly planId: string; readonly planIntervalId: string }, endAt: number) => {
  const end = new Date(endAt)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), 0))
  const day = Math.min(end.getUTCDate(), lastDay.getUTCDate())
  const startAt = lastDay.setUTCDate(day) + (endAt % 86_400_000)
  const billingDetails = { name: null, email: null }
  const card = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2099, test: true }
  const reference = { type: "CARD", gatewayReference: "cus_pm_visa/pm_visa", ...card } as const
  return {
    importId: "legacy-1",
    organization: { organizationId: crypto.randomUUID(), name: "Moved", currency: "BRL" },
    planId: plan.planId,
    planIntervalId: plan.planIntervalId,
    anchor: { at: startAt, day: day === end.getUTCDate() ? null : end.getUTCDate() },
    period: { startAt, endAt, feePaid: false, usage: [] },
    coupon: null,
    credits: [],
    owedAmount: 0,
    paymentMethods: [{ ...reference, isDefault: true, billingDetails }],
  }
}
