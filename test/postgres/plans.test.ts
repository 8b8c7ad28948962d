// What is asked for all the time is found by an index, and costs as much as it gives: however much is due, however many
// deliveries wait.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresWebhookStore,
  migrate,
  type PostgresClient,
} from "../../src/postgres/index.ts"
import { type Server, startServer } from "./server.ts"

const ROWS = 50_000

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
  await server.pool.query(`
    INSERT INTO studio_billing.due (organization_id, at) SELECT 'o' || i, i FROM generate_series(1, ${ROWS}) i;
    INSERT INTO studio_billing.webhook_endpoints (endpoint_id, doc) VALUES ('one', '{}');
    INSERT INTO studio_billing.webhook_deliveries (delivery_id, endpoint_id, lane, pending, next, ready_at, created_at, doc)
      SELECT 'd' || i, 'one', 'o' || i, true, true, i, i, '{}' FROM generate_series(1, ${ROWS}) i;
    INSERT INTO studio_billing.outbox (message_id, kind, doc)
      SELECT 'm' || i, CASE WHEN i > ${ROWS - 10} THEN 'OTP' ELSE 'EVENT' END, '{}' FROM generate_series(1, ${ROWS}) i;
    ANALYZE;
  `)
}, 60_000)
afterAll(() => server.stop())

interface Plan {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Relation Name"?: string
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: ReadonlyArray<Plan>
}

/** The plans of the statements that some work makes, as they were carried out. */
const plansOf = async (
  work: (client: PostgresClient) => Effect.Effect<unknown>,
): Promise<ReadonlyArray<Plan>> => {
  const plans: Array<Plan> = []
  const explaining: PostgresClient = {
    query: (sql, parameters) =>
      Effect.promise(async () => {
        const { rows } = await server.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [
          ...parameters,
        ])
        plans.push(rows[0]["QUERY PLAN"][0].Plan)
        return []
      }),
  }
  await Effect.runPromise(work(explaining))
  return plans
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

it.each([
  [
    "a claim",
    "due_free",
    (client: PostgresClient) =>
      makePostgresBillingStore(client).claimDue({ now: ROWS, limit: 10, leaseMillis: 1 }),
  ],
  [
    "a look at what is due",
    "due_first",
    (client: PostgresClient) => makePostgresBillingStore(client).due({ until: ROWS, limit: 10 }),
  ],
  [
    "a look for deliveries that are ready",
    "webhook_deliveries_next",
    (client: PostgresClient) =>
      makePostgresWebhookStore(client).ready({ endpointId: "one", now: ROWS, limit: 10 }),
  ],
  [
    "the next instant of a delivery",
    "webhook_deliveries_next",
    (client: PostgresClient) => makePostgresWebhookStore(client).nextReadyAt(10),
  ],
  [
    "a look for codes behind a long outbox",
    "outbox_oldest",
    (client: PostgresClient) => makePostgresBillingStore(client).outbox({ kind: "OTP", limit: 10 }),
  ],
] as const)("%s reads the first entries of %s alone", async (_, index, work) => {
  const [plan] = await plansOf(work)
  if (plan === undefined) throw new Error("Nothing was asked")
  const nodes = nodesOf(plan)
  expect(nodes.map((node) => node["Index Name"])).toContain(index)
  // There are few endpoints.
  const scanned = nodes
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"])
  expect(scanned.filter((name) => name !== "webhook_endpoints")).toEqual([])
  // A sort would have read all of the 50,000 rows, or their index.
  expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(150)
})
