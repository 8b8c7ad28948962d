// How an event reaches an account manager's endpoint. One attempt, no judgement: the schedule is the caller's, and where
// webhooks may go at all is the sender's.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DeliveryAnswer } from "../core/webhook/WebhookDelivery.ts"

/** One attempt to deliver an event. */
export interface WebhookRequest {
  /** Which delivery it is an attempt of; it is not sent. */
  readonly deliveryId: string
  /** As the endpoint has it: where it may lead is for the sender to judge. */
  readonly url: string
  /** Headers by lower-case name, the signature among them. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON, as it was signed. */
  readonly body: string
  /** The attempt is over after so many milliseconds, whatever came until then. */
  readonly timeoutMillis: number
}

/** Sends events. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** It never fails as an effect, and ends in time. Interrupted, it hangs up. */
    readonly send: (request: WebhookRequest) => Effect.Effect<DeliveryAnswer>
    /** Whether it would send to a URL, as far as the text tells. Each attempt looks at the address as well. GAP-102 */
    readonly accepts: (url: string) => boolean
  }
>()("studio-billing/ports/WebhookSender") {}
