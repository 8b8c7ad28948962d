// Asking a client that may have been made without types. A pool of `pg` in place of a client is an easy mistake.
import * as Effect from "effect/Effect"
import type { PostgresClient } from "./PostgresClient.ts"

/** Runs a statement; a client that gives no Effect is told how to make one that does. */
export const askClient = (
  client: PostgresClient,
  ...statement: Parameters<PostgresClient["query"]>
): ReturnType<PostgresClient["query"]> =>
  Effect.suspend(() => {
    const given: unknown = client.query(...statement)
    if (Effect.isEffect(given)) return given as ReturnType<PostgresClient["query"]>
    // It may reject, and nobody waits for it.
    Promise.resolve(given).catch(() => undefined)
    return Effect.die(new TypeError(NO_EFFECT))
  })

const NO_EFFECT =
  "query of the client of PostgreSQL has to give an Effect: make the client of a pool by fromPg, or by fromPgPrepared or fromSqlClient"
