// The storage of endpoints and deliveries. It is apart from the billing records, because a delivery changes no account:
// neither waits for the other, and there are no conflicts of versions.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DeliveryStatus, WebhookDelivery } from "../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../core/webhook/WebhookEndpoint.ts"
import type { WebhookEvent } from "../core/webhook/WebhookEvent.ts"
import type { Page, PageRequest } from "./BillingStore.ts"

/** The storage that delivering webhooks needs. Every read sees every write that was acknowledged before it. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** In the order in which they were added. */
    readonly endpoints: Effect.Effect<ReadonlyArray<WebhookEndpoint>>
    readonly addEndpoint: (endpoint: WebhookEndpoint) => Effect.Effect<void>
    /** Replaces `before` by `after` in its place; false, and no change, when `before` is no longer the stored one. */
    readonly replaceEndpoint: (before: WebhookEndpoint, after: WebhookEndpoint) => Effect.Effect<boolean>
    /** Removes an endpoint and its PENDING deliveries; false for an unknown id. */
    readonly removeEndpoint: (endpointId: string) => Effect.Effect<boolean>
    /** Stores an event with its deliveries, all or nothing. A known event changes nothing. */
    readonly publish: (event: WebhookEvent, deliveries: ReadonlyArray<WebhookDelivery>) => Effect.Effect<void>
    /**
     * `WebhookDelivery.ready` of the endpoint's PENDING deliveries, in the order of their events, or of the instants from
     * which they are ready: of one organization it is the same.
     */
    readonly ready: (list: {
      readonly endpointId: string
      readonly now: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<WebhookDelivery>>
    /** `WebhookDelivery.nextReadyAt` of all PENDING deliveries. */
    readonly nextReadyAt: (now: number) => Effect.Effect<number | null>
    readonly delivery: (deliveryId: string) => Effect.Effect<WebhookDelivery | null>
    /** A page of the endpoint's deliveries of a status, that of the latest event first. */
    readonly deliveries: (
      list: PageRequest & { readonly endpointId: string; readonly status: DeliveryStatus },
    ) => Effect.Effect<Page<WebhookDelivery>>
    /** The endpoint's PARKED deliveries whose `createdAt` is not before `since`, in the order of their events. */
    readonly parked: (list: {
      readonly endpointId: string
      readonly since: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<WebhookDelivery>>
    /** Replaces `before` by `after`; false, and no change, when `before` is no longer the stored one. */
    readonly replace: (before: WebhookDelivery, after: WebhookDelivery) => Effect.Effect<boolean>
  }
>()("studio-billing/ports/WebhookStore") {}
