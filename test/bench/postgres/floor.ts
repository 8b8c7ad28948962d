// The floor of a use case over PostgreSQL: what somebody would write by hand who knows beforehand what is to be written. It
// reads once and then writes the rows that the use case writes, each time in one prepared statement, and has no rules.
import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { PostgresClient } from "../../../src/postgres/index.ts"

type Row = Readonly<Record<string, unknown>>

/** What a commit sends to the server. */
export interface Payload {
  readonly rows: Readonly<Record<string, ReadonlyArray<Row>>>
  readonly outbox: ReadonlyArray<{ readonly messageId: string; readonly kind: string }>
  readonly due: ReadonlyArray<{ readonly organizationId: string; readonly at: number | null }>
}

/** The records of an organization by whose ids the rows of another one are made its own. */
export interface Ids {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly paymentMethodId: string
}

/** A client that keeps what is committed through it. */
export const capturing = (inner: PostgresClient, payloads: Array<Payload>): PostgresClient => ({
  query: (sql, parameters) => {
    if (sql.includes("do_commit")) payloads.push(JSON.parse(parameters[1] ?? ""))
    return inner.query(sql, parameters)
  },
})

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The commits of one organization as those of another: what both share keeps its id, and all else has a new one. */
export const commitsFor = (
  payloads: ReadonlyArray<Payload>,
  { from, to, shared }: { readonly from: Ids; readonly to: Ids; readonly shared: string },
): ReadonlyArray<Payload> => {
  const known = new Map((Object.keys(from) as Array<keyof Ids>).map((name) => [from[name], to[name]]))
  for (const id of shared.match(UUID) ?? []) known.set(id, id)
  const own = (id: string): string => {
    const mapped = known.get(id) ?? randomUUID()
    known.set(id, mapped)
    return mapped
  }
  return JSON.parse(JSON.stringify(payloads).replaceAll(UUID, own))
}

/** The columns of the key, which come first in a row. */
const keys: Readonly<Record<string, number>> = {
  usage_events: 2,
  invoices: 2,
  receivables: 2,
  subscriptions: 2,
  billing_periods: 3,
}

/** One statement with all that a commit writes. */
const statementOf = ({ rows, outbox, due }: Payload, organizationId: string) => {
  const values: Array<unknown> = []
  const parts: Array<string> = []
  const put = (value: unknown): string =>
    `$${values.push(typeof value === "object" && value !== null ? JSON.stringify(value) : value)}`
  const insert = (table: string, row: Row, conflict: string): void => {
    const columns = Object.keys(row)
    parts.push(
      `INSERT INTO studio_billing.${table} (${columns}) VALUES (${columns.map((name) => put(row[name]))}) ON CONFLICT ${conflict}`,
    )
  }
  insert("commits", { token: randomUUID(), abandoned: false }, "DO NOTHING")
  insert(
    "versions",
    { kind: "organization", id: organizationId, version: 1 },
    "(kind, id) DO UPDATE SET version = versions.version + 1",
  )
  for (const [table, some] of Object.entries(rows)) {
    for (const row of some) {
      const key = Object.keys(row).slice(0, keys[table] ?? 0)
      if (row.doc === null) {
        parts.push(
          `DELETE FROM studio_billing.${table} WHERE ${key.map((name) => `${name} = ${put(row[name])}`).join(" AND ")}`,
        )
      } else if (key.length === 0) insert(table, row, "DO NOTHING")
      else {
        const rest = Object.keys(row).slice(key.length)
        insert(table, row, `(${key}) DO UPDATE SET ${rest.map((name) => `${name} = excluded.${name}`)}`)
      }
    }
  }
  for (const message of outbox) {
    insert("outbox", { message_id: message.messageId, kind: message.kind, doc: message }, "DO NOTHING")
  }
  for (const { at } of due) {
    insert("due", { organization_id: organizationId, at }, "(organization_id) DO UPDATE SET at = excluded.at")
  }
  const ctes = parts.map((part, index) => `w${index} AS (${part})`)
  return { text: `WITH ${ctes.join(", ")} SELECT 1 AS done`, values }
}

const READ = `SELECT coalesce(v.version, 0) AS version, s.doc AS subscription, p.doc AS period, m.doc AS method,
    (SELECT count(*) FROM studio_billing.usage_events WHERE organization_id = $1 AND event_id = $2) AS known
  FROM studio_billing.subscriptions s
  JOIN studio_billing.billing_periods p ON p.organization_id = $1 AND p.subscription_id = s.subscription_id AND NOT p.settled
  JOIN studio_billing.payment_methods m ON m.organization_id = $1
  LEFT JOIN studio_billing.versions v ON v.kind = 'organization' AND v.id = $1
  WHERE s.organization_id = $1 AND s.live`

/** Reads, and then makes these commits one after the other. `between` is the charge. */
export const runFloor = async (
  pool: pg.Pool,
  commits: ReadonlyArray<Payload>,
  { organizationId }: Ids,
  between: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const { rows } = await pool.query({ name: "read", text: READ, values: [organizationId, randomUUID()] })
  if (rows.length === 0) throw new Error(`There is no ${organizationId}`)
  for (const [index, commit] of commits.entries()) {
    if (index > 0) await between()
    const { text, values } = statementOf(commit, organizationId)
    // As many names as there are shapes of commits.
    await pool.query({ name: nameOf(text), text, values })
  }
}

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `write-${names.size}`
  names.set(text, name)
  return name
}
