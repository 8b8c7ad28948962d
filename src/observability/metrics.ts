// The metrics, with their units and buckets. They are updated where ports and requests are observed, and nowhere else.
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { metricName } from "../app/telemetry/telemetry.ts"

const seconds = { attributes: { unit: "s" } }

/** The buckets that the semantic conventions advise for requests, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The buckets of a run of one organization, which may make many charges, in seconds. */
const runBoundaries = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 600]

const counter = (name: string, unit: string) =>
  Metric.counter(name, { incremental: true, attributes: { unit } })

/** Each metric by the key of its name. */
export const metric = {
  requestDuration: Metric.histogram(metricName.requestDuration, { boundaries, ...seconds }),
  invoicesIssued: counter(metricName.invoicesIssued, "{invoice}"),
  payments: counter(metricName.payments, "{attempt}"),
  subscriptionChanges: counter(metricName.subscriptionChanges, "{subscription}"),
  delinquencyEntered: counter(metricName.delinquencyEntered, "{minor_unit}"),
  delinquencyLeft: counter(metricName.delinquencyLeft, "{minor_unit}"),
  gatewayDuration: Metric.histogram(metricName.gatewayDuration, { boundaries, ...seconds }),
  webhookDeliveries: counter(metricName.webhookDeliveries, "{attempt}"),
  otpsUndelivered: counter(metricName.otpsUndelivered, "{code}"),
  outboxAge: Metric.gauge(metricName.outboxAge, seconds),
  engineDueLag: Metric.gauge(metricName.engineDueLag, seconds),
  engineDue: Metric.gauge(metricName.engineDue, { attributes: { unit: "{organization}" } }),
  engineRunning: Metric.gauge(metricName.engineRunning, { attributes: { unit: "{organization}" } }),
  engineFailing: Metric.gauge(metricName.engineFailing, { attributes: { unit: "{organization}" } }),
  engineRuns: counter(metricName.engineRuns, "{organization}"),
  engineRunDuration: Metric.histogram(metricName.engineRunDuration, {
    boundaries: runBoundaries,
    ...seconds,
  }),
} satisfies Record<keyof typeof metricName, Metric.Metric<number, unknown>>

/** Updates a metric with these attributes. */
export const update = (
  key: keyof typeof metric,
  value: number,
  attributes: Readonly<Record<string, string>> = {},
): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(metric[key] as Metric.Metric<number, unknown>, attributes), value)
