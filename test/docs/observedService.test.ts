// The example of a service that is observed: a client signs in and pays, and the service stops. The test is the collector.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService } from "../../docs/examples/observability/service.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import { defaultSeed } from "../../simulator/adapters/seed/defaultSeed.ts"
import { commitOfSeed } from "../../simulator/adapters/seed/Seed.ts"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { makeJwtTokenIssuer, makeSigningKeys } from "../../src/http/index.ts"
import { makeSecrets } from "../../src/http/node/index.ts"
import { BillingStore, IdSource, OtpSender, PaymentGateway, Secrets, TokenIssuer } from "../../src/index.ts"
import { type CollectedSpan, startCollector } from "../support/collector.ts"
import { makeClient, seeded } from "../support/simulator.ts"

const OWNER = "owner@example.com"
const TRACE = "0af7651916cd43dd8448eb211c80319c"
const CALLER = "b7ad6b7169203331"
const base = `/studio/organizations/${seeded.organizationId}`

const keys = makeSigningKeys()
const { sender, inbox } = makeMemoryOtpSender()
const { store } = makeMemoryBillingStore()
const ports = Layer.mergeAll(
  Layer.succeed(BillingStore, store),
  Layer.succeed(IdSource, makeMemoryIdSource({})),
  Layer.succeed(PaymentGateway, makeScriptedGateway().gateway),
  Layer.succeed(OtpSender, sender),
  Layer.succeed(Secrets, makeSecrets()),
  Layer.succeed(
    TokenIssuer,
    makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" }).issuer,
  ),
)

/** Signs in, subscribes and pays with a card, and gives the secrets that were seen on the way. */
const useService = async (url: string) => {
  const { call } = makeClient(fetch, url)
  const context = "MAGIC_AUTH"
  const arrives = Effect.runPromise(inbox.waitFor(OWNER, 5000))
  const { otpId } = (await call("POST", "/studio/auth/otp", { body: { email: OWNER, context } })).json
  const code = (await arrives)?.code ?? ""
  await call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email: OWNER, code, context } })
  const organizationId = seeded.organizationId
  const signedIn = await call("POST", "/studio/auth/sign-in/magic-auth", {
    body: { otpId, code, organizationId },
  })
  const { accessToken: token, refreshToken } = signedIn.json
  const card = await call("POST", `${base}/payment-methods`, {
    token,
    body: { type: "CARD", cardToken: "tok_visa" },
  })
  await call("POST", `${base}/subscriptions`, {
    token,
    body: {
      planId: seeded.starter,
      planIntervalId: seeded.starterMonthly,
      paymentMethodId: card.json.paymentMethodId,
    },
  })
  const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`, { token })).json
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, "x-request-id": "request-1" }
  const paid = await call("POST", `${base}/invoices/${invoiceId}/pay`, { token, headers, body: {} })
  expect(paid.status).toBe(200)
  expect((await call("GET", `/studio/coupons/WELCOME10/availability`, { token })).status).toBe(200)
  expect((await call("GET", `${base}/invoices`)).status).toBe(401)
  return { invoiceId, secrets: [code, token, refreshToken, "tok_visa", OWNER, "WELCOME10"] }
}

type Collector = Awaited<ReturnType<typeof startCollector>>
let collector: Collector
let used: Awaited<ReturnType<typeof useService>>

/** What other tests of this process counted before: metrics are of a process. */
const counted = new Map<string, number>()

beforeAll(async () => {
  for (const { id, state } of Metric.snapshotUnsafe(Context.empty())) {
    if ("count" in state) counted.set(id, (counted.get(id) ?? 0) + Number(state.count))
  }
  collector = await startCollector()
  const seeding = commitOfSeed(defaultSeed, Date.now())
  await Effect.runPromise(Effect.flatMap(Effect.fromResult(seeding), store.commit))
  const service = await startService({ ports, keys, port: 0, collector: collector.url })
  used = await useService(service.url)
  await service.stop()
})
afterAll(() => collector.close())

describe("the example exports", () => {
  it("the spans of a payment, under that of whoever called", () => {
    const spans = collector.spans().filter(({ traceId }) => traceId === TRACE)
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const placeOf = ({ name, parentSpanId = "" }: CollectedSpan): string =>
      parentSpanId === CALLER
        ? name
        : `${placeOf(byId.get(parentSpanId) ?? expect.unreachable(name))} > ${name}`
    const route = "POST /studio/organizations/{organizationId}/invoices/{invoiceId}/pay"
    const places = spans.map(placeOf)
    expect(places).toContain(route)
    expect(places.filter((place) => place === `${route} > payInvoice > BillingStore.commit`)).toHaveLength(2)
    expect(places).toContain(`${route} > payInvoice > PaymentGateway.charge`)
    const server = spans.find(({ name }) => name === route)
    expect(server?.kind).toBe(2)
    expect(server?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay",
      "http.response.status_code": 200,
      "url.path": `${base}/invoices/${used.invoiceId}/pay`,
      "studio.request.id": "request-1",
      "studio.organization.id": seeded.organizationId,
    })
  })

  it("what the client was refused, which is no error of the server", () => {
    const refused = collector.spans().find((span) => span.attributes["http.response.status_code"] === 401)
    expect(refused).toMatchObject({ attributes: { "studio.rejection": "unauthorized" }, status: { code: 1 } })
  })

  it("the metrics of requests, payments and the engine", () => {
    const points = collector.points()
    const of = (name: string) => points.filter((point) => point.name === name)
    const added = (name: string): number =>
      of(name).reduce((sum, { value }) => sum + value, 0) - (counted.get(name) ?? 0)
    expect(of("studio.invoices.issued")[0]).toMatchObject({ unit: "{invoice}", kind: "sum" })
    expect(["studio.invoices.issued", "studio.payments"].map(added)).toEqual([1, 1])
    expect(of("http.server.request.duration").every(({ unit }) => unit === "s")).toBe(true)
    expect(of("studio.engine.due.lag")).toHaveLength(1)
    expect(of("studio.outbox.age")).toHaveLength(2)
  })

  it("a log of the engine's stop", () => {
    const stopped = collector.logs().filter(({ body }) => String(body).startsWith("The engine stopped"))
    expect(stopped).toMatchObject([{ severity: "Info" }])
  })

  it("nothing that is secret", () => {
    const text = collector.text()
    expect(used.secrets.filter((secret) => text.includes(secret))).toEqual([])
  })
})
