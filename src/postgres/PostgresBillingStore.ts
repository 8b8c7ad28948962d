// The storage of billing in PostgreSQL: `BillingStore`, one statement an operation. A fault of the server is none of the
// answers that the port knows: where trying again does not help, it ends the call as a defect, and leaves nothing half done.
import * as Effect from "effect/Effect"
import type { BillingStore } from "../ports/BillingStore.ts"
import { claims } from "./claims.ts"
import { makeCommit } from "./commit.ts"
import type { PostgresClient } from "./PostgresClient.ts"
import { catalogueReads } from "./reads/catalogue.ts"
import { ownedReads } from "./reads/owned.ts"
import { signInReads } from "./reads/signIn.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { makeStatements } from "./statements.ts"

/**
 * A store over a database that `migrate` has brought to the latest schema. Any number of processes may share it.
 * Accounts that are loaded at the same time go in one statement, and so do commits of different organizations; it runs in
 * the context of none of those who ask.
 *
 * @example
 * ```ts
 * import { fromPg, makePostgresBillingStore } from "studio-billing/postgres"
 * import type { PgPool } from "studio-billing/postgres"
 *
 * declare const pool: PgPool
 * const makeStore = () => makePostgresBillingStore(fromPg(pool))
 * makeStore.length // 0
 * ```
 */
export const makePostgresBillingStore = (
  client: PostgresClient,
  options: SchemaOptions = {},
): BillingStore["Service"] => {
  const schema = schemaOf(options)
  const statements = makeStatements(client, schema)
  return {
    ...ownedReads(statements),
    ...catalogueReads(statements),
    ...signInReads(statements),
    version: ({ kind, id }) =>
      Effect.map(
        statements.first<number>(
          "SELECT version::text AS result FROM $schema.versions WHERE kind = $1 AND id = $2",
          [kind, id],
        ),
        (version) => version ?? 0,
      ),
    due: ({ until, limit }) =>
      statements.all(
        `SELECT json_build_object('organizationId', organization_id, 'at', at)::text AS result
         FROM $schema.due WHERE at <= $1::bigint ORDER BY at, organization_id LIMIT $2::bigint`,
        [until, limit],
      ),
    ...claims(statements),
    outbox: ({ kind, limit }) =>
      statements.all(
        "SELECT doc::text AS result FROM $schema.outbox WHERE kind = $1 ORDER BY seq LIMIT $2::bigint",
        [kind, limit],
      ),
    readyOtps: ({ now, limit }) =>
      statements.all(
        `SELECT doc::text AS result FROM $schema.outbox
         WHERE kind = 'OTP' AND (doc ->> 'readyAt')::bigint <= $1::bigint ORDER BY seq LIMIT $2::bigint`,
        [now, limit],
      ),
    replaceOtp: ({ messageId, attempts }, after) =>
      Effect.map(
        statements.all(
          `UPDATE $schema.outbox SET kind = $3, doc = $4::json
           WHERE message_id = $1 AND kind = 'OTP' AND (doc ->> 'attempts')::bigint = $2::bigint RETURNING 'true' AS result`,
          [messageId, attempts, after.kind, JSON.stringify(after)],
        ),
        (changed) => changed.length === 1,
      ),
    acknowledge: (messageIds) =>
      messageIds.length === 0
        ? Effect.void
        : statements.run(
            // An array, because a list is taken for a hundred, for which all of a table may be read.
            "DELETE FROM $schema.outbox WHERE message_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))",
            [JSON.stringify(messageIds)],
          ),
    commit: makeCommit(client, schema),
  }
}
