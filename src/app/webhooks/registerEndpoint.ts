// Registering an endpoint, as an account manager would. It gets the events that happen from then on. GAP-103
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  ENDPOINTS_MAX,
  type WebhookEndpoint,
  type WebhookEndpointLimitReached,
  type WebhookSecretInvalid,
  type WebhookUrlNotAllowed,
} from "../../core/webhook/WebhookEndpoint.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { Secrets } from "../../ports/Secrets.ts"
import type { WebhookSender } from "../../ports/WebhookSender.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { useCase } from "../execution/useCase.ts"
import { acceptSecret, acceptUrl } from "./changeEndpoint.ts"
import { type PublishingPorts, publishEvents } from "./publishEvents.ts"

/** A new endpoint. With `null` it gets a new secret, and events of every type. */
export interface RegisterEndpoint extends Pick<WebhookEndpoint, "url" | "types"> {
  readonly secret: string | null
}

/** Adds an endpoint. A URL that the sender does not accept is refused. */
export const registerEndpoint = useCase("registerEndpoint")(function* (
  command: RegisterEndpoint,
): Effect.fn.Return<
  WebhookEndpoint,
  WebhookUrlNotAllowed | WebhookSecretInvalid | WebhookEndpointLimitReached,
  PublishingPorts | Secrets | WebhookSender
> {
  const store = yield* WebhookStore
  const secrets = yield* Secrets
  const { url, types, secret } = command
  yield* acceptUrl(url)
  yield* acceptSecret(secret)
  if ((yield* store.endpoints).length >= ENDPOINTS_MAX) return yield* limitReached
  // Earlier events go to the earlier endpoints.
  yield* publishEvents
  const endpoint: WebhookEndpoint = {
    endpointId: yield* (yield* IdSource).next,
    url,
    secret: secret ?? (yield* secrets.webhookSecret),
    types,
    createdAt: yield* Clock.currentTimeMillis,
  }
  return yield* Effect.uninterruptible(addWithin(store, endpoint))
})

const limitReached = Effect.fail<WebhookEndpointLimitReached>({ _tag: "WebhookEndpointLimitReached" })

/** Adds an endpoint, and removes it where others that came at the same moment took the last places. */
const addWithin = Effect.fnUntraced(function* (
  store: WebhookStore["Service"],
  endpoint: WebhookEndpoint,
): Effect.fn.Return<WebhookEndpoint, WebhookEndpointLimitReached> {
  yield* store.addEndpoint(endpoint)
  if ((yield* store.endpoints).length <= ENDPOINTS_MAX) return endpoint
  yield* store.removeEndpoint(endpoint.endpointId)
  return yield* limitReached
})
