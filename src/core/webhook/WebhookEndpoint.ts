// An endpoint that events are sent to, and the secret by which it checks them. Endpoints belong to the service and not
// to an organization: its account manager registers them ("Events" of the specification). GAP-103
import type { EventType } from "./WebhookEvent.ts"

/** How many endpoints a service may have. GAP-103 */
export const ENDPOINTS_MAX = 20

/** How long the URL of an endpoint may be. GAP-103 */
export const URL_LENGTH_MAX = 2048

/** For how long a secret goes on signing beside the one that took its place: a day. GAP-185 */
export const SECRET_OVERLAP_MILLIS = 24 * 60 * 60 * 1000

/** How many earlier secrets sign at most; with one more the oldest ends. GAP-185 */
export const EARLIER_SECRETS_MAX = 4

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

/** The secrets that sign what is sent at an instant: the present one, and then the earlier ones, the latest first. GAP-185 */
export const secretsAt = (
  { secret, earlierSecrets }: WebhookEndpoint,
  now: number,
): ReadonlyArray<string> => [secret, ...signing(earlierSecrets, now).map((earlier) => earlier.secret)]

const signing = (
  earlier: ReadonlyArray<EarlierSecret> | undefined,
  now: number,
): ReadonlyArray<EarlierSecret> => earlier?.filter(({ endsAt }) => endsAt > now) ?? []

/**
 * The endpoint with another secret. The one that it had goes on signing beside it for a day, so that a receiver can be
 * changed meanwhile and loses nothing. The same secret changes nothing. GAP-185
 *
 * @example
 * ```ts
 * import { WebhookEndpoint } from "studio-billing"
 *
 * const endpoint = { endpointId: "1", url: "https://receiver.example/", secret: "old", types: null, createdAt: 0 }
 * const rotated = WebhookEndpoint.rotateSecret(endpoint, "new", 0)
 * WebhookEndpoint.secretsAt(rotated, 0).join() // "new,old"
 * WebhookEndpoint.secretsAt(rotated, 86_400_000).join() // "new"
 * ```
 */
export const rotateSecret = (endpoint: WebhookEndpoint, secret: string, now: number): WebhookEndpoint => {
  if (secret === endpoint.secret) return endpoint
  const replaced = { secret: endpoint.secret, endsAt: now + SECRET_OVERLAP_MILLIS }
  const others = signing(endpoint.earlierSecrets, now).filter((earlier) => earlier.secret !== secret)
  return { ...endpoint, secret, earlierSecrets: [replaced, ...others].slice(0, EARLIER_SECRETS_MAX) }
}

/** An endpoint as it may be shown: without a secret. */
export interface EndpointView extends Pick<WebhookEndpoint, "endpointId" | "url" | "types" | "createdAt"> {
  /** Until when an earlier secret signs beside the present one; `null` where none does. */
  readonly earlierSecretsEndAt: number | null
}

/** The view of an endpoint at an instant. */
export const viewOf = (endpoint: WebhookEndpoint, now: number): EndpointView => {
  const { endpointId, url, types, createdAt, earlierSecrets } = endpoint
  const earlierSecretsEndAt = signing(earlierSecrets, now)[0]?.endsAt ?? null
  return { endpointId, url, types, createdAt, earlierSecretsEndAt }
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
