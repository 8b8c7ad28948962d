// Webhook endpoints and the log of events. Deliveries are not kept: what was under way when a world was left is not sent.
import * as Schema from "effect/Schema"
import { WebhookEndpoint, WebhookEvent } from "../../../../src/index.ts"
import type { NumberedEvent as NumberedEvents } from "../../../adapters/webhooks/MemoryWebhookStore.ts"
import { At, Natural, owner } from "./scalars.ts"

const EventType = Schema.Literals(WebhookEvent.EVENT_TYPES)

const Secret = Schema.String.check(Schema.makeFilter(WebhookEndpoint.isSecret, { expected: "a secret" }))

/** An endpoint with its secrets. Of an older state it has no earlier ones. */
export const Endpoint: Schema.Codec<WebhookEndpoint.WebhookEndpoint> = Schema.Struct({
  endpointId: Schema.String,
  url: Schema.String.check(Schema.isMaxLength(WebhookEndpoint.URL_LENGTH_MAX)),
  secret: Secret,
  earlierSecrets: Schema.optionalKey(
    Schema.Array(Schema.Struct({ secret: Secret, endsAt: At })).check(
      Schema.isMaxLength(WebhookEndpoint.EARLIER_SECRETS_MAX),
    ),
  ),
  types: Schema.NullOr(Schema.Array(EventType)),
  createdAt: At,
})

/** An event of the log. */
export const NumberedEvent: Schema.Codec<NumberedEvents> = Schema.Struct({
  eventId: Schema.String,
  type: EventType,
  ...owner,
  body: Schema.String,
  sequence: Natural,
})
