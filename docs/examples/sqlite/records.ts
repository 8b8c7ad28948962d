// Records as statements find them: documents, pages of them, and documents with the version of their scope.
import type { Page, PageRequest, Scope, ScopeKind, Versioned } from "studio-billing"
import type { Database, Values } from "./Database.ts"

interface Document {
  readonly doc: string
}

const recordOf = <A>({ doc }: Document): A => JSON.parse(doc)

/** The records of a statement that selects `doc`. */
export const documents = <A>(database: Database, sql: string, values: Values = {}): ReadonlyArray<A> =>
  database.all<Document>(sql, values).map(recordOf<A>)

/** The first of them, or null. */
export const document = <A>(database: Database, sql: string, values: Values): A | null =>
  documents<A>(database, sql, values)[0] ?? null

/** What a list is of, in which order, and which part of it is wanted. */
export interface List extends PageRequest {
  /** From `FROM` on. */
  readonly from: string
  readonly orderBy: string
  readonly values: Values
}

/** A page of a list, and its length, both of one moment. */
export const page = <A>(database: Database, { from, orderBy, values, ...part }: List): Page<A> =>
  database.snapshot(() => ({
    items: documents<A>(database, `SELECT doc ${from} ORDER BY ${orderBy} LIMIT :limit OFFSET :offset`, {
      ...values,
      limit: part.limit,
      offset: (part.page - 1) * part.limit,
    }),
    totalItems:
      database.first<{ readonly count: number }>(`SELECT count(*) AS count ${from}`, values)?.count ?? 0,
  }))

const tables = {
  user: ["users", "user_id"],
  address: ["otp_addresses", "email"],
  session: ["sessions", "session_id"],
  idempotency_key: ["idempotency_keys", "key_id"],
} as const satisfies Partial<Record<ScopeKind, readonly [table: string, key: string]>>

/** Records that are a scope each, with their versions. */
export const versioned = <A>(
  database: Database,
  kind: keyof typeof tables,
  where: string,
  values: Values,
): ReadonlyArray<Versioned<A>> => {
  const [table, key] = tables[kind]
  return database
    .all<Document & { readonly version: number }>(
      `SELECT doc, coalesce(version, 0) AS version FROM ${table}
       LEFT JOIN versions ON kind = '${kind}' AND id = ${key} WHERE ${where}`,
      values,
    )
    .map((row) => ({ value: recordOf<A>(row), version: row.version }))
}

/** The version of a scope: 0 where nothing was committed to it. */
export const versionOf = (database: Database, { kind, id }: Scope): number =>
  database.first<{ readonly version: number }>(
    "SELECT version FROM versions WHERE kind = :kind AND id = :id",
    { kind, id },
  )?.version ?? 0
