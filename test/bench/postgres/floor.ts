// The floor of a use case over PostgreSQL: what somebody would write by hand who knows beforehand what is to be written. It
// reads once and then writes the rows that the use case writes, each time in one prepared statement, and has no rules.
import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import type pg from "pg"
import type { BillingStore, Commit } from "../../../src/index.ts"
import { type Row, type Rows, rowsOf } from "../../../src/postgres/rows.ts"

/** What a commit writes. */
export interface Payload {
  readonly rows: Rows
  readonly outbox: Commit["outbox"]
  readonly due: Commit["due"]
}

/** The records of an organization by whose ids the rows of another one are made its own. */
export interface Ids {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly paymentMethodId: string
}

/** A store that keeps what is committed to it. */
export const capturing = (
  store: BillingStore["Service"],
  payloads: Array<Payload>,
): BillingStore["Service"] => ({
  ...store,
  commit: (commit) =>
    Effect.suspend(() => {
      const { puts, outbox, due } = commit
      payloads.push({ rows: rowsOf(puts), outbox, due })
      return store.commit(commit)
    }),
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
  settled_receivables: 2,
  subscriptions: 2,
  billing_periods: 3,
}

/** One statement with all that a commit writes. */
const statementOf = (
  { rows, outbox, due }: Payload,
  { organizationId, version }: { readonly organizationId: string; readonly version: number },
) => {
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
    { kind: "organization", id: organizationId, version: version + 1 },
    `(kind, id) DO UPDATE SET version = excluded.version WHERE versions.version = ${put(version)} RETURNING 1`,
  )
  for (const [table, some] of Object.entries(rows)) {
    for (const found of some) {
      const row = table === "usage_events" ? { ...found, event_id: randomUUID() } : found
      const key = Object.keys(row).slice(0, keys[table] ?? 0)
      if (table === "settled_receivables") {
        parts.push(
          `DELETE FROM studio_billing.receivables WHERE ${key.map((name) => `${name} = ${put(row[name])}`).join(" AND ")}`,
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
  return { text: `WITH ${ctes.join(", ")} SELECT count(*)::int AS done FROM w1`, values }
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
    const version = Number(rows[0].version) + index
    const { text, values } = statementOf(commit, { organizationId, version })
    // As many names as there are shapes of commits.
    const { rows: done } = await pool.query({ name: nameOf(text), text, values })
    if (done[0].done !== 1) throw new Error(`Somebody else committed to ${organizationId}`)
  }
}

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `write-${names.size}`
  names.set(text, name)
  return name
}
