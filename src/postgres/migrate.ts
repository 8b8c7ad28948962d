// Bringing a database to the latest schema: forward only, one at a time, however many processes start at once.
import * as Effect from "effect/Effect"
import { askClient } from "./askClient.ts"
import type { PostgresClient, PostgresFailure } from "./PostgresClient.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { migrations } from "./schema/migrations.ts"
import { defectOf } from "./statements.ts"

/** The lock of whoever migrates. */
const LOCK = 7_281_990_412

/** The database was migrated by a later program, which this one does not know. */
export interface SchemaTooNew {
  readonly _tag: "SchemaTooNew"
  /** The version of the database. */
  readonly found: number
  /** The latest version that this program knows. */
  readonly known: number
}

/**
 * Takes the steps that a database has not taken yet, each in a transaction, and gives the version that it has then. The
 * user needs the right to create a schema. Where there is nothing to do it reads the table of the steps and does nothing,
 * so that a service can call it when it starts, by a user with rights on what is in the schema alone.
 */
export const migrate: (
  client: PostgresClient,
  options?: SchemaOptions,
) => Effect.Effect<number, SchemaTooNew> = Effect.fnUntraced(function* (client, options = {}) {
  const schema = schemaOf(options)
  const steps = migrations(schema)
  const die = (failure: PostgresFailure) => Effect.die(defectOf(failure))
  const read = (sql: string): Effect.Effect<string | null> =>
    Effect.map(Effect.catch(askClient(client, sql, []), die), ([row]) => row?.result ?? null)
  const isBegun = Effect.map(
    read(`SELECT to_regclass('${schema}.migrations')::text AS result`),
    (table) => table !== null,
  )
  const version = Effect.map(
    read(`SELECT coalesce(max(step), 0)::text AS result FROM ${schema}.migrations`),
    Number,
  )
  /** What it waited for need not be seen by a statement that began before: a step that fails may have been taken. */
  const take = (statements: string, isTaken: Effect.Effect<boolean>): Effect.Effect<unknown> =>
    Effect.catch(askClient(client, inTransaction(statements), []), (failure) =>
      Effect.flatMap(isTaken, (taken) => (taken ? Effect.void : die(failure))),
    )
  // To make a schema that is there already needs the right to make one.
  if (!(yield* isBegun)) {
    const begin = `
      CREATE SCHEMA IF NOT EXISTS ${schema};
      CREATE TABLE IF NOT EXISTS ${schema}.migrations (step integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
    `
    yield* take(begin, isBegun)
  }
  const found = yield* version
  if (found > steps.length) {
    return yield* Effect.fail<SchemaTooNew>({ _tag: "SchemaTooNew", found, known: steps.length })
  }
  for (const [index, step] of steps.entries()) {
    if (index < found) continue
    const next = `
      IF NOT EXISTS (SELECT FROM ${schema}.migrations WHERE step = ${index + 1}) THEN
        ${step}
        INSERT INTO ${schema}.migrations (step) VALUES (${index + 1});
      END IF;
    `
    yield* take(
      next,
      Effect.map(version, (taken) => taken > index),
    )
  }
  return steps.length
})

/** One statement that does all of it while it holds the lock, or nothing. */
const inTransaction = (statements: string): string => `DO $migrate$ BEGIN
  PERFORM pg_advisory_xact_lock(${LOCK});
  ${statements}
END $migrate$`
