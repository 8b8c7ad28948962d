// What an exporter costs a server: processor time of a call with one and without. What is exported is written as text and
// goes nowhere, so that no collector counts.
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import { observed } from "../../src/observability/index.ts"
import { servers, type TestHost } from "../support/hosts.ts"
import { seeded } from "../support/simulator.ts"
import { inTurn, type Row, rowOf } from "./measure.ts"

const CALLS = 5_000

const nowhere = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) =>
    Effect.succeed(HttpClientResponse.fromWeb(request, new Response("{}", { status: 200 }))),
  ),
)
const exporter = Otlp.layerJson({
  baseUrl: "http://nowhere.example",
  resource: { serviceName: "bench" },
}).pipe(Layer.provide(nowhere))

/** Microseconds of processor time a call, by a caller that waits for each. */
const microsOf = async ({ dispatcher }: TestHost, url: string, token: string): Promise<number> => {
  const request = { method: "GET", url, headers: { authorization: `Bearer ${token}` }, body: null }
  const before = process.cpuUsage()
  for (let call = 0; call < CALLS; call++) await Effect.runPromise(dispatcher(request))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CALLS
}

/** Calls of a server over memory with an exporter against those without one. */
export const measureObserved = async (): Promise<ReadonlyArray<Row>> => {
  const [, start] = servers[0]
  const hosts = { ours: start({ observe: (ports) => observed(ports, exporter) }), theirs: start() }
  const tokenOf = async ({ call }: TestHost): Promise<string> =>
    (await call("POST", "/_simulator/tokens")).json.accessToken
  const tokens = { ours: await tokenOf(hosts.ours), theirs: await tokenOf(hosts.theirs) }
  const calls = {
    "list plans": "/studio/plans",
    "list invoices": `/studio/organizations/${seeded.organizationId}/invoices`,
  }
  const rows: Array<Row> = []
  for (const [name, url] of Object.entries(calls)) {
    const figures = await inTurn({
      ours: () => microsOf(hosts.ours, url, tokens.ours),
      theirs: () => microsOf(hosts.theirs, url, tokens.theirs),
    })
    rows.push(rowOf({ name: `${name}, exported against not observed`, ...figures, unit: "µs" }))
  }
  await hosts.ours.close?.()
  return rows
}
