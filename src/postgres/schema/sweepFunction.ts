// The function that forgets what is over, a bounded bite at a time, so that no writer waits for long.

/** The scopes that end: each kind with its table and key. */
const SCOPES = [
  ["address", "otp_addresses", "email"],
  ["session", "sessions", "session_id"],
  ["idempotency_key", "idempotency_keys", "key_id"],
] as const

/** Takes a bite out of a table, of rows that nobody else has under his hands. */
const forget = (schema: string, table: string, which: string): string => `
    DELETE FROM ${schema}.${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${schema}.${table} WHERE ${which} LIMIT bite FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS some_rows = ROW_COUNT;${counted}`

const counted = `
    forgotten := forgotten + some_rows; is_more := is_more OR some_rows >= bite;`

const forgetScopes = (schema: string, [kind, table, key]: (typeof SCOPES)[number]): string => `
    WITH gone AS (
      DELETE FROM ${schema}.${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${schema}.${table} WHERE forgettable_at <= until ORDER BY forgettable_at LIMIT bite
        FOR UPDATE SKIP LOCKED)) RETURNING ${key} AS id
    )${kind === "address" ? `, codes AS (DELETE FROM ${schema}.otps USING gone WHERE otps.email = gone.id)` : ""}
    , versions AS (DELETE FROM ${schema}.versions v USING gone WHERE v.kind = '${kind}' AND v.id = gone.id)
    SELECT count(*) INTO some_rows FROM gone;${counted}`

/** What waits for an endpoint that was removed while its event was being published: nobody will ever send it. */
const forgetUnsent = (schema: string): string => `
    WITH RECURSIVE waiting AS (
      SELECT min(endpoint_id) AS id FROM ${schema}.webhook_deliveries WHERE pending
      UNION ALL
      SELECT (SELECT min(endpoint_id) FROM ${schema}.webhook_deliveries WHERE pending AND endpoint_id > waiting.id)
        FROM waiting WHERE waiting.id IS NOT NULL
    )
    DELETE FROM ${schema}.webhook_deliveries WHERE ctid = ANY (ARRAY(
      SELECT unsent.ctid FROM waiting CROSS JOIN LATERAL (
        SELECT ctid FROM ${schema}.webhook_deliveries WHERE pending AND endpoint_id = waiting.id LIMIT bite
        FOR UPDATE SKIP LOCKED) unsent
      WHERE NOT EXISTS (SELECT FROM ${schema}.webhook_endpoints WHERE endpoint_id = waiting.id)
      LIMIT bite));
    GET DIAGNOSTICS some_rows = ROW_COUNT;${counted}`

const waitingTooLong = (schema: string): string => `
      SELECT seq FROM (SELECT seq, at FROM ${schema}.outbox ORDER BY seq LIMIT bite) oldest
      WHERE at < to_timestamp((until - waiting_kept) / 1000.0)`

/**
 * Forgets what is over by the earlier of two clocks, that of who asks and that of the server: a clock that is ahead
 * forgets nothing that is needed. Gives how many rows that were, and whether there may be more.
 */
export const sweepFunction = (schema: string): string => `
  CREATE FUNCTION ${schema}.sweep(now bigint, skew bigint, usage_kept bigint, deliveries_kept bigint, events_kept bigint,
    waiting_kept bigint, bite integer) RETURNS json LANGUAGE plpgsql
  -- A connection keeps the plans that it makes first, maybe over tables that are still empty.
  SET enable_seqscan = off AS $body$
  DECLARE
    until bigint := least(now, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) - skew;
    yesterday timestamptz := clock_timestamp() - interval '1 day';
    forgotten bigint := 0;
    some_rows bigint;
    is_more boolean := false;
  BEGIN
    -- A scope loses its version with its record: it is then as if it had never been.
${SCOPES.map((scope) => forgetScopes(schema, scope)).join("")}
    -- A bucket that is full is as one that was never used.
${forget(schema, "rate_limits", "forgettable_at <= until")}
    -- An event that is too old to be accepted need not be known any more.
${forget(schema, "usage_events", "occurred_at < until - usage_kept")}
${forget(schema, "webhook_deliveries", "NOT pending AND created_at < until - deliveries_kept")}
${forgetUnsent(schema)}
${forget(schema, "webhook_events", `seq <= (SELECT max(seq) FROM ${schema}.webhook_events) - events_kept`)}
    -- What nobody took from the outbox for so long nobody will. Only the oldest are looked at.
${forget(schema, "outbox", `seq IN (${waitingTooLong(schema)})`)}
    -- Nobody asks for a commit of yesterday: who lost its answer looks for about a minute.
${forget(schema, "commits", "at < yesterday")}
    RETURN json_build_object('forgotten', forgotten, 'isMore', is_more);
  END $body$;
`
