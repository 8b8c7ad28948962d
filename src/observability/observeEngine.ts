// The metrics and logs of an engine, from what it reports. A log record has the kind of a cause, never its text.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { nameOf } from "../app/telemetry/quietTracer.ts"
import { attribute } from "../app/telemetry/telemetry.ts"
import type { EngineReport } from "../engine/index.ts"
import { update } from "./metrics.ts"

/**
 * Updates the metrics of an engine by a report, and logs what failed: `runEngine({ onReport: observeEngine })`.
 *
 * @example
 * ```ts
 * import { runEngine } from "studio-billing/engine"
 * import { observeEngine } from "studio-billing/observability"
 *
 * const engine = runEngine({ onReport: observeEngine })
 * typeof engine // "object"
 * ```
 */
export const observeEngine = (report: EngineReport): Effect.Effect<void> => {
  switch (report._tag) {
    case "Looked":
      return Effect.andThen(
        update("engineDueLag", report.lagMillis / 1000),
        Effect.andThen(
          update("engineDue", report.due),
          Effect.andThen(update("engineRunning", report.running), update("engineFailing", report.failing)),
        ),
      )
    case "Ran":
      return Effect.andThen(
        update("engineRuns", 1, { [attribute.outcome]: "ran" }),
        update("engineRunDuration", report.millis / 1000),
      )
    case "Failed":
      return Effect.andThen(
        update("engineRuns", 1, { [attribute.outcome]: "failed", [attribute.rejection]: report.rejection }),
        logged("An organization could not be brought up to date", {
          [attribute.organizationId]: report.organizationId,
          [attribute.rejection]: report.rejection,
        }),
      )
    case "Hung":
      return Effect.andThen(
        update("engineRuns", 1, { [attribute.outcome]: "hung" }),
        logged(`The engine waits no more for ${report.what}, which took longer than ${report.millis} ms`),
      )
    case "StoreFailed":
      return logged("The store did not say what is due", failed(report.cause))
    case "TaskFailed":
      return logged(`The task ${report.task} failed`, failed(report.cause))
    case "Stopped":
      return Effect.logInfo(`The engine stopped; ${report.left} organizations did not end in time`)
  }
}

const failed = (cause: Cause.Cause<unknown>) => ({ [attribute.errorType]: nameOf(Cause.squash(cause)) })

const logged = (text: string, attributes: Readonly<Record<string, string>> = {}): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError(text), attributes)
