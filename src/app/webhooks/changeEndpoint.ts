// What the use cases of endpoints have in common: finding one, what is checked of one, and changing one as it was read, so
// that of two changes at once none is lost. GAP-103, GAP-185
import * as Effect from "effect/Effect"
import {
  isSecret,
  type WebhookEndpoint,
  type WebhookEndpointNotFound,
  type WebhookSecretInvalid,
  type WebhookUrlNotAllowed,
} from "../../core/webhook/WebhookEndpoint.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"

/** How often a change is made that others came before. Each of them was one of an endpoint, which is seldom. */
const TRIES_MAX = 100

const BUSY = "The endpoint was changed by others again and again. Change it again"

/** The endpoint of an id. */
export const findEndpoint = Effect.fnUntraced(function* (
  endpointId: string,
): Effect.fn.Return<WebhookEndpoint, WebhookEndpointNotFound, WebhookStore> {
  const endpoints = yield* (yield* WebhookStore).endpoints
  const found = endpoints.find((endpoint) => endpoint.endpointId === endpointId)
  return (
    found ?? (yield* Effect.fail<WebhookEndpointNotFound>({ _tag: "WebhookEndpointNotFound", endpointId }))
  )
})

/** Makes a change of an endpoint, and gives what it is then. Where others came first it is made of what they left. */
export const changeEndpoint = Effect.fnUntraced(function* (
  endpointId: string,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
): Effect.fn.Return<WebhookEndpoint, WebhookEndpointNotFound, WebhookStore> {
  const store = yield* WebhookStore
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const before = yield* findEndpoint(endpointId)
    const after = change(before)
    if (after === before || (yield* store.replaceEndpoint(before, after))) return after
  }
  return yield* Effect.die(new Error(BUSY))
})

/** Refuses a URL that the sender does not accept. */
export const acceptUrl = Effect.fnUntraced(function* (
  url: string,
): Effect.fn.Return<void, WebhookUrlNotAllowed, WebhookSender> {
  const { accepts } = yield* WebhookSender
  if (!accepts(url)) return yield* Effect.fail({ _tag: "WebhookUrlNotAllowed" } as const)
})

/** Refuses a secret that is given and is none. */
export const acceptSecret = (secret: string | null): Effect.Effect<void, WebhookSecretInvalid> =>
  secret === null || isSecret(secret) ? Effect.void : Effect.fail({ _tag: "WebhookSecretInvalid" })
