// The dispatcher of webhooks: it sleeps until something was committed or a retry is due. Each endpoint has its own
// workers, so that a slow receiver delays no other one. A delivery on its way is leased in the store, so that several
// processes can share the work. GAP-62
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import type { WebhookEndpoint } from "../../core/webhook/WebhookEndpoint.ts"
import type { WebhookSender } from "../../ports/WebhookSender.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { tell } from "../ports/tell.ts"
import { attemptDelivery } from "./attemptDelivery.ts"
import { makeTaker, type TakeDelivery } from "./makeTaker.ts"
import { makeWorkers } from "./makeWorkers.ts"
import { type PublishingPorts, publishBatch } from "./publishEvents.ts"

/** The ports that delivering events needs. */
export type WebhookPorts = PublishingPorts | WebhookSender

/** How many attempts for one endpoint may be under way at a time. GAP-62 */
export const WORKERS_MAX = 8

/** For how long a process goes by an endpoint as it read it, in milliseconds. GAP-186 */
export const ENDPOINT_AGE_MAX = 1_000

/** Delivers events in the background, until its scope ends. */
export interface WebhookDispatcher {
  /**
   * Publishes the outbox and starts to deliver whatever is ready, without waiting for a receiver. Run it after commits,
   * once at the start, and now and then where other processes commit.
   */
  readonly wake: Effect.Effect<void>
  /** Waits until no attempt is under way. Retries that are not due yet are not waited for. */
  readonly idle: Effect.Effect<void>
  /** Takes nothing more from then on, and waits until no attempt is under way. What is left is ready for others. */
  readonly drain: Effect.Effect<void>
}

/**
 * A dispatcher with the ports of its context. The clock of the context has to show real time: receivers compare
 * `webhook-timestamp` with theirs. `onDefect` gets each defect; the work is tried again. If it throws, that disturbs nothing.
 */
export const dispatchEvents = Effect.fnUntraced(function* (
  onDefect: (cause: Cause.Cause<never>) => void,
): Effect.fn.Return<WebhookDispatcher, never, WebhookPorts | Scope.Scope> {
  const context = yield* Effect.context<WebhookPorts>()
  const store = yield* WebhookStore
  const fibers = yield* FiberSet.make<void>()
  const alarm = yield* FiberHandle.make<void>()
  const takers = new Map<string, TakeDelivery>()
  let known: ReadonlyMap<string, WebhookEndpoint> = new Map()
  let knownAt = Number.NEGATIVE_INFINITY
  const passed = new Set<string>()
  let alarmAt = Number.POSITIVE_INFINITY
  let isDraining = false

  const reported = <R>(task: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
    Effect.catchCauseIf(task, Cause.hasDies, (cause) => tell(() => Effect.sync(() => onDefect(cause))))
  const fork = (task: Effect.Effect<void, never, WebhookPorts>): Effect.Effect<void> =>
    Effect.asVoid(FiberSet.run(fibers, Effect.provideContext(reported(task), context)))
  const callWorker = makeWorkers({ max: WORKERS_MAX, fork })
  const startWorker = (endpointId: string): Effect.Effect<void> =>
    callWorker(endpointId, Effect.andThen(reported(work(endpointId)), reported(setAlarm)))

  const readEndpoints = Effect.gen(function* () {
    knownAt = yield* Clock.currentTimeMillis
    const endpoints = yield* store.endpoints
    known = new Map(endpoints.map((endpoint) => [endpoint.endpointId, endpoint]))
    return endpoints
  })

  /** An endpoint as it was within a second: with a long backlog nothing else looks for what became of it. */
  const endpointOf = Effect.fnUntraced(function* (endpointId: string) {
    const age = (yield* Clock.currentTimeMillis) - knownAt
    if (age < 0 || age >= ENDPOINT_AGE_MAX) yield* readEndpoints
    return known.get(endpointId)
  })

  const work = Effect.fnUntraced(function* (endpointId: string) {
    const take = takers.get(endpointId) ?? makeTaker(endpointId)
    takers.set(endpointId, take)
    while (!isDraining) {
      const delivery = yield* take
      if (delivery === null) return
      // There may be more: the next worker looks.
      yield* startWorker(endpointId)
      const endpoint = yield* endpointOf(endpointId)
      if (endpoint !== undefined) yield* attemptDelivery(endpoint, delivery)
    }
  })

  const setAlarm = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const at = (yield* store.nextReadyAt(now)) ?? Number.POSITIVE_INFINITY
    // An earlier alarm stays, so that it is not lost.
    if (at >= alarmAt) return
    alarmAt = at
    const ring = Effect.suspend(() => {
      alarmAt = Number.POSITIVE_INFINITY
      return fork(deliver)
    })
    yield* FiberHandle.run(alarm, Effect.andThen(Effect.sleep(at - now), ring))
  })

  const deliver = Effect.gen(function* () {
    // What is published is sent while the rest of a long outbox is still being published.
    for (let isMore = true; isMore && !isDraining; ) {
      // What was published before is sent, also where publishing fails.
      const published = yield* Effect.exit(publishBatch(passed))
      for (const { endpointId } of yield* readEndpoints) yield* startWorker(endpointId)
      isMore = yield* published
    }
  })

  const idle = FiberSet.awaitEmpty(fibers)
  return {
    wake: Effect.provideContext(reported(deliver), context),
    idle,
    drain: Effect.suspend(() => {
      isDraining = true
      return idle
    }),
  }
})
