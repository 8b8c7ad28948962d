// Telling others of events: endpoints, what is on its way to them, and sending it again.
import type { DeliverEventsOptions } from "../../app/webhooks/deliverEvents.ts"
import type { RecoverDeliveries, Recovery } from "../../app/webhooks/recoverDeliveries.ts"
import type { RegisterEndpoint } from "../../app/webhooks/registerEndpoint.ts"
import type { RotatedEndpoint, RotateEndpointSecret } from "../../app/webhooks/rotateEndpointSecret.ts"
import type { UpdateEndpoint } from "../../app/webhooks/updateEndpoint.ts"
import type {
  DeliveryStatus,
  WebhookDelivery,
  WebhookDeliveryNotFound,
} from "../../core/webhook/WebhookDelivery.ts"
import type {
  EndpointView,
  WebhookEndpoint,
  WebhookEndpointLimitReached,
  WebhookEndpointNotFound,
  WebhookSecretInvalid,
  WebhookUrlNotAllowed,
} from "../../core/webhook/WebhookEndpoint.ts"
import type { Page } from "../../ports/BillingStore.ts"
import type { Call } from "../Call.ts"
import type { Paged, Wish } from "../requests.ts"

/** Telling others of events. */
export interface WebhooksApi {
  /** Adds an endpoint, which gets the events from then on. */
  readonly register: Call<
    Wish<RegisterEndpoint>,
    WebhookEndpoint,
    WebhookUrlNotAllowed | WebhookSecretInvalid | WebhookEndpointLimitReached
  >
  /** Changes the types of what an endpoint gets from then on, and the URL for the next attempt of all that waits. */
  readonly update: Call<UpdateEndpoint, EndpointView, WebhookUrlNotAllowed | WebhookEndpointNotFound>
  /** Gives an endpoint another secret, which is shown here alone. The earlier one signs beside it for a day. */
  readonly rotateSecret: Call<
    Wish<RotateEndpointSecret>,
    RotatedEndpoint,
    WebhookSecretInvalid | WebhookEndpointNotFound
  >
  /** Removes an endpoint, with its waiting deliveries. */
  readonly remove: Call<{ readonly endpointId: string }, void, WebhookEndpointNotFound>
  /** All endpoints, in the order in which they were added, without secrets. */
  readonly listEndpoints: Call<Readonly<Record<never, never>>, ReadonlyArray<EndpointView>, never>
  /** A page of an endpoint's deliveries of a status, that of the latest event first. */
  readonly listDeliveries: Call<
    Paged & { readonly endpointId: string; readonly status: DeliveryStatus },
    Page<WebhookDelivery>,
    WebhookEndpointNotFound
  >
  /** Makes a delivery due at once. */
  readonly redeliver: Call<
    { readonly deliveryId: string },
    WebhookDelivery,
    WebhookDeliveryNotFound | WebhookEndpointNotFound
  >
  /** Makes all that an endpoint missed due at once, a bounded number in a call: another one goes on. */
  readonly recover: Call<Wish<RecoverDeliveries>, Recovery, WebhookEndpointNotFound>
  /** Delivers whatever is ready, and ends when no attempt is under way: now and then, in any number of processes. */
  readonly deliver: Call<DeliverEventsOptions, void, never>
}
