// The storage of webhooks in PostgreSQL: `WebhookStore`. It may be the same database as that of billing, or another one: no
// transaction ever spans both.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as WebhookDelivery from "../core/webhook/WebhookDelivery.ts"
import type { WebhookStore } from "../ports/WebhookStore.ts"
import type { PostgresClient } from "./PostgresClient.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { makeStatements } from "./statements.ts"
import { makeTogether } from "./together.ts"

/** How often a removal looks again, ten seconds in all. */
const REMOVING = { schedule: Schedule.spaced("10 millis"), times: 1_000 }

/** How long changes of deliveries wait for a statement under way. */
const PATIENCE = Effect.sleep("1 second")

const HELD = "Deliveries of the endpoint are held by other transactions of PostgreSQL. Remove it again"

/**
 * A store of webhooks over a database that `migrate` has brought to the latest schema. Any number of processes may share
 * it: each delivery is leased by one of them.
 */
export const makePostgresWebhookStore = (
  client: PostgresClient,
  options: SchemaOptions = {},
): WebhookStore["Service"] => {
  const { all, ask, first, page, run } = makeStatements(client, schemaOf(options))
  const one = (row: Replacement): Effect.Effect<boolean> =>
    Effect.map(first<Replaced>(REPLACE, [changesOf([row])]), isReplaced(0))
  const replace = makeTogether({
    one,
    many: (rows) =>
      Effect.match(ask(REPLACE, [changesOf(rows)]), {
        onSuccess: ([answer]) => {
          const replaced: Replaced = JSON.parse(answer?.result ?? "null")
          return rows.map((_, place) => Effect.succeed(isReplaced(place)(replaced)))
        },
        // One of them may be held by somebody: each is made by itself, so that no other waits for it.
        onFailure: () => rows.map(one),
      }),
    patience: PATIENCE,
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
    replaceEndpoint: (before, after) =>
      Effect.map(
        first<boolean>("SELECT $schema.replace_endpoint($1, $2, $3)::text AS result", [
          before.endpointId,
          JSON.stringify(before),
          JSON.stringify(after),
        ]),
        (isReplaced) => isReplaced === true,
      ),
    // What is being written right then is removed a moment later.
    removeEndpoint: (endpointId) =>
      first<boolean>("SELECT $schema.remove_endpoint($1)::text AS result", [endpointId]).pipe(
        Effect.repeat({ while: (isRemoved) => isRemoved === null, ...REMOVING }),
        Effect.flatMap((isRemoved) =>
          isRemoved === null ? Effect.die(new Error(HELD)) : Effect.succeed(isRemoved),
        ),
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
    deliveries: ({ endpointId, status, ...part }) =>
      page(
        {
          from: "FROM $schema.webhook_deliveries WHERE endpoint_id = $1 AND doc->>'status' = $2",
          orderBy: "seq DESC",
          parameters: [endpointId, status],
        },
        part,
      ),
    parked: ({ endpointId, since, limit }) =>
      all(
        `SELECT doc::text AS result FROM $schema.webhook_deliveries
         WHERE endpoint_id = $1 AND doc->>'status' = 'PARKED' AND created_at >= $2::bigint ORDER BY seq LIMIT $3::bigint`,
        [endpointId, since, limit],
      ),
    replace: (before, after) => Effect.suspend(() => replace(replacementOf(before, after))),
  }
}

const REPLACE = "SELECT json_build_object('replaced', $schema.replace_deliveries($1::json))::text AS result"

/** The places of those that were replaced. */
type Replaced = { readonly replaced: ReadonlyArray<number> } | null

const isReplaced =
  (place: number) =>
  (answer: Replaced): boolean =>
    answer?.replaced.includes(place) ?? false

const changesOf = (rows: ReadonlyArray<Replacement>): string =>
  JSON.stringify(rows.map((row, place) => ({ ...row, place })))

/** A record that was read is written as the same text again, so that the text tells whether it is still the same. */
const replacementOf = (before: WebhookDelivery.WebhookDelivery, after: WebhookDelivery.WebhookDelivery) => ({
  id: before.deliveryId,
  endpoint: before.endpointId,
  before: JSON.stringify(before),
  ...columnsOf(after),
})

type Replacement = ReturnType<typeof replacementOf>

const columnsOf = (delivery: WebhookDelivery.WebhookDelivery) => ({
  organization: delivery.event.organizationId,
  lane: WebhookDelivery.laneOf(delivery),
  pending: delivery.status === "PENDING",
  ready_at: WebhookDelivery.readyAt(delivery),
  doc: JSON.stringify(delivery),
})
