// What is over is forgotten, a bite at a time, and nothing that may still be asked for.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { defaultPolicy } from "../../src/index.ts"
import {
  DELIVERIES_KEPT_MILLIS,
  fromPg,
  makePostgresBillingStore,
  makePostgresWebhookStore,
  migrate,
  type PostgresClient,
  sweep,
  WAITING_KEPT_MILLIS,
} from "../../src/postgres/index.ts"
import { addressOf, commitWith, idempotencyKeyOf, sessionOf } from "../../src/testing/contracts/records.ts"
import { endpointOf } from "../app/webhooks/support.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it("forgets what ended, with its versions, and keeps the rest", async () => {
  const run = Effect.runPromise
  const client = fromPg(server.pool)
  await run(migrate(client))
  const store = makePostgresBillingStore(client)
  const now = Date.UTC(2026, 5, 1)
  const later = now + defaultPolicy.clockSkewMillis
  const late = now - defaultPolicy.usageLateMillis
  const usage = { organizationId: "org-1", meter: "tokens", quantity: 1 }
  const scopes = [
    { kind: "session", id: "over" },
    { kind: "session", id: "open" },
    { kind: "address", id: "a@example.com" },
    { kind: "idempotency_key", id: idempotencyKeyOf("over").keyId },
  ] as const
  await run(
    Effect.orDie(
      store.commit(
        commitWith({
          expects: scopes.map((scope) => ({ scope, version: 0 })),
          puts: [
            { kind: "Session", record: { ...sessionOf("over", "user-1"), expiresAt: now } },
            { kind: "Session", record: { ...sessionOf("open", "user-1"), expiresAt: now + 1 } },
            { kind: "OtpAddress", record: addressOf("a@example.com", ["otp-1"]) },
            { kind: "IdempotencyKey", record: idempotencyKeyOf("over") },
            { kind: "UsageEvent", record: { ...usage, eventId: "old", occurredAt: late - 1, billedAt: 0 } },
            { kind: "UsageEvent", record: { ...usage, eventId: "new", occurredAt: late, billedAt: 0 } },
          ],
        }),
      ),
    ),
  )
  await server.pool.query(
    `INSERT INTO studio_billing.webhook_deliveries (delivery_id, endpoint_id, pending, next, ready_at, created_at, doc)
     SELECT i::text, CASE WHEN i = 4 THEN 'removed' ELSE 'one' END, i IN (1, 4), false, 0, $1, '{}'
     FROM generate_series(1, 4) i`,
    [now - DELIVERIES_KEPT_MILLIS - 1],
  )
  await run(makePostgresWebhookStore(client).addEndpoint(endpointOf("one")))
  await server.pool.query(
    "INSERT INTO studio_billing.commits VALUES ('old', false, now() - interval '2 days')",
  )
  const sizes = async () => {
    const tables = [
      "sessions",
      "otp_addresses",
      "otps",
      "idempotency_keys",
      "usage_events",
      "webhook_deliveries",
      "versions",
      "commits",
    ]
    const texts = tables.map((table) => `(SELECT count(*)::int FROM studio_billing.${table}) AS ${table}`)
    return (await server.pool.query(`SELECT ${texts.join(", ")}`)).rows[0]
  }
  const before = await sizes()
  expect(before).toMatchObject({ sessions: 2, otps: 1, usage_events: 2, webhook_deliveries: 4, versions: 4 })
  // A session, an address with its code, a key, a usage event, two deliveries, one to nobody, and a commit.
  expect(await run(sweep(client, later, defaultPolicy))).toBe(8)
  expect(await sizes()).toEqual({
    sessions: 1,
    otp_addresses: 0,
    otps: 0,
    idempotency_keys: 0,
    usage_events: 1,
    webhook_deliveries: 1,
    versions: 1,
    commits: before.commits - 1,
  })
  expect(await run(sweep(client, later, defaultPolicy))).toBe(0)
  expect((await run(store.session("open")))?.version).toBe(1)
})

/** Events of usage at an instant. */
const used = (count: number, at: number) =>
  server.pool.query(
    `INSERT INTO studio_billing.usage_events
     SELECT 'org-2', $2 || '/' || i, 'tokens', 1, $2::bigint, 0 FROM generate_series(1, $1::integer) i`,
    [count, at],
  )
const left = async () => {
  const { rows } = await server.pool.query(
    "SELECT count(*)::int AS count FROM studio_billing.usage_events WHERE organization_id = 'org-2'",
  )
  return rows[0].count
}

it("forgets nothing by a clock that is ahead of the server's", async () => {
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  const { usageLateMillis } = defaultPolicy
  const DAY = 86_400_000
  // By the clock of the server it may come again for another day.
  await used(1, Date.now() - usageLateMillis + DAY)
  await Effect.runPromise(sweep(client, Date.now() + 100 * DAY, defaultPolicy))
  expect(await left()).toBe(1)
  await server.pool.query("DELETE FROM studio_billing.usage_events")
})

it("forgets all that is over in one run, however much it is, beside others that do", async () => {
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  await used(20_000, 0)
  const sweeps = Array.from({ length: 3 }, () => sweep(client, Date.UTC(2026, 5, 1), defaultPolicy))
  const forgotten = await Effect.runPromise(Effect.all(sweeps, { concurrency: "unbounded" }))
  expect(forgotten.reduce((a, b) => a + b)).toBe(20_000)
  expect(await left()).toBe(0)
})

it("forgets what nobody took from the outbox in all the time, whatever it is, and nothing younger", async () => {
  const DAY = 86_400_000
  const kept = WAITING_KEPT_MILLIS / DAY
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  await server.pool.query(
    `INSERT INTO studio_billing.outbox (message_id, kind, doc, at)
     SELECT kind || days, kind, '{}', now() - days * interval '1 day' - interval '1 hour'
     FROM unnest(ARRAY['EVENT', 'OTP', 'OTP_UNDELIVERED']) kind, unnest($1::int[]) days`,
    [[kept, kept - 1]],
  )
  // By a clock that is behind nothing is old yet.
  await Effect.runPromise(sweep(client, Date.now() - 2 * DAY, defaultPolicy))
  const left = async () => {
    const { rows } = await server.pool.query(
      "SELECT message_id AS id FROM studio_billing.outbox ORDER BY seq",
    )
    return rows.map(({ id }) => id)
  }
  expect(await left()).toHaveLength(6)
  await Effect.runPromise(sweep(client, Date.now(), defaultPolicy))
  expect(await left()).toEqual(["EVENT", "OTP", "OTP_UNDELIVERED"].map((kind) => `${kind}${kept - 1}`))
  await server.pool.query("DELETE FROM studio_billing.outbox")
})

it("forgets what waits for several endpoints that are gone, a bite at a time", async () => {
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  const bites: Array<number> = []
  const watched: PostgresClient = {
    ...client,
    query: (sql, parameters) =>
      Effect.tap(client.query(sql, parameters), ([row]) =>
        Effect.sync(() => {
          if (sql.includes(".sweep(")) bites.push(JSON.parse(String(row?.result)).forgotten)
        }),
      ),
  }
  await server.pool.query(
    `INSERT INTO studio_billing.webhook_deliveries (delivery_id, endpoint_id, pending, next, ready_at, created_at, doc)
     SELECT endpoint || i, endpoint, true, false, 0, 0, '{}'
     FROM unnest(ARRAY['gone', 'away', 'lost']) endpoint, generate_series(1, 4000) i`,
  )
  expect(await Effect.runPromise(sweep(watched, Date.UTC(2026, 5, 1), defaultPolicy))).toBe(12_000)
  expect(bites).toEqual([5_000, 5_000, 2_000])
})
