// One attempt to deliver: signed, sent, recorded. If it was sent and not recorded, it is sent again after its lease,
// under the same id. GAP-62
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Webhook } from "standardwebhooks"
import { readDeliveryAnswer } from "../../core/webhook/readDeliveryAnswer.ts"
import { ATTEMPT_MILLIS_MAX, record, type WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import { secretsAt, type WebhookEndpoint } from "../../core/webhook/WebhookEndpoint.ts"
import { type WebhookRequest, WebhookSender } from "../../ports/WebhookSender.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { callPort, faultOf, reportPortFault } from "../ports/callPort.ts"

const UNREADABLE =
  "the result cannot be read, and the attempt counts as failed: give { status, failure, durationMillis }"

/** Sends a leased delivery and records the result. */
export const attemptDelivery = Effect.fnUntraced(function* (
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
): Effect.fn.Return<void, never, WebhookStore | WebhookSender> {
  const store = yield* WebhookStore
  const sender = yield* WebhookSender
  const { url } = endpoint
  const { deliveryId, event } = delivery
  const at = yield* Clock.currentTimeMillis
  const secrets = secretsAt(endpoint, at)
  let headers: WebhookRequest["headers"] = {
    "content-type": "application/json",
    "webhook-id": event.eventId,
    "webhook-timestamp": String(Math.floor(at / 1000)),
  }
  const send = () => {
    const signatures = secrets.map((secret) =>
      new Webhook(secret).sign(event.eventId, new Date(at), event.body),
    )
    headers = { ...headers, "webhook-signature": signatures.join(" ") }
    return sender.send({ deliveryId, url, headers, body: event.body, timeoutMillis: ATTEMPT_MILLIS_MAX })
  }
  // What cannot be signed, and a sender that dies, goes on for too long or gives no result, has failed: the schedule goes
  // on, and others are not held up.
  const call = {
    operation: "WebhookSender.send",
    organizationId: event.organizationId,
    key: event.eventId,
    deadlineMillis: 2 * ATTEMPT_MILLIS_MAX,
    secrets,
  }
  const given = yield* callPort(call, () => Effect.map(send(), readDeliveryAnswer))
  const now = yield* Clock.currentTimeMillis
  const failed = { status: null, failure: "CONNECTION_FAILED", durationMillis: now - at } as const
  const isUnreadable = Option.isSome(given) && given.value === null
  if (isUnreadable) yield* reportPortFault(faultOf(call, "UNREADABLE", UNREADABLE))
  const answer = Option.getOrNull(given) ?? failed
  // If somebody else took it after the lease, that attempt counts.
  yield* store.replace(delivery, record(delivery, { ...answer, at, url, headers }, now))
})
