// The storage of rate limits in PostgreSQL: every process on the database counts together.
import * as Effect from "effect/Effect"
import * as TokenBucket from "../core/identity/TokenBucket.ts"
import type { RateLimitStore } from "../ports/RateLimitStore.ts"
import type { PostgresClient } from "./PostgresClient.ts"
import { type SchemaOptions, schemaOf } from "./SchemaOptions.ts"
import { makeStatements } from "./statements.ts"

/**
 * `RateLimitStore` over a migrated database. A call is one statement. A bucket is not logged: after a crash of the server
 * every bucket is full, and on a replica there is none.
 */
export const makePostgresRateLimitStore = (
  client: PostgresClient,
  options: SchemaOptions = {},
): RateLimitStore["Service"] => {
  const statements = makeStatements(client, schemaOf(options))
  return {
    take: ({ key, limit, now }) =>
      statements
        .first<TokenBucket.TokenBucket & { readonly isTaken: boolean }>(
          "SELECT $schema.take_token($1, $2::bigint, $3::bigint, $4::bigint, $5::bigint)::text AS result",
          [key, limit.quota, limit.windowMillis, TokenBucket.aheadMillisMax(limit.windowMillis), now],
        )
        .pipe(
          Effect.flatMap((told) => {
            if (told === null) return Effect.die(new Error("take_token gave no bucket"))
            const { isTaken, level, at } = told
            return isTaken
              ? Effect.succeed({ level, at })
              : Effect.fromResult(TokenBucket.take({ level, at }, limit, now))
          }),
        ),
  }
}
