// What any store of webhooks has to do, shown on the one in memory; and how much that one keeps.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  DELIVERIES_KEPT,
  EVENTS_KEPT,
  makeMemoryWebhookStore,
} from "../../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { WebhookDelivery } from "../../../src/index.ts"
import { endpointOf } from "../../app/webhooks/support.ts"

const now = Date.UTC(2026, 0, 31)

const event = (eventId: string, organizationId = "org-1") => ({
  eventId,
  type: "invoice.issued" as const,
  organizationId,
  body: "{}",
})
const delivery = (eventId: string, endpointId = "one", organizationId = "org-1") =>
  WebhookDelivery.begin({
    deliveryId: `${endpointId}/${eventId}`,
    endpointId,
    event: event(eventId, organizationId),
    now,
  })
const done = (one: WebhookDelivery.WebhookDelivery): WebhookDelivery.WebhookDelivery => ({
  ...one,
  status: "DELIVERED",
  dueAt: null,
})

const run = Effect.runSync
const idsOf = (deliveries: ReadonlyArray<WebhookDelivery.WebhookDelivery>) =>
  deliveries.map(({ deliveryId }) => deliveryId)

describe("a store", () => {
  it("lists endpoints in their order, and removes each once", () => {
    const { store } = makeMemoryWebhookStore()
    const [one, two] = [endpointOf("one"), endpointOf("two")]
    run(Effect.forEach([two, one], store.addEndpoint))
    expect(run(store.endpoints)).toEqual([two, one])
    expect(run(store.removeEndpoint("two"))).toBe(true)
    expect(run(store.removeEndpoint("two"))).toBe(false)
    expect(run(store.endpoints)).toEqual([one])
  })

  it("keeps an event once, with the deliveries that it first came with", () => {
    const { store, records } = makeMemoryWebhookStore()
    run(store.publish(event("a"), [delivery("a")]))
    run(store.publish(event("a"), [delivery("a"), delivery("a", "two")]))
    expect(idsOf(records.deliveries())).toEqual(["one/a"])
    expect(records.events().map(({ sequence }) => sequence)).toEqual([1])
  })

  it("does not begin a delivery anew that was made", () => {
    const { store } = makeMemoryWebhookStore()
    run(store.publish(event("a"), [delivery("a")]))
    const before = run(store.delivery("one/a")) ?? delivery("a")
    run(store.replace(before, done(before)))
    run(store.publish(event("a"), [delivery("a")]))
    expect(run(store.delivery("one/a"))?.status).toBe("DELIVERED")
  })

  it("says what is ready for an endpoint, in the order of the events and up to a limit", () => {
    const { store } = makeMemoryWebhookStore()
    for (const id of ["a", "b", "c"]) {
      run(store.publish(event(id, id), [delivery(id, "one", id), delivery(id, "two", id)]))
    }
    const ready = (limit: number) => idsOf(run(store.ready({ endpointId: "one", now, limit })))
    expect(ready(10)).toEqual(["one/a", "one/b", "one/c"])
    expect(ready(2)).toEqual(["one/a", "one/b"])
    expect(run(store.ready({ endpointId: "one", now: now - 1, limit: 10 }))).toEqual([])
    expect(run(store.nextReadyAt(now - 1))).toBe(now)
    expect(run(store.nextReadyAt(now))).toBeNull()
  })

  it("replaces a delivery only as it was read", () => {
    const { store } = makeMemoryWebhookStore()
    run(store.publish(event("a"), [delivery("a")]))
    const [first] = run(store.ready({ endpointId: "one", now, limit: 1 }))
    if (first === undefined) throw new Error("Nothing is ready")
    const leased = WebhookDelivery.lease(first, now)
    expect(run(store.replace(first, leased))).toBe(true)
    expect(run(store.replace(first, done(first)))).toBe(false)
    expect(run(store.delivery("one/a"))).toEqual(leased)
    expect(run(store.ready({ endpointId: "one", now, limit: 1 }))).toEqual([])
    expect(run(store.replace(leased, done(leased)))).toBe(true)
    expect(run(store.delivery("one/a"))).toEqual(done(leased))
  })

  it("drops what waits for an endpoint that is removed, and nothing else", () => {
    const { store, records } = makeMemoryWebhookStore()
    run(store.addEndpoint(endpointOf("one")))
    run(store.publish(event("a"), [delivery("a")]))
    run(store.publish(event("b"), [delivery("b"), delivery("b", "two")]))
    const first = run(store.delivery("one/a")) ?? delivery("a")
    run(store.replace(first, done(first)))
    run(store.removeEndpoint("one"))
    expect(idsOf(records.deliveries())).toEqual(["two/b", "one/a"])
    expect(idsOf(records.waiting())).toEqual(["two/b"])
    expect(run(store.delivery("one/b"))).toBeNull()
    expect(run(store.replace(delivery("b"), done(delivery("b"))))).toBe(false)
  })
})

describe("in memory", () => {
  it("the latest events are kept, and their numbers go on", () => {
    const { store, records } = makeMemoryWebhookStore()
    for (let id = 1; id <= EVENTS_KEPT + 5; id++) run(store.publish(event(`${id}`), []))
    const sequences = records.events().map(({ sequence }) => sequence)
    expect([sequences.length, sequences[0], sequences.at(-1)]).toEqual([EVENTS_KEPT, EVENTS_KEPT + 5, 6])
  })

  it("the latest deliveries are kept, and the oldest goes even while it waits", () => {
    const { store, records } = makeMemoryWebhookStore()
    for (let id = 1; id <= DELIVERIES_KEPT / 2 + 1; id++) {
      run(store.publish(event(`${id}`), [delivery(`${id}`), delivery(`${id}`, "two")]))
    }
    expect([records.deliveries().length, records.waiting().length]).toEqual([
      DELIVERIES_KEPT,
      DELIVERIES_KEPT,
    ])
    expect(run(store.delivery("one/1"))).toBeNull()
    expect(run(store.delivery("one/2"))).toMatchObject({ status: "PENDING" })
  })

  it("deliveries can be held and moved before it is decided which are ready", () => {
    const { store } = makeMemoryWebhookStore({
      arrange: () => (waiting) => waiting.filter(({ event: { eventId } }) => eventId !== "b").toReversed(),
    })
    for (const id of ["a", "b", "c"]) run(store.publish(event(id), [delivery(id)]))
    expect(idsOf(run(store.ready({ endpointId: "one", now, limit: 10 })))).toEqual(["one/c"])
  })
})
