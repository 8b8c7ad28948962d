// Sending an event again by hand, for example after its receiver was repaired. GAP-104
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  redeliver as again,
  type WebhookDelivery,
  type WebhookDeliveryNotFound,
} from "../../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpointNotFound } from "../../core/webhook/WebhookEndpoint.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { useCase } from "../execution/useCase.ts"
import { findEndpoint } from "./changeEndpoint.ts"

/** Makes a delivery due at once, under the same id. Wake a dispatcher after it. */
export const redeliver = useCase("redeliver")(function* (
  deliveryId: string,
): Effect.fn.Return<WebhookDelivery, WebhookDeliveryNotFound | WebhookEndpointNotFound, WebhookStore> {
  const store = yield* WebhookStore
  const now = yield* Clock.currentTimeMillis
  const delivery = yield* store.delivery(deliveryId)
  if (delivery === null) {
    return yield* Effect.fail({ _tag: "WebhookDeliveryNotFound", deliveryId } as const)
  }
  yield* findEndpoint(delivery.endpointId)
  const after = again(delivery, now)
  if (after === delivery || (yield* store.replace(delivery, after))) return after
  // A worker has just taken it, so it is on its way.
  return (yield* store.delivery(deliveryId)) ?? delivery
})
