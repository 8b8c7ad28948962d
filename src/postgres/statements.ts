// The statements of a store: each gives texts in one column, a document as JSON, and a page whole, at one moment.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Page, PageRequest, ScopeKind, Versioned } from "../ports/BillingStore.ts"
import { arrayLiteral } from "./arrayLiteral.ts"
import { askClient } from "./askClient.ts"
import type { PostgresClient, PostgresFailure, ResultRow } from "./PostgresClient.ts"
import { makeTogether, PATIENCE } from "./together.ts"

/** How often a read is made again that failed by the way of things, as where the server starts again. */
const READS_MAX = 3

/** The waits before a statement is made again: a server without a connection left has one a little later. */
export const WAITS = Schedule.exponential("20 millis")

/** The parameters of a statement; an array is a JSON text. */
export type SqlParameters = ReadonlyArray<string | number | null>

/** Statements over a client, in a schema. */
export const makeStatements = (client: PostgresClient, schema: string) => {
  /** Asks once, by a statement in which `$schema` stands for the schema. */
  const ask = (
    sql: string,
    parameters: SqlParameters,
  ): Effect.Effect<ReadonlyArray<ResultRow>, PostgresFailure> =>
    askClient(
      client,
      sql.replaceAll("$schema", schema),
      parameters.map((value) => (value === null ? null : String(value))),
    )

  /** The results of a read. */
  const results = (sql: string, parameters: SqlParameters): Effect.Effect<ReadonlyArray<ResultRow>> =>
    ask(sql, parameters).pipe(
      Effect.retry({ schedule: WAITS, times: READS_MAX - 1, while: isPassing }),
      Effect.catch((failure) => Effect.die(defectOf(failure))),
    )

  const parsed = <A>(sql: string, parameters: SqlParameters): Effect.Effect<ReadonlyArray<A>> =>
    Effect.map(results(sql, parameters), (rows) =>
      rows.flatMap(({ result }) => (result === null ? [] : (JSON.parse(result) as A))),
    )

  const first = <A>(sql: string, parameters: SqlParameters): Effect.Effect<A | null> =>
    Effect.map(parsed<A>(sql, parameters), ([found]) => found ?? null)

  return {
    /** Asks once, and fails with what the server refused. */
    ask,
    /** The documents of a statement that selects `result`. */
    all: parsed,
    first,
    /**
     * The first document of a statement that many may ask at the same time. Then it is that for `many`, whose parameters
     * are arrays of theirs, and which answers in their order.
     */
    firstTogether: <A>(one: string, many: string) =>
      makeTogether<ReadonlyArray<string>, A | null>({
        one: (parameters) => first<A>(one, parameters),
        many: (asked) => {
          const columns = (asked[0] ?? []).map((_, column) =>
            arrayLiteral(asked.map((parameters) => parameters[column] ?? null)),
          )
          return Effect.match(ask(many, columns), {
            onSuccess: (rows) =>
              rows.map(({ result }) =>
                Effect.sync(() => (result === null ? null : (JSON.parse(result) as A))),
              ),
            // One of them may be to blame: each asks by itself, so that no other gets its fault.
            onFailure: () => asked.map((parameters) => first<A>(one, parameters)),
          })
        },
        patience: PATIENCE,
      }),
    /** Runs a statement for what it changes. */
    run: (sql: string, parameters: SqlParameters): Effect.Effect<void> =>
      Effect.asVoid(results(sql, parameters)),
    /** A page of a list and its length; `from` is the list from FROM on, with its parameters from `$1` on. */
    page: <A>(
      {
        from,
        orderBy,
        parameters,
      }: { readonly from: string; readonly orderBy: string; readonly parameters: SqlParameters },
      { page, limit }: PageRequest,
    ): Effect.Effect<Page<A>> => {
      const count = parameters.length
      const sql = `SELECT json_build_object(
        'totalItems', (SELECT count(*) ${from}),
        'items', (SELECT coalesce(json_agg(doc), '[]') FROM (
          SELECT doc ${from} ORDER BY ${orderBy} LIMIT $${count + 1}::bigint OFFSET $${count + 2}::bigint) page)
      )::text AS result`
      return Effect.map(
        first<Page<A>>(sql, [...parameters, limit, (page - 1) * limit]),
        (found) => found ?? { items: [], totalItems: 0 },
      )
    },
    /** Records that are a scope each, with their versions. */
    versioned: <A>(
      kind: keyof typeof scopes,
      where: string,
      parameters: SqlParameters,
    ): Effect.Effect<ReadonlyArray<Versioned<A>>> => {
      const [table, key] = scopes[kind]
      return parsed(
        `SELECT json_build_object('value', doc, 'version', coalesce(version, 0))::text AS result
         FROM $schema.${table} LEFT JOIN $schema.versions ON kind = '${kind}' AND id = ${key} WHERE ${where}`,
        parameters,
      )
    },
  }
}

/** The statements of a store. */
export type Statements = ReturnType<typeof makeStatements>

const scopes = {
  user: ["users", "user_id"],
  address: ["otp_addresses", "email"],
  session: ["sessions", "session_id"],
  idempotency_key: ["idempotency_keys", "key_id"],
} as const satisfies Partial<Record<ScopeKind, readonly [table: string, key: string]>>

/** No answer, or one that says that the same statement may well succeed another time. */
export const isPassing = ({ sqlState }: PostgresFailure): boolean =>
  sqlState === null || PASSING.has(sqlState)

/** Two that met, a lock that was not had, no connection left, and a connection that was idle for too long. */
const PASSING: ReadonlySet<string> = new Set(["40001", "40P01", "55P03", "53300", "57P05"])

/** A failure as a defect. Its message says what happened by its code alone, because the cause may name values. */
export const defectOf = ({ sqlState, constraint, cause }: PostgresFailure): Error => {
  const what = sqlState === null ? "gave no answer" : `answered ${sqlState}`
  const where = constraint === null ? "" : ` (${constraint})`
  return new Error(`PostgreSQL ${what}${where}`, { cause })
}
