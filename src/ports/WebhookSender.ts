// The sender of webhooks. It makes one attempt. The caller keeps the schedule, and the sender decides where webhooks
// may go.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DeliveryAnswer } from "../core/webhook/WebhookDelivery.ts"

/** One attempt to deliver an event. */
export interface WebhookRequest {
  /** The delivery; it is not sent. */
  readonly deliveryId: string
  /** The endpoint's URL; the sender checks it. */
  readonly url: string
  /** Headers by lower-case name, with the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** The signed JSON. */
  readonly body: string
  /** The attempt ends after this time in any case. */
  readonly timeoutMillis: number
}

/** Sends events. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** It never fails as an effect, and ends in time. An interruption closes the connection. */
    readonly send: (request: WebhookRequest) => Effect.Effect<DeliveryAnswer>
    /** Tells whether it would send to a URL, judged by its text. Each attempt checks the address as well. GAP-102 */
    readonly accepts: (url: string) => boolean
  }
>()("studio-billing/ports/WebhookSender") {}
