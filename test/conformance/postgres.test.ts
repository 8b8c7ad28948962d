// The conformance run over a server of one's own on PostgreSQL.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { StudioApi } from "../../src/api/index.ts"
import { fromPg, migrate } from "../../src/postgres/index.ts"
import { EMPTY, type Server, startServer } from "../postgres/server.ts"
import { serverOnPostgres } from "../support/hosts.ts"
import { thorough } from "../support/thorough.ts"
import { runConformance } from "./conformance.ts"
import { restorable } from "./restorable.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
})
afterAll(() => server.stop())

it("a server over PostgreSQL does all as the model says, and is tried in every operation of the contract", async () => {
  const fetch = restorable(async (options) => {
    await server.pool.query(EMPTY)
    return serverOnPostgres(fromPg(server.pool), options)
  })
  const { failure, answers } = await runConformance({
    fetch: fetch as typeof globalThis.fetch,
    url: "http://localhost",
    token: null,
    organizationId: null,
    isControlled: true,
    coupons: [],
    cardToken: "tok_visa",
    runs: thorough ? 40 : 10,
    seed: 42,
    commandsMax: 60,
    readings: false,
    shrinks: false,
  })
  expect(failure).toBeNull()
  const tried = Array.from(answers).flatMap(([name, statuses]) => (statuses.size > 0 ? [name] : []))
  const operations = Object.values(StudioApi.groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ identifier }) => `${group.identifier}.${identifier}`),
  )
  expect(tried.toSorted()).toEqual(operations.toSorted())
})
