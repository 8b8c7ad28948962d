// What may be forgotten. Billing records are kept for good; everything else has its end, and a table that only grows is a
// fault.
import * as Effect from "effect/Effect"
import type { BillingPolicy } from "../core/policy/BillingPolicy.ts"
import type { PostgresClient } from "./PostgresClient.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { makeStatements } from "./statements.ts"

/** How many rows of a table one run forgets at most. */
export const FORGOTTEN_MAX = 5_000

/** How long a delivery can be looked at once it is over. */
export const DELIVERIES_KEPT_MILLIS = 30 * 86_400_000

/** How many webhook events are remembered, so that none is published twice; more than ever wait in the outbox. */
export const EVENTS_KEPT = 1_000_000

/**
 * Forgets what is over at `now`, and gives how many rows it forgot: sessions, codes and idempotency keys that ended, usage
 * events that are too old to come again, deliveries of 30 days ago, buckets of rate limits that are full again. Run it as
 * often as the engine, in any number of processes.
 */
export const sweep = (
  client: PostgresClient,
  now: number,
  { usageLateMillis }: Pick<BillingPolicy, "usageLateMillis">,
  options: SchemaOptions = {},
): Effect.Effect<number> =>
  Effect.map(
    makeStatements(client, schemaOf(options)).first<number>(
      `WITH full_again AS (
         DELETE FROM $schema.rate_limits WHERE key = ANY (ARRAY(
           SELECT key FROM $schema.rate_limits WHERE forgettable_at <= $1::bigint LIMIT $5::integer
           FOR UPDATE SKIP LOCKED)) RETURNING 1
       )
       SELECT ($schema.sweep($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::integer)
         + (SELECT count(*) FROM full_again))::text AS result`,
      [now, now - usageLateMillis, now - DELIVERIES_KEPT_MILLIS, EVENTS_KEPT, FORGOTTEN_MAX],
    ),
    (forgotten) => forgotten ?? 0,
  )
