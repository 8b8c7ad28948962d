// The tables of webhooks, and the functions that change them. Events of an organization go to an endpoint one after the
// other. Of such a lane the first that was never tried is next, and so is whatever was tried. What is next is marked as it
// is written, so that finding it costs as much as there is to send.
import { GIVE_UP } from "./giveUp.ts"

/** The SQLSTATE where transactions are of an isolation under which deliveries would be lost. */
const TOO_STRICT = "SB002"

/** The tables and functions of webhooks, in a schema. */
export const webhooks = (schema: string): string => `
  CREATE TABLE ${schema}.webhook_endpoints (
    seq bigint GENERATED ALWAYS AS IDENTITY, endpoint_id text PRIMARY KEY, doc json NOT NULL
  );
  CREATE TABLE ${schema}.webhook_events (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text NOT NULL UNIQUE);
  -- "lane" is the organization while it was never tried.
  CREATE TABLE ${schema}.webhook_deliveries (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, delivery_id text NOT NULL UNIQUE, endpoint_id text NOT NULL,
    lane text, pending boolean NOT NULL, next boolean NOT NULL, ready_at bigint NOT NULL, created_at bigint NOT NULL,
    doc json NOT NULL
  ) WITH (fillfactor = 80);
  CREATE INDEX webhook_deliveries_lane ON ${schema}.webhook_deliveries (endpoint_id, lane, seq) WHERE lane IS NOT NULL;
  CREATE INDEX webhook_deliveries_next ON ${schema}.webhook_deliveries (endpoint_id, ready_at, seq) WHERE next;
  CREATE INDEX webhook_deliveries_pending ON ${schema}.webhook_deliveries (endpoint_id) WHERE pending;
  CREATE INDEX webhook_deliveries_listed ON ${schema}.webhook_deliveries (endpoint_id, (doc->>'status'), seq);
  CREATE INDEX webhook_deliveries_done ON ${schema}.webhook_deliveries (created_at) WHERE NOT pending;

  -- Whoever changes a lane has it alone until its transaction ends.
  CREATE FUNCTION ${schema}.lock_lane(endpoint text, organization text) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    -- Under this one nobody sees what was written while he waited, and of a lane none might be next any more.
    IF current_setting('transaction_isolation') = 'repeatable read' THEN
      RAISE EXCEPTION 'Deliveries need READ COMMITTED' USING ERRCODE = '${TOO_STRICT}';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('${schema}/' || endpoint || '/' || organization, 0));
  END $body$;

  CREATE FUNCTION ${schema}.publish_event(event text, deliveries json) RETURNS void LANGUAGE plpgsql
  ${GIVE_UP} AS $body$
  DECLARE
    item record;
  BEGIN
    INSERT INTO ${schema}.webhook_events (event_id) VALUES (event) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN; END IF;
    -- In one order, so that two of them never wait for each other.
    FOR item IN SELECT * FROM json_to_recordset(deliveries)
      AS x(id text, endpoint text, organization text, lane text, pending boolean, ready_at bigint, created_at bigint, doc text)
      ORDER BY endpoint, organization, id LOOP
      PERFORM ${schema}.lock_lane(item.endpoint, item.organization);
      INSERT INTO ${schema}.webhook_deliveries
        (delivery_id, endpoint_id, lane, pending, next, ready_at, created_at, doc)
        VALUES (item.id, item.endpoint, item.lane, item.pending, item.pending AND NOT EXISTS (
          SELECT FROM ${schema}.webhook_deliveries d WHERE d.endpoint_id = item.endpoint AND d.lane = item.lane
        ), item.ready_at, item.created_at, item.doc::json);
    END LOOP;
  END $body$;

  -- Replaces deliveries, each by itself; gives the places of those that were still as they had been read.
  CREATE FUNCTION ${schema}.replace_deliveries(changes json) RETURNS json LANGUAGE plpgsql
  ${GIVE_UP} AS $body$
  DECLARE
    item record;
    was record;
    replaced integer[] := '{}';
  BEGIN
    -- Lanes are locked in one order.
    FOR item IN SELECT * FROM json_to_recordset(changes)
      AS x(place integer, id text, endpoint text, before text, organization text, lane text, pending boolean,
        ready_at bigint, doc text)
      ORDER BY endpoint, organization, place LOOP
      PERFORM ${schema}.lock_lane(item.endpoint, item.organization);
      UPDATE ${schema}.webhook_deliveries d
        SET doc = item.doc::json, pending = item.pending, lane = item.lane, ready_at = item.ready_at,
          next = item.pending AND (d.next OR item.lane IS NULL)
        FROM (SELECT b.seq, b.lane FROM ${schema}.webhook_deliveries b
          WHERE b.delivery_id = item.id AND b.doc::text = item.before FOR UPDATE) AS before
        WHERE d.seq = before.seq RETURNING before.lane INTO was;
      IF NOT FOUND THEN CONTINUE; END IF;
      replaced := replaced || item.place;
      IF was.lane IS NOT DISTINCT FROM item.lane THEN CONTINUE; END IF;
      -- One that comes back may stand before the one that is next.
      IF was.lane IS NULL THEN
        UPDATE ${schema}.webhook_deliveries SET next = false
          WHERE endpoint_id = item.endpoint AND lane = item.organization AND next;
      END IF;
      UPDATE ${schema}.webhook_deliveries SET next = true WHERE seq = (
        SELECT seq FROM ${schema}.webhook_deliveries
        WHERE endpoint_id = item.endpoint AND lane = item.organization ORDER BY seq LIMIT 1);
    END LOOP;
    RETURN array_to_json(replaced);
  END $body$;

  -- Replaces an endpoint that is still as it was read. A statement by itself would wait for ever.
  CREATE FUNCTION ${schema}.replace_endpoint(id text, before text, after text) RETURNS boolean LANGUAGE plpgsql
  ${GIVE_UP} AS $body$
  BEGIN
    UPDATE ${schema}.webhook_endpoints SET doc = after::json WHERE endpoint_id = id AND doc::text = before;
    RETURN FOUND;
  END $body$;

  -- Removes an endpoint; null while others hold deliveries that wait for it, so that it waits for nobody itself.
  CREATE FUNCTION ${schema}.remove_endpoint(id text) RETURNS boolean LANGUAGE plpgsql
  ${GIVE_UP} AS $body$
  BEGIN
    DELETE FROM ${schema}.webhook_deliveries WHERE seq IN (
      SELECT seq FROM ${schema}.webhook_deliveries WHERE endpoint_id = id AND pending FOR UPDATE SKIP LOCKED);
    IF EXISTS (SELECT FROM ${schema}.webhook_deliveries WHERE endpoint_id = id AND pending) THEN RETURN NULL; END IF;
    DELETE FROM ${schema}.webhook_endpoints WHERE endpoint_id = id;
    RETURN FOUND;
  END $body$;
`
