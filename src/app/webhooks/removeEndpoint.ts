// Removing an endpoint, with its waiting deliveries. GAP-103
import * as Effect from "effect/Effect"
import type { WebhookEndpointNotFound } from "../../core/webhook/WebhookEndpoint.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { useCase } from "../execution/useCase.ts"

/** Removes an endpoint: nothing more is sent there, except what is under way. */
export const removeEndpoint = useCase("removeEndpoint")(function* (
  endpointId: string,
): Effect.fn.Return<void, WebhookEndpointNotFound, WebhookStore> {
  const removed = yield* (yield* WebhookStore).removeEndpoint(endpointId)
  if (!removed) return yield* Effect.fail({ _tag: "WebhookEndpointNotFound", endpointId } as const)
})
