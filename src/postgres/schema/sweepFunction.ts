// The function that forgets what is over, a bounded bite at a time, so that no writer waits for long.

/** Forgets; gives how many rows it forgot. */
export const sweepFunction = (schema: string): string => `
  CREATE FUNCTION ${schema}.sweep(until bigint, usage_from bigint, deliveries_from bigint, events_kept bigint, bite integer)
  RETURNS bigint LANGUAGE plpgsql AS $body$
  DECLARE
    forgotten bigint := 0;
    some_rows bigint;
  BEGIN
    -- A scope loses its version with its record: it is then as if it had never been.
${(
  [
    ["address", "otp_addresses", "email"],
    ["session", "sessions", "session_id"],
    ["idempotency_key", "idempotency_keys", "key_id"],
  ] as const
)
  .map(
    ([kind, table, key]) => `
    WITH gone AS (
      DELETE FROM ${schema}.${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${schema}.${table} WHERE forgettable_at <= until ORDER BY forgettable_at LIMIT bite
        FOR UPDATE SKIP LOCKED)) RETURNING ${key} AS id
    )${kind === "address" ? `, codes AS (DELETE FROM ${schema}.otps USING gone WHERE otps.email = gone.id)` : ""}
    , versions AS (DELETE FROM ${schema}.versions v USING gone WHERE v.kind = '${kind}' AND v.id = gone.id)
    SELECT count(*) INTO some_rows FROM gone;
    forgotten := forgotten + some_rows;`,
  )
  .join("")}
    -- An event that is too old to be accepted need not be known any more.
    DELETE FROM ${schema}.usage_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${schema}.usage_events WHERE occurred_at < usage_from LIMIT bite));
    GET DIAGNOSTICS some_rows = ROW_COUNT; forgotten := forgotten + some_rows;
    DELETE FROM ${schema}.webhook_deliveries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${schema}.webhook_deliveries WHERE NOT pending AND created_at < deliveries_from LIMIT bite));
    GET DIAGNOSTICS some_rows = ROW_COUNT; forgotten := forgotten + some_rows;
    DELETE FROM ${schema}.webhook_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${schema}.webhook_events
      WHERE seq <= (SELECT max(seq) FROM ${schema}.webhook_events) - events_kept ORDER BY seq LIMIT bite));
    GET DIAGNOSTICS some_rows = ROW_COUNT; forgotten := forgotten + some_rows;
    -- Nobody asks for a commit of yesterday: who lost its answer looks for about a minute.
    DELETE FROM ${schema}.commits WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${schema}.commits WHERE at < clock_timestamp() - interval '1 day' ORDER BY at LIMIT bite));
    GET DIAGNOSTICS some_rows = ROW_COUNT; forgotten := forgotten + some_rows;
    RETURN forgotten;
  END $body$;
`
