// What the stores need of PostgreSQL: one statement at a time, in a transaction of its own. Whichever client is behind it,
// with whichever pool, also one that goes through PgBouncer in transaction mode.
import * as Effect from "effect/Effect"

/** A row as it is read: every statement of the stores gives one column of text. */
export interface ResultRow {
  readonly result: string | null
}

/** A statement that did not succeed. */
export interface PostgresFailure {
  readonly _tag: "PostgresFailure"
  /** The SQLSTATE that the server answered; null where no answer came, so that nobody knows what happened. */
  readonly sqlState: string | null
  readonly detail: string | null
  readonly constraint: string | null
  /** What the client said of it. It may name values, so it is for logs of the operator alone. */
  readonly cause: unknown
}

/** A client of PostgreSQL. */
export interface PostgresClient {
  /** Runs one statement with its parameters, which are all texts or null, and gives its rows. */
  readonly query: (
    sql: string,
    parameters: ReadonlyArray<string | null>,
  ) => Effect.Effect<ReadonlyArray<ResultRow>, PostgresFailure>
}

/** The part of a pool of `pg` that is used; a `Client` has it as well. */
export interface PgPool {
  /** Runs a statement with its parameters. */
  readonly query: (
    sql: string,
    parameters: Array<string | null>,
  ) => Promise<{ readonly rows: ReadonlyArray<ResultRow> }>
}

/** Refuses what has no such function, as a program without types may give it: each call would find that out anew. */
const checkHas = (given: unknown, member: string, remedy: string): void => {
  const has = (typeof given === "object" || typeof given === "function") && given !== null
  if (has && typeof (given as Readonly<Record<string, unknown>>)[member] === "function") return
  throw new TypeError(remedy)
}

/** A client over a pool of the library `pg`. The pool stays the caller's, with its size, its time-outs and its end. */
export const fromPg = (pool: PgPool): PostgresClient => {
  checkHas(pool, "query", "fromPg needs a pool of pg: new pg.Pool({ connectionString })")
  return {
    query: (sql, parameters) =>
      Effect.map(
        Effect.tryPromise({ try: () => pool.query(sql, [...parameters]), catch: failureOf }),
        ({ rows }) => rows,
      ),
  }
}

/** The part of a pool of `pg` by which statements are prepared. */
export interface PreparingPgPool {
  /** Runs a statement, which a connection prepares under the name that it has. */
  readonly query: (statement: {
    readonly name: string
    readonly text: string
    readonly values: Array<string | null>
  }) => Promise<{ readonly rows: ReadonlyArray<ResultRow> }>
}

/**
 * A client over a pool of `pg` that has each connection prepare each statement once: the server then parses and plans it once,
 * too. A PgBouncer in between has to be one that knows prepared statements, with `max_prepared_statements` above 50.
 */
export const fromPgPrepared = (pool: PreparingPgPool): PostgresClient => {
  checkHas(pool, "query", "fromPgPrepared needs a pool of pg: new pg.Pool({ connectionString })")
  return {
    query: (text, values) =>
      Effect.map(
        Effect.tryPromise({
          try: () => pool.query({ name: nameOf(text), text, values: [...values] }),
          catch: failureOf,
        }),
        ({ rows }) => rows,
      ),
  }
}

/**
 * The names of statements, which are a few dozen. Another copy of this module has others. They are made with the first
 * statement: Workers of Cloudflare refuse a module that draws something at random as it is loaded.
 */
const names = new Map<string, string>()
let prefix: string | undefined
const nameOf = (text: string): string => {
  prefix ??= crypto.randomUUID().slice(0, 8)
  const name = names.get(text) ?? `studio_${prefix}_${names.size}`
  names.set(text, name)
  return name
}

/** The part of `sql` of the library `postgres` that is used. */
export interface PostgresJs {
  /** Runs a statement with its parameters, and gives its rows. */
  readonly unsafe: (sql: string, parameters: Array<never>) => PromiseLike<ReadonlyArray<object>>
  /** A parameter of a type. */
  readonly typed: (value: string, type: number) => unknown
}

/** The type `unknown`. By the one that the server infers, the library would make JSON of a document, which is a text of JSON already. */
const UNKNOWN = 705

/** A client over `sql` of the library `postgres`. It stays the caller's, with its size, its time-outs and its end. */
export const fromPostgresJs = (sql: PostgresJs): PostgresClient => {
  checkHas(sql, "unsafe", "fromPostgresJs needs what postgres(url) gives")
  return {
    query: (text, parameters) =>
      Effect.tryPromise({
        try: async () => {
          const typed = parameters.map((value) => (value === null ? null : sql.typed(value, UNKNOWN)))
          return (await sql.unsafe(text, typed as Array<never>)) as ReadonlyArray<ResultRow>
        },
        catch: failureOf,
      }),
  }
}

/** The part of a `SqlClient` of Effect that is used; that of `@effect/sql-pg` is one. */
export interface EffectSqlClient {
  /** Runs a statement with its parameters, and gives its rows. */
  readonly unsafe: <Row extends object>(
    sql: string,
    parameters?: ReadonlyArray<unknown>,
  ) => Effect.Effect<ReadonlyArray<Row>, unknown>
}

/** A client over the one of `@effect/sql-pg`. Its scope ends it. */
export const fromSqlClient = (client: EffectSqlClient): PostgresClient => {
  checkHas(client, "unsafe", "fromSqlClient needs a SqlClient, as that of PgClient.layer")
  return {
    query: (sql, parameters) =>
      Effect.mapError(
        Effect.suspend(() => client.unsafe<ResultRow>(sql, parameters)),
        failureOf,
      ),
  }
}

/** The error of the server in an error of a client, which may wrap it. */
const serverError = (error: unknown, depth = 0): Readonly<Record<string, unknown>> => {
  if (typeof error !== "object" || error === null) return {}
  const told = error as Readonly<Record<string, unknown>>
  if (typeof told.code === "string" || depth === 5) return told
  return serverError(told.reason ?? told.cause ?? told.original, depth + 1)
}

/** What an error of a client says, by the members that `pg` and others give it. */
export const failureOf = (cause: unknown): PostgresFailure => {
  const told = serverError(cause)
  const text = (name: string): string | null => (typeof told[name] === "string" ? told[name] : null)
  const code = text("code")
  return {
    _tag: "PostgresFailure",
    sqlState: code !== null && SQL_STATE.test(code) && !NO_ANSWER.test(code) ? code : null,
    detail: text("detail"),
    constraint: text("constraint") ?? text("constraint_name"),
    cause,
  }
}

/**
 * Errors of the socket have codes, too, such as EPERM, and so has Prisma, such as P1017. The former all begin with an E, as no
 * SQLSTATE does, and the latter with a P and no zero: the one class of SQLSTATE with a P is P0.
 */
const SQL_STATE = /^(?:[0-9A-DF-OQ-Z][0-9A-Z]|P0)[0-9A-Z]{3}$/

/** The connection failed, or the server ended it: the statement may have been done. */
const NO_ANSWER = /^(08...|57P0[123])$/
