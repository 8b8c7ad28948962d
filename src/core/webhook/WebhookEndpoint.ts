// An endpoint that events are sent to, and the secret by which it checks them. Endpoints belong to the service and not
// to an organization: its account manager registers them ("Events" of the specification). GAP-103
import type { EventType } from "./WebhookEvent.ts"

/** How many endpoints a service may have. GAP-103 */
export const ENDPOINTS_MAX = 20

/** How long the URL of an endpoint may be. GAP-103 */
export const URL_LENGTH_MAX = 2048

/** A secret that signs until an instant, beside the one that took its place. GAP-185 */
export interface EarlierSecret {
  readonly secret: string
  readonly endsAt: number
}

/** An endpoint. */
export interface WebhookEndpoint {
  readonly endpointId: string
  readonly url: string
  /** `whsec_` and base64. It is shown once, to whoever sets the endpoint up, and is in no list, log or error. */
  readonly secret: string
  /** The secrets before it that still sign beside it, the latest first; absent where there are none. GAP-185 */
  readonly earlierSecrets?: ReadonlyArray<EarlierSecret>
  /** The types of event that it gets; `null` means all. */
  readonly types: ReadonlyArray<EventType> | null
  readonly createdAt: number
}

/** Tells whether an endpoint gets events of a type. */
export const wants = ({ types }: WebhookEndpoint, type: EventType): boolean =>
  types === null || types.includes(type)

/**
 * Tells whether a text is a secret of the Standard Webhooks scheme: `whsec_` and the base64 of 24 to 64 bytes. GAP-103
 *
 * @example
 * ```ts
 * import { WebhookEndpoint } from "studio-billing"
 *
 * WebhookEndpoint.isSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") // true
 * WebhookEndpoint.isSecret("whsec_dG9vIHNob3J0") // false
 * ```
 */
export const isSecret = (text: string): boolean => {
  const [, encoded, padding] = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}(=|==))?)$/.exec(text) ?? []
  if (encoded === undefined || encoded.length % 4 !== 0) return false
  const bytes = (encoded.length / 4) * 3 - (padding?.length ?? 0)
  return bytes >= 24 && bytes <= 64
}

/** Webhooks may not go to that URL, by the policy of the service. GAP-102 */
export interface WebhookUrlNotAllowed {
  readonly _tag: "WebhookUrlNotAllowed"
}

/** The text is not a secret. */
export interface WebhookSecretInvalid {
  readonly _tag: "WebhookSecretInvalid"
}

/** The service has the maximum of endpoints. */
export interface WebhookEndpointLimitReached {
  readonly _tag: "WebhookEndpointLimitReached"
}

/** There is no such endpoint. */
export interface WebhookEndpointNotFound {
  readonly _tag: "WebhookEndpointNotFound"
  readonly endpointId: string
}
