// Webhooks from behind: endpoints, as an account manager sets them up, the log of events, and every delivery with its
// attempts. Instants of deliveries are of the real time, those of events of billing time. GAP-103 to GAP-105
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { paging, presentPage, refusalOf, Uuid } from "../../../src/api/index.ts"
import {
  Iso,
  paginate,
  redeliver,
  registerEndpoint,
  removeEndpoint,
  type WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
  WebhookStore,
} from "../../../src/index.ts"
import { respondEmpty, respondJson } from "../../../src/http/index.ts"
import type { NumberedEvent } from "../../webhooks/MemoryWebhookStore.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { bodyOf, parametersOf, readNothing } from "../input.ts"

/** How long a flush takes at most. GAP-105 */
export const FLUSH_MILLIS_MAX = 60_000

const EventType = Schema.Literals(WebhookEvent.EVENT_TYPES)

const readEndpoint = bodyOf(
  Schema.Struct({
    url: Schema.String.check(
      Schema.makeFilter(
        (text: string) =>
          text.length <= WebhookEndpoint.URL_LENGTH_MAX && /^https?:/i.test(text) && URL.canParse(text),
        { expected: `an http or https URL of at most ${WebhookEndpoint.URL_LENGTH_MAX} characters` },
      ),
    ),
    secret: Schema.optionalKey(Schema.String),
    events: Schema.optionalKey(
      Schema.Array(EventType).check(
        Schema.isBetweenLength(1, WebhookEvent.EVENT_TYPES.length, {
          expected: "at least one type of event",
        }),
      ),
    ),
  }),
)
const readPage = parametersOf(Schema.Struct(paging))
const readEvents = parametersOf(
  Schema.Struct({ ...paging, type: Schema.optionalKey(EventType), organizationId: Schema.optionalKey(Uuid) }),
)
const readDeliveries = parametersOf(
  Schema.Struct({
    ...paging,
    endpointId: Schema.optionalKey(Uuid),
    eventId: Schema.optionalKey(Uuid),
    status: Schema.optionalKey(Schema.Literals(["PENDING", "DELIVERED", "PARKED"])),
  }),
)
const readFlush = bodyOf(Schema.Struct({ retries: Schema.optionalKey(Schema.Boolean) }))

/** The routes under `/_simulator/webhook-endpoints`, `/_simulator/events` and `/_simulator/webhook-deliveries`. */
export const webhookRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  ...endpointRoutes(world),
  ...deliveryRoutes(world),
  {
    method: "GET",
    path: "/_simulator/events",
    handle: (request) =>
      Effect.map(readEvents(request), ({ page, limit, ...wanted }) => {
        const events = world.webhooks.records.events().filter(isLike(wanted))
        return respondJson(
          200,
          presentPage(paginate(events, { page, limit }), { page, limit }, presentLogged),
        )
      }),
  },
]

/** With the services of the webhooks that the world has when it is called. */
const served =
  (world: ControlledWorld) =>
  <A, E, R>(call: Effect.Effect<A, E, R>) =>
    Effect.provideContext(call, world.webhooks.services)

const endpointRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/webhook-endpoints",
    handle: Effect.fnUntraced(function* (request) {
      const query = yield* readPage(request)
      const { endpoints } = yield* WebhookStore
      return respondJson(
        200,
        presentPage(paginate((yield* endpoints).toReversed(), query), query, presentEndpoint),
      )
    }, served(world)),
  },
  {
    method: "POST",
    path: "/_simulator/webhook-endpoints",
    handle: Effect.fnUntraced(function* (request) {
      const { url, secret = null, events = null } = yield* readEndpoint(request)
      const endpoint = yield* Effect.mapError(registerEndpoint({ url, secret, types: events }), refusalOf)
      // Here and nowhere else: whoever lost the secret sets up another endpoint.
      return respondJson(201, { ...presentEndpoint(endpoint), secret: endpoint.secret })
    }, served(world)),
  },
  {
    method: "DELETE",
    path: "/_simulator/webhook-endpoints",
    handle: Effect.fnUntraced(function* (request) {
      yield* readNothing(request)
      const store = yield* WebhookStore
      for (const { endpointId } of yield* store.endpoints) yield* store.removeEndpoint(endpointId)
      return respondEmpty(204)
    }, served(world)),
  },
  {
    method: "DELETE",
    path: "/_simulator/webhook-endpoints/{endpointId}",
    handle: Effect.fnUntraced(function* (request) {
      yield* readNothing(request)
      yield* Effect.mapError(removeEndpoint(request.params.endpointId ?? ""), refusalOf)
      return respondEmpty(204)
    }, served(world)),
  },
]

const deliveryRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/webhook-deliveries",
    handle: (request) =>
      Effect.map(readDeliveries(request), ({ page, limit, eventId, ...wanted }) => {
        const deliveries = world.webhooks.records
          .deliveries()
          .filter(isLike(wanted))
          .filter(({ event }) => eventId === undefined || event.eventId === eventId)
        return respondJson(
          200,
          presentPage(paginate(deliveries, { page, limit }), { page, limit }, presentDelivery),
        )
      }),
  },
  {
    method: "POST",
    path: "/_simulator/webhook-deliveries/{deliveryId}/redeliver",
    handle: Effect.fnUntraced(function* (request) {
      yield* readNothing(request)
      const delivery = yield* Effect.mapError(redeliver(request.params.deliveryId ?? ""), refusalOf)
      yield* world.webhooks.wake
      return respondJson(200, presentDelivery(delivery))
    }, served(world)),
  },
  {
    method: "POST",
    path: "/_simulator/webhook-deliveries/flush",
    handle: Effect.fnUntraced(function* (request) {
      const { retries = false } = yield* readFlush(request)
      const { flush, records } = world.webhooks
      yield* Effect.timeoutOption(flush({ retries }), FLUSH_MILLIS_MAX)
      return respondJson(200, { pending: records.waiting().length })
    }, served(world)),
  },
]

/** Whether a record has these members. */
const isLike =
  <A extends object>(wanted: Partial<A>) =>
  (record: A): boolean =>
    Object.entries(wanted).every(([name, value]) => record[name as keyof A] === value)

const presentEndpoint = ({ endpointId, url, types, createdAt }: WebhookEndpoint.WebhookEndpoint) => ({
  endpointId,
  url,
  events: types,
  createdAt: Iso.toIso(createdAt),
})

const presentLogged = ({ sequence, body }: NumberedEvent) => ({ sequence, ...JSON.parse(body) })

const presentDelivery = ({
  deliveryId,
  endpointId,
  event,
  ...delivery
}: WebhookDelivery.WebhookDelivery) => ({
  deliveryId,
  endpointId,
  eventId: event.eventId,
  type: event.type,
  organizationId: event.organizationId,
  status: delivery.status,
  nextAttemptAt: delivery.dueAt === null ? null : Iso.toIso(delivery.dueAt),
  createdAt: Iso.toIso(delivery.createdAt),
  attempts: delivery.attempts.map(({ at, url, headers, status, failure, durationMillis }) => ({
    at: Iso.toIso(at),
    request: { url, headers, body: event.body },
    status,
    failure,
    durationMs: durationMillis,
  })),
})
