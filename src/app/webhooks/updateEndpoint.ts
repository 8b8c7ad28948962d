// Changing where an endpoint is and what it gets, with the checks of registering. GAP-186
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import {
  type EndpointView,
  viewOf,
  type WebhookEndpoint,
  type WebhookEndpointNotFound,
  type WebhookUrlNotAllowed,
} from "../../core/webhook/WebhookEndpoint.ts"
import type { WebhookSender } from "../../ports/WebhookSender.ts"
import { useCase } from "../execution/useCase.ts"
import { acceptUrl, changeEndpoint } from "./changeEndpoint.ts"
import { type PublishingPorts, publishEvents } from "./publishEvents.ts"

/** An endpoint, and what changes; a member that is absent stays as it is. `types` of `null` are all. */
export interface UpdateEndpoint extends Partial<Pick<WebhookEndpoint, "url" | "types">> {
  readonly endpointId: string
}

/**
 * Changes an endpoint. Its types count for what happens from then on: what waits already is sent, whatever its type is. Its
 * URL counts for the next attempt of all that waits; a process that is at a backlog sees it within a second.
 */
export const updateEndpoint = useCase("updateEndpoint")(function* (
  command: UpdateEndpoint,
): Effect.fn.Return<
  EndpointView,
  WebhookEndpointNotFound | WebhookUrlNotAllowed,
  PublishingPorts | WebhookSender
> {
  const { endpointId, url, types } = command
  if (url !== undefined) yield* acceptUrl(url)
  // Earlier events go by the earlier types.
  if (types !== undefined) yield* publishEvents
  // An endpoint that lost one of them would hold up the events of everybody.
  const change = { ...(url !== undefined && { url }), ...(types !== undefined && { types }) }
  const endpoint = yield* changeEndpoint(endpointId, (before) => ({ ...before, ...change }))
  return viewOf(endpoint, yield* Clock.currentTimeMillis)
})
