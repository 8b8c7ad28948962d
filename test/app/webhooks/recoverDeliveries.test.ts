// Finding what an endpoint missed, and sending it again. GAP-104, GAP-187
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  deliverEvents,
  listDeliveries,
  RECOVERED_DEFAULT,
  RECOVERED_MAX,
  recoverDeliveries,
  redeliver,
  WebhookDelivery,
} from "../../../src/index.ts"
import { endpointOf, makeWebhooks, told } from "./support.ts"

const deliver = deliverEvents((cause) => {
  throw cause
})
const all = { endpointId: "one", since: null, limit: null }

/** An endpoint that missed these events of some organizations, and a receiver that was repaired since. */
const missing = async (ids: ReadonlyArray<string>) => {
  const receiver = { isDown: true }
  const webhooks = makeWebhooks(() => (receiver.isDown ? "REFUSE" : "OK"))
  const { run, addEndpoints, commit, wall, records, sent } = webhooks
  await addEndpoints(endpointOf("one"), endpointOf("two"))
  const createdAt: Array<number> = []
  for (const [index, id] of ids.entries()) {
    createdAt.push(wall.now())
    await commit(told(id, `org-${index % 3}`))
    await run(deliver)
    wall.pass(1)
  }
  for (const millis of WebhookDelivery.RETRY_MILLIS) {
    wall.pass(millis + ids.length)
    await run(deliver)
  }
  expect(records.waiting()).toEqual([])
  receiver.isDown = false
  sent.length = 0
  return { ...webhooks, createdAt, receiver }
}

const ten = Array.from({ length: 10 }, (_, index) => `event-${index}`)

describe("what an endpoint missed", () => {
  it("is sent again in the order of its events, with the whole schedule, and to it alone", async () => {
    const { run, sent, sentTo, records, receiver } = await missing(ten)
    expect(await run(recoverDeliveries(all))).toEqual({ recovered: 10, isComplete: true })
    expect(records.waiting().map(({ event, failures }) => [event.eventId, failures])).toEqual(
      ten.map((id) => [id, 0]),
    )
    await run(deliver)
    expect(sentTo("one")).toEqual(ten)
    expect(sent).toHaveLength(10)
    expect(records.deliveries().filter(({ status }) => status === "PARKED")).toHaveLength(10)
    // Its attempts are still there.
    const [delivered] = records.deliveries().filter(({ status }) => status === "DELIVERED")
    expect(delivered?.attempts).toHaveLength(11)
    receiver.isDown = true
    expect(await run(recoverDeliveries({ ...all, endpointId: "two" }))).toMatchObject({ recovered: 10 })
    await run(deliver)
    expect(records.waiting()).toMatchObject(ten.map(() => ({ failures: 1 })))
  })

  it("is what was created since an instant, where one is given", async () => {
    const { run, sentTo, createdAt } = await missing(ten)
    expect(await run(recoverDeliveries({ ...all, since: createdAt[7] ?? 0 }))).toMatchObject({ recovered: 3 })
    await run(deliver)
    expect(sentTo("one")).toEqual(ten.slice(7))
  })

  it("is taken up a bounded number at a time, the oldest first", async () => {
    const many = Array.from({ length: 150 }, (_, index) => `event-${String(index).padStart(3, "0")}`)
    const { run, sentTo } = await missing(many)
    const some = { ...all, limit: 70 }
    const answers = [
      await run(recoverDeliveries(some)),
      await run(recoverDeliveries(some)),
      await run(recoverDeliveries(some)),
      await run(recoverDeliveries(some)),
    ]
    expect(answers).toEqual([
      { recovered: 70, isComplete: false },
      { recovered: 70, isComplete: false },
      { recovered: 10, isComplete: true },
      { recovered: 0, isComplete: true },
    ])
    await run(deliver)
    expect(sentTo("one")).toEqual(many)
  })

  it("goes to nobody twice, whoever recovers and redelivers it at the same time", async () => {
    const { run, sentTo, records } = await missing(ten)
    const ids = records
      .deliveries()
      .filter(({ endpointId }) => endpointId === "one")
      .map(({ deliveryId }) => deliveryId)
    const recoveries = [1, 2, 3].map(() => recoverDeliveries(all))
    const [recovered] = await run(
      Effect.all(
        [
          Effect.all(recoveries, { concurrency: "unbounded" }),
          Effect.forEach(ids, redeliver, { concurrency: "unbounded" }),
          deliver,
          deliver,
        ],
        { concurrency: "unbounded" },
      ),
    )
    await run(deliver)
    expect(recovered.every(({ isComplete }) => isComplete)).toBe(true)
    expect(recovered.reduce((sum, one) => sum + one.recovered, 0)).toBeLessThanOrEqual(10)
    expect(sentTo("one").toSorted()).toEqual(ten)
  })

  it("that is under way is left alone", async () => {
    const { run, sent, records, receiver } = await missing(["a"])
    const [parked] = records.deliveries().filter(({ endpointId }) => endpointId === "one")
    receiver.isDown = true
    await run(redeliver(parked?.deliveryId ?? ""))
    await run(deliver)
    const [waiting] = records.waiting()
    expect(await run(recoverDeliveries(all))).toEqual({ recovered: 0, isComplete: true })
    expect(records.waiting()).toEqual([waiting])
    expect(sent).toHaveLength(1)
  })

  it("holds up nothing that is new", async () => {
    const { run, commit, sentTo } = await missing(ten)
    await run(recoverDeliveries(all))
    await commit(told("new", "org-0"))
    await run(deliver)
    expect(sentTo("one").toSorted()).toEqual([...ten, "new"])
  })

  it("is refused for an endpoint that is unknown, and a limit that is out of range", async () => {
    const { run } = makeWebhooks()
    const notFound = { _tag: "WebhookEndpointNotFound", endpointId: "one" }
    expect(await run(Effect.flip(recoverDeliveries(all)))).toEqual(notFound)
    for (const limit of [0, 1.5, RECOVERED_MAX + 1]) {
      await expect(run(recoverDeliveries({ ...all, limit }))).rejects.toThrow(
        /limit: expected a whole number/,
      )
    }
    expect(RECOVERED_DEFAULT).toBeLessThanOrEqual(RECOVERED_MAX)
  })
})

describe("a list of deliveries", () => {
  it("is of an endpoint and a status, the latest event first", async () => {
    const { run, createdAt } = await missing(ten)
    await run(recoverDeliveries({ ...all, since: createdAt[8] ?? 0 }))
    await run(deliver)
    const list = async (status: WebhookDelivery.DeliveryStatus, page = 1) => {
      const found = await run(listDeliveries({ endpointId: "one", status, page, limit: 5 }))
      return { ids: found.items.map(({ event }) => event.eventId), totalItems: found.totalItems }
    }
    expect(await list("DELIVERED")).toEqual({ ids: ["event-9", "event-8"], totalItems: 2 })
    expect(await list("PARKED", 2)).toEqual({ ids: ["event-2", "event-1", "event-0"], totalItems: 8 })
    expect(await list("PENDING")).toEqual({ ids: [], totalItems: 0 })
  })

  it("is refused for an endpoint that is unknown", async () => {
    const { run } = makeWebhooks()
    const list = listDeliveries({ endpointId: "one", status: "PARKED", page: 1, limit: 5 })
    expect(await run(Effect.flip(list))).toEqual({ _tag: "WebhookEndpointNotFound", endpointId: "one" })
  })
})
