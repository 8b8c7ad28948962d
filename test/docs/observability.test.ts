// The page about observability: its tables are those of the code and of what is exported, and its picture is a real trace.
import { readFileSync, writeFileSync } from "node:fs"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import { describe, expect, it } from "vitest"
import { wallClock } from "../../simulator/world/clock.ts"
import { attribute, metricName, spanName } from "../../src/app/telemetry/telemetry.ts"
import { BillingStore, PaymentGateway } from "../../src/index.ts"
import { observed } from "../../src/observability/index.ts"
import { metric } from "../../src/observability/metrics.ts"
import { startCollector } from "../support/collector.ts"
import { servers } from "../support/hosts.ts"
import { beginning, seeded } from "../support/simulator.ts"
import { thorough } from "../support/thorough.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"
import { tablesUnder } from "./markdown.ts"
import { drawTrace } from "./traceImage.ts"

const page = read("docs/observability.md").text
const [spans, attributes] = tablesUnder(page, "Spans")
const [metrics] = tablesUnder(page, "Metrics")
const code = (name: string): string => `\`${name}\``
const codesIn = (cell = ""): ReadonlyArray<string> =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => name)

describe("the page about observability", () => {
  it("names every span, attribute and metric", () => {
    const named = (table: typeof spans) => [...(table?.rows.keys() ?? [])].toSorted()
    expect(named(spans)).toEqual([...Object.values(spanName).map(code), "the use case"].toSorted())
    expect(named(attributes)).toEqual(Object.values(attribute).map(code).toSorted())
    expect(named(metrics)).toEqual(Object.values(metricName).map(code).toSorted())
  })

  it("says the kind and the unit of each metric", () => {
    const said = Array.from(metrics?.rows ?? [], ([name, [kind, unit]]) => [name, kind, unit])
    const are = Object.values(metric).map(({ id, type, attributes }) => [
      code(id),
      type.toLowerCase(),
      attributes?.unit,
    ])
    expect(said.toSorted()).toEqual(are.toSorted())
  })

  it("names attributes that there are", () => {
    const cells = [...(spans?.rows.values() ?? []), ...(metrics?.rows.values() ?? [])]
    const named = cells.flatMap((row) => codesIn(row.find((cell) => /`(?:studio|http|error)\./.test(cell))))
    expect(named.filter((name) => !Object.values<string>(attribute).includes(name))).toEqual([])
  })

  it.runIf(thorough)("has code that compiles", () => {
    const codes = fencesOf(page).map(({ text }) => text)
    expect(codes).toHaveLength(2)
    expect(compileFaults(codes)).toEqual([])
  })
})

/** A clock that is moved by what is done. */
const makeClock = () => {
  let now = Date.parse(beginning)
  const nanos = () => BigInt(now) * 1_000_000n
  const clock: Clock.Clock = {
    sleep: (duration) => wallClock.sleep(duration),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
  }
  const taking = <A, E>(millis: number, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      now += millis
      return effect
    })
  return { clock, taking }
}

/** The spans of a payment by card, as they were exported: a read takes 2 or 3 ms, a commit 9, the charge 180. */
const paid = async () => {
  const { clock, taking } = makeClock()
  const collector = await startCollector()
  const exporter = Otlp.layerJson({ baseUrl: collector.url, resource: { serviceName: "billing" } })
  const [, start] = servers[0]
  const { call, close } = start({
    observe: (ports) => {
      const slow = Layer.flatMap(ports, (context) => {
        const store = Context.get(context, BillingStore)
        const gateway = Context.get(context, PaymentGateway)
        return Layer.succeedContext(
          context.pipe(
            Context.add(Clock.Clock, clock),
            Context.add(BillingStore, {
              ...store,
              account: (...args) => taking(3, store.account(...args)),
              user: (id) => taking(2, store.user(id)),
              organization: (id) => taking(2, store.organization(id)),
              commit: (commit) => taking(9, store.commit(commit)),
            }),
            Context.add(PaymentGateway, {
              ...gateway,
              charge: (charge) => taking(180, gateway.charge(charge)),
            }),
          ),
        )
      })
      return observed(slow, Layer.provide(exporter, FetchHttpClient.layer))
    },
  })
  const base = `/studio/organizations/${seeded.organizationId}`
  const token = (await call("POST", "/_simulator/tokens")).json.accessToken
  const post = async (path: string, body: object) => (await call("POST", base + path, { token, body })).json
  const { paymentMethodId } = await post("/payment-methods", { type: "CARD", cardToken: "tok_visa" })
  await post("/subscriptions", {
    planId: seeded.starter,
    planIntervalId: seeded.starterMonthly,
    paymentMethodId,
  })
  const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`, { token })).json
  expect((await post(`/invoices/${invoiceId}/pay`, {})).status).toBe("PAID")
  await close?.()
  collector.close()
  const exported = collector.spans()
  const traceId = exported.find(({ name }) => name === "payInvoice")?.traceId
  return { points: collector.points(), exported, trace: exported.filter((span) => span.traceId === traceId) }
}

describe("what is exported", () => {
  it("is as the page says, and so is its picture; UPDATE_DOCS=1 draws it anew", async () => {
    const { points, exported, trace } = await paid()
    const rowOf = (name: string) =>
      Array.from(spans?.rows ?? []).find(([row]) =>
        new RegExp(`^${row.replaceAll("`", "").replaceAll(/\{\w+\}/g, "\\S+")}$`).test(name),
      )?.[1] ?? spans?.rows.get("the use case")
    const unsaid = [
      ...exported.map(({ name, attributes }) => [name, attributes, rowOf(name)?.[1]] as const),
      ...points.map(
        ({ name, attributes }) => [name, attributes, metrics?.rows.get(code(name))?.[2]] as const,
      ),
    ].flatMap(([name, attributes, cell]) =>
      Object.keys(attributes)
        .filter((key) => !codesIn(cell).includes(key))
        .map((key) => `${name}: ${key}`),
    )
    expect(unsaid).toEqual([])

    const drawn = drawTrace(trace)
    const image = new URL("../../docs/images/trace-pay-invoice.svg", import.meta.url)
    if (process.env.UPDATE_DOCS === "1") writeFileSync(image, drawn)
    expect(drawn).toBe(readFileSync(image, "utf8"))
  })
})
