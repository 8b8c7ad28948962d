// An exporter that keeps what it is told, in place of one that sends it: spans, metrics and log records of one test.

import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"

export const makeExporter = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const logs: Array<{
    readonly level: string
    readonly message: unknown
    readonly annotations: unknown
    readonly traceId: string | undefined
  }> = []
  const registry: Context.Service.Shape<typeof Metric.MetricRegistry> = new Map()
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  const logger = Logger.make<unknown, void>(({ logLevel, message, fiber }) => {
    logs.push({
      level: logLevel,
      message,
      annotations: fiber.getRef(References.CurrentLogAnnotations),
      traceId: fiber.cache.span?.traceId,
    })
  })
  return {
    layer: Layer.mergeAll(
      Layer.succeed(Tracer.Tracer, tracer),
      Layer.succeed(Metric.MetricRegistry, registry),
      Logger.layer([logger]),
    ),
    spans,
    logs,
    /** The values of all metrics: name, attributes, value or count. */
    metrics: () =>
      Metric.snapshotUnsafe(Context.make(Metric.MetricRegistry, registry)).map(
        ({ id, attributes, state }) => {
          const { unit: _, ...others } = attributes ?? {}
          return [id, others, "value" in state ? state.value : "count" in state ? state.count : null]
        },
      ),
  }
}
