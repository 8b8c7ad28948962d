// A billing service of the tests over a schema of PostgreSQL of its own: the use cases as they are, a clock and a gateway
// that do as they are told.
import * as Effect from "effect/Effect"
import {
  fromPg,
  makePostgresBillingStore,
  migrate,
  type PgPool,
  type PostgresClient,
} from "../../src/postgres/index.ts"
import { makeBilling, organizationId, plan } from "../support/billing.ts"

let schemas = 0

/** A service over an empty schema, which knows one organization and one plan. */
export const billingOn = async (
  pool: PgPool,
  options: Parameters<typeof makeBilling>[0] & {
    readonly wrapClient?: (client: PostgresClient) => PostgresClient
  } = {},
) => {
  schemas += 1
  const schema = `billing_${schemas}`
  const { wrapClient = (client) => client, wrapStore = (store) => store } = options
  const client = fromPg(pool)
  await Effect.runPromise(Effect.orDie(migrate(client, { schema })))
  const store = wrapStore(makePostgresBillingStore(wrapClient(client), { schema }))
  const billing = makeBilling({ pause: Effect.void, ...options, wrapStore: () => store })
  const puts = [
    { kind: "Plan", record: plan },
    {
      kind: "Organization",
      record: { organizationId, name: "One", currency: "BRL", status: "ACTIVE" },
    },
  ] as const
  const nothing = { expects: [], deletes: [], outbox: [], couponCounts: [], due: [] }
  await Effect.runPromise(Effect.orDie(store.commit({ ...nothing, puts })))
  return { ...billing, store, schema }
}
