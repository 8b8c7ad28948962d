// The deliveries of an endpoint, for an operator who looks for what to send again. GAP-104
import type * as Effect from "effect/Effect"
import type { DeliveryStatus, WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpointNotFound } from "../../core/webhook/WebhookEndpoint.ts"
import type { Page, PageRequest } from "../../ports/BillingStore.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { useCase } from "../execution/useCase.ts"
import { findEndpoint } from "./changeEndpoint.ts"

/** A page of an endpoint's deliveries of a status, that of the latest event first, with their attempts. */
export const listDeliveries = useCase("listDeliveries")(function* (
  list: PageRequest & { readonly endpointId: string; readonly status: DeliveryStatus },
): Effect.fn.Return<Page<WebhookDelivery>, WebhookEndpointNotFound, WebhookStore> {
  yield* findEndpoint(list.endpointId)
  return yield* (yield* WebhookStore).deliveries(list)
})
