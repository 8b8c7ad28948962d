// The function that does a commit whose rows come as arrays of texts, one array a table, and whose documents come as one
// text: no JSON is read but that of the documents. All of it is done, or it raises an error and nothing happens.
import { GIVE_UP } from "./giveUp.ts"

/** The SQLSTATE of a conflict, whose detail is a list of scopes as JSON. */
export const CONFLICT = "SB001"

/** The code of the character between two documents: JSON has it nowhere. */
export const APART = 31

interface Table {
  /** Each with its type where it is not text. */
  readonly columns: ReadonlyArray<string>
  readonly onConflict: string
}

const nameOf = (column: string): string => column.split(" ")[0] ?? ""

/** Rows that take the place of those with the same key. */
const replacing = (key: ReadonlyArray<string>, ...replaced: ReadonlyArray<string>): Table => {
  const set = replaced.map((column) => `${nameOf(column)} = excluded.${nameOf(column)}`)
  return {
    columns: [...key, ...replaced],
    onConflict: `ON CONFLICT (${key.map(nameOf)}) DO UPDATE SET ${set}`,
  }
}

/** Rows that change nothing where they are there. */
const adding = (...columns: ReadonlyArray<string>): Table => ({
  columns,
  onConflict: "ON CONFLICT DO NOTHING",
})

const tables: Readonly<Record<string, Table>> = {
  organizations: replacing(["organization_id"], "doc json"),
  users: replacing(["user_id"], "email", "doc json"),
  plans: replacing(["plan_id"], "status", "doc json"),
  coupons: replacing(
    ["coupon_id"],
    ...["code", "redemptions_max bigint", "times_redeemed bigint", "amount_redeemed bigint", "doc json"],
  ),
  payment_methods: replacing(["organization_id", "payment_method_id"], "doc json"),
  subscriptions: replacing(
    ["organization_id", "subscription_id"],
    ...["live boolean", "created_at bigint", "doc json"],
  ),
  billing_periods: replacing(
    ["organization_id", "subscription_id", "cycle bigint"],
    ...["settled boolean", "doc json"],
  ),
  invoices: replacing(
    ["organization_id", "invoice_id"],
    ...["subscription_id", "cycle bigint", "status", "issued_at bigint", "doc json"],
  ),
  vouchers: replacing(
    ["organization_id", "voucher_id"],
    ...["balance bigint", "credit_of", "frozen boolean", "revoked boolean"],
    ...["effective_at bigint", "expires_at bigint", "created_at bigint", "doc json"],
  ),
  billing_thresholds: replacing(["organization_id"], "doc json"),
  coupon_uses: replacing(["organization_id", "coupon_id"], "doc json"),
  usage_events: replacing(
    ["organization_id", "event_id"],
    ...["meter", "quantity bigint", "occurred_at bigint", "billed_at bigint"],
  ),
  otp_addresses: replacing(["email"], "forgettable_at bigint", "doc json"),
  sessions: replacing(["session_id"], "user_id", "open boolean", "forgettable_at bigint", "doc json"),
  idempotency_keys: replacing(["key_id"], "forgettable_at bigint", "doc json"),
  receivables: replacing(["organization_id", "invoice_id"], "doc json"),
  otps: replacing(["otp_id"], "email"),
  invoice_cycles: adding("organization_id", "subscription_id", "cycle bigint", "invoice_id"),
  voucher_uses: adding("organization_id", "invoice_id", "voucher_id"),
  outbox: adding("message_id", "kind", "doc json"),
  // Where its ledger has an entry, or one of its kind and cause, the table refuses it.
  voucher_entries: {
    columns: ["organization_id", "voucher_id", "sequence bigint", "kind", "cause", "doc json"],
    onConflict: "",
  },
}

/** What is no row to insert. */
const others: Readonly<Record<string, ReadonlyArray<string>>> = {
  scopes: ["kind", "id", "version"],
  settled_receivables: ["organization_id", "invoice_id"],
  removed_payment_methods: ["organization_id", "payment_method_id"],
  removed_billing_thresholds: ["organization_id"],
  coupon_counts: ["coupon_id", "redemptions", "amount"],
  due: ["organization_id", "at"],
}

/** The columns of a row, by what it is. Arrays have the columns of all rows, one after the other. */
export const ROWS: Readonly<Record<string, ReadonlyArray<string>>> = Object.fromEntries([
  ...Object.entries(others),
  ...Object.entries(tables).map(([table, { columns }]) => [table, columns.map(nameOf)] as const),
])

/** What most commits have. The parameters after the token and the documents are these arrays, and an object with all others. */
export const ARRAYS: ReadonlyArray<string> = [
  ...["scopes", "subscriptions", "billing_periods", "usage_events"],
  ...["invoices", "invoice_cycles", "voucher_uses", "receivables", "settled_receivables", "outbox", "due"],
]

const seldom = Object.keys(ROWS).filter((name) => !ARRAYS.includes(name))

const arrayOf = (name: string): string => (ARRAYS.includes(name) ? `put_${name}` : `seldom.${name}`)

/** Goes through the rows of an array; `at` gives a column of the row. */
const loop = (name: string, body: (at: (column: string) => string) => string): string => {
  const columns = ROWS[name] ?? []
  const array = arrayOf(name)
  return `
    IF ${array} IS NOT NULL THEN
      FOR i IN 0 .. cardinality(${array}) - 1 BY ${columns.length} LOOP
        ${body((column) => `${array}[i + ${columns.indexOf(column) + 1}]`)}
      END LOOP;
    END IF;`
}

/** Inserts the rows of an array into its table, if the commit has any. In the place of a document it has its number. */
const insert = (schema: string, table: string): string => {
  const { columns, onConflict } = tables[table] ?? { columns: [], onConflict: "" }
  const array = arrayOf(table)
  const values = columns.map((column, index) => {
    const [, type] = column.split(" ")
    const value = `${array}[i + ${index + 1}]`
    if (type === "json") return `docs[${value}::int]::json`
    return type === undefined ? value : `${value}::${type}`
  })
  return `
    IF ${array} IS NOT NULL THEN
      INSERT INTO ${schema}.${table} (${columns.map(nameOf)})
        SELECT ${values} FROM generate_series(0, cardinality(${array}) - 1, ${columns.length}) AS i
        ${onConflict};
    END IF;`
}

const scopeOf = (kind: string, id: string): string => `json_build_object('kind', ${kind}, 'id', ${id})`

const raise = (scopes: string): string =>
  `RAISE EXCEPTION 'Another commit came first' USING ERRCODE = '${CONFLICT}', DETAIL = ${scopes}::text`

/** Raises the conflict of a scope. */
const conflict = (kind: string, id: string): string => raise(`json_build_array(${scopeOf(kind, id)})`)

/** Does a commit. Scopes come in one order, so that two commits never wait for each other. */
export const commitFunction = (schema: string): string => {
  const put = (names: ReadonlyArray<string>): string => names.map((name) => insert(schema, name)).join("")
  return `
  CREATE FUNCTION ${schema}.commit_rows(put_token text, put_docs text,
    ${ARRAYS.map((name) => `put_${name} text[]`).join(", ")}, put_seldom json) RETURNS void LANGUAGE plpgsql
  -- A connection keeps the plans that it makes first, maybe over tables that are still empty.
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan ${GIVE_UP} AS $body$
  DECLARE
    docs text[] := string_to_array(put_docs, chr(${APART}));
    met json[];
    item record;
    seldom record;
  BEGIN
    -- Who lost the answer and gave the commit up has put the token here before.
    INSERT INTO ${schema}.commits (token, abandoned) VALUES (put_token, false);
${loop(
  "scopes",
  (at) => `IF ${at("version")} = '0' THEN
          INSERT INTO ${schema}.versions (kind, id, version) VALUES (${at("kind")}, ${at("id")}, 1) ON CONFLICT DO NOTHING;
        ELSE
          UPDATE ${schema}.versions SET version = version + 1
            WHERE kind = ${at("kind")} AND id = ${at("id")} AND version = ${at("version")}::bigint;
        END IF;
        IF NOT FOUND THEN
          met := met || ${scopeOf(at("kind"), at("id"))};
        END IF;`,
)}
    -- All of them are told, so that of many commits each is known that met another one.
    IF met IS NOT NULL THEN
      ${raise("to_json(met)")};
    END IF;
    IF put_seldom IS NOT NULL THEN
    SELECT * INTO seldom FROM json_to_record(put_seldom) AS x(${seldom.map((name) => `${name} text[]`).join(", ")});
${loop(
  "users",
  (
    at,
  ) => `FOR item IN SELECT user_id FROM ${schema}.users WHERE email = ${at("email")} AND user_id <> ${at("user_id")} LOOP
          ${conflict("'user'", "item.user_id")};
        END LOOP;`,
)}
${loop(
  "coupons",
  (
    at,
  ) => `FOR item IN SELECT coupon_id FROM ${schema}.coupons WHERE code = ${at("code")} AND coupon_id <> ${at("coupon_id")} LOOP
          ${conflict("'coupon'", "item.coupon_id")};
        END LOOP;`,
)}
${loop("otp_addresses", (at) => `DELETE FROM ${schema}.otps WHERE email = ${at("email")};`)}
${put(seldom.filter((name) => name in tables))}
${loop(
  "removed_payment_methods",
  (at) => `DELETE FROM ${schema}.payment_methods
          WHERE organization_id = ${at("organization_id")} AND payment_method_id = ${at("payment_method_id")};`,
)}
${loop(
  "removed_billing_thresholds",
  (at) => `DELETE FROM ${schema}.billing_thresholds WHERE organization_id = ${at("organization_id")};`,
)}
${loop(
  "coupon_counts",
  (at) => `UPDATE ${schema}.coupons SET times_redeemed = times_redeemed + ${at("redemptions")}::bigint,
            amount_redeemed = amount_redeemed + ${at("amount")}::bigint
          WHERE coupon_id = ${at("coupon_id")} AND (${at("redemptions")}::bigint <= 0 OR redemptions_max IS NULL
            OR times_redeemed + ${at("redemptions")}::bigint <= redemptions_max);
        IF NOT FOUND THEN
          ${conflict("'coupon'", at("coupon_id"))};
        END IF;`,
)}
    -- A count advances the version of its coupon once, unless it was expected.
    IF seldom.coupon_counts IS NOT NULL THEN
      INSERT INTO ${schema}.versions (kind, id, version)
        SELECT DISTINCT 'coupon', seldom.coupon_counts[i + 1], 1
        FROM generate_series(0, cardinality(seldom.coupon_counts) - 1, 3) AS i
        WHERE NOT EXISTS (SELECT FROM generate_series(0, cardinality(put_scopes) - 1, 3) AS s
          WHERE put_scopes[s + 1] = 'coupon' AND put_scopes[s + 2] = seldom.coupon_counts[i + 1])
        ON CONFLICT (kind, id) DO UPDATE SET version = versions.version + 1;
    END IF;
    END IF;
${put(["subscriptions", "billing_periods", "usage_events"])}
    IF put_invoices IS NOT NULL THEN
${put(["invoices", "invoice_cycles", "voucher_uses", "receivables"])}
${loop(
  "settled_receivables",
  (at) => `DELETE FROM ${schema}.receivables
          WHERE organization_id = ${at("organization_id")} AND invoice_id = ${at("invoice_id")};`,
)}
    END IF;
${put(["outbox"])}
${loop(
  "due",
  (at) => `IF ${at("at")} IS NULL THEN
          DELETE FROM ${schema}.due WHERE organization_id = ${at("organization_id")};
        ELSE
          -- Most commits leave it as it is, and to look is cheaper than to write.
          PERFORM FROM ${schema}.due WHERE organization_id = ${at("organization_id")} AND due.at = ${at("at")}::bigint;
          IF NOT FOUND THEN
            -- A claim ends where it is due later than the claim was made.
            INSERT INTO ${schema}.due (organization_id, at) VALUES (${at("organization_id")}, ${at("at")}::bigint)
              ON CONFLICT (organization_id) DO UPDATE SET at = excluded.at,
                claimed_at = CASE WHEN excluded.at <= due.claimed_at THEN due.claimed_at END,
                claimed_until = CASE WHEN excluded.at <= due.claimed_at THEN due.claimed_until END;
          END IF;
        END IF;`,
)}
  END $body$;

  -- Gives a commit up whose answer was lost, unless it was made. From then on it cannot be made any more.
  CREATE FUNCTION ${schema}.was_committed(lost text) RETURNS text LANGUAGE plpgsql
  ${GIVE_UP} AS $body$
  BEGIN
    INSERT INTO ${schema}.commits (token, abandoned) VALUES (lost, true) ON CONFLICT DO NOTHING;
    RETURN (SELECT CASE WHEN abandoned THEN 'no' ELSE 'yes' END FROM ${schema}.commits WHERE token = lost);
  END $body$;
`
}
