// The example of a service with promises, as processes over PostgreSQL: a customer signs in by a code and pays, the process is
// stopped, and the next one knows of it.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Server, startServer } from "../postgres/server.ts"
import { startCollector } from "../support/collector.ts"
import { startMailService, tellsNobody } from "../support/mailService.ts"
import { type Command, makeClient, runNode } from "../support/simulator.ts"
import { importsOf, sourcesUnder } from "../tidy/source.ts"

const EMAIL = "ana@example.com"
const folder = mkdtempSync(join(tmpdir(), "service-"))
const running: Array<Command> = []
let database: Server
let collector: Awaited<ReturnType<typeof startCollector>>

let mail: Awaited<ReturnType<typeof startMailService>>

beforeAll(async () => {
  database = await startServer()
  collector = await startCollector()
  mail = await startMailService()
})
afterAll(async () => {
  for (const { process } of running) process.kill("SIGKILL")
  mail.close()
  collector.close()
  await database.stop()
  rmSync(folder, { recursive: true })
})

const start = async () => {
  const command = runNode(["--import", "./test/support/ownName.ts", "docs/examples/service/service.ts"], {
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${database.port}/postgres`,
    KEYS: join(folder, "keys.json"),
    PORT: "0",
    MAIL_URL: mail.url,
    OTLP_URL: collector.url,
    OWNER: EMAIL,
  })
  running.push(command)
  return { command, client: makeClient(fetch, String(await until(command, "listening"))) }
}

/** The next line that has a member. Those that are no JSON are of the package. */
const entry = async (command: Command, member: string): Promise<Readonly<Record<string, unknown>>> => {
  for (;;) {
    const line = await command.nextLine()
    const found = line.startsWith("{") ? JSON.parse(line) : {}
    if (member in found) return found
  }
}
const until = async (command: Command, member: string): Promise<unknown> =>
  (await entry(command, member))[member]

const stop = async ({ command }: Awaited<ReturnType<typeof start>>) => {
  command.process.kill("SIGTERM")
  await until(command, "stopped")
  return command.ended
}

it("signs in, subscribes and pays, and another process knows of it", async () => {
  const first = await start()
  const { call } = first.client
  const { code, accessToken: token, refreshToken } = await mail.signIn(first.client, EMAIL)
  await tellsNobody((body) => call("POST", "/studio/auth/otp", { body }))
  const [organization] = (await call("GET", "/studio/profile", { token })).json.organizations
  const base = `/studio/organizations/${organization.organizationId}`
  const [plan] = (await call("GET", "/studio/plans", { token })).json.data
  const card = { type: "CARD", cardToken: "tok_visa" }
  const { paymentMethodId } = (await call("POST", `${base}/payment-methods`, { token, body: card })).json
  const wish = { planId: plan.planId, planIntervalId: plan.intervals[0].id, paymentMethodId }
  await call("POST", `${base}/subscriptions`, { token, body: wish })
  const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`, { token })).json
  const headers = { "idempotency-key": "pay-1" }
  const paid = await call("POST", `${base}/invoices/${invoiceId}/pay`, { token, headers, body: {} })
  expect([paid.status, paid.json.status]).toEqual([200, "PAID"])
  expect(await stop(first)).toMatchObject({ status: 0, stderr: "" })
  expect(collector.spans().map(({ name }) => name)).toContain("PaymentGateway.charge")
  for (const secret of [code, token, refreshToken]) expect(collector.text()).not.toContain(secret)

  const second = await start()
  const refreshed = await second.client.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
  const { accessToken } = refreshed.json
  const pay = { token: accessToken, headers, body: {} }
  const again = await second.client.call("POST", `${base}/invoices/${invoiceId}/pay`, pay)
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(again.json).toEqual(paid.json)
  expect((await second.client.call("GET", "/studio/plans", { token: accessToken })).json.data).toHaveLength(1)

  // The log names an organization that is not billed, and says why.
  await database.pool.query("UPDATE studio_billing.subscriptions SET doc = (doc::jsonb - 'cycle')::json")
  await database.pool.query("UPDATE studio_billing.due SET at = 0")
  const { engine, error } = await entry(second.command, "engine")
  expect(engine).toBe(organization.organizationId)
  expect(error).toContain("TypeError: Cannot read properties of undefined")
  expect(await stop(second)).toMatchObject({ status: 0, stderr: "" })
})

it("imports nothing of Effect", () => {
  const files = sourcesUnder("docs").filter(({ path }) => path.startsWith("docs/examples/service/"))
  const imported = files.flatMap((file) => importsOf(file).map(({ specifier }) => specifier))
  expect(imported).toContain("studio-billing/promises")
  expect(imported.filter((specifier) => /^effect/.test(specifier))).toEqual([])
})
