// The endpoints of the service, for an operator to look at. GAP-103
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import { type EndpointView, viewOf } from "../../core/webhook/WebhookEndpoint.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { useCase } from "../execution/useCase.ts"

/** All endpoints, in the order in which they were added, without secrets. */
export const listEndpoints = useCase("listEndpoints")(function* (): Effect.fn.Return<
  ReadonlyArray<EndpointView>,
  never,
  WebhookStore
> {
  const now = yield* Clock.currentTimeMillis
  const endpoints = yield* (yield* WebhookStore).endpoints
  return endpoints.map((endpoint) => viewOf(endpoint, now))
})
