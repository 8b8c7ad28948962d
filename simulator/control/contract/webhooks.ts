// Webhook endpoints, as an account manager sets them up, the log of events, and every delivery with its attempts.
// Instants of deliveries are of the real time, those of events of billing time. GAP-103 to GAP-105
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Count, pageOf, paging, Text, Timestamp, Uuid, WireEvent } from "../../../src/api/index.ts"
import { RECOVERED_MAX, WebhookEndpoint, WebhookEvent } from "../../../src/index.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"

const EventType = Schema.Literals(WebhookEvent.EVENT_TYPES)
const DeliveryStatus = Schema.Literals(["PENDING", "DELIVERED", "PARKED"])

const EndpointUrl = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      text.length <= WebhookEndpoint.URL_LENGTH_MAX && /^https?:/i.test(text) && URL.canParse(text),
    { expected: `an http or https URL of at most ${WebhookEndpoint.URL_LENGTH_MAX} characters` },
  ),
)
const EventTypes = Schema.Array(EventType).check(
  Schema.isBetweenLength(1, WebhookEvent.EVENT_TYPES.length, { expected: "at least one type of event" }),
)

/** An endpoint to set up. */
export const EndpointWish = Schema.Struct({
  url: EndpointUrl,
  secret: Schema.optionalKey(Schema.String),
  events: Schema.optionalKey(EventTypes),
})

/** What changes of an endpoint; `events` of null are all types. GAP-186 */
export const EndpointChange = Schema.Struct({
  url: Schema.optionalKey(EndpointUrl),
  events: Schema.optionalKey(Schema.NullOr(EventTypes)),
})

/** A webhook endpoint; `events` is null for all types, and `earlierSecretsEndAt` where no earlier secret signs. */
export const Endpoint = Schema.Struct({
  endpointId: Schema.String,
  url: Schema.String,
  events: Schema.NullOr(Schema.Array(EventType)),
  createdAt: Timestamp,
  earlierSecretsEndAt: Schema.NullOr(Timestamp),
}).annotate({ identifier: "WebhookEndpoint" })
export type Endpoint = typeof Endpoint.Type

/** An endpoint with its secret, which is shown when it is made or given and never again. */
export const CreatedEndpoint = Schema.Struct({ ...Endpoint.fields, secret: Schema.String })
export type CreatedEndpoint = typeof CreatedEndpoint.Type

/** An event of the log: as webhooks send it, with a rising number. */
export const LoggedEvent = Schema.Union(
  WireEvent.members.map((member) => Schema.Struct({ sequence: Count, ...member.fields })),
).annotate({ identifier: "LoggedEvent" })
export type LoggedEvent = typeof LoggedEvent.Type

/** A webhook on its way, with every attempt. */
export const Delivery = Schema.Struct({
  deliveryId: Schema.String,
  endpointId: Schema.String,
  eventId: Schema.String,
  type: EventType,
  organizationId: Schema.String,
  status: DeliveryStatus,
  nextAttemptAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  attempts: Schema.Array(
    Schema.Struct({
      at: Timestamp,
      request: Schema.Struct({
        url: Schema.String,
        headers: Schema.Record(Schema.String, Schema.String),
        body: Schema.String,
      }),
      status: Schema.NullOr(Schema.Int),
      failure: Schema.NullOr(Schema.String),
      durationMs: Schema.Finite,
    }),
  ),
}).annotate({ identifier: "WebhookDelivery" })
export type Delivery = typeof Delivery.Type

/** The calls about webhooks and the events that they send. */
export const webhooks = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("endpoints", "/webhook-endpoints", {
      query: paging,
      success: pageOf(Endpoint),
    }).annotateMerge(
      call({ summary: "List webhook endpoints", answer: "Endpoints, newest first, without secrets." }),
    ),
    HttpApiEndpoint.post("createEndpoint", "/webhook-endpoints", {
      payload: EndpointWish,
      success: CreatedEndpoint.pipe(HttpApiSchema.status(201)),
      error: failsWith("webhook_endpoint.max_of_20_webhook_endpoints_reached", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Make a webhook endpoint",
        answer: "The endpoint with its secret, which is shown here and nowhere else.",
        body: { url: "http://127.0.0.1:9/hooks", events: ["invoice.issued"] },
      }),
    ),
    HttpApiEndpoint.patch("updateEndpoint", "/webhook-endpoints/:endpointId", {
      params: { endpointId: Schema.String },
      payload: EndpointChange,
      success: Endpoint,
      error: failsWith("webhook_endpoint.not_found", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Change a webhook endpoint",
        description:
          "Changes the types of what happens from then on, all with null, and the URL for the next attempt of all that waits; what is left out stays.",
        answer: "The endpoint as it is now.",
        body: { events: ["invoice.issued"] },
      }),
    ),
    HttpApiEndpoint.post("rotateSecret", "/webhook-endpoints/:endpointId/rotate-secret", {
      params: { endpointId: Schema.String },
      payload: Schema.Struct({ secret: Schema.optionalKey(Schema.String) }),
      success: CreatedEndpoint,
      error: failsWith("webhook_endpoint.not_found", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Rotate the secret of an endpoint",
        description: "Gives it another secret. The earlier one signs beside it for 24 hours of real time.",
        answer: "The endpoint with its new secret, which is shown here and nowhere else.",
        body: {},
      }),
    ),
    HttpApiEndpoint.post("recover", "/webhook-endpoints/:endpointId/recover", {
      params: { endpointId: Schema.String },
      payload: Schema.Struct({
        since: Schema.optionalKey(Timestamp),
        limit: Schema.optionalKey(
          Schema.Int.check(
            Schema.isBetween(
              { minimum: 1, maximum: RECOVERED_MAX },
              { expected: `a whole number from 1 to ${RECOVERED_MAX}` },
            ),
          ),
        ),
      }),
      success: Schema.Struct({ recovered: Count, isComplete: Schema.Boolean }),
      error: failsWith("webhook_endpoint.not_found", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Send again what an endpoint missed",
        description:
          "All that was parked is due at once, or what was created `since` an instant of real time: at most `limit` deliveries, 1000 by default.",
        answer: "How many are on their way again, and whether no more were parked.",
        body: { since: "2026-01-31T00:00:00.000Z" },
      }),
    ),
    HttpApiEndpoint.delete("deleteEndpoints", "/webhook-endpoints", {
      success: HttpApiSchema.NoContent,
      error: failsWith(...changeRefusals),
    }).annotateMerge(call({ summary: "Delete all webhook endpoints", answer: "All are gone." })),
    HttpApiEndpoint.delete("deleteEndpoint", "/webhook-endpoints/:endpointId", {
      params: { endpointId: Schema.String },
      success: HttpApiSchema.NoContent,
      error: failsWith("webhook_endpoint.not_found", ...changeRefusals),
    }).annotateMerge(call({ summary: "Delete a webhook endpoint", answer: "It is gone." })),
    HttpApiEndpoint.get("events", "/events", {
      query: {
        ...paging,
        type: Schema.optionalKey(EventType),
        organizationId: Schema.optionalKey(Uuid),
        search: Schema.optionalKey(Text),
      },
      success: pageOf(LoggedEvent),
    }).annotateMerge(
      call({
        summary: "List events",
        description: "Lists what happened. `search` leaves the events with this part anywhere in them.",
        answer: "The events, newest first, with a rising `sequence`.",
      }),
    ),
    HttpApiEndpoint.get("deliveries", "/webhook-deliveries", {
      query: {
        ...paging,
        endpointId: Schema.optionalKey(Uuid),
        eventId: Schema.optionalKey(Uuid),
        type: Schema.optionalKey(EventType),
        organizationId: Schema.optionalKey(Uuid),
        status: Schema.optionalKey(DeliveryStatus),
      },
      success: pageOf(Delivery),
    }).annotateMerge(
      call({ summary: "List deliveries", answer: "Deliveries with their `attempts`, newest first." }),
    ),
    HttpApiEndpoint.post("redeliver", "/webhook-deliveries/:deliveryId/redeliver", {
      params: { deliveryId: Schema.String },
      success: Delivery,
      error: failsWith("webhook_delivery.not_found", "webhook_endpoint.not_found", ...changeRefusals),
    }).annotateMerge(call({ summary: "Deliver again", answer: "The delivery, on its way again." })),
    HttpApiEndpoint.post("flush", "/webhook-deliveries/flush", {
      payload: Schema.Struct({ retries: Schema.optionalKey(Schema.Boolean) }),
      success: Schema.Struct({ pending: Count }),
      error: failsWith(...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Deliver now",
        description: "Answers when nothing is left to be sent now; with `retries` none waits for its time.",
        answer: "How many deliveries still wait.",
        body: { retries: true },
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Webhooks", description: "Endpoints, events and deliveries." }))
