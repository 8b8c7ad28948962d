// The supervised engine: it looks for what is due, brings several organizations up to date at once, and goes on whatever
// fails. It holds no truth: what is due stands in the store, so that it may end anywhere, and any number may run.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import { causeTag } from "../app/due/causeTag.ts"
import { enterDueAgain } from "../app/due/enterDueAgain.ts"
import { about } from "../app/execution/about.ts"
import { applyDue, type BillingPorts } from "../app/execution/applyDue.ts"
import { spanName } from "../app/execution/telemetry.ts"
import { exitWithin } from "../app/ports/exitWithin.ts"
import { tell } from "../app/ports/tell.ts"
import { BillingStore } from "../ports/BillingStore.ts"
import { backoffOf } from "./backoffOf.ts"
import { boundsOf, type EngineBounds } from "./EngineOptions.ts"
import type { EngineReport } from "./EngineReport.ts"
import { type EngineTask, runTask } from "./runTask.ts"

/** How an engine runs, and what it does beside billing. */
export interface EngineOptions<R = never> extends Partial<EngineBounds> {
  /** Work that is done again and again beside billing, such as the delivery of codes and of webhooks. */
  readonly tasks?: ReadonlyArray<EngineTask<R>>
  /** Gets each report. One that throws or hangs disturbs no work. */
  readonly onReport?: (report: EngineReport) => Effect.Effect<void, never, R>
  /** Whether it may take steps however long ago they fell due. GAP-134 */
  readonly catchUp?: boolean
}

interface Entry {
  readonly organizationId: string
  readonly at: number
}

/**
 * Runs an engine until it is interrupted; it never ends by itself. An interruption takes nothing more, waits for what is
 * under way for `drainMillis`, and leaves the rest due.
 *
 * @example
 * ```ts
 * import { runEngine } from "studio-billing/engine"
 *
 * const engine = runEngine({ concurrency: 32, everyMillis: 5_000 })
 * // Effect.runFork(Effect.provide(engine, ports)); interrupting the fiber stops it in order
 * typeof engine // "object"
 * ```
 */
export const runEngine = <R = never>(
  options: EngineOptions<R> = {},
): Effect.Effect<never, never, BillingPorts | R> => {
  const { tasks = [], onReport = () => Effect.void, catchUp = false, ...given } = options
  const bounds = boundsOf(given)
  return Effect.gen(function* () {
    const store = yield* BillingStore
    const running = new Map<string, Fiber.Fiber<void>>()
    const failing = new Map<string, { readonly failures: number; readonly againAt: number }>()
    const done = new Map<string, number>()
    const ended = Latch.makeUnsafe()
    let backlog: ReadonlyArray<Entry> = []
    let looksFailed = 0

    const report = (told: EngineReport): Effect.Effect<void, never, R> => tell(() => onReport(told))

    const bringUpToDate = Effect.fnUntraced(function* ({ organizationId, at }: Entry) {
      const startedAt = yield* Clock.currentTimeMillis
      let billingEvents = 0
      const onEvents = (told: ReadonlyArray<unknown>): void => {
        billingEvents += told.length
      }
      const work = Effect.withSpan(
        about(applyDue({ organizationId }, { catchUp, onEvents }), organizationId),
        spanName.organization,
        { captureStackTrace: false },
      )
      // Listed once more as it was: nothing is due there, and the list is put right.
      const again = done.get(organizationId) === at ? enterDueAgain(organizationId) : Effect.void
      const exit = yield* exitWithin(Effect.uninterruptible(Effect.andThen(work, again)), bounds.turnMillis)
      const now = yield* Clock.currentTimeMillis
      if (Option.isSome(exit) && Exit.isSuccess(exit.value)) {
        failing.delete(organizationId)
        done.set(organizationId, at)
        return yield* report({ _tag: "Ran", organizationId, millis: now - startedAt, billingEvents })
      }
      const failures = (failing.get(organizationId)?.failures ?? 0) + 1
      const againAt = now + backoffOf(failures, bounds)
      failing.set(organizationId, { failures, againAt })
      if (Option.isNone(exit)) {
        return yield* report({ _tag: "Hung", what: organizationId, millis: bounds.turnMillis })
      }
      const cause = Exit.isFailure(exit.value) ? exit.value.cause : Cause.empty
      yield* report({
        _tag: "Failed",
        organizationId,
        rejection: causeTag(cause),
        cause,
        failures,
        againAt,
      })
    })

    const start = Effect.fnUntraced(function* (entry: Entry) {
      const { organizationId } = entry
      const end = Effect.sync(() => {
        running.delete(organizationId)
        ended.openUnsafe()
      })
      const fiber = yield* Effect.forkDetach(Effect.ensuring(bringUpToDate(entry), end))
      running.set(organizationId, fiber)
    })

    /** Looks for what is due; how long until it should look again where nothing is. */
    const look = Effect.fnUntraced(function* () {
      const now = yield* Clock.currentTimeMillis
      // Those that are under way or wait stay listed, so the limit grows with them.
      const limit = bounds.batch + running.size + failing.size
      const listed = yield* exitWithin(
        Effect.suspend(() => store.due({ until: now, limit })),
        bounds.turnMillis,
      )
      if (Option.isSome(listed) && Exit.isSuccess(listed.value)) {
        looksFailed = 0
        const due = listed.value.value
        backlog = due.filter(({ organizationId }) => {
          const waits = (failing.get(organizationId)?.againAt ?? 0) > now
          return !waits && !running.has(organizationId)
        })
        const ids = new Map(due.map(({ organizationId, at }) => [organizationId, at]))
        for (const [id, at] of done) if (ids.get(id) !== at) done.delete(id)
        for (const id of failing.keys()) if (!ids.has(id) && !running.has(id)) failing.delete(id)
        yield* report({
          _tag: "Looked",
          at: now,
          due: due.length,
          lagMillis: Math.max(0, now - (due[0]?.at ?? now)),
          running: running.size,
          failing: failing.size,
        })
        return backlog.length > 0 ? 0 : bounds.everyMillis
      }
      looksFailed += 1
      const wait = Math.min(backoffOf(looksFailed, bounds), bounds.everyMillis)
      if (Option.isNone(listed)) {
        yield* report({ _tag: "Hung", what: "BillingStore.due", millis: bounds.turnMillis })
      } else if (Exit.isFailure(listed.value)) {
        yield* report({ _tag: "StoreFailed", cause: listed.value.cause, againAt: now + wait })
      }
      return wait
    })

    const loop = Effect.gen(function* () {
      let looksAt = 0
      for (;;) {
        if (backlog.length === 0 && (yield* Clock.currentTimeMillis) >= looksAt) {
          const wait = yield* look()
          looksAt = (yield* Clock.currentTimeMillis) + wait
        }
        while (running.size < bounds.concurrency) {
          const [next, ...rest] = backlog
          if (next === undefined) break
          backlog = rest
          if (!running.has(next.organizationId)) yield* start(next)
        }
        ended.closeUnsafe()
        // One that ends makes room, or may have more to do now; where nothing is under way time alone does.
        const rest = Effect.sleep(Math.max(1, looksAt - (yield* Clock.currentTimeMillis)))
        if (running.size < bounds.concurrency && backlog.length === 0) {
          yield* running.size === 0 ? rest : Effect.raceFirst(rest, ended.await)
        } else yield* ended.await
      }
    })

    const drain = Effect.gen(function* () {
      const fibers = Array.from(running.values())
      yield* Effect.timeoutOption(Fiber.awaitAll(fibers), bounds.drainMillis)
      const left = running.size
      for (const fiber of running.values()) fiber.interruptUnsafe()
      yield* report({ _tag: "Stopped", left })
    })

    const background = tasks.map((task) => runTask(task, bounds, report))
    const both = Effect.all([loop, ...background], { concurrency: "unbounded", discard: true })
    return yield* Effect.onInterrupt(Effect.andThen(both, Effect.never), () => drain)
  })
}
