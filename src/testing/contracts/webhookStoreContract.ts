// The contract of `WebhookStore`: an event is published once, and of many that take a delivery one gets it.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as WebhookDelivery from "../../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../../core/webhook/WebhookEndpoint.ts"
import type { WebhookEvent } from "../../core/webhook/WebhookEvent.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { type Law, same } from "../Law.ts"
import { contractOf, type PortCase } from "./PortCase.ts"

type Store = WebhookStore["Service"]
type Delivery = WebhookDelivery.WebhookDelivery

const now = Date.UTC(2026, 0, 31)

const endpointOf = (endpointId: string): WebhookEndpoint => ({
  endpointId,
  url: `https://${endpointId}.example/`,
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  types: null,
  createdAt: 0,
})

const eventOf = (eventId: string): WebhookEvent => ({
  eventId,
  type: "invoice.issued",
  // Each of its own organization: no event waits for another one.
  organizationId: `org-${eventId}`,
  body: "{}",
})

const deliveryOf = (eventId: string, endpointId: string, at = now): Delivery =>
  WebhookDelivery.begin({
    deliveryId: `${endpointId}/${eventId}`,
    endpointId,
    event: eventOf(eventId),
    now: at,
  })

const publish = (store: Store, eventId: string, endpointIds: ReadonlyArray<string>, at = now) =>
  store.publish(
    eventOf(eventId),
    endpointIds.map((endpointId) => deliveryOf(eventId, endpointId, at)),
  )

const readyOf = (store: Store, endpointId: string, limit = 10) =>
  Effect.map(store.ready({ endpointId, now, limit }), (found) => found.map(({ deliveryId }) => deliveryId))

const done = (delivery: Delivery): Delivery => ({ ...delivery, status: "DELIVERED", dueAt: null })

const parked = (delivery: Delivery): Delivery => ({ ...delivery, status: "PARKED", dueAt: null })

const statusOf = (store: Store, deliveryId: string) =>
  Effect.map(store.delivery(deliveryId), (found) => found?.status ?? null)

/** Replaces a delivery as it is stored. */
const change = Effect.fnUntraced(function* (
  store: Store,
  deliveryId: string,
  next: (delivery: Delivery) => Delivery,
) {
  const stored = yield* store.delivery(deliveryId)
  return stored !== null && (yield* store.replace(stored, next(stored)))
})

const cases: ReadonlyArray<PortCase<Store>> = [
  {
    name: "endpoints come in the order in which they were added",
    rule: "Each with all of its members, from when it was acknowledged.",
    tell: Effect.fnUntraced(function* (store) {
      const added = ["b", "c", "a"].map(endpointOf)
      for (const endpoint of added) yield* store.addEndpoint(endpoint)
      same("endpoints", yield* store.endpoints, added)
    }),
  },
  {
    name: "an endpoint is replaced as it was read",
    rule: "It keeps its place. Where it is not the one that was read any more, or unknown, it is false, and nothing changes.",
    tell: Effect.fnUntraced(function* (store) {
      for (const id of ["a", "b"]) yield* store.addEndpoint(endpointOf(id))
      const before = yield* store.endpoints
      const read = before.find(({ endpointId }) => endpointId === "a")
      if (read === undefined) throw new Error("there is no endpoint: expected a, got nothing")
      const after = {
        ...read,
        url: "https://other.example/",
        earlierSecrets: [{ secret: read.secret, endsAt: now }],
      }
      same("replaced", yield* store.replaceEndpoint(read, after), true)
      same("again", yield* store.replaceEndpoint(read, endpointOf("a")), false)
      same("unknown", yield* store.replaceEndpoint(endpointOf("c"), endpointOf("c")), false)
      const expected = before.map((one) => (one === read ? after : one))
      same("endpoints", yield* store.endpoints, expected)
    }),
  },
  {
    name: "an endpoint is removed once",
    rule: "It is true then, and false for one that is unknown; the others stay.",
    tell: Effect.fnUntraced(function* (store) {
      for (const id of ["a", "b"]) yield* store.addEndpoint(endpointOf(id))
      const removed = [
        yield* store.removeEndpoint("a"),
        yield* store.removeEndpoint("a"),
        yield* store.removeEndpoint("unknown"),
      ]
      same("removed", removed, [true, false, false])
      same(
        "left",
        (yield* store.endpoints).map(({ endpointId }) => endpointId),
        ["b"],
      )
    }),
  },
  {
    name: "what waits for an endpoint goes with it",
    rule: "Its PENDING deliveries are gone; what it got, and what waits for others, stays.",
    tell: Effect.fnUntraced(function* (store) {
      for (const id of ["a", "b"]) yield* store.addEndpoint(endpointOf(id))
      yield* publish(store, "1", ["a", "b"])
      yield* publish(store, "2", ["a"])
      yield* change(store, "a/1", done)
      yield* store.removeEndpoint("a")
      const statuses = yield* Effect.forEach(["a/1", "b/1", "a/2"], (id) => statusOf(store, id))
      same("statuses", statuses, ["DELIVERED", "PENDING", null])
    }),
  },
  {
    name: "an event comes with its deliveries",
    rule: "They are read as they were published; an unknown one is `null`.",
    tell: Effect.fnUntraced(function* (store) {
      yield* publish(store, "1", ["a", "b"])
      const found = yield* Effect.forEach(["a/1", "b/1", "unknown"], store.delivery)
      same("deliveries", found, [deliveryOf("1", "a"), deliveryOf("1", "b"), null])
    }),
  },
  {
    name: "an event is published once",
    rule: "A known one changes nothing: what became of its deliveries stays, and no other one is added.",
    tell: Effect.fnUntraced(function* (store) {
      yield* publish(store, "1", ["a"])
      yield* change(store, "a/1", done)
      yield* publish(store, "1", ["a", "b"])
      const statuses = yield* Effect.forEach(["a/1", "b/1"], (id) => statusOf(store, id))
      same("statuses", statuses, ["DELIVERED", null])
    }),
  },
  {
    name: "what is ready comes in the order of its events",
    rule: "The endpoint's own, and of these the first `limit`.",
    tell: Effect.fnUntraced(function* (store) {
      for (const eventId of ["3", "1", "2"]) yield* publish(store, eventId, ["b", "a"])
      same("ready", yield* readyOf(store, "a"), ["a/3", "a/1", "a/2"])
      same("limit", yield* readyOf(store, "a", 2), ["a/3", "a/1"])
      same("unknown", yield* readyOf(store, "unknown"), [])
    }),
  },
  {
    name: "what is over, leased or not due is not ready",
    rule: "Neither takes the place of one that is, within the limit.",
    tell: Effect.fnUntraced(function* (store) {
      for (const eventId of ["1", "2", "4"]) yield* publish(store, eventId, ["a"])
      yield* publish(store, "3", ["a"], now + 1)
      yield* change(store, "a/1", done)
      yield* change(store, "a/2", (delivery) => WebhookDelivery.lease(delivery, now))
      same("ready", yield* readyOf(store, "a", 1), ["a/4"])
    }),
  },
  {
    name: "the next instant is when time makes another one ready",
    rule: "Of all endpoints the earliest that is after `now`; `null` where nothing waits.",
    tell: Effect.fnUntraced(function* (store) {
      for (const id of ["a", "b"]) yield* store.addEndpoint(endpointOf(id))
      same("nothing", yield* store.nextReadyAt(now), null)
      yield* publish(store, "1", ["a"], now + 7)
      yield* publish(store, "2", ["b"], now + 5)
      yield* publish(store, "3", ["a"])
      same("two", yield* store.nextReadyAt(now), now + 5)
      same("one", yield* store.nextReadyAt(now + 5), now + 7)
      same("none", yield* store.nextReadyAt(now + 7), null)
    }),
  },
  {
    name: "deliveries are listed by what became of them",
    rule: "The endpoint's own of that status, that of the latest event first, in pages, with the number of all of them.",
    tell: Effect.fnUntraced(function* (store) {
      for (const eventId of ["3", "1", "2", "4"]) yield* publish(store, eventId, ["a", "b"])
      yield* change(store, "a/1", done)
      for (const id of ["a/2", "a/3"]) yield* change(store, id, parked)
      const listed = (status: WebhookDelivery.DeliveryStatus, page = 1, limit = 10) =>
        Effect.map(store.deliveries({ endpointId: "a", status, page, limit }), ({ items, totalItems }) => ({
          ids: items.map(({ deliveryId }) => deliveryId),
          totalItems,
        }))
      same("delivered", yield* listed("DELIVERED"), { ids: ["a/1"], totalItems: 1 })
      same("parked", yield* listed("PARKED"), { ids: ["a/2", "a/3"], totalItems: 2 })
      same("second page", yield* listed("PARKED", 2, 1), { ids: ["a/3"], totalItems: 2 })
      same("after the last", yield* listed("PARKED", 3, 1), { ids: [], totalItems: 2 })
      const { items } = yield* store.deliveries({ endpointId: "b", status: "PENDING", page: 1, limit: 1 })
      same("as it is stored", items, [yield* store.delivery("b/4")])
    }),
  },
  {
    name: "what an endpoint missed is found in the order of its events",
    rule: "Its own PARKED deliveries that were created at `since` or later, and of these the first `limit`.",
    tell: Effect.fnUntraced(function* (store) {
      yield* publish(store, "9", ["a"], now - 1)
      for (const eventId of ["3", "1", "2", "4"]) yield* publish(store, eventId, ["a", "b"])
      for (const id of ["a/9", "a/2", "a/3", "b/1"]) yield* change(store, id, parked)
      yield* change(store, "a/4", done)
      const found = (since: number, limit = 10) =>
        Effect.map(store.parked({ endpointId: "a", since, limit }), (some) =>
          some.map(({ deliveryId }) => deliveryId),
        )
      same("all", yield* found(0), ["a/9", "a/3", "a/2"])
      same("since", yield* found(now), ["a/3", "a/2"])
      same("limit", yield* found(now, 1), ["a/3"])
      same("later", yield* found(now + 1), [])
      yield* change(store, "a/3", (delivery) => WebhookDelivery.redeliver(delivery, now))
      same("again", yield* found(now), ["a/2"])
    }),
  },
  {
    name: "of many that take a delivery exactly one gets it",
    rule: "It is replaced where it is the one that was read; the others get false, and change nothing.",
    tell: Effect.fnUntraced(function* (store) {
      yield* publish(store, "1", ["a"])
      const [read] = yield* store.ready({ endpointId: "a", now, limit: 1 })
      if (read === undefined) throw new Error("nothing is ready: expected a/1, got nothing")
      const four = [1, 2, 3, 4].map((later) => store.replace(read, WebhookDelivery.lease(read, now + later)))
      const taken = yield* Effect.all(four, { concurrency: "unbounded" })
      same("taken", taken.filter(Boolean).length, 1)
      const expected = WebhookDelivery.lease(read, now + 1 + taken.indexOf(true))
      same("stored", yield* store.delivery("a/1"), expected)
    }),
  },
]

/**
 * The contract of a store of webhooks. `makeLayer` is called once a case and gives an empty store.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { WebhookStore } from "studio-billing"
 * import { webhookStoreContract } from "studio-billing/testing"
 *
 * declare const makeStore: () => WebhookStore["Service"]
 * webhookStoreContract(() => Layer.sync(WebhookStore, makeStore)).length // 12
 * ```
 */
export const webhookStoreContract: (
  makeLayer: () => Layer.Layer<WebhookStore, unknown>,
) => ReadonlyArray<Law> = contractOf(WebhookStore, cases)
