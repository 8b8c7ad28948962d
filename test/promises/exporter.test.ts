// Who writes with promises exports by one option: calls, ports and the engine of billing, and a server over the same ports.
import * as Effect from "effect/Effect"
import { afterEach, expect, it } from "vitest"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeStudioServer } from "../../src/http/index.ts"
import { type Exporter, makeOtlpExporter } from "../../src/observability/index.ts"
import {
  type BillingOptions,
  type BillingStorePort,
  createBilling,
  portsLayer,
} from "../../src/promises/index.ts"
import { startCollector } from "../support/collector.ts"
import { openBilling, subscribed } from "./support.ts"

const ending: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const opened = async (changes: Partial<BillingOptions> = {}) => {
  const collector = await startCollector()
  ending.push(collector.close)
  const exporter = makeOtlpExporter({
    url: collector.url,
    serviceName: "billing",
    headers: { "x-key": "k" },
  })
  return { collector, exporter, ...openBilling({ exporter, ...changes }) }
}

it("exports calls, what they ask of ports, and a server over the same ports", async () => {
  const { collector, exporter, billing, options } = await opened()
  const { organizationId, invoiceId } = await subscribed(billing, "tok_visa")
  await billing.invoices.pay({ organizationId, invoiceId })
  await expect(billing.invoices.pay({ organizationId, invoiceId })).rejects.toThrow("not_payable")
  const server = makeStudioServer({
    ports: portsLayer(options),
    authenticate: async () => ({ userId: "u", organizationId, permissions: [], sessionId: null }),
    onDefect: () => undefined,
  })
  expect((await server.fetch("/studio/plans")).status).toBe(200)
  await server.close()
  await billing.close()
  await exporter.close()

  const spans = collector.spans()
  const charge = spans.find(({ name }) => name === "PaymentGateway.charge")
  expect(charge?.attributes).toMatchObject({ "studio.invoice.id": invoiceId, "studio.outcome": "Approved" })
  const [paid, refused] = spans.filter(({ name }) => name === "payInvoice")
  expect(charge?.traceId).toBe(paid?.traceId)
  expect(refused?.attributes).toMatchObject({ "studio.rejection": "InvoiceNotPayable" })
  expect(spans.find(({ name }) => name === "GET /studio/plans")?.kind).toBe(2)
  const named = new Set(collector.points().map(({ name }) => name))
  for (const name of ["studio.payments", "studio.invoices.issued", "http.server.request.duration"]) {
    expect(named).toContain(name)
  }
  expect(collector.text()).not.toContain("tok_visa")
})

it("exports what an engine does, beside the host's own listeners", async () => {
  const [looked, aged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { store } = makeMemoryBillingStore()
  const outbox: BillingStorePort["outbox"] = (request) => {
    // It is asked of after the other kind.
    if (request.kind === "OTP") aged.resolve()
    return Effect.runPromise(store.outbox(request))
  }
  const { collector, exporter, billing } = await opened({ store: { ...store, outbox } })
  const engine = billing.engine.start({ everyMillis: 5, onLook: () => looked.resolve() })
  await Promise.all([looked.promise, aged.promise])
  await engine.stop()
  await billing.close()
  await exporter.close()
  const named = new Set(collector.points().map(({ name }) => name))
  expect(named).toContain("studio.engine.due.lag")
  expect(named).toContain("studio.outbox.age")
  expect(collector.logs().map(({ body }) => body)).toEqual([expect.stringContaining("The engine stopped")])
})

it("refuses another exporter, with the remedy", () => {
  const { options } = openBilling()
  for (const make of [createBilling, portsLayer]) {
    expect(() => make({ ...options, exporter: {} as Exporter })).toThrow(
      `${make.name}: exporter has to be what makeOtlpExporter of studio-billing/observability gives`,
    )
  }
})

it.each(["collector", "collector:4318", "ftp://collector", ""])("refuses the address %j", (url) => {
  expect(() => makeOtlpExporter({ url, serviceName: "billing" })).toThrow(
    new TypeError("makeOtlpExporter: url has to be an address such as http://127.0.0.1:4318"),
  )
})
