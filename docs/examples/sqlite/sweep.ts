// What may be forgotten. Billing records are kept for good; everything else has its end, and a table that only grows is a
// fault. A run takes a bounded bite, so that no writer waits for long: run it as often as the engine.
import * as Effect from "effect/Effect"
import type { BillingPolicy } from "studio-billing"
import type { Database } from "./Database.ts"
import { whenFree } from "./whenFree.ts"

/** How many rows of a table one run forgets at most. */
export const FORGOTTEN_MAX = 500

/** How long a delivery can be looked at once it is over. */
export const DELIVERIES_KEPT_MILLIS = 30 * 86_400_000

/** How long the letter of a code that could not be sent can be looked at. */
export const LETTERS_KEPT_MILLIS = 30 * 86_400_000

/** How many events are remembered, so that none is published twice; more than ever wait in the outbox. */
export const EVENTS_KEPT = 100_000

/** Scopes that end by time, each with its table and key. */
const scopes = [
  ["address", "otp_addresses", "email"],
  ["session", "sessions", "session_id"],
  ["idempotency_key", "idempotency_keys", "key_id"],
] as const

/**
 * Forgets what is over at `now`, or nothing where another process has the lock all the time. A scope loses its version
 * with its record: it is then as if it had never been.
 */
export const sweep = (database: Database, now: number, policy: BillingPolicy): Effect.Effect<void> =>
  Effect.ignore(whenFree(() => database.write(() => forget(database, now, policy))))

const forget = (
  database: Database,
  at: number,
  { usageLateMillis, clockSkewMillis }: BillingPolicy,
): void => {
  // What a process whose clock is behind may still ask for is kept.
  const now = at - clockSkewMillis
  const over = { now, limit: FORGOTTEN_MAX }
  for (const [kind, table, key] of scopes) {
    const gone = `SELECT ${key} FROM ${table} WHERE forgettable_at <= :now ORDER BY forgettable_at, ${key} LIMIT :limit`
    database.run(`DELETE FROM versions WHERE kind = '${kind}' AND id IN (${gone})`, over)
    if (kind === "address") database.run(`DELETE FROM otps WHERE email IN (${gone})`, over)
    database.run(`DELETE FROM ${table} WHERE ${key} IN (${gone})`, over)
  }
  database.run(
    "DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE forgettable_at <= :now LIMIT :limit)",
    over,
  )
  // An event that is too old to be accepted need not be known any more. It has to come with its own time for that.
  database.run(
    `DELETE FROM usage_events WHERE (organization_id, event_id) IN (
       SELECT organization_id, event_id FROM usage_events WHERE occurred_at < :oldestAt LIMIT :limit)`,
    { oldestAt: now - usageLateMillis, limit: FORGOTTEN_MAX },
  )
  database.run(
    `DELETE FROM outbox WHERE seq IN (
       SELECT seq FROM outbox WHERE kind = 'OTP_UNDELIVERED' AND doc ->> '$.givenUpAt' < :oldestAt LIMIT :limit)`,
    { oldestAt: now - LETTERS_KEPT_MILLIS, limit: FORGOTTEN_MAX },
  )
  database.run(
    `DELETE FROM webhook_deliveries WHERE seq IN (
       SELECT seq FROM webhook_deliveries WHERE pending = 0 AND created_at < :oldestAt LIMIT :limit)`,
    { oldestAt: now - DELIVERIES_KEPT_MILLIS, limit: FORGOTTEN_MAX },
  )
  database.run(
    `DELETE FROM webhook_events WHERE seq IN (
       SELECT seq FROM webhook_events
       WHERE seq <= (SELECT max(seq) FROM webhook_events) - :kept ORDER BY seq LIMIT :limit)`,
    { kept: EVENTS_KEPT, limit: FORGOTTEN_MAX },
  )
}
