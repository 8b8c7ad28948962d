// What is asked for all the time is found by an index, and costs as much as it gives: however much is due, however many
// deliveries wait.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { defaultPolicy } from "../../src/index.ts"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresWebhookStore,
  migrate,
  type PostgresClient,
  sweep,
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
      SELECT 'd' || i, 'one', 'o' || i, true, true, i, i,
        json_build_object('status', CASE WHEN i % 1000 = 0 THEN 'PARKED' ELSE 'PENDING' END) FROM generate_series(1, ${ROWS}) i;
    INSERT INTO studio_billing.outbox (message_id, kind, doc)
      SELECT 'm' || i, CASE WHEN i > ${ROWS - 10} THEN 'OTP' ELSE 'EVENT' END, '{}' FROM generate_series(1, ${ROWS}) i;
    ANALYZE;
  `)
})
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
  pool = server.pool,
): Promise<ReadonlyArray<Plan>> => {
  const plans: Array<Plan> = []
  const explaining: PostgresClient = {
    query: (sql, parameters) =>
      Effect.promise(async () => {
        const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [...parameters])
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
      makePostgresBillingStore(client).claimDue({ now: ROWS, limit: 10, leaseMillis: 1, clockSkewMillis: 0 }),
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
    "a look for what an endpoint missed",
    "webhook_deliveries_listed",
    (client: PostgresClient) =>
      makePostgresWebhookStore(client).parked({ endpointId: "one", since: 0, limit: 10 }),
  ],
  [
    "a page of deliveries of a status that few have",
    "webhook_deliveries_listed",
    (client: PostgresClient) =>
      makePostgresWebhookStore(client).deliveries({
        endpointId: "one",
        status: "PARKED",
        page: 1,
        limit: 10,
      }),
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

it("an account and a commit cost as much as is running, by plans that were made while the tables were empty", async () => {
  const pool = server.connect({ max: 1 })
  const schema = "long"
  await Effect.runPromise(migrate(fromPg(pool), { schema }))
  const ask = (client: PostgresClient) =>
    makePostgresBillingStore(client, { schema }).account("long", { invoiceIds: ["i1"], eventIds: ["e1"] })
  const both = (client: PostgresClient, version: number) => {
    const expects = [{ scope: { kind: "organization", id: "long" }, version }] as const
    const due = [{ organizationId: "long", at: version }]
    const commit = { expects, puts: [], deletes: [], outbox: [], couponCounts: [], due }
    return Effect.andThen(
      ask(client),
      Effect.orDie(makePostgresBillingStore(client, { schema }).commit(commit)),
    )
  }
  await Effect.runPromise(both(fromPg(pool), 0))
  await server.pool.query(`
    INSERT INTO long.organizations (organization_id, doc) VALUES ('long', '{}');
    INSERT INTO long.subscriptions (organization_id, subscription_id, live, created_at, doc)
      SELECT 'long', 's' || i, i = 1, i, '{}' FROM generate_series(1, 1000) i;
    INSERT INTO long.billing_periods (organization_id, subscription_id, cycle, settled, doc)
      SELECT 'long', 's1', i, i < ${ROWS}, '{}' FROM generate_series(1, ${ROWS}) i;
    INSERT INTO long.invoices (organization_id, invoice_id, subscription_id, cycle, status, issued_at, doc)
      SELECT 'long', 'i' || i, 's1', i, 'PAID', i, '{}' FROM generate_series(2, ${ROWS}) i;
    INSERT INTO long.invoice_cycles (organization_id, subscription_id, cycle, invoice_id)
      SELECT 'long', 's1', i, 'i' || i FROM generate_series(2, ${ROWS}) i;
    INSERT INTO long.vouchers (organization_id, voucher_id, balance, frozen, revoked, effective_at, created_at, doc)
      SELECT 'long', 'v' || i, i / ${ROWS}, false, false, 0, i, '{}' FROM generate_series(1, ${ROWS}) i;
    INSERT INTO long.usage_events (organization_id, event_id, meter, quantity, occurred_at, billed_at)
      SELECT 'long', 'e' || i, 'm', 1, i, i FROM generate_series(1, ${ROWS}) i;
  `)
  // The first call of a connection reads the functions as well.
  await Effect.runPromise(both(fromPg(pool), 1))
  const plans = await plansOf((explaining) => both(explaining, 2), pool)
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(150)
  const found = await Effect.runPromise(ask(fromPg(pool)))
  await pool.end()
  expect(found).toMatchObject({
    version: 3,
    value: { periods: [{}], invoices: [{}], vouchers: [{}] },
    usageEvents: [{ eventId: "e1" }],
  })
})

it("a sweep, an acknowledgement and a moved claim read what they change, by plans that were made while the tables were empty", async () => {
  const pool = server.connect({ max: 1 })
  const schema = "wide"
  await Effect.runPromise(migrate(fromPg(pool), { schema }))
  const now = Date.UTC(2026, 0, 1)
  const work = (client: PostgresClient) => {
    const store = makePostgresBillingStore(client, { schema })
    const claims = [{ organizationId: "o1", at: 1, until: 2 }]
    return Effect.all([
      sweep(client, now, defaultPolicy, { schema }),
      store.acknowledge(["m1"]),
      store.moveClaims(claims, 3),
    ])
  }
  // From the sixth call on a connection may keep a plan for good.
  for (let call = 0; call < 6; call += 1) await Effect.runPromise(work(fromPg(pool)))
  const rows = `generate_series(${now + 1}, ${now + ROWS}) i`
  await server.pool.query(`
    INSERT INTO wide.otp_addresses SELECT 'a' || i, i, '{}' FROM ${rows};
    INSERT INTO wide.sessions SELECT 's' || i, 'u' || i, true, i, '{}' FROM ${rows};
    INSERT INTO wide.idempotency_keys SELECT 'k' || i, i, '{}' FROM ${rows};
    INSERT INTO wide.rate_limits SELECT 'k' || i, 1, 1, i FROM ${rows};
    INSERT INTO wide.usage_events SELECT 'o' || i, 'e' || i, 'm', 1, i, i FROM ${rows};
    INSERT INTO wide.webhook_endpoints (endpoint_id, doc) VALUES ('one', '{}');
    INSERT INTO wide.webhook_deliveries (delivery_id, endpoint_id, lane, pending, next, ready_at, created_at, doc)
      SELECT 'd' || i, 'one', 'o' || i, i % 2 = 0, false, i, i, '{}' FROM ${rows};
    INSERT INTO wide.webhook_events (event_id) SELECT 'e' || i FROM ${rows};
    INSERT INTO wide.commits SELECT 't' || i, false, now() FROM ${rows};
    INSERT INTO wide.due (organization_id, at) SELECT 'o' || i, i FROM ${rows};
    INSERT INTO wide.outbox (message_id, kind, doc) SELECT 'm' || i, 'EVENT', '{}' FROM ${rows};
  `)
  const plans = await plansOf(work, pool)
  await pool.end()
  const read = plans.map((plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
  expect(read.map((blocks) => blocks < 150)).toEqual([true, true, true])
})
