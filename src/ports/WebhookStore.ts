// Where endpoints and deliveries are kept. It is apart from the billing records, because an attempt to deliver concerns
// no account: neither waits for the other, and neither takes the other's version away.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { WebhookDelivery } from "../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../core/webhook/WebhookEndpoint.ts"
import type { WebhookEvent } from "../core/webhook/WebhookEvent.ts"

/** The storage that delivering webhooks needs. Every read sees every write that was acknowledged before it. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** In the order in which they were added. */
    readonly endpoints: Effect.Effect<ReadonlyArray<WebhookEndpoint>>
    readonly addEndpoint: (endpoint: WebhookEndpoint) => Effect.Effect<void>
    /** Removes an endpoint and its PENDING deliveries; false when there is none of that id. */
    readonly removeEndpoint: (endpointId: string) => Effect.Effect<boolean>
    /** Keeps an event with its deliveries, all or nothing. An event that was kept before changes nothing. */
    readonly publish: (event: WebhookEvent, deliveries: ReadonlyArray<WebhookDelivery>) => Effect.Effect<void>
    /** What `WebhookDelivery.ready` says of the endpoint's PENDING deliveries, in the order of their events. */
    readonly ready: (list: {
      readonly endpointId: string
      readonly now: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<WebhookDelivery>>
    /** What `WebhookDelivery.nextReadyAt` says of all PENDING deliveries. */
    readonly nextReadyAt: (now: number) => Effect.Effect<number | null>
    readonly delivery: (deliveryId: string) => Effect.Effect<WebhookDelivery | null>
    /** Puts `after` in the place of `before`; false, and nothing, when it is no longer as it was in `before`. */
    readonly replace: (before: WebhookDelivery, after: WebhookDelivery) => Effect.Effect<boolean>
  }
>()("studio-billing/ports/WebhookStore") {}
