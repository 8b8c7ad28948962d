// Taking a delivery before it is sent, so that nobody else sends it at the same time. GAP-62
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { lease, type WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"

const CANDIDATES_MAX = 10

/** Takes the first delivery that is ready for an endpoint; `null` when there is none, or others took them all. */
export const takeDelivery = Effect.fnUntraced(function* (
  endpointId: string,
): Effect.fn.Return<WebhookDelivery | null, never, WebhookStore> {
  const store = yield* WebhookStore
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const candidates = yield* store.ready({ endpointId, now, limit: CANDIDATES_MAX })
    if (candidates.length === 0) return null
    for (const candidate of candidates) {
      const taken = lease(candidate, now)
      if (yield* store.replace(candidate, taken)) return taken
    }
  }
})
