// A service that is observed: the contract on a socket and the engine, over ports that export their spans, metrics and logs
// to a collector of OpenTelemetry, as JSON over HTTP. The ports are the host's.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import { deliverOtps } from "studio-billing"
import { runEngine } from "studio-billing/engine"
import type { SigningKeys, StudioPorts } from "studio-billing/http"
import { StudioListener, studioServerLayer } from "studio-billing/http/node"
import { observed, observeEngine, observeOutboxTask } from "studio-billing/observability"

/** What a service is made of. */
export interface ServiceOptions {
  readonly ports: Layer.Layer<StudioPorts>
  readonly keys: SigningKeys
  /** Port 0 takes a free one. */
  readonly port: number
  /** The base of the collector's addresses, such as `http://127.0.0.1:4318`. */
  readonly collector: string
}

/** Sends spans, metrics and logs to a collector, and what is left at the end. */
const exporterTo = (collector: string) =>
  Otlp.layerJson({
    baseUrl: collector,
    resource: { serviceName: "billing", serviceVersion: "1.0.0" },
    metricsExportInterval: "15 seconds",
  }).pipe(Layer.provide(FetchHttpClient.layer))

const engine = runEngine({
  everyMillis: 1_000,
  onReport: observeEngine,
  tasks: [observeOutboxTask(), { name: "codes", everyMillis: 1_000, run: deliverOtps }],
})

/** Starts a service. Its end stops the engine, answers what is in flight, and exports the rest. */
export const startService = async ({ ports, keys, port, collector }: ServiceOptions) => {
  const listening = Promise.withResolvers<string>()
  const serve = Effect.gen(function* () {
    const { url } = yield* StudioListener
    listening.resolve(url)
    return yield* engine
  })
  // A defect is logged and exported without its text, which may quote anything. Your own log has the text, by the request id.
  const server = studioServerLayer({
    port,
    keys,
    onDefect: ({ cause, requestId }) => console.error(requestId, cause),
  })
  const running = Effect.runFork(
    Effect.provide(serve, server.pipe(Layer.provideMerge(observed(ports, exporterTo(collector))))),
  )
  running.addObserver((exit) => listening.reject(exit))
  return { url: await listening.promise, stop: () => Effect.runPromise(Fiber.interrupt(running)) }
}
