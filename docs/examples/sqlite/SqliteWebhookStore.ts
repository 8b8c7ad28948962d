// The storage of webhooks in SQLite: `WebhookStore` of studio-billing. It may be the same database as that of billing, or
// another one: no transaction ever spans both. Events of an organization go to an endpoint one after the other: the first
// of such a lane that was never tried is next, and so is whatever was tried. What is next is marked as it is written.
import * as Effect from "effect/Effect"
import { WebhookDelivery, type WebhookEndpoint, type WebhookStore } from "studio-billing"
import type { Database } from "./Database.ts"
import { document, documents, page } from "./records.ts"
import { whenFree } from "./whenFree.ts"

type Delivery = WebhookDelivery.WebhookDelivery

/** A store in a database. */
export const makeSqliteWebhookStore = (database: Database): WebhookStore["Service"] => {
  const write = <A>(writes: () => A): Effect.Effect<A> => Effect.orDie(whenFree(() => database.write(writes)))
  return {
    endpoints: Effect.sync(() =>
      documents<WebhookEndpoint.WebhookEndpoint>(database, "SELECT doc FROM webhook_endpoints ORDER BY seq"),
    ),
    addEndpoint: (endpoint) =>
      write(() => {
        const { endpointId } = endpoint
        database.run("INSERT INTO webhook_endpoints (endpoint_id, doc) VALUES (:endpointId, :doc)", {
          endpointId,
          doc: JSON.stringify(endpoint),
        })
      }),
    replaceEndpoint: (before, after) =>
      write(() => {
        const changed = database.run(
          "UPDATE webhook_endpoints SET doc = :after WHERE endpoint_id = :endpointId AND doc = :before",
          { endpointId: before.endpointId, before: JSON.stringify(before), after: JSON.stringify(after) },
        )
        return changed === 1
      }),
    removeEndpoint: (endpointId) =>
      write(() => {
        database.run("DELETE FROM webhook_deliveries WHERE endpoint_id = :endpointId AND pending = 1", {
          endpointId,
        })
        return (
          database.run("DELETE FROM webhook_endpoints WHERE endpoint_id = :endpointId", { endpointId }) === 1
        )
      }),
    publish: ({ eventId }, deliveries) =>
      write(() => {
        const isNew = database.run(
          "INSERT INTO webhook_events (event_id) VALUES (:eventId) ON CONFLICT DO NOTHING",
          { eventId },
        )
        if (isNew === 1) for (const delivery of deliveries) add(database, delivery)
      }),
    ready: ({ endpointId, now, limit }) =>
      Effect.sync(() =>
        documents(
          database,
          `SELECT doc FROM webhook_deliveries
           WHERE endpoint_id = :endpointId AND next = 1 AND ready_at <= :now ORDER BY seq LIMIT :limit`,
          { endpointId, now, limit },
        ),
      ),
    nextReadyAt: (now) =>
      Effect.sync(() => {
        const first = database.first<{ readonly at: number | null }>(
          `SELECT min((SELECT min(ready_at) FROM webhook_deliveries
             WHERE endpoint_id = webhook_endpoints.endpoint_id AND next = 1 AND ready_at > :now)) AS at
           FROM webhook_endpoints`,
          { now },
        )
        return first?.at ?? null
      }),
    delivery: (deliveryId) =>
      Effect.sync(() =>
        document<Delivery>(database, "SELECT doc FROM webhook_deliveries WHERE delivery_id = :deliveryId", {
          deliveryId,
        }),
      ),
    deliveries: ({ endpointId, status, ...part }) =>
      Effect.sync(() =>
        page<Delivery>(database, {
          from: "FROM webhook_deliveries WHERE endpoint_id = :endpointId AND doc ->> '$.status' = :status",
          orderBy: "seq DESC",
          values: { endpointId, status },
          ...part,
        }),
      ),
    parked: ({ endpointId, since, limit }) =>
      Effect.sync(() =>
        documents(
          database,
          `SELECT doc FROM webhook_deliveries WHERE endpoint_id = :endpointId AND doc ->> '$.status' = 'PARKED'
             AND created_at >= :since ORDER BY seq LIMIT :limit`,
          { endpointId, since, limit },
        ),
      ),
    replace: (before, after) => write(() => replace(database, before, after)),
  }
}

const columnsOf = (delivery: Delivery) => ({
  deliveryId: delivery.deliveryId,
  doc: JSON.stringify(delivery),
  pending: Number(delivery.status === "PENDING"),
  lane: WebhookDelivery.laneOf(delivery),
  readyAt: WebhookDelivery.readyAt(delivery),
})

const add = (database: Database, delivery: Delivery): void => {
  const { endpointId, createdAt } = delivery
  database.run(
    `INSERT INTO webhook_deliveries (delivery_id, endpoint_id, pending, created_at, lane, next, ready_at, doc)
     VALUES (:deliveryId, :endpointId, :pending, :createdAt, :lane, :pending AND NOT EXISTS
       (SELECT 1 FROM webhook_deliveries WHERE endpoint_id = :endpointId AND lane = :lane), :readyAt, :doc)`,
    { ...columnsOf(delivery), endpointId, createdAt },
  )
}

/** A record that was read is written as the same text again, so that the text tells whether it is still the same. */
const replace = (database: Database, before: Delivery, after: Delivery): boolean => {
  const columns = columnsOf(after)
  const changed = database.run(
    `UPDATE webhook_deliveries SET doc = :doc, pending = :pending, lane = :lane, ready_at = :readyAt,
       next = :pending AND (next OR :lane IS NULL)
     WHERE delivery_id = :deliveryId AND doc = :before`,
    { ...columns, before: JSON.stringify(before) },
  )
  const left = columnsOf(before).lane
  const lane = left ?? columns.lane
  if (changed === 0 || lane === null || left === columns.lane) return changed === 1
  const of = { endpointId: before.endpointId, lane }
  // One that comes back may stand before the one that is next.
  if (left === null) {
    database.run(
      "UPDATE webhook_deliveries SET next = 0 WHERE endpoint_id = :endpointId AND lane = :lane AND next = 1",
      of,
    )
  }
  database.run(
    `UPDATE webhook_deliveries SET next = 1 WHERE seq =
       (SELECT min(seq) FROM webhook_deliveries WHERE endpoint_id = :endpointId AND lane = :lane)`,
    of,
  )
  return true
}
