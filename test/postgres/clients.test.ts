// The stores keep the contracts of their ports by every client: that of `@effect/sql-pg` on the real server, and PGlite,
// which is a server in the process, postgres.js, and `pg` with prepared statements. By `pg` without they have tests of their own.

import { PgClient } from "@effect/sql-pg"
import { PGlite } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Scope from "effect/Scope"
import postgres from "postgres"
import { afterAll, beforeAll, describe, it } from "vitest"
import { BillingStore, RateLimitStore, WebhookStore } from "../../src/index.ts"
import {
  fromPg,
  fromPgPrepared,
  fromPostgresJs,
  fromSqlClient,
  makePostgresBillingStore,
  makePostgresRateLimitStore,
  makePostgresWebhookStore,
  migrate,
  type PostgresClient,
} from "../../src/postgres/index.ts"
import {
  billingStoreContract,
  rateLimitStoreContract,
  webhookStoreContract,
} from "../../src/testing/index.ts"
import { thorough } from "../support/thorough.ts"
import { EMPTY, startServer } from "./server.ts"

interface Opened {
  readonly client: PostgresClient
  readonly close: () => Promise<void>
}

const opened: Readonly<Record<string, () => Promise<Opened>>> = {
  "@effect/sql-pg": async () => {
    const server = await startServer()
    const scope = Effect.runSync(Scope.make())
    const made = PgClient.make({
      host: "127.0.0.1",
      port: server.port,
      username: "postgres",
      password: Redacted.make("postgres"),
      database: "postgres",
      maxConnections: 8,
    })
    const sql = await Effect.runPromise(
      Effect.provide(Effect.provideService(made, Scope.Scope, scope), Reactivity.layer),
    )
    return {
      client: fromSqlClient(sql),
      close: async () => {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        await server.stop()
      },
    }
  },
  "pg, prepared": async () => {
    const server = await startServer()
    return { client: fromPgPrepared(server.pool), close: server.stop }
  },
  "postgres.js": async () => {
    const server = await startServer()
    const { port } = server
    const user = { user: "postgres", password: "postgres", database: "postgres" }
    const sql = postgres({ host: "127.0.0.1", port, ...user, max: 8 })
    return {
      client: fromPostgresJs(sql),
      close: async () => {
        await sql.end()
        await server.stop()
      },
    }
  },
  PGlite: async () => {
    const lite = await PGlite.create()
    return { client: fromPg(lite), close: () => lite.close() }
  },
}

describe.each(Object.entries(opened))("the stores by %s", (name, open) => {
  // PGlite is PostgreSQL in a slower form, which the store was written for already.
  const isSkipped = name === "PGlite" && !thorough

  let database: Opened
  beforeAll(async () => {
    if (isSkipped) return
    database = await open()
    await Effect.runPromise(migrate(database.client))
  })
  afterAll(() => (isSkipped ? undefined : database.close()))

  /** A store over tables that were emptied, which is quicker than to make them. */
  const emptied = <Store>(make: (client: PostgresClient) => Store) =>
    Effect.suspend(() => Effect.as(Effect.orDie(database.client.query(EMPTY, [])), make(database.client)))
  const billing = () => Layer.effect(BillingStore, emptied(makePostgresBillingStore))
  const webhooks = () => Layer.effect(WebhookStore, emptied(makePostgresWebhookStore))
  const rateLimits = () => Layer.effect(RateLimitStore, emptied(makePostgresRateLimitStore))

  it
    .skipIf(isSkipped)
    .each(
      [
        ...billingStoreContract(billing),
        ...webhookStoreContract(webhooks),
        ...rateLimitStoreContract(rateLimits),
      ].map(({ name, check }) => [name, check] as const),
    )("%s", (_name, check) => check(), 30_000)
})
