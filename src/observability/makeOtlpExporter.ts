// An exporter for who does not know Effect: to a collector of OpenTelemetry, as JSON over HTTP.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import * as Scope from "effect/Scope"
import type { EngineReport, EngineTask } from "../engine/index.ts"
import type { BillingStore } from "../ports/BillingStore.ts"
import { observed } from "./observed.ts"
import { observeEngine } from "./observeEngine.ts"
import { observeOutboxTask } from "./observeOutbox.ts"

/** What exports the spans, metrics and logs of a process: the `exporter` of `createBilling` and `portsLayer`. */
export interface Exporter {
  /** The services, observed, beside what exports. */
  readonly observe: (services: Context.Context<never>) => Context.Context<never>
  /** Told of what an engine does. */
  readonly onReport: (report: EngineReport) => Effect.Effect<void>
  /** What an engine asks of its store for the metrics. */
  readonly task: EngineTask<BillingStore>
  /** Sends what is left, for three seconds at most, and ends. */
  readonly close: () => Promise<void>
}

/**
 * Makes the exporter of a process, which sends to `{url}/v1/traces`, `/v1/metrics` and `/v1/logs`. A process has one, since its
 * metrics are those of the process. A collector that does not answer disturbs nothing. Throws a `TypeError` for an address
 * that is none.
 *
 * @example
 * ```ts
 * import { makeOtlpExporter } from "studio-billing/observability"
 *
 * const exporter = makeOtlpExporter({ url: "http://127.0.0.1:4318", serviceName: "billing" })
 * await exporter.close() // undefined
 * ```
 */
export const makeOtlpExporter = (options: {
  /** The base of the collector's addresses, such as `http://127.0.0.1:4318`. */
  readonly url: string
  readonly serviceName: string
  readonly serviceVersion?: string
  /** Sent with each request, such as a key of the collector. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often metrics are sent; every 15 seconds unless it is given. */
  readonly metricsEveryMillis?: number
}): Exporter => {
  const { url, serviceName, serviceVersion, headers, metricsEveryMillis = 15_000 } = options
  const exporting = Otlp.layerJson({
    baseUrl: addressOf(url),
    resource: { serviceName, serviceVersion },
    headers,
    metricsExportInterval: metricsEveryMillis,
    shutdownTimeout: CLOSE_MILLIS_MAX,
  }).pipe(Layer.provide(FetchHttpClient.layer))
  const scope = Scope.makeUnsafe()
  const build = <A>(layer: Layer.Layer<A>): Context.Context<A> =>
    Effect.runSync(Layer.buildWithScope(layer, scope))
  const exporter = Layer.succeedContext(build(exporting))
  return {
    observe: (services) => build(observed(Layer.succeedContext(services), exporter)),
    onReport: observeEngine,
    task: observeOutboxTask(),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}

/** `collector:4318` is an address of the scheme `collector`, at which nobody would ever answer. */
const addressOf = (url: string): string => {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).href
  throw new TypeError("makeOtlpExporter: url has to be an address such as http://127.0.0.1:4318")
}

const CLOSE_MILLIS_MAX = 3_000
