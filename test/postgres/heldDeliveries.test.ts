// A session that somebody forgot, with deliveries or an endpoint under its hands, holds up what it holds and nothing else.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { WebhookDelivery } from "../../src/index.ts"
import {
  fromPg,
  makePostgresWebhookStore,
  migrate,
  type PostgresClient,
  type PostgresFailure,
} from "../../src/postgres/index.ts"
import { attemptOf, endpointOf } from "../app/webhooks/support.ts"
import { type Server, startServer } from "./server.ts"

type Delivery = WebhookDelivery.WebhookDelivery

let server: Server
let schemas = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const run = Effect.runPromise

/** A store with an endpoint and a delivery for each organization, and the codes of what the server refused, at first and in all. */
const open = async (...organizations: ReadonlyArray<string>) => {
  schemas += 1
  const schema = `held_${schemas}`
  const codes: Array<string | null> = []
  let refuse: (code: string | null) => void
  const refused = new Promise((resolve) => {
    refuse = resolve
  })
  const inner = fromPg(server.pool)
  const client: PostgresClient = {
    query: (sql, parameters) =>
      Effect.tapError(inner.query(sql, parameters), ({ sqlState }: PostgresFailure) =>
        Effect.sync(() => {
          codes.push(sqlState)
          refuse(sqlState)
        }),
      ),
  }
  await run(migrate(inner, { schema }))
  const store = makePostgresWebhookStore(client, { schema })
  await run(store.addEndpoint(endpointOf("one")))
  const deliveries = organizations.map((organizationId, number) => deliveryOf(number, organizationId))
  for (const delivery of deliveries) await run(store.publish(delivery.event, [delivery]))
  /** Begins a transaction, and leaves it. */
  const hold = async (sql: string) => {
    const holder = await server.pool.connect()
    await holder.query("BEGIN")
    await holder.query(sql.replaceAll("$schema", schema))
    return async () => {
      await holder.query("COMMIT")
      holder.release()
    }
  }
  return { store, codes, refused, hold, deliveries }
}

const deliveryOf = (number: number, organizationId: string): Delivery =>
  WebhookDelivery.begin({
    deliveryId: `one/${number}`,
    endpointId: "one",
    event: { eventId: `v${number}`, type: "invoice.issued", organizationId, body: "{}" },
    now: 0,
  })

const delivered = (delivery: Delivery): Delivery => WebhookDelivery.record(delivery, attemptOf(204, 0), 0)

describe.concurrent("a forgotten transaction", () => {
  it("on a delivery is waited for no longer than a while, and those that went with it go on", async () => {
    const { store, codes, hold, deliveries } = await open("first", "held", "free")
    const [first, held, free] = deliveries as [Delivery, Delivery, Delivery]
    const release = await hold(
      "SELECT FROM $schema.webhook_deliveries WHERE doc->'event'->>'organizationId' = 'held' FOR UPDATE",
    )
    // Those that come while one is under way go together.
    const [, waiting, going] = [first, held, free].map((one) => run(store.replace(one, delivered(one))))
    expect(await going).toBe(true)
    expect(codes).toContain("55P03")
    await release()
    expect(await waiting).toBe(true)
  })

  it("on a lane refuses an event of it alone, which is published once the lane is free", async () => {
    const { store, codes, hold } = await open()
    const release = await hold("SELECT $schema.lock_lane('one', 'held')::text")
    const [held, free] = [deliveryOf(1, "held"), deliveryOf(2, "free")]
    const publishing = run(store.publish(held.event, [held]))
    const refused = expect(publishing).rejects.toThrow("PostgreSQL answered 55P03")
    await run(store.publish(free.event, [free]))
    await refused
    expect(codes).toEqual(["55P03", "55P03", "55P03"])
    await release()
    await run(store.publish(held.event, [held]))
    expect(await run(store.ready({ endpointId: "one", now: 0, limit: 10 }))).toEqual([free, held])
  })

  it("on an endpoint puts off its removal", async () => {
    const { store, refused, hold } = await open()
    const release = await hold("SELECT FROM $schema.webhook_endpoints FOR UPDATE")
    const removing = run(store.removeEndpoint("one"))
    expect(await refused).toBe("55P03")
    await release()
    expect(await removing).toBe(true)
  })
})
