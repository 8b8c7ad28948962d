// The example of functions that a platform calls, over PostgreSQL: a customer signs in by a code that the schedule sent, and
// subscribes and pays; the schedule bills the next month. Requests have bodies that are streams, as frameworks give them.
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { makeSigningKeys } from "../../src/http/index.ts"
import { Permission } from "../../src/index.ts"
import { type Server, startServer } from "../postgres/server.ts"
import { tellsNobody } from "../support/mailService.ts"
import { importsOf, sourcesUnder } from "../tidy/source.ts"

const EMAIL = "ana@example.com"
const SECRET = "of the schedule"
const origin = "https://shop.example"

let database: Server
let functions: typeof import("../../docs/examples/functions/billing.ts")
const mail = { isDown: true, letters: [] as Array<string> }

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  database = await startServer()
  vi.stubEnv("DATABASE_URL", `postgres://postgres:postgres@127.0.0.1:${database.port}/postgres`)
  vi.stubEnv("CRON_SECRET", SECRET)
  vi.stubEnv("MAIL_URL", "https://mail.example")
  const signing = [await makeSigningKeys().exportPrivate()]
  vi.stubEnv("KEYS", JSON.stringify({ signing, secret: Buffer.alloc(32, 7).toString("base64") }))
  vi.stubGlobal("fetch", async (_: string, { body }: { readonly body: string }) => {
    if (!mail.isDown) mail.letters.push(JSON.parse(body).text)
    return new Response(null, { status: mail.isDown ? 503 : 202 })
  })
  await import("../../docs/examples/functions/release.ts")
  functions = await import("../../docs/examples/functions/billing.ts")
})
afterAll(async () => {
  // What the pool says of a server that is gone.
  vi.spyOn(console, "error").mockReturnValue()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await functions.billing.close()
  await database.stop()
})

/** A request as a framework hands it on: also without a body it has one, which is an empty stream. */
const call = async (method: string, path: string, body?: object, token?: string) => {
  const text = body === undefined ? [] : [JSON.stringify(body)]
  const headers = {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const init = { method, headers, ...(method !== "GET" && { body: new Blob(text).stream(), duplex: "half" }) }
  const response = await functions.studio(new Request(origin + path, init as RequestInit))
  const answer = await response.text()
  return { status: response.status, json: answer === "" ? null : JSON.parse(answer) }
}

const tick = async (name: "bill" | "deliver", secret = SECRET) => {
  const headers = { authorization: `Bearer ${secret}` }
  const response = await functions[name](new Request(`${origin}/${name}`, { headers }))
  return { status: response.status, answer: await response.text() }
}

it("a schedule sends the code of a sign-in, bills a month, and is nobody else's to call", async () => {
  const { billing } = functions
  const about = { name: "Pro", description: "", status: "ACTIVE", prices: [] } as const
  const { planId, intervals } = await billing.plans.define({
    ...about,
    intervals: [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }],
  })
  const acme = { name: "Acme", currency: "BRL", status: "ACTIVE" } as const
  const { organizationId } = await billing.organizations.create(acme)
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  await billing.users.create({ email: EMAIL, emailVerified: true, memberships })

  const context = "MAGIC_AUTH"
  await tellsNobody((body) => call("POST", "/studio/auth/otp", body))
  const { otpId } = (await call("POST", "/studio/auth/otp", { email: EMAIL, context })).json
  expect(mail.letters).toEqual([])
  mail.isDown = false
  vi.setSystemTime(Date.now() + 31_000)
  expect(await tick("deliver", "another")).toEqual({ status: 401, answer: "" })
  expect(mail.letters).toEqual([])
  expect(await tick("deliver")).toEqual({ status: 204, answer: "" })
  const code = /\d{6}/.exec(mail.letters[0] ?? "")?.[0] ?? ""
  await call("POST", `/studio/auth/otp/${otpId}/validate`, { email: EMAIL, code, context })
  const { accessToken } = (await call("POST", "/studio/auth/sign-in/magic-auth", { otpId, code })).json

  const base = `/studio/organizations/${organizationId}`
  const card = { type: "CARD", cardToken: "tok_visa" }
  const { paymentMethodId } = (await call("POST", `${base}/payment-methods`, card, accessToken)).json
  const planIntervalId = intervals[0]?.id
  const wish = { planId, planIntervalId, paymentMethodId }
  await call("POST", `${base}/subscriptions`, wish, accessToken)
  const upcoming = await call("GET", `${base}/subscriptions/upcoming-invoice`, undefined, accessToken)
  const pay = `${base}/invoices/${upcoming.json.invoiceId}/pay`
  expect(await call("POST", pay, undefined, accessToken)).toMatchObject({
    status: 200,
    json: { status: "PAID" },
  })

  vi.setSystemTime(Date.now() + 64 * 86_400_000)
  expect((await tick("bill", "")).status).toBe(401)
  const done = { organizations: 1, failures: 0, isComplete: true }
  expect(JSON.parse((await tick("bill")).answer)).toEqual(done)
  expect(JSON.parse((await tick("bill")).answer)).toEqual({ ...done, organizations: 0 })
  const { items } = await billing.invoices.list({ organizationId })
  expect(items.map(({ status, payableAmount }) => [status, payableAmount])).toEqual([
    ["PAID", 9990],
    ["PAID", 9990],
  ])
})

it("imports nothing of Effect", () => {
  const files = sourcesUnder("docs").filter(({ path }) => path.startsWith("docs/examples/functions/"))
  const imported = files.flatMap((file) => importsOf(file).map(({ specifier }) => specifier))
  expect(imported).toContain("studio-billing/promises")
  expect(imported.filter((specifier) => /^effect/.test(specifier))).toEqual([])
})
