// Endpoints, events and deliveries of a world in memory. The latest events and deliveries are kept; a delivery that is
// too old is forgotten even while it waits, so that a receiver which never answers fills no memory.
import * as Effect from "effect/Effect"
import {
  paginate,
  WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookStore,
} from "../../../src/index.ts"
import type { Changed } from "../../world/live/Live.ts"
import { makeTable, type Table } from "../memory/Table.ts"
import { makeWaitingDeliveries } from "./WaitingDeliveries.ts"

/** The most events that are kept; the oldest goes first. */
export const EVENTS_KEPT = 10_000

/** The most deliveries that are kept; the oldest goes first. */
export const DELIVERIES_KEPT = 10_000

type Endpoint = WebhookEndpoint.WebhookEndpoint
type Delivery = WebhookDelivery.WebhookDelivery

/** An event with its number: events are numbered from 1 in the order in which they were published. */
export interface NumberedEvent extends WebhookEvent.WebhookEvent {
  readonly sequence: number
}

/** Endpoints and events, by id, as they are at one moment. */
export interface WebhookMemory {
  readonly endpoints: Table<Endpoint>
  readonly events: Table<NumberedEvent>
  /** The number of the latest event. */
  readonly sequence: number
}

/** No endpoint, and no event yet. */
export const noWebhooks: WebhookMemory = { endpoints: makeTable(), events: makeTable(), sequence: 0 }

/** These endpoints and events, oldest first. */
export const makeWebhookMemory = (
  endpoints: Iterable<Endpoint>,
  events: Iterable<NumberedEvent>,
): WebhookMemory => {
  let memory = noWebhooks
  for (const endpoint of endpoints) {
    memory = { ...memory, endpoints: memory.endpoints.set(endpoint.endpointId, endpoint) }
  }
  for (const event of events) {
    const sequence = Math.max(memory.sequence, event.sequence)
    memory = { ...memory, events: memory.events.set(event.eventId, event), sequence }
  }
  return memory
}

/** A view of the events and deliveries. */
export interface WebhookRecords {
  /** Newest first. */
  readonly events: () => ReadonlyArray<NumberedEvent>
  /** Newest first. */
  readonly deliveries: () => ReadonlyArray<Delivery>
  /** Those that are PENDING, in the order of their events. */
  readonly waiting: () => ReadonlyArray<Delivery>
}

/**
 * A store with the content of `memory`, and no delivery yet. `arrange` gives what may hold or reorder PENDING deliveries
 * before the ready ones are chosen, or null where nothing does; `published` is told of each new one. `changed` is told of new `events`, and of `deliveries` and their endpoints.
 */
export const makeMemoryWebhookStore = (
  options: {
    readonly arrange?: () => ((waiting: ReadonlyArray<Delivery>) => ReadonlyArray<Delivery>) | null
    readonly published?: (delivery: Delivery) => void
    readonly memory?: WebhookMemory
    readonly changed?: Changed
  } = {},
): {
  readonly store: WebhookStore["Service"]
  readonly records: WebhookRecords
  readonly memory: () => WebhookMemory
} => {
  const { arrange = () => null, published = () => undefined, changed = () => undefined } = options
  let { endpoints, events, sequence } = options.memory ?? noWebhooks
  const deliveries = new Map<string, Delivery>()
  // The PENDING ones, so that finding what is ready does not look at what is done.
  const waiting = makeWaitingDeliveries()

  const put = (delivery: Delivery): void => {
    deliveries.set(delivery.deliveryId, delivery)
    if (delivery.status === "PENDING") waiting.put(delivery)
    else waiting.remove(delivery.deliveryId)
    changed("deliveries")
  }
  const forget = (deliveryId: string): void => {
    deliveries.delete(deliveryId)
    waiting.remove(deliveryId)
  }
  const forgetOldest = (): void => {
    const [event] = events.size() > EVENTS_KEPT ? events.keys(0, 1) : []
    if (event !== undefined) events = events.delete(event)
    const [deliveryId] = deliveries.size > DELIVERIES_KEPT ? deliveries.keys() : []
    if (deliveryId !== undefined) forget(deliveryId)
  }

  /** In the order of their events. */
  const of = (endpointId: string, status: WebhookDelivery.DeliveryStatus): Array<Delivery> =>
    Array.from(deliveries.values()).filter(
      (delivery) => delivery.endpointId === endpointId && delivery.status === status,
    )

  const store: WebhookStore["Service"] = {
    endpoints: Effect.sync(() => Array.from(endpoints.values())),
    addEndpoint: (endpoint) =>
      Effect.sync(() => {
        endpoints = endpoints.set(endpoint.endpointId, endpoint)
        changed("deliveries")
      }),
    replaceEndpoint: (before, after) =>
      Effect.sync(() => {
        if (endpoints.get(before.endpointId) !== before) return false
        endpoints = endpoints.set(before.endpointId, after)
        changed("deliveries")
        return true
      }),
    removeEndpoint: (endpointId) =>
      Effect.sync(() => {
        for (const deliveryId of waiting.removeOf(endpointId)) deliveries.delete(deliveryId)
        const isKnown = endpoints.get(endpointId) !== undefined
        endpoints = endpoints.delete(endpointId)
        if (isKnown) changed("deliveries")
        return isKnown
      }),
    publish: (event, fresh) =>
      Effect.sync(() => {
        if (events.get(event.eventId) !== undefined) return
        sequence += 1
        events = events.set(event.eventId, { ...event, sequence })
        changed("events")
        forgetOldest()
        for (const delivery of fresh) {
          put(delivery)
          published(delivery)
          forgetOldest()
        }
      }),
    ready: ({ endpointId, now, limit }) =>
      Effect.sync(() => {
        const arranged = arrange()
        return arranged === null
          ? waiting.ready(endpointId, now, limit)
          : WebhookDelivery.ready(arranged(waiting.of(endpointId)), now).slice(0, limit)
      }),
    nextReadyAt: (now) =>
      Effect.sync(() => {
        const arranged = arrange()
        return arranged === null
          ? waiting.nextReadyAt(now)
          : WebhookDelivery.nextReadyAt(arranged(waiting.all()), now)
      }),
    delivery: (deliveryId) => Effect.sync(() => deliveries.get(deliveryId) ?? null),
    deliveries: ({ endpointId, status, ...page }) =>
      Effect.sync(() => paginate(of(endpointId, status).reverse(), page)),
    parked: ({ endpointId, since, limit }) =>
      Effect.sync(() =>
        of(endpointId, "PARKED")
          .filter(({ createdAt }) => createdAt >= since)
          .slice(0, limit),
      ),
    replace: (before, after) =>
      Effect.sync(() => {
        if (deliveries.get(before.deliveryId) !== before) return false
        put(after)
        return true
      }),
  }
  return {
    store,
    records: {
      events: () => Array.from(events.values()).reverse(),
      deliveries: () => Array.from(deliveries.values()).reverse(),
      waiting: waiting.all,
    },
    memory: () => ({ endpoints, events, sequence }),
  }
}
