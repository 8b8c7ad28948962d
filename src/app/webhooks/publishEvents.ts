// Publishing events: each event of the outbox is kept once, with a delivery for each endpoint that wants it, and then
// acknowledged. After a crash it is published again, which changes nothing. GAP-62, GAP-63
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { begin } from "../../core/webhook/WebhookDelivery.ts"
import { wants } from "../../core/webhook/WebhookEndpoint.ts"
import type { WebhookEvent } from "../../core/webhook/WebhookEvent.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type EventMessage, EventPresenter } from "../../ports/EventPresenter.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { CurrentBillingPolicy } from "../execution/CurrentBillingPolicy.ts"
import { callPort } from "../ports/callPort.ts"

/** The ports that publishing events needs. */
export type PublishingPorts = BillingStore | EventPresenter | IdSource | WebhookStore

const BATCH_MAX = 100

/**
 * Publishes the first events of the outbox, oldest first, and tells whether there may be more. Without endpoints events
 * are kept and acknowledged too.
 */
export const publishBatch: Effect.Effect<boolean, never, PublishingPorts> = Effect.gen(function* () {
  const outbox = yield* BillingStore
  const store = yield* WebhookStore
  const { present } = yield* EventPresenter
  const { derive } = yield* IdSource
  const policy = yield* CurrentBillingPolicy
  const waiting = yield* outbox.outbox({ kind: "EVENT", limit: BATCH_MAX })
  if (waiting.length === 0) return false
  // Read after the outbox, so that a new endpoint misses no later event.
  const endpoints = yield* store.endpoints
  const now = yield* Clock.currentTimeMillis
  const published: Array<string> = []
  for (const message of waiting) {
    if (message.kind !== "EVENT") continue
    const call = {
      operation: "EventPresenter.present",
      organizationId: message.organizationId,
      key: message.messageId,
    }
    const given = yield* callPort(call, () => Effect.sync(() => eventOf(message, present(message, policy))))
    // One that cannot be presented waits until it can be, and holds up no other.
    if (Option.isNone(given)) continue
    const event = given.value
    const deliveries = endpoints
      .filter((endpoint) => wants(endpoint, event.type))
      .map(({ endpointId }) =>
        begin({ deliveryId: derive(`delivery/${endpointId}/${event.eventId}`), endpointId, event, now }),
      )
    yield* store.publish(event, deliveries)
    published.push(message.messageId)
  }
  yield* outbox.acknowledge(published)
  return waiting.length === BATCH_MAX && published.length > 0
})

/** Publishes the whole outbox. */
export const publishEvents: Effect.Effect<void, never, PublishingPorts> = Effect.gen(function* () {
  while (yield* publishBatch);
})

const eventOf = (
  { messageId, organizationId, billingEvent }: EventMessage,
  payload: object,
): WebhookEvent => ({
  eventId: messageId,
  type: billingEvent.type,
  organizationId,
  body: JSON.stringify(payload),
})
