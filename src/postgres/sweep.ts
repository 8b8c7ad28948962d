// What may be forgotten. Billing records are kept for good; everything else has its end, and a table that only grows is a
// fault.
import * as Effect from "effect/Effect"
import type { BillingPolicy } from "../core/policy/BillingPolicy.ts"
import type { PostgresClient } from "./PostgresClient.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { makeStatements } from "./statements.ts"

/** How many rows of a table go in one transaction. */
const BITE = 5_000

/** How long a delivery can be looked at once it is over. */
export const DELIVERIES_KEPT_MILLIS = 30 * 86_400_000

/** How many webhook events are remembered, so that none is published twice; more than ever wait in the outbox. */
export const EVENTS_KEPT = 1_000_000

/** How long a message waits in the outbox for somebody who takes it. */
export const WAITING_KEPT_MILLIS = 30 * 86_400_000

/**
 * Forgets what is over at `now`, and gives how many rows it forgot: sessions, codes and idempotency keys that ended, usage
 * events that are too old to come again, deliveries of 30 days ago, messages of the outbox that nobody took for 30 days,
 * buckets of rate limits that are full again. Run it as often as the engine, in any number of processes.
 *
 * What a process whose clock is behind by `clockSkewMillis` may still ask for is kept. Where the clock of the server is
 * earlier than `now` it counts, so that a clock that is ahead forgets nothing too early.
 */
export const sweep = Effect.fnUntraced(function* (
  client: PostgresClient,
  now: number,
  { usageLateMillis, clockSkewMillis }: Pick<BillingPolicy, "usageLateMillis" | "clockSkewMillis">,
  options: SchemaOptions = {},
): Effect.fn.Return<number> {
  const { first } = makeStatements(client, schemaOf(options))
  const bite = first<{ readonly forgotten: number; readonly isMore: boolean }>(
    `SELECT $schema.sweep($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::integer)::text AS result`,
    [now, clockSkewMillis, usageLateMillis, DELIVERIES_KEPT_MILLIS, EVENTS_KEPT, WAITING_KEPT_MILLIS, BITE],
  )
  let total = 0
  for (let isMore = true; isMore; ) {
    const told = yield* bite
    total += told?.forgotten ?? 0
    isMore = told?.isMore ?? false
  }
  return total
})
