// Spans, metrics and logs of a service by an exporter of Effect: of its requests, its use cases, its ports and its engine.
// Their names stand in docs/observability.md.
export { attribute, metricName, spanName } from "../app/telemetry/telemetry.ts"
export { type Exporter, makeOtlpExporter } from "./makeOtlpExporter.ts"
export { observed } from "./observed.ts"
export { observeEngine } from "./observeEngine.ts"
export { observeOutbox, observeOutboxTask } from "./observeOutbox.ts"
