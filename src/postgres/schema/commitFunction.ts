// The function that does a commit: all of it, or it raises an error and nothing happens. One call is one round trip, and
// one transaction.

/** The SQLSTATE of a conflict, whose detail is the scope as JSON. */
export const CONFLICT = "SB001"

/** The tables of records with their keys; every other column is replaced. */
const records: Readonly<Record<string, readonly [key: string, ...columns: ReadonlyArray<string>]>> = {
  organizations: ["organization_id", "doc"],
  users: ["user_id", "email", "doc"],
  plans: ["plan_id", "status", "doc"],
  coupons: ["coupon_id", "code", "redemptions_max", "times_redeemed", "amount_redeemed", "doc"],
  payment_methods: ["organization_id, payment_method_id", "doc"],
  subscriptions: ["organization_id, subscription_id", "live", "created_at", "doc"],
  billing_periods: ["organization_id, subscription_id, cycle", "settled", "doc"],
  invoices: ["organization_id, invoice_id", "subscription_id", "cycle", "status", "issued_at", "doc"],
  vouchers: [
    "organization_id, voucher_id",
    ...["balance", "credit_of", "frozen", "revoked", "effective_at", "expires_at", "created_at", "doc"],
  ],
  billing_thresholds: ["organization_id", "doc"],
  coupon_uses: ["organization_id, coupon_id", "doc"],
  usage_events: ["organization_id, event_id", "meter", "quantity", "occurred_at", "billed_at"],
  otp_addresses: ["email", "forgettable_at", "doc"],
  sessions: ["session_id", "user_id", "open", "forgettable_at", "doc"],
  idempotency_keys: ["key_id", "forgettable_at", "doc"],
}

/** The tables of what is found of a record beside its row. */
const beside = ["voucher_entries", "receivables", "invoice_cycles", "voucher_uses", "otps"]

const columns = (names: ReadonlyArray<string>): string => names.map((name) => `${name} json`).join(", ")

/** Puts the rows of a table, if the commit has any. */
const put = (schema: string, table: string): string => {
  const [key, ...columns] = records[table] ?? [""]
  const all = [key, ...columns].join(", ")
  const replaced = columns.map((name) => `${name} = excluded.${name}`).join(", ")
  return `
    IF put.${table} IS NOT NULL THEN
      INSERT INTO ${schema}.${table} (${all})
        SELECT ${all} FROM json_populate_recordset(NULL::${schema}.${table}, put.${table})
        ON CONFLICT (${key}) DO UPDATE SET ${replaced};
    END IF;`
}

/** Raises the conflict of a scope. */
const conflict = (kind: string, id: string): string =>
  `RAISE EXCEPTION 'Another commit came first' USING ERRCODE = '${CONFLICT}',
          DETAIL = json_build_object('kind', ${kind}, 'id', ${id})::text`

/** Does a commit, whose rows are told apart by their tables. */
export const commitFunction = (schema: string): string => `
  CREATE OR REPLACE FUNCTION ${schema}.do_commit(token text, payload json) RETURNS void LANGUAGE plpgsql
  -- A connection keeps the plans that it makes first, maybe over tables that are still empty.
  SET enable_seqscan = off AS $body$
  DECLARE
    parts record;
    put record;
    item record;
  BEGIN
    -- Each level is read once: a member that is taken out of a JSON text by its name costs a reading of the whole text.
    SELECT * INTO parts FROM json_to_record(payload) AS x(${columns(["expects", "rows", "deletes", '"couponCounts"', "outbox", "due"])});
    SELECT * INTO put FROM json_to_record(parts.rows) AS x(${columns([...Object.keys(records), ...beside])});
    -- Who lost the answer and gave the commit up has put the token here before.
    INSERT INTO ${schema}.commits (token, abandoned) VALUES (do_commit.token, false);
    -- In one order, so that two commits never wait for each other.
    FOR item IN SELECT * FROM json_to_recordset(parts.expects) AS x(kind text, id text, version bigint)
      ORDER BY kind, id LOOP
      IF item.version = 0 THEN
        INSERT INTO ${schema}.versions (kind, id, version) VALUES (item.kind, item.id, 1) ON CONFLICT DO NOTHING;
      ELSE
        UPDATE ${schema}.versions SET version = version + 1
          WHERE kind = item.kind AND id = item.id AND version = item.version;
      END IF;
      IF NOT FOUND THEN
        ${conflict("item.kind", "item.id")};
      END IF;
    END LOOP;

    IF put.users IS NOT NULL OR put.coupons IS NOT NULL THEN
      FOR item IN SELECT 'user' AS kind, u.user_id AS id FROM json_to_recordset(put.users) AS x(user_id text, email text)
          JOIN ${schema}.users u ON u.email = x.email AND u.user_id <> x.user_id
        UNION ALL
        SELECT 'coupon', c.coupon_id FROM json_to_recordset(put.coupons) AS x(coupon_id text, code text)
          JOIN ${schema}.coupons c ON c.code = x.code AND c.coupon_id <> x.coupon_id LOOP
        ${conflict("item.kind", "item.id")};
      END LOOP;
    END IF;
${Object.keys(records)
  .map((table) => put(schema, table))
  .join("")}
    -- An entry is added: where its ledger has it, or one of its kind and cause, the table refuses it.
    IF put.voucher_entries IS NOT NULL THEN
      INSERT INTO ${schema}.voucher_entries
        SELECT * FROM json_populate_recordset(NULL::${schema}.voucher_entries, put.voucher_entries);
    END IF;
    IF put.receivables IS NOT NULL THEN
      INSERT INTO ${schema}.invoice_cycles
        SELECT * FROM json_populate_recordset(NULL::${schema}.invoice_cycles, put.invoice_cycles)
        ON CONFLICT DO NOTHING;
      INSERT INTO ${schema}.voucher_uses
        SELECT * FROM json_populate_recordset(NULL::${schema}.voucher_uses, put.voucher_uses)
        ON CONFLICT DO NOTHING;
      DELETE FROM ${schema}.receivables r
        USING json_populate_recordset(NULL::${schema}.receivables, put.receivables) x
        WHERE r.organization_id = x.organization_id AND r.invoice_id = x.invoice_id AND x.doc IS NULL;
      INSERT INTO ${schema}.receivables
        SELECT * FROM json_populate_recordset(NULL::${schema}.receivables, put.receivables) x WHERE x.doc IS NOT NULL
        ON CONFLICT (organization_id, invoice_id) DO UPDATE SET doc = excluded.doc;
    END IF;
    IF put.otps IS NOT NULL THEN
      DELETE FROM ${schema}.otps WHERE email IN (SELECT x ->> 'email' FROM json_array_elements(put.otps) x);
      INSERT INTO ${schema}.otps (otp_id, email)
        SELECT json_array_elements_text(x -> 'otp_ids'), x ->> 'email' FROM json_array_elements(put.otps) x
        ON CONFLICT (otp_id) DO UPDATE SET email = excluded.email;
    END IF;

    FOR item IN SELECT * FROM json_to_recordset(parts.deletes)
      AS x(kind text, "organizationId" text, "paymentMethodId" text) LOOP
      IF item.kind = 'PaymentMethod' THEN
        DELETE FROM ${schema}.payment_methods
          WHERE organization_id = item."organizationId" AND payment_method_id = item."paymentMethodId";
      ELSE
        DELETE FROM ${schema}.billing_thresholds WHERE organization_id = item."organizationId";
      END IF;
    END LOOP;

    IF json_array_length(parts."couponCounts") > 0 THEN
    FOR item IN SELECT * FROM json_to_recordset(parts."couponCounts")
      AS x("couponId" text, redemptions bigint, amount bigint) ORDER BY "couponId" LOOP
      UPDATE ${schema}.coupons SET
        times_redeemed = times_redeemed + item.redemptions, amount_redeemed = amount_redeemed + item.amount
        WHERE coupon_id = item."couponId"
          AND (item.redemptions <= 0 OR redemptions_max IS NULL OR times_redeemed + item.redemptions <= redemptions_max);
      IF NOT FOUND THEN
        ${conflict("'coupon'", 'item."couponId"')};
      END IF;
    END LOOP;
    -- A count advances the version of its coupon, unless it was expected.
    INSERT INTO ${schema}.versions (kind, id, version)
      SELECT DISTINCT 'coupon', x ->> 'couponId', 1 FROM json_array_elements(parts."couponCounts") x
      WHERE NOT EXISTS (SELECT FROM json_array_elements(parts.expects) e
        WHERE e ->> 'kind' = 'coupon' AND e ->> 'id' = x ->> 'couponId')
      ON CONFLICT (kind, id) DO UPDATE SET version = versions.version + 1;
    END IF;

    IF json_array_length(parts.outbox) > 0 THEN
      INSERT INTO ${schema}.outbox (message_id, kind, doc)
        SELECT x ->> 'messageId', x ->> 'kind', x FROM json_array_elements(parts.outbox) x
        ON CONFLICT (message_id) DO NOTHING;
    END IF;
    DELETE FROM ${schema}.due WHERE organization_id IN (
      SELECT x ->> 'organizationId' FROM json_array_elements(parts.due) x WHERE x ->> 'at' IS NULL);
    INSERT INTO ${schema}.due (organization_id, at)
      SELECT x ->> 'organizationId', (x ->> 'at')::bigint FROM json_array_elements(parts.due) x
      WHERE x ->> 'at' IS NOT NULL
      ON CONFLICT (organization_id) DO UPDATE SET at = excluded.at;
  END $body$;

  -- Gives a commit up whose answer was lost, unless it was made. From then on it cannot be made any more.
  CREATE OR REPLACE FUNCTION ${schema}.was_committed(lost text) RETURNS text LANGUAGE plpgsql AS $body$
  BEGIN
    INSERT INTO ${schema}.commits (token, abandoned) VALUES (lost, true) ON CONFLICT DO NOTHING;
    RETURN (SELECT CASE WHEN abandoned THEN 'no' ELSE 'yes' END FROM ${schema}.commits WHERE token = lost);
  END $body$;
`
