// The supervised engine: it looks for what is due, brings several organizations up to date at once, and goes on whatever
// fails. It holds no truth: what is due stands in the store, so that it may end anywhere, and any number may run: each
// takes its organizations by claims, and those of one that ended come back when its claims end.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { causeTag } from "../app/due/causeTag.ts"
import type { BillingPorts } from "../app/execution/applyDue.ts"
import { CurrentBillingPolicy } from "../app/execution/CurrentBillingPolicy.ts"
import { exitWithin } from "../app/ports/exitWithin.ts"
import { tell } from "../app/ports/tell.ts"
import { BillingStore, type DueClaim } from "../ports/BillingStore.ts"
import { backoffOf } from "./backoffOf.ts"
import { makeClaims } from "./claims.ts"
import { boundsOf, checkTask, type EngineBounds } from "./EngineBounds.ts"
import type { EngineReport } from "./EngineReport.ts"
import { makeFailures } from "./failures.ts"
import { type EngineTask, runTask } from "./runTask.ts"
import { takeTurn } from "./turn.ts"

/** How an engine runs, and what it does beside billing. */
export interface EngineOptions<R = never> extends Partial<EngineBounds> {
  /** Work that is done again and again beside billing, such as the delivery of codes and of webhooks. */
  readonly tasks?: ReadonlyArray<EngineTask<R>>
  /** Gets each report. One that throws or hangs disturbs no work. */
  readonly onReport?: (report: EngineReport) => Effect.Effect<void, never, R>
  /** Whether it may take steps however long ago they fell due. GAP-134 */
  readonly catchUp?: boolean
}

/** A claim lasts so much longer than one organization may take: for this time it can wait for its turn. */
const LEASE_MARGIN_MILLIS = 60_000

/** What reports call the engine itself. */
const ENGINE = "engine"

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
    const claims = makeClaims(store, bounds)
    const failures = makeFailures(bounds)
    const running = new Map<string, Fiber.Fiber<void>>()
    const ended = Latch.makeUnsafe()
    let looksFailed = 0
    let looksAt = 0
    let mayBeMore = false
    let claiming: Fiber.Fiber<unknown, unknown> | null = null

    const report = (told: EngineReport): Effect.Effect<void, never, R> => tell(() => onReport(told))
    const reportDefect = (task: string, cause: Cause.Cause<unknown>) =>
      report({ _tag: "TaskFailed", task, cause, againAt: null })

    /** Begins work again after it has died, for example by a clock that throws. */
    const goingOn = (task: string, work: Effect.Effect<unknown, never, BillingPorts | R>) =>
      Effect.forever(
        Effect.catchCauseIf(work, Cause.hasDies, (cause) =>
          Effect.andThen(
            reportDefect(task, cause),
            Effect.sleep(Math.min(backoffOf(1, bounds), bounds.everyMillis)),
          ),
        ),
      )

    const hasRoom = (): boolean => claims.isEmpty() && running.size < bounds.concurrency

    /** Keeps the claims that can be begun. */
    const takeIn = Effect.fnUntraced(function* (claimed: ReadonlyArray<DueClaim>, now: number) {
      const waitsUntil = ({ organizationId }: DueClaim): number =>
        running.has(organizationId) ? now : failures.againAt(organizationId)
      const isFree = (claim: DueClaim): boolean =>
        !running.has(claim.organizationId) && waitsUntil(claim) <= now
      const early = claimed.filter((claim) => !isFree(claim))
      yield* claims.add(claimed.filter(isFree))
      mayBeMore = !claims.isEmpty()
      // A commit gave them free again before their time.
      for (const claim of early) yield* claims.move([claim], waitsUntil(claim))
    })

    /** Finds how late the first of all is, and claims what is due where there is room. A claim that comes late is not lost. */
    const claimDue = Effect.fnUntraced(function* (now: number) {
      claiming = yield* Effect.withFiber((fiber) => Effect.succeed(fiber))
      const takes = hasRoom()
      if (takes) mayBeMore = false
      const [first] = yield* store.due({ until: now, limit: 1 })
      const lagMillis = Math.max(0, now - (first?.at ?? now))
      if (!takes) return { due: 0, lagMillis }
      const { clockSkewMillis } = yield* CurrentBillingPolicy
      const claim = store.claimDue({ now, limit: bounds.batch, leaseMillis, clockSkewMillis })
      const claimed = yield* Effect.uninterruptible(Effect.tap(claim, (claimed) => takeIn(claimed, now)))
      return { due: claimed.length, lagMillis }
    })

    /** Looks for what is due, and says when to look again. */
    const look = Effect.fnUntraced(function* () {
      const now = yield* Clock.currentTimeMillis
      const { clockSkewMillis } = yield* CurrentBillingPolicy
      failures.forgetAhead(now, clockSkewMillis)
      const asked = yield* exitWithin(claimDue(now), bounds.turnMillis)
      if (asked !== null && Exit.isSuccess(asked)) {
        looksFailed = 0
        failures.forgetOld(now)
        const counts = { running: running.size, failing: failures.count() }
        yield* report({ _tag: "Looked", at: now, ...asked.value, ...counts })
        looksAt = now + bounds.everyMillis
        return
      }
      looksFailed += 1
      const wait = Math.min(backoffOf(looksFailed, bounds), bounds.everyMillis)
      yield* report(
        asked === null
          ? { _tag: "Hung", what: "BillingStore.claimDue", millis: bounds.turnMillis }
          : { _tag: "StoreFailed", cause: asked.cause, againAt: now + wait },
      )
      looksAt = (yield* Clock.currentTimeMillis) + wait
    })

    /** Brings an organization up to date. Where that fails it waits, and its claim with it. */
    const bringUpToDate = Effect.fnUntraced(function* (claim: DueClaim) {
      const { organizationId } = claim
      const { turnMillis } = bounds
      const turn = yield* takeTurn(organizationId, { catchUp, turnMillis })
      const { exit, startedAt, endedAt, billingEvents } = turn
      if (exit !== null && Exit.isSuccess(exit)) {
        failures.end(organizationId)
        return yield* report({ _tag: "Ran", organizationId, millis: endedAt - startedAt, billingEvents })
      }
      // A turn ends within its claim; where the clock says otherwise, it is wrong.
      const failure = failures.add(organizationId, Math.min(endedAt, claim.until))
      yield* claims.move([claim], failure.againAt)
      if (exit === null) return yield* report({ _tag: "Hung", what: organizationId, millis: turnMillis })
      const { cause } = exit
      yield* report({ _tag: "Failed", organizationId, rejection: causeTag(cause), cause, ...failure })
    })

    const start = Effect.fnUntraced(function* (claim: DueClaim) {
      const { organizationId } = claim
      if (running.has(organizationId)) return
      const end = Effect.sync(() => {
        running.delete(organizationId)
        ended.openUnsafe()
      })
      const work = Effect.catchCauseIf(bringUpToDate(claim), Cause.hasDies, (cause) =>
        reportDefect(ENGINE, cause),
      )
      running.set(organizationId, yield* Effect.forkDetach(Effect.ensuring(work, end)))
    })

    const loop = Effect.gen(function* () {
      for (let isTime = true; ; ) {
        ended.closeUnsafe()
        isTime ||= (yield* Clock.currentTimeMillis) >= looksAt
        if (isTime || (mayBeMore && hasRoom())) yield* look()
        while (running.size < bounds.concurrency) {
          const next = yield* claims.next
          if (next === null) break
          yield* start(next)
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
      const fibers = [...running.values(), ...(claiming === null ? [] : [claiming])]
      const underWay = [
        claims.close,
        Fiber.awaitAll(fibers),
        ...tasks.map(({ drain }) => drain ?? Effect.void),
      ]
      const awaited = underWay.map((work) => exitWithin(work, bounds.drainMillis))
      yield* Effect.all(awaited, { concurrency: "unbounded", discard: true })
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
