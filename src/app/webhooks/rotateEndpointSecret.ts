// Giving an endpoint another secret. What is sent meanwhile is signed by both, so that a receiver can be changed without
// losing an event. GAP-185
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import {
  type EndpointView,
  rotateSecret,
  viewOf,
  type WebhookEndpointNotFound,
  type WebhookSecretInvalid,
} from "../../core/webhook/WebhookEndpoint.ts"
import { Secrets } from "../../ports/Secrets.ts"
import type { WebhookStore } from "../../ports/WebhookStore.ts"
import { useCase } from "../execution/useCase.ts"
import { acceptSecret, changeEndpoint } from "./changeEndpoint.ts"

/** An endpoint, and its new secret; with `null` one is made. */
export interface RotateEndpointSecret {
  readonly endpointId: string
  readonly secret: string | null
}

/** The endpoint with its new secret, which is shown here and nowhere else. */
export interface RotatedEndpoint extends EndpointView {
  readonly secret: string
}

/**
 * Gives an endpoint another secret. The one before it signs beside it for a day, and of those before that the latest
 * three. The secret that it has already changes nothing. What is sent counts by the real time, and so does this.
 */
export const rotateEndpointSecret = useCase("rotateEndpointSecret")(function* (
  command: RotateEndpointSecret,
): Effect.fn.Return<RotatedEndpoint, WebhookEndpointNotFound | WebhookSecretInvalid, Secrets | WebhookStore> {
  const { endpointId } = command
  yield* acceptSecret(command.secret)
  const { webhookSecret } = yield* Secrets
  // Once, so that a change that is made again is the same one.
  const secret = command.secret ?? (yield* webhookSecret)
  const now = yield* Clock.currentTimeMillis
  const endpoint = yield* changeEndpoint(endpointId, (before) => rotateSecret(before, secret, now))
  return { ...viewOf(endpoint, now), secret }
})
