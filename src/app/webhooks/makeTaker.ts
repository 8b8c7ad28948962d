// Taking deliveries before they are sent, so that nobody else sends them at the same time. Those that are ready are looked
// for many at a time, by one worker at a time: a store is asked once for each of them, and not all of them by each. GAP-62
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { lease as leased, type WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"

const CANDIDATES_MAX = 64

/** Takes the first delivery of an endpoint that is ready; `null` when there is none, or others took them all. */
export type TakeDelivery = Effect.Effect<WebhookDelivery | null, never, WebhookStore>

/** Lets workers of one process take the deliveries of an endpoint. Other processes may take from the same store. */
export const makeTaker = (endpointId: string): TakeDelivery => {
  const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1)
  // They may have been taken or removed since they were read: leasing tells.
  let candidates: ReadonlyArray<WebhookDelivery> = []
  // Those that a worker is leasing. One that is held by somebody keeps that worker waiting, and no other.
  const leasing = new Set<string>()

  const next = Effect.gen(function* () {
    const store = yield* WebhookStore
    if (candidates.length === 0) {
      const now = yield* Clock.currentTimeMillis
      const ready = yield* store.ready({ endpointId, now, limit: CANDIDATES_MAX })
      candidates = ready.filter(({ deliveryId }) => !leasing.has(deliveryId))
    }
    const [first = null, ...rest] = candidates
    candidates = rest
    if (first !== null) leasing.add(first.deliveryId)
    return first
  })

  const lease = Effect.fnUntraced(function* (candidate: WebhookDelivery) {
    const store = yield* WebhookStore
    const taken = leased(candidate, yield* Clock.currentTimeMillis)
    return (yield* store.replace(candidate, taken)) ? taken : null
  })

  return Effect.gen(function* () {
    for (;;) {
      const candidate = yield* oneAtATime(next)
      if (candidate === null) return null
      const ended = Effect.sync(() => leasing.delete(candidate.deliveryId))
      const taken = yield* Effect.ensuring(lease(candidate), ended)
      if (taken !== null) return taken
    }
  })
}
