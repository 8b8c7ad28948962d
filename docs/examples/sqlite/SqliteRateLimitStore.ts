// The storage of rate limits in SQLite: `RateLimitStore` of studio-billing. Every process on the file counts together.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type RateLimitStore, TokenBucket } from "studio-billing"
import type { Database } from "./Database.ts"
import { whenFree } from "./whenFree.ts"

/** The store of a database. */
export const makeSqliteRateLimitStore = (database: Database): RateLimitStore["Service"] => ({
  take: ({ key, limit, now }) =>
    whenFree(() =>
      database.write(() => {
        const before = database.first<TokenBucket.TokenBucket>(
          "SELECT level, at FROM rate_limits WHERE key = :key",
          { key },
        )
        const taken = TokenBucket.take(before, limit, now)
        if (Result.isSuccess(taken)) {
          const { level, at } = taken.success
          database.run(
            `INSERT INTO rate_limits (key, level, at, forgettable_at) VALUES (:key, :level, :at, :fullAt)
             ON CONFLICT (key) DO UPDATE SET level = :level, at = :at, forgettable_at = :fullAt`,
            { key, level, at, fullAt: at + limit.windowMillis },
          )
        }
        return taken
      }),
    ).pipe(
      Effect.catchTag("Locked", ({ fault }) => Effect.die(fault)),
      Effect.flatMap(Effect.fromResult),
    ),
})
