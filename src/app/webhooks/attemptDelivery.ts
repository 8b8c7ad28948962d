// One attempt to deliver: signed, sent, recorded. If it was sent and not recorded, it is sent again after its lease,
// under the same id. GAP-62
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Webhook } from "standardwebhooks"
import { ATTEMPT_MILLIS_MAX, record, type WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../../core/webhook/WebhookEndpoint.ts"
import { type WebhookRequest, WebhookSender } from "../../ports/WebhookSender.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { callPort } from "../ports/callPort.ts"

/** Sends a leased delivery and records the result. */
export const attemptDelivery = Effect.fnUntraced(function* (
  { url, secret }: WebhookEndpoint,
  delivery: WebhookDelivery,
): Effect.fn.Return<void, never, WebhookStore | WebhookSender> {
  const store = yield* WebhookStore
  const sender = yield* WebhookSender
  const { deliveryId, event } = delivery
  const at = yield* Clock.currentTimeMillis
  let headers: WebhookRequest["headers"] = {
    "content-type": "application/json",
    "webhook-id": event.eventId,
    "webhook-timestamp": String(Math.floor(at / 1000)),
  }
  const send = () => {
    headers = {
      ...headers,
      "webhook-signature": new Webhook(secret).sign(event.eventId, new Date(at), event.body),
    }
    return sender.send({ deliveryId, url, headers, body: event.body, timeoutMillis: ATTEMPT_MILLIS_MAX })
  }
  // What cannot be signed, and a sender that dies or goes on for too long, has failed: the schedule goes on, and others
  // are not held up.
  const call = {
    operation: "WebhookSender.send",
    organizationId: event.organizationId,
    key: event.eventId,
    deadlineMillis: 2 * ATTEMPT_MILLIS_MAX,
    secrets: [secret],
  }
  const given = yield* callPort(call, send)
  const now = yield* Clock.currentTimeMillis
  const failed = { status: null, failure: "CONNECTION_FAILED", durationMillis: now - at } as const
  const answer = Option.getOrElse(given, () => failed)
  // If somebody else took it after the lease, that attempt counts.
  yield* store.replace(delivery, record(delivery, { ...answer, at, url, headers }, now))
})
