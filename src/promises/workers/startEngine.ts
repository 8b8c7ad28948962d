// The supervised engine for those who wait by Promises: it starts, it tells by callbacks, it stops.
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { BillingPorts } from "../../app/execution/applyDue.ts"
import { deliverOtps } from "../../app/otp-delivery/deliverOtps.ts"
import { dispatchEvents } from "../../app/webhooks/dispatchEvents.ts"
import { boundsOf, checkTask, type EngineBounds } from "../../engine/EngineBounds.ts"
import type { EngineReport } from "../../engine/EngineReport.ts"
import { type EngineOptions, runEngine } from "../../engine/runEngine.ts"
import type { EngineTask } from "../../engine/runTask.ts"
import type { Exporter } from "../../observability/index.ts"
import { faultIn } from "../faultIn.ts"
import type { EngineFault, HostTask, RunningEngine, StartEngine } from "../groups/workers.ts"
import { type PortName, type Services, settled } from "../ports/services.ts"
import { type Check, callback, filled, flag, integer, list, optional, record } from "../shapes.ts"

const CALL = "engine.start"

type Task = EngineTask<BillingPorts | Services>

/** What is done beside billing where there are the ports for it. */
const tasksOf = Effect.fnUntraced(function* (
  has: (port: PortName) => boolean,
  onFault: NonNullable<StartEngine["onFault"]>,
): Effect.fn.Return<ReadonlyArray<Task>, never, Services | Scope.Scope> {
  const tasks: Array<Task> = []
  if (has("otpSender")) tasks.push({ name: "codes", everyMillis: 5_000, run: deliverOtps })
  if (!has("webhookStore") || !has("webhookSender")) return tasks
  const name = "webhooks"
  // One dispatcher for as long as the engine runs, so that nobody waits for a slow receiver, or for a defect.
  const { wake, drain } = yield* dispatchEvents((cause) =>
    onFault({ what: name, error: Cause.squash(cause), againAt: null }),
  )
  return [...tasks, { name, everyMillis: 1_000, run: wake, drain }]
})

const work = callback as Check<HostTask["run"]>
const bound = optional(integer) as Check<number>
const listener = optional(callback) as Check<() => void>

const engineMembers = record<StartEngine>({
  concurrency: bound,
  batch: bound,
  everyMillis: bound,
  turnMillis: bound,
  backoffMillis: bound,
  backoffMillisMax: bound,
  drainMillis: bound,
  catchUp: optional(flag) as Check<boolean>,
  tasks: optional(list(record<HostTask>({ name: filled, everyMillis: integer, run: work }))),
  onLook: listener,
  onFault: listener,
})

/** The bounds of the engine, and those of its tasks: its own error does not name the call. */
const boundsIn = (given: Partial<EngineBounds>, tasks: ReadonlyArray<HostTask>): EngineBounds => {
  try {
    for (const task of tasks) checkTask(task)
    return boundsOf(given)
  } catch (cause) {
    throw new TypeError(`${CALL}: ${(cause as Error).message}`, { cause })
  }
}

/** Starts an engine over these services. Throws a `TypeError` that names the option that is wrong. */
export const startEngine = (
  context: Context.Context<never>,
  has: (port: PortName) => boolean,
  options: StartEngine = {},
  exporter?: Exporter,
): RunningEngine => {
  const {
    catchUp,
    tasks: own = [],
    onLook = nothing,
    onFault = nothing,
    ...bounds
  } = engineMembers(options, CALL)
  const engineOptions: EngineOptions<BillingPorts | Services> = {
    ...boundsIn(bounds, own),
    catchUp: catchUp ?? false,
    onReport: (report) =>
      Effect.andThen(
        exporter?.onReport(report) ?? Effect.void,
        Effect.sync(() => {
          const fault = faultOf(report)
          // What an async one gives is for who tells: it may reject.
          if (fault !== null) return onFault(fault)
          if (report._tag !== "Looked") return
          const { _tag, ...look } = report
          return onLook(look)
        }),
      ),
  }
  const beside: ReadonlyArray<Task> = [
    ...own.map(({ run, ...task }) => ({ ...task, run: Effect.suspend(() => settled(run())) })),
    ...(exporter === undefined ? [] : [exporter.task]),
  ]
  const engine = Effect.scoped(
    Effect.flatMap(tasksOf(has, onFault), (tasks) =>
      runEngine({ ...engineOptions, tasks: [...tasks, ...beside] }),
    ),
  )
  const fiber = Effect.runForkWith(context as Context.Context<BillingPorts | Services>)(engine)
  return { stop: () => Effect.runPromise(Fiber.interrupt(fiber)) }
}

const nothing = (): void => undefined

/** What failed; `null` where nothing did. */
const faultOf = (report: EngineReport): EngineFault | null => {
  switch (report._tag) {
    case "Failed":
      return { what: report.organizationId, error: faultIn(CALL, report.cause), againAt: report.againAt }
    case "TaskFailed":
      return { what: report.task, error: Cause.squash(report.cause), againAt: report.againAt }
    case "StoreFailed":
      return { what: "store", error: Cause.squash(report.cause), againAt: report.againAt }
    case "Hung":
      return { what: report.what, error: new Error(`No end within ${report.millis} ms`), againAt: null }
    default:
      return null
  }
}
