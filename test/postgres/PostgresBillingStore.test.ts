// The store in PostgreSQL keeps the contract of its port, on the real server.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, it } from "vitest"
import { BillingStore } from "../../src/index.ts"
import { fromPg, makePostgresBillingStore, migrate } from "../../src/postgres/index.ts"
import { billingStoreContract } from "../../src/testing/index.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
let schemas = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** An empty store, in a schema of its own. */
const emptyStore = Layer.effect(
  BillingStore,
  Effect.suspend(() => {
    schemas += 1
    const schema = `contract_${schemas}`
    const client = fromPg(server.pool)
    return Effect.as(Effect.orDie(migrate(client, { schema })), makePostgresBillingStore(client, { schema }))
  }),
)

describe("the store in PostgreSQL", () => {
  it.each(billingStoreContract(() => emptyStore).map(({ name, check }) => [name, check] as const))(
    "%s",
    (_, check) => check(),
  )
})
