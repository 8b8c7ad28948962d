// The supervised engine: it looks for what is due, brings several organizations up to date at once, and goes on whatever
// fails. It holds no truth: what is due stands in the store, so that it may end anywhere, and any number may run: each
// takes its organizations by claims, and those of one that ended come back when its claims end.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import { causeTag } from "../app/due/causeTag.ts"
import { enterDueAgain } from "../app/due/enterDueAgain.ts"
import { type ApplyDueOptions, applyDue, type BillingPorts } from "../app/execution/applyDue.ts"
import { CurrentBillingPolicy } from "../app/execution/CurrentBillingPolicy.ts"
import { spanName } from "../app/execution/telemetry.ts"
import { about, useCase } from "../app/execution/useCase.ts"
import { exitWithin } from "../app/ports/exitWithin.ts"
import { tell } from "../app/ports/tell.ts"
import { BillingStore, type DueClaim } from "../ports/BillingStore.ts"
import { backoffOf } from "./backoffOf.ts"
import { boundsOf, checkTask, type EngineBounds } from "./EngineBounds.ts"
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

/** How much longer than one organization may take a claim lasts: so long it may wait for its turn. */
const LEASE_MARGIN_MILLIS = 60_000

/** What reports call the engine itself. */
const ENGINE = "engine"

const bringUp = useCase(spanName.organization)(
  (ref: { readonly organizationId: string }, options: ApplyDueOptions) => applyDue(ref, options),
  about,
)

/**
 * Runs an engine until it is interrupted; it never ends by itself. An interruption takes nothing more, gives back what it
 * has not begun, waits for what is under way for `drainMillis`, and leaves the rest due.
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
  for (const task of tasks) checkTask(task)
  const leaseMillis = bounds.turnMillis + LEASE_MARGIN_MILLIS
  return Effect.gen(function* () {
    const store = yield* BillingStore
    const running = new Map<string, Fiber.Fiber<void>>()
    const failing = new Map<string, { readonly failures: number; readonly againAt: number }>()
    const ended = Latch.makeUnsafe()
    let backlog: ReadonlyArray<DueClaim> = []
    let looksFailed = 0
    let looksAt = 0
    let mayBeMore = false
    let claiming: Fiber.Fiber<unknown, unknown> | null = null
    let isStopped = false

    const report = (told: EngineReport): Effect.Effect<void, never, R> => tell(() => onReport(told))
    const reportOf = (task: string, cause: Cause.Cause<unknown>) =>
      report({ _tag: "TaskFailed", task, cause, againAt: null })

    /** Begins work again that dies, as by a clock that throws. */
    const goingOn = (task: string, work: Effect.Effect<unknown, never, BillingPorts | R>) =>
      Effect.forever(
        Effect.catchCauseIf(work, Cause.hasDies, (cause) =>
          Effect.andThen(
            reportOf(task, cause),
            Effect.sleep(Math.min(backoffOf(1, bounds), bounds.everyMillis)),
          ),
        ),
      )

    /** Where this fails the claims end by themselves. */
    const moveClaims = (claims: ReadonlyArray<DueClaim>, until: number) =>
      claims.length === 0
        ? Effect.void
        : exitWithin(
            Effect.suspend(() => store.moveClaims(claims, until)),
            bounds.drainMillis,
          )

    const giveBacklogBack = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const claims = backlog
      backlog = []
      // Never later than they end by themselves: the clock may be ahead by now.
      return moveClaims(claims, Math.min(now, ...claims.map(({ until }) => until)))
    })

    const hasRoom = (): boolean => backlog.length === 0 && running.size < bounds.concurrency

    /** Takes claims into the backlog, also those that come late; where the engine is stopped by then they go back. */
    const takeIn = Effect.fnUntraced(function* (claims: ReadonlyArray<DueClaim>, now: number) {
      const waitsUntil = ({ organizationId }: DueClaim): number =>
        running.has(organizationId) ? now : (failing.get(organizationId)?.againAt ?? 0)
      const isFree = (claim: DueClaim): boolean =>
        !running.has(claim.organizationId) && waitsUntil(claim) <= now
      const early = claims.filter((claim) => !isFree(claim))
      backlog = [...backlog, ...claims.filter(isFree)]
      mayBeMore = backlog.length > 0
      if (isStopped) yield* giveBacklogBack
      // A commit gave them free again before their time.
      for (const claim of early) yield* moveClaims([claim], waitsUntil(claim))
    })

    /** Finds how late the first of all is, and claims what is due where there is room. No claim is lost that comes late. */
    const claimDue = Effect.fnUntraced(function* (now: number) {
      claiming = yield* Effect.withFiber((fiber) => Effect.succeed(fiber))
      const takes = hasRoom()
      if (takes) mayBeMore = false
      const [first] = yield* store.due({ until: now, limit: 1 })
      const lagMillis = Math.max(0, now - (first?.at ?? now))
      if (!takes) return { due: 0, lagMillis }
      const { clockSkewMillis } = yield* CurrentBillingPolicy
      const claim = store.claimDue({ now, limit: bounds.batch, leaseMillis, clockSkewMillis })
      const claims = yield* Effect.uninterruptible(Effect.tap(claim, (claims) => takeIn(claims, now)))
      return { due: claims.length, lagMillis }
    })

    const bringUpToDate = Effect.fnUntraced(function* (claim: DueClaim) {
      const { organizationId } = claim
      const startedAt = yield* Clock.currentTimeMillis
      let billingEvents = 0
      let steps = 0
      const onEvents = (told: ReadonlyArray<unknown>): void => {
        billingEvents += told.length
        steps += 1
      }
      const work = bringUp({ organizationId }, { catchUp, onEvents })
      // Nothing was due there, and the list is put right.
      const again = Effect.suspend(() => (steps === 0 ? enterDueAgain(organizationId) : Effect.void))
      const exit = yield* exitWithin(Effect.uninterruptible(Effect.andThen(work, again)), bounds.turnMillis)
      const now = yield* Clock.currentTimeMillis
      if (Option.isSome(exit) && Exit.isSuccess(exit.value)) {
        failing.delete(organizationId)
        return yield* report({ _tag: "Ran", organizationId, millis: now - startedAt, billingEvents })
      }
      const failures = (failing.get(organizationId)?.failures ?? 0) + 1
      // A turn ends within its claim; where the clock says otherwise, it is wrong.
      const againAt = Math.min(now, claim.until) + backoffOf(failures, bounds)
      failing.set(organizationId, { failures, againAt })
      yield* moveClaims([claim], againAt)
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

    const start = Effect.fnUntraced(function* (claim: DueClaim) {
      const { organizationId } = claim
      const end = Effect.sync(() => {
        running.delete(organizationId)
        ended.openUnsafe()
      })
      const work = Effect.catchCauseIf(bringUpToDate(claim), Cause.hasDies, (cause) =>
        reportOf(ENGINE, cause),
      )
      const fiber = yield* Effect.forkDetach(Effect.ensuring(work, end))
      running.set(organizationId, fiber)
    })

    /** Looks for what is due, and says when to look again. */
    const look = Effect.fnUntraced(function* () {
      const now = yield* Clock.currentTimeMillis
      const { clockSkewMillis } = yield* CurrentBillingPolicy
      for (const [id, { againAt }] of failing) {
        // The clock was ahead when that failed. GAP-160
        if (againAt > now + bounds.backoffMillisMax + clockSkewMillis) failing.delete(id)
      }
      const asked = yield* exitWithin(claimDue(now), bounds.turnMillis)
      if (Option.isSome(asked) && Exit.isSuccess(asked.value)) {
        looksFailed = 0
        const { due, lagMillis } = asked.value.value
        // Whoever else claims one that failed here is done with it, or fails as often.
        for (const [id, { failures, againAt }] of failing) {
          if (againAt + 2 * backoffOf(failures + 1, bounds) + bounds.everyMillis < now) failing.delete(id)
        }
        yield* report({
          _tag: "Looked",
          at: now,
          due,
          lagMillis,
          running: running.size,
          failing: failing.size,
        })
        looksAt = now + bounds.everyMillis
        return
      }
      looksFailed += 1
      const wait = Math.min(backoffOf(looksFailed, bounds), bounds.everyMillis)
      if (Option.isNone(asked)) {
        yield* report({ _tag: "Hung", what: "BillingStore.claimDue", millis: bounds.turnMillis })
      } else if (Exit.isFailure(asked.value)) {
        yield* report({ _tag: "StoreFailed", cause: asked.value.cause, againAt: now + wait })
      }
      looksAt = (yield* Clock.currentTimeMillis) + wait
    })

    const loop = Effect.gen(function* () {
      for (let isTime = true; ; ) {
        ended.closeUnsafe()
        isTime ||= (yield* Clock.currentTimeMillis) >= looksAt
        if (isTime || (mayBeMore && hasRoom())) yield* look()
        while (running.size < bounds.concurrency) {
          const [next, ...rest] = backlog
          if (next === undefined) break
          if (next.until - (yield* Clock.currentTimeMillis) < bounds.turnMillis) {
            // It waited for too long, and its claim might end before it does.
            yield* giveBacklogBack
            break
          }
          backlog = rest
          if (!running.has(next.organizationId)) yield* start(next)
        }
        isTime = false
        if (mayBeMore && hasRoom()) continue
        // One that ends makes room; and however long all of them take, it looks in its time, also if the clock went back.
        const restMillis = looksAt - (yield* Clock.currentTimeMillis)
        const rest = Effect.sleep(Math.max(1, Math.min(restMillis, bounds.everyMillis)))
        isTime = yield* Effect.raceFirst(Effect.as(rest, true), Effect.as(ended.await, false))
      }
    })

    const drain = Effect.gen(function* () {
      isStopped = true
      const fibers = [...running.values(), ...(claiming === null ? [] : [claiming])]
      const underWay = [Fiber.awaitAll(fibers), ...tasks.map((task) => task.drain ?? Effect.void)]
      const awaited = underWay.map((work) => exitWithin(work, bounds.drainMillis))
      const givenBack = exitWithin(giveBacklogBack, bounds.drainMillis)
      yield* Effect.all([givenBack, ...awaited], { concurrency: "unbounded", discard: true })
      const left = running.size
      for (const fiber of running.values()) fiber.interruptUnsafe()
      yield* report({ _tag: "Stopped", left })
    })

    const background = tasks.map((task) => goingOn(task.name, runTask(task, bounds, report)))
    const all = Effect.all([goingOn(ENGINE, loop), ...background], {
      concurrency: "unbounded",
      discard: true,
    })
    return yield* Effect.onInterrupt(Effect.andThen(all, Effect.never), () => drain)
  })
}
