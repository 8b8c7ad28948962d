// A collector of OpenTelemetry: an HTTP server that keeps what exporters send to it, as OTLP in JSON.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

type Value = {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
  readonly arrayValue?: { readonly values: ReadonlyArray<Value> }
}
type KeyValues = ReadonlyArray<{ readonly key: string; readonly value: Value }>

/** The attributes of something, by name. */
export type Attributes = Readonly<Record<string, unknown>>

/** A span as it arrived. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Attributes
  /** 0 unset, 1 ok, 2 error. */
  readonly status: { readonly code: number; readonly message?: string }
}

/** A value of a metric as it arrived last. */
export interface CollectedPoint {
  readonly name: string
  readonly unit: string
  readonly kind: "sum" | "gauge" | "histogram"
  readonly attributes: Attributes
  /** The value of a sum or a gauge, the count of a histogram. */
  readonly value: number
}

/** A log record as it arrived. */
export interface CollectedLog {
  readonly severity: string
  readonly body: unknown
  readonly attributes: Attributes
  readonly traceId: string | undefined
}

const readValue = (value: Value): unknown =>
  value.arrayValue?.values.map(readValue) ??
  value.stringValue ??
  value.intValue ??
  value.doubleValue ??
  value.boolValue
const attributesOf = (given: KeyValues = []): Attributes =>
  Object.fromEntries(given.map(({ key, value }) => [key, readValue(value)]))

/** A collector on a free port. */
export const startCollector = async () => {
  // biome-ignore lint/suspicious/noExplicitAny: what arrives is looked at member by member
  const arrived: Record<string, Array<any>> = { "/v1/traces": [], "/v1/metrics": [], "/v1/logs": [] }
  const server = createServer(async (request, response) => {
    arrived[request.url ?? ""]?.push(await json(request))
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const all = (path: string, ...members: ReadonlyArray<string>) =>
    members.reduce(
      (found, member) => found.flatMap((one) => one[member] ?? []),
      // biome-ignore lint/suspicious/noExplicitAny: as above
      (arrived[path] ?? []) as ReadonlyArray<any>,
    )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: (): ReadonlyArray<CollectedSpan> =>
      all("/v1/traces", "resourceSpans", "scopeSpans", "spans").map((span) => ({
        ...span,
        attributes: attributesOf(span.attributes),
      })),
    /** The metrics as they were last. */
    points: (): ReadonlyArray<CollectedPoint> =>
      arrived["/v1/metrics"]
        ?.slice(-1)
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .flatMap(({ name, unit, sum, gauge, histogram }) =>
          // biome-ignore lint/suspicious/noExplicitAny: as above
          (sum ?? gauge ?? histogram).dataPoints.map((point: any) => {
            const { unit: _, ...attributes } = attributesOf(point.attributes)
            return {
              name,
              unit,
              kind: sum === undefined ? (gauge === undefined ? "histogram" : "gauge") : "sum",
              attributes,
              value: Number(point.asDouble ?? point.asInt ?? point.count),
            }
          }),
        ) ?? [],
    logs: (): ReadonlyArray<CollectedLog> =>
      all("/v1/logs", "resourceLogs", "scopeLogs", "logRecords").map((record) => ({
        severity: record.severityText,
        body: readValue(record.body),
        attributes: attributesOf(record.attributes),
        traceId: record.traceId,
      })),
    /** All that arrived, as a text. */
    text: (): string => JSON.stringify(arrived),
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}
