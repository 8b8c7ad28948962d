// The storage of webhooks in SQLite: `WebhookStore` of studio-billing. It may be the same database as that of billing, or
// another one: no transaction ever spans both.
import * as Effect from "effect/Effect"
import { WebhookDelivery, type WebhookEndpoint, type WebhookStore } from "studio-billing"
import type { Database } from "./Database.ts"
import { document, documents } from "./records.ts"

type Delivery = WebhookDelivery.WebhookDelivery

/** How many waiting deliveries are looked at to find those whose turn it is; those behind them wait for them. */
export const LOOKED_AT_MAX = 1000

/** A store in a database. */
export const makeSqliteWebhookStore = (database: Database): WebhookStore["Service"] => ({
  endpoints: Effect.sync(() =>
    documents<WebhookEndpoint.WebhookEndpoint>(database, "SELECT doc FROM webhook_endpoints ORDER BY seq"),
  ),
  addEndpoint: (endpoint) =>
    Effect.sync(() => {
      const { endpointId } = endpoint
      database.run("INSERT INTO webhook_endpoints (endpoint_id, doc) VALUES (:endpointId, :doc)", {
        endpointId,
        doc: JSON.stringify(endpoint),
      })
    }),
  removeEndpoint: (endpointId) =>
    Effect.sync(() =>
      database.write(() => {
        database.run("DELETE FROM webhook_deliveries WHERE endpoint_id = :endpointId AND pending = 1", {
          endpointId,
        })
        return (
          database.run("DELETE FROM webhook_endpoints WHERE endpoint_id = :endpointId", { endpointId }) === 1
        )
      }),
    ),
  publish: ({ eventId }, deliveries) =>
    Effect.sync(() =>
      database.write(() => {
        const isNew = database.run(
          "INSERT INTO webhook_events (event_id) VALUES (:eventId) ON CONFLICT DO NOTHING",
          { eventId },
        )
        if (isNew === 0) return
        for (const delivery of deliveries) {
          const { deliveryId, endpointId, createdAt } = delivery
          database.run(
            `INSERT INTO webhook_deliveries (delivery_id, endpoint_id, pending, created_at, doc)
             VALUES (:deliveryId, :endpointId, 1, :createdAt, :doc)`,
            { deliveryId, endpointId, createdAt, doc: JSON.stringify(delivery) },
          )
        }
      }),
    ),
  ready: ({ endpointId, now, limit }) =>
    Effect.sync(() => WebhookDelivery.ready(waiting(database, endpointId), now).slice(0, limit)),
  nextReadyAt: (now) =>
    Effect.sync(() => {
      const endpoints = database.all<{ readonly id: string }>(
        "SELECT endpoint_id AS id FROM webhook_endpoints",
      )
      return WebhookDelivery.nextReadyAt(
        endpoints.flatMap(({ id }) => waiting(database, id)),
        now,
      )
    }),
  delivery: (deliveryId) =>
    Effect.sync(() =>
      document<Delivery>(database, "SELECT doc FROM webhook_deliveries WHERE delivery_id = :deliveryId", {
        deliveryId,
      }),
    ),
  // A record that was read is written as the same text again, so that the text tells whether it is still the same.
  replace: (before, after) =>
    Effect.sync(() => {
      const { deliveryId } = before
      const changed = database.run(
        `UPDATE webhook_deliveries SET doc = :after, pending = :pending
         WHERE delivery_id = :deliveryId AND doc = :before`,
        {
          deliveryId,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
          pending: Number(after.status === "PENDING"),
        },
      )
      return changed === 1
    }),
})

/** The first of the deliveries that wait for an endpoint, in the order of their events. */
const waiting = (database: Database, endpointId: string): ReadonlyArray<Delivery> =>
  documents(
    database,
    "SELECT doc FROM webhook_deliveries WHERE endpoint_id = :endpointId AND pending = 1 ORDER BY seq LIMIT :limit",
    { endpointId, limit: LOOKED_AT_MAX },
  )
