// The store of webhooks in PostgreSQL keeps the contract of its port, and what is next stays right however many change it
// at once.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { WebhookDelivery, WebhookStore } from "../../src/index.ts"
import { fromPg, makePostgresWebhookStore, migrate, type PostgresFailure } from "../../src/postgres/index.ts"
import { webhookStoreContract } from "../../src/testing/index.ts"
import { attemptOf, endpointOf } from "../app/webhooks/support.ts"
import { makeChance } from "../support/random.ts"
import { type Server, startServer } from "./server.ts"

type Delivery = WebhookDelivery.WebhookDelivery
type Store = WebhookStore["Service"]

let server: Server
let schemas = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const emptyStore = async () => {
  schemas += 1
  const schema = `webhooks_${schemas}`
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client, { schema }))
  return { schema, store: makePostgresWebhookStore(client, { schema }) }
}

const layer = Layer.effect(
  WebhookStore,
  Effect.map(Effect.promise(emptyStore), ({ store }) => store),
)

describe("the store of webhooks in PostgreSQL", () => {
  it.each(webhookStoreContract(() => layer).map(({ name, check }) => [name, check] as const))(
    "%s",
    (_, check) => check(),
  )
})

const deliveryOf = (number: number, endpointId: string, organizationId: string): Delivery =>
  WebhookDelivery.begin({
    deliveryId: `${endpointId}/${number}`,
    endpointId,
    event: { eventId: `v${number}`, type: "invoice.issued", organizationId, body: "{}" },
    now: 0,
  })

const run = Effect.runPromise
const delivered = (delivery: Delivery, status = 204): Delivery =>
  WebhookDelivery.record(delivery, attemptOf(status, 0), 0)
const together = (store: Store, changes: ReadonlyArray<readonly [before: Delivery, after: Delivery]>) =>
  run(
    Effect.forEach(changes, ([before, after]) => store.replace(before, after), { concurrency: "unbounded" }),
  )

/** How many wait for a lane that somebody else has. */
const waitingForLanes = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'")
  return rows.length
}

describe("many that publish and send at once", () => {
  it.each([1, 2, 3])("leave what is next as the rule says it, and lose none: seed %i", async (seed) => {
    const { store, schema } = await emptyStore()
    const stores = [store, makePostgresWebhookStore(fromPg(server.pool), { schema })] as const
    const endpoints = ["one", "two"]
    for (const endpoint of endpoints) await run(store.addEndpoint(endpointOf(endpoint)))
    const chance = makeChance(seed)
    let published = 0
    let recorded = 0
    const publish = async (): Promise<void> => {
      published += 1
      const organizationId = `o${chance.below(3)}`
      const deliveries = endpoints.map((endpointId) => deliveryOf(published, endpointId, organizationId))
      const [{ event }] = deliveries as [Delivery, ...Array<Delivery>]
      await run(store.publish(event, deliveries))
    }
    const send = async (of: Store): Promise<void> => {
      const endpointId = endpoints[chance.below(2)] ?? ""
      const some = await run(of.ready({ endpointId, now: 1_000_000, limit: 1 + chance.below(3) }))
      const changes = some.map((one) => [one, delivered(one, chance.below(3) === 0 ? 500 : 204)] as const)
      const replaced = await together(of, changes)
      recorded += replaced.filter((isReplaced) => isReplaced).length
    }
    const worker = async (_: unknown, index: number): Promise<void> => {
      const of = stores[index % stores.length] ?? store
      for (let turn = 0; turn < 60; turn += 1) await (chance.below(2) === 0 ? publish() : send(of))
    }
    await Promise.all(Array.from({ length: 6 }, worker))
    const { rows } = await server.pool.query<{ readonly doc: Delivery }>(
      `SELECT doc FROM ${schema}.webhook_deliveries ORDER BY seq`,
    )
    expect(rows).toHaveLength(2 * published)
    // Whoever was told that it recorded an attempt did, and nobody else.
    expect(recorded).toBe(rows.reduce((sum, { doc }) => sum + doc.attempts.length, 0))
    const waiting = rows.map(({ doc }) => doc).filter(({ status }) => status === "PENDING")
    expect(waiting.length).toBeGreaterThan(0)
    for (const endpointId of endpoints) {
      const own = waiting.filter((delivery) => delivery.endpointId === endpointId)
      const now = 10_000_000
      const found = await run(store.ready({ endpointId, now, limit: 1000 }))
      const byId = (list: ReadonlyArray<Delivery>) =>
        list.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1))
      expect(byId(found)).toEqual(byId(WebhookDelivery.ready(own, now)))
    }
  })
})

describe("deliveries that are replaced together", () => {
  const three = async (store: Store): Promise<readonly [Delivery, Delivery, Delivery]> => {
    const some = [deliveryOf(1, "one", "c"), deliveryOf(2, "one", "b"), deliveryOf(3, "one", "a")] as const
    for (const one of some) await run(store.publish(one.event, [one]))
    return some
  }

  it("have each an answer of its own", async () => {
    const { store } = await emptyStore()
    const [first, second, third] = await three(store)
    expect(
      await together(store, [
        [first, delivered(first)],
        [delivered(second), second],
        [third, delivered(third, 500)],
      ]),
    ).toEqual([true, false, true])
    const now = await run(
      Effect.forEach([first, second, third], ({ deliveryId }) => store.delivery(deliveryId)),
    )
    expect(now).toEqual([delivered(first), second, delivered(third, 500)])
  })

  it("take the place of the one that is next where they come back before it", async () => {
    const { store } = await emptyStore()
    const [first, second] = [deliveryOf(1, "one", "a"), deliveryOf(2, "one", "a")]
    for (const one of [first, second]) await run(store.publish(one.event, [one]))
    const ready = () => run(store.ready({ endpointId: "one", now: 0, limit: 10 }))
    expect(await together(store, [[first, delivered(first)]])).toEqual([true])
    expect(await ready()).toEqual([second])
    expect(await together(store, [[delivered(first), first]])).toEqual([true])
    expect(await ready()).toEqual([first])
  })

  it("never wait for those of another process that wait for them", async () => {
    const { store, schema } = await emptyStore()
    const [first, second, third] = await three(store)
    const failures: Array<PostgresFailure> = []
    const watched = (): Store => {
      const { query } = fromPg(server.pool)
      const telling = (sql: string, parameters: ReadonlyArray<string | null>) =>
        Effect.tapError(query(sql, parameters), (failure) => Effect.sync(() => failures.push(failure)))
      return makePostgresWebhookStore({ query: telling }, { schema })
    }
    // Somebody has both lanes, until two processes wait for them from both ends.
    const other = await server.pool.connect()
    await other.query("BEGIN")
    for (const { event } of [first, third])
      await other.query(`SELECT ${schema}.lock_lane('one', $1)`, [event.organizationId])
    // The first of several goes alone, and the others together after it.
    const unknown = deliveryOf(9, "one", second.event.organizationId)
    const falling = together(watched(), [
      [unknown, unknown],
      [first, delivered(first)],
      [third, delivered(third)],
    ])
    const rising = together(watched(), [
      [unknown, unknown],
      [third, delivered(third, 500)],
      [first, delivered(first, 500)],
    ])
    while ((await waitingForLanes(other)) < 2);
    await other.query("COMMIT")
    other.release()
    const [one, two] = await Promise.all([falling, rising])
    expect(failures).toEqual([])
    expect([one, two].flat().filter((isReplaced) => isReplaced)).toHaveLength(2)
    expect(await run(store.ready({ endpointId: "one", now: 0, limit: 10 }))).toContainEqual(second)
  })
})

it("an endpoint is removed when nobody writes what waits for it any more", async () => {
  const { store, schema } = await emptyStore()
  await run(store.addEndpoint(endpointOf("one")))
  const [first, second] = [deliveryOf(1, "one", "a"), deliveryOf(2, "one", "b")]
  for (const one of [first, second]) await run(store.publish(one.event, [one]))
  const other = await server.pool.connect()
  await other.query("BEGIN")
  const writing = makePostgresWebhookStore(fromPg(other), { schema })
  expect(await run(writing.replace(first, delivered(first)))).toBe(true)
  const removing = run(store.removeEndpoint("one"))
  // The removal does not hold what the other one goes on to write.
  while ((await run(store.delivery(second.deliveryId))) !== null);
  expect(await run(writing.replace(second, delivered(second)))).toBe(false)
  expect(await run(store.endpoints)).toHaveLength(1)
  await other.query("COMMIT")
  other.release()
  expect(await removing).toBe(true)
  expect(await run(store.endpoints)).toEqual([])
  expect(await run(store.delivery(first.deliveryId))).toEqual(delivered(first))
})

it("an event that is published while the one before it is sent is next after it", async () => {
  const { store, schema } = await emptyStore()
  await run(store.addEndpoint(endpointOf("one")))
  const first = deliveryOf(1, "one", "o")
  await run(store.publish(first.event, [first]))
  const other = await server.pool.connect()
  await other.query("BEGIN")
  const sent = makePostgresWebhookStore(fromPg(other), { schema })
  expect(await run(sent.replace(first, delivered(first)))).toBe(true)
  const second = deliveryOf(2, "one", "o")
  let isPublished = false
  const publishing = run(store.publish(second.event, [second])).then(() => {
    isPublished = true
  })
  while (!isPublished && (await waitingForLanes(other)) === 0);
  await other.query("COMMIT")
  other.release()
  await publishing
  expect(await run(store.ready({ endpointId: "one", now: 0, limit: 10 }))).toEqual([second])
})

it("refuses transactions that do not see what was committed while they waited", async () => {
  const { schema, store } = await emptyStore()
  // Each statement in a transaction of its own, because PgBouncer takes no default isolation from a client.
  const query = async (sql: string, parameters: Array<string | null>) => {
    const connection = await server.pool.connect()
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
    try {
      return await connection.query(sql, parameters)
    } finally {
      await connection.query("ROLLBACK")
      connection.release()
    }
  }
  const strict = makePostgresWebhookStore(fromPg({ query }), { schema })
  const delivery = deliveryOf(1, "one", "a")
  await expect(run(strict.publish(delivery.event, [delivery]))).rejects.toThrow("PostgreSQL answered SB002")
  await run(store.publish(delivery.event, [delivery]))
  expect(await run(store.delivery(delivery.deliveryId))).toEqual(delivery)
})
