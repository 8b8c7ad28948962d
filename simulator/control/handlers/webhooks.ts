// Answers the calls about webhooks: endpoints, the log of events, and every delivery with its attempts. GAP-103 to GAP-105
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { presentPage, refusalOf } from "../../../src/api/index.ts"
import {
  Iso,
  listEndpoints,
  paginate,
  recoverDeliveries,
  redeliver,
  registerEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
  type WebhookDelivery,
  WebhookEndpoint,
  WebhookStore,
} from "../../../src/index.ts"
import type { NumberedEvent } from "../../adapters/webhooks/MemoryWebhookStore.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { invalidAt } from "../contract/errors.ts"
import { instantOf } from "../contract/records.ts"

/** The longest that a flush takes. GAP-105 */
export const FLUSH_MILLIS_MAX = 60_000

const urlNotAllowed = invalidAt(
  "url",
  "Expected a URL without credentials to this machine, or to a host that --webhook-allow names",
)

const endpointFault = (rejection: Parameters<typeof refusalOf>[0]) =>
  rejection._tag === "WebhookUrlNotAllowed" ? urlNotAllowed : refusalOf(rejection)

/** The calls under `/webhook-endpoints`, `/events` and `/webhook-deliveries`. */
export const webhookHandlers = (world: ControlledWorld): ControlHandlers["webhooks"] => {
  /** With the services of the webhooks that the world has when it is called. */
  const served = <A, E, R>(call: Effect.Effect<A, E, R>) =>
    Effect.provideContext(call, world.webhooks.services)
  return {
    endpoints: Effect.fnUntraced(function* ({ query }) {
      const endpoints = yield* listEndpoints()
      return presentPage(paginate(endpoints.toReversed(), query), query, presentEndpoint)
    }, served),
    createEndpoint: Effect.fnUntraced(function* ({ payload: { url, secret = null, events = null } }) {
      const endpoint = yield* Effect.mapError(registerEndpoint({ url, secret, types: events }), endpointFault)
      const view = WebhookEndpoint.viewOf(endpoint, yield* Clock.currentTimeMillis)
      // Here and nowhere else: whoever lost the secret rotates it.
      return { ...presentEndpoint(view), secret: endpoint.secret }
    }, served),
    updateEndpoint: Effect.fnUntraced(function* ({ params, payload: { url, events } }) {
      const change = { ...(url !== undefined && { url }), ...(events !== undefined && { types: events }) }
      const endpoint = yield* Effect.mapError(updateEndpoint({ ...params, ...change }), endpointFault)
      // What is under way looks at it anew.
      yield* world.webhooks.wake
      return presentEndpoint(endpoint)
    }, served),
    rotateSecret: Effect.fnUntraced(function* ({ params, payload: { secret = null } }) {
      const endpoint = yield* Effect.mapError(rotateEndpointSecret({ ...params, secret }), refusalOf)
      yield* world.webhooks.wake
      return { ...presentEndpoint(endpoint), secret: endpoint.secret }
    }, served),
    recover: Effect.fnUntraced(function* ({ params, payload: { since, limit = null } }) {
      const command = { ...params, limit, since: since === undefined ? null : instantOf(since) }
      const recovery = yield* Effect.mapError(recoverDeliveries(command), refusalOf)
      yield* world.webhooks.wake
      return recovery
    }, served),
    deleteEndpoints: Effect.fnUntraced(function* () {
      const store = yield* WebhookStore
      for (const { endpointId } of yield* store.endpoints) yield* store.removeEndpoint(endpointId)
    }, served),
    deleteEndpoint: ({ params }) => served(Effect.mapError(removeEndpoint(params.endpointId), refusalOf)),
    events: ({ query: { page, limit, search, ...wanted } }) =>
      Effect.sync(() => {
        const list = { page, limit }
        const part = search?.toLowerCase()
        const events = world.webhooks.records
          .events()
          .filter(isLike(wanted))
          .filter(({ body }) => part === undefined || body.toLowerCase().includes(part))
        return presentPage(paginate(events, list), list, presentLogged)
      }),
    deliveries: ({ query: { page, limit, eventId, type, organizationId, ...wanted } }) =>
      Effect.sync(() => {
        const list = { page, limit }
        const deliveries = world.webhooks.records
          .deliveries()
          .filter(isLike(wanted))
          .filter(
            ({ event }) =>
              event.eventId === (eventId ?? event.eventId) &&
              event.type === (type ?? event.type) &&
              event.organizationId === (organizationId ?? event.organizationId),
          )
        return presentPage(paginate(deliveries, list), list, presentDelivery)
      }),
    redeliver: Effect.fnUntraced(function* ({ params }) {
      const delivery = yield* Effect.mapError(redeliver(params.deliveryId), refusalOf)
      yield* world.webhooks.wake
      return presentDelivery(delivery)
    }, served),
    flush: Effect.fnUntraced(function* ({ payload: { retries = false } }) {
      const { flush, records } = world.webhooks
      yield* Effect.raceFirst(Effect.timeoutOption(flush({ retries }), FLUSH_MILLIS_MAX), world.ending)
      return { pending: records.waiting().length }
    }, served),
  }
}

/** Tells whether a record has these members. */
const isLike =
  <A extends object>(wanted: Partial<A>) =>
  (record: A): boolean =>
    Object.entries(wanted).every(([name, value]) => record[name as keyof A] === value)

const presentEndpoint = ({
  types,
  createdAt,
  earlierSecretsEndAt,
  ...view
}: WebhookEndpoint.EndpointView) => ({
  endpointId: view.endpointId,
  url: view.url,
  events: types,
  createdAt: Iso.toIso(createdAt),
  earlierSecretsEndAt: earlierSecretsEndAt === null ? null : Iso.toIso(earlierSecretsEndAt),
})

/** An event of an older state has no position: it is listed with 0, as one that waits in an outbox is sent. */
const presentLogged = ({ sequence, body }: NumberedEvent) => ({ sequence, position: 0, ...JSON.parse(body) })

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
