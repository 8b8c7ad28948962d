// How an event reaches an account manager's endpoint. One attempt, no judgement: the schedule is the caller's.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** One attempt to deliver an event. */
export interface WebhookRequest {
  readonly url: string
  /** Headers by lower-case name, the signature among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came of it: the status of the answer, or none when there was no answer. */
export interface WebhookResponse {
  readonly status: number | null
  readonly durationMillis: number
}

/** Sends events. It never fails as an effect. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResponse> }
>()("studio-billing/ports/WebhookSender") {}
