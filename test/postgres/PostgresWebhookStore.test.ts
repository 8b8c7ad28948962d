// The store of webhooks in PostgreSQL keeps the contract of its port, and what is next stays right however many change it
// at once.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { WebhookDelivery, WebhookStore } from "../../src/index.ts"
import { fromPg, makePostgresWebhookStore, migrate } from "../../src/postgres/index.ts"
import { webhookStoreContract } from "../../src/testing/index.ts"
import { attemptOf, endpointOf } from "../app/webhooks/support.ts"
import { makeChance } from "../support/random.ts"
import { type Server, startServer } from "./server.ts"

type Delivery = WebhookDelivery.WebhookDelivery

let server: Server
let schemas = 0

beforeAll(async () => {
  server = await startServer()
}, 60_000)
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
    30_000,
  )
})

const deliveryOf = (number: number, endpointId: string, organizationId: string): Delivery =>
  WebhookDelivery.begin({
    deliveryId: `${endpointId}/${number}`,
    endpointId,
    event: { eventId: `v${number}`, type: "invoice.issued", organizationId, body: "{}" },
    now: 0,
  })

describe("many that publish and send at once", () => {
  it.each([1, 2, 3])(
    "leave what is next as the rule says it, and lose none: seed %i",
    async (seed) => {
      const { store, schema } = await emptyStore()
      const run = Effect.runPromise
      const endpoints = ["one", "two"]
      for (const endpoint of endpoints) await run(store.addEndpoint(endpointOf(endpoint)))
      const chance = makeChance(seed)
      let published = 0
      const publish = async (): Promise<void> => {
        published += 1
        const organizationId = `o${chance.below(3)}`
        const deliveries = endpoints.map((endpointId) => deliveryOf(published, endpointId, organizationId))
        const [{ event }] = deliveries as [Delivery, ...Array<Delivery>]
        await run(store.publish(event, deliveries))
      }
      const send = async (): Promise<void> => {
        const endpointId = endpoints[chance.below(2)] ?? ""
        const [one] = await run(store.ready({ endpointId, now: 1_000_000, limit: 1 + chance.below(3) }))
        if (one === undefined) return
        const status = chance.below(3) === 0 ? 500 : 204
        await run(store.replace(one, WebhookDelivery.record(one, attemptOf(status, 0), 0)))
      }
      const worker = async (): Promise<void> => {
        for (let turn = 0; turn < 60; turn += 1) await (chance.below(2) === 0 ? publish() : send())
      }
      await Promise.all(Array.from({ length: 6 }, worker))
      const { rows } = await server.pool.query<{ readonly doc: Delivery }>(
        `SELECT doc FROM ${schema}.webhook_deliveries ORDER BY seq`,
      )
      expect(rows).toHaveLength(2 * published)
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
    },
    60_000,
  )
})

it("an event that is published while the one before it is sent is next after it", async () => {
  const { store, schema } = await emptyStore()
  const run = Effect.runPromise
  await run(store.addEndpoint(endpointOf("one")))
  const first = deliveryOf(1, "one", "o")
  await run(store.publish(first.event, [first]))
  const other = await server.pool.connect()
  await other.query("BEGIN")
  const sent = makePostgresWebhookStore(fromPg(other), { schema })
  expect(await run(sent.replace(first, WebhookDelivery.record(first, attemptOf(204, 0), 0)))).toBe(true)
  const second = deliveryOf(2, "one", "o")
  let isPublished = false
  const publishing = run(store.publish(second.event, [second])).then(() => {
    isPublished = true
  })
  const waits = async (): Promise<boolean> => {
    const { rows } = await other.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'")
    return rows.length > 0
  }
  while (!isPublished && !(await waits()));
  await other.query("COMMIT")
  other.release()
  await publishing
  expect(await run(store.ready({ endpointId: "one", now: 0, limit: 10 }))).toEqual([second])
})
