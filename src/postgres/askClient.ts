// Asking a client that may have been made without types. A pool of `pg` in place of a client is an easy mistake, and so are
// rows in another form: query of TypeORM gives them for a SELECT, and them with their number for an UPDATE.
import * as Effect from "effect/Effect"
import type { PostgresClient, ResultRow } from "./PostgresClient.ts"

/** Runs a statement; a client that gives no Effect is told how to make one that does. */
export const askClient = (
  client: PostgresClient,
  ...statement: Parameters<PostgresClient["query"]>
): ReturnType<PostgresClient["query"]> =>
  Effect.suspend(() => {
    const given: unknown = client.query(...statement)
    if (Effect.isEffect(given)) return Effect.flatMap(given as ReturnType<PostgresClient["query"]>, checked)
    // It may reject, and nobody waits for it.
    Promise.resolve(given).catch(() => undefined)
    return Effect.die(new TypeError(NO_EFFECT))
  })

/** Rows that are what their type says. */
const checked = (rows: ReadonlyArray<ResultRow>): Effect.Effect<ReadonlyArray<ResultRow>> =>
  Array.isArray(rows) && rows.every(isRow) ? Effect.succeed(rows) : Effect.die(new TypeError(NO_ROWS))

const isRow = (row: Partial<ResultRow> | null | undefined): boolean =>
  typeof row?.result === "string" || row?.result === null

const NO_ROWS =
  "query of the client of PostgreSQL has to give the rows of every statement, each as an object with its result: a text or null"

const NO_EFFECT =
  "query of the client of PostgreSQL has to give an Effect: make the client of a pool by fromPg, or by fromPgPrepared, fromPostgresJs or fromSqlClient. One of effect 3 is none"
