// The storage of webhooks in PostgreSQL: `WebhookStore`. It may be the same database as that of billing, or another one: no
// transaction ever spans both.
import * as Effect from "effect/Effect"
import * as WebhookDelivery from "../core/webhook/WebhookDelivery.ts"
import type { WebhookStore } from "../ports/WebhookStore.ts"
import type { PostgresClient } from "./PostgresClient.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { makeStatements } from "./statements.ts"
import { makeTogether } from "./together.ts"

/**
 * A store of webhooks over a database that `migrate` has brought to the latest schema. Any number of processes may share
 * it: each delivery is leased by one of them.
 */
export const makePostgresWebhookStore = (
  client: PostgresClient,
  options: SchemaOptions = {},
): WebhookStore["Service"] => {
  const { all, first, run } = makeStatements(client, schemaOf(options))
  // A record that was read is written as the same text again, so that the text tells whether it is still the same.
  const replace = makeTogether((changes: ReadonlyArray<Replacement>) => {
    const rows = changes.map(({ before, after }, place) => {
      const { deliveryId, endpointId } = before
      return {
        place,
        id: deliveryId,
        endpoint: endpointId,
        before: JSON.stringify(before),
        ...columnsOf(after),
      }
    })
    return Effect.map(
      all<number>("SELECT $schema.replace_deliveries($1::json)::text AS result", [JSON.stringify(rows)]),
      (places) => {
        const replaced = new Set(places)
        return changes.map((_, place) => replaced.has(place))
      },
    )
  })
  return {
    endpoints: all("SELECT doc::text AS result FROM $schema.webhook_endpoints ORDER BY seq", []),
    // Its answer may be lost, and then it is sent again.
    addEndpoint: (endpoint) =>
      run(
        `INSERT INTO $schema.webhook_endpoints (endpoint_id, doc) VALUES ($1, $2::json)
         ON CONFLICT (endpoint_id) DO NOTHING`,
        [endpoint.endpointId, JSON.stringify(endpoint)],
      ),
    removeEndpoint: (endpointId) =>
      Effect.map(
        all(
          `WITH waiting AS (DELETE FROM $schema.webhook_deliveries WHERE endpoint_id = $1 AND pending)
           DELETE FROM $schema.webhook_endpoints WHERE endpoint_id = $1 RETURNING 'true' AS result`,
          [endpointId],
        ),
        (removed) => removed.length === 1,
      ),
    publish: ({ eventId }, deliveries) =>
      run("SELECT $schema.publish_event($1, $2::json)::text AS result", [
        eventId,
        JSON.stringify(
          deliveries.map((delivery) => {
            const { deliveryId, endpointId, createdAt } = delivery
            return { id: deliveryId, endpoint: endpointId, created_at: createdAt, ...columnsOf(delivery) }
          }),
        ),
      ]),
    // By the index, so that it costs as much as it gives, however many are ready.
    ready: ({ endpointId, now, limit }) =>
      all(
        `SELECT doc::text AS result FROM $schema.webhook_deliveries
         WHERE endpoint_id = $1 AND next AND ready_at <= $2::bigint ORDER BY ready_at, seq LIMIT $3::bigint`,
        [endpointId, now, limit],
      ),
    nextReadyAt: (now) =>
      first(
        `SELECT min((SELECT min(d.ready_at) FROM $schema.webhook_deliveries d
           WHERE d.endpoint_id = e.endpoint_id AND d.next AND d.ready_at > $1::bigint))::text AS result
         FROM $schema.webhook_endpoints e`,
        [now],
      ),
    delivery: (deliveryId) =>
      first("SELECT doc::text AS result FROM $schema.webhook_deliveries WHERE delivery_id = $1", [
        deliveryId,
      ]),
    replace: (before, after) => replace({ before, after }),
  }
}

interface Replacement {
  readonly before: WebhookDelivery.WebhookDelivery
  readonly after: WebhookDelivery.WebhookDelivery
}

const columnsOf = (delivery: WebhookDelivery.WebhookDelivery) => ({
  organization: delivery.event.organizationId,
  lane: WebhookDelivery.laneOf(delivery),
  pending: delivery.status === "PENDING",
  ready_at: WebhookDelivery.readyAt(delivery),
  doc: JSON.stringify(delivery),
})
