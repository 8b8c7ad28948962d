// The webhook store of the example: what was committed is published once, taken by one, and sent to its end.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { ids } from "../../../docs/examples/sqlite/host.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeSqliteWebhookStore } from "../../../docs/examples/sqlite/SqliteWebhookStore.ts"
import {
  BillingStore,
  dispatchEvents,
  EventPresenter,
  IdSource,
  WebhookDelivery,
  type WebhookRequest,
  WebhookSender,
  WebhookStore,
} from "../../../src/index.ts"
import { commitWith } from "../../../src/testing/contracts/records.ts"
import { endpointOf, told } from "../../app/webhooks/support.ts"

const now = Date.UTC(2026, 0, 31)
const run = Effect.runSync

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

const storeOf = () => makeSqliteWebhookStore(openDatabase(":memory:"))
const idsOf = (deliveries: ReadonlyArray<WebhookDelivery.WebhookDelivery>) =>
  deliveries.map(({ deliveryId }) => deliveryId)

describe("the webhook store of the example", () => {
  it("lists endpoints in their order, and removes each once with what waits for it", () => {
    const store = storeOf()
    const [one, two] = [endpointOf("one"), endpointOf("two")]
    run(Effect.forEach([two, one], store.addEndpoint))
    run(store.publish(event("a"), [delivery("a"), delivery("a", "two")]))
    run(store.publish(event("b"), [delivery("b")]))
    run(store.replace(delivery("a"), done(delivery("a"))))
    expect(run(store.endpoints)).toEqual([two, one])
    expect([run(store.removeEndpoint("one")), run(store.removeEndpoint("one"))]).toEqual([true, false])
    expect(run(store.endpoints)).toEqual([two])
    const left = ["one/a", "two/a", "one/b"].map((id) => run(store.delivery(id))?.status)
    expect(left).toEqual(["DELIVERED", "PENDING", undefined])
  })

  it("keeps an event once, with the deliveries that it first came with", () => {
    const store = storeOf()
    run(store.publish(event("a"), [delivery("a")]))
    run(store.publish(event("a"), [delivery("a"), delivery("a", "two")]))
    expect(run(store.delivery("one/a"))).toEqual(delivery("a"))
    expect(run(store.delivery("two/a"))).toBeNull()
  })

  it("says what is ready for an endpoint, one of an organization at a time, and up to a limit", () => {
    const store = storeOf()
    run(store.addEndpoint(endpointOf("one")))
    for (const [id, of] of [
      ["a", "x"],
      ["b", "x"],
      ["c", "y"],
    ] as const) {
      run(store.publish(event(id, of), [delivery(id, "one", of), delivery(id, "two", of)]))
    }
    const ready = (limit: number) => idsOf(run(store.ready({ endpointId: "one", now, limit })))
    expect(ready(10)).toEqual(["one/a", "one/c"])
    expect(ready(1)).toEqual(["one/a"])
    expect(run(store.nextReadyAt(now - 1))).toBe(now)
    expect(run(store.nextReadyAt(now))).toBeNull()
  })

  it("replaces a delivery only as it was read", () => {
    const store = storeOf()
    run(store.publish(event("a"), [delivery("a")]))
    const first = delivery("a")
    const leased = WebhookDelivery.lease(first, now)
    expect(run(store.replace(first, leased))).toBe(true)
    expect(run(store.replace(first, done(first)))).toBe(false)
    expect(run(store.delivery("one/a"))).toEqual(leased)
    expect(run(store.ready({ endpointId: "one", now, limit: 1 }))).toEqual([])
    expect(run(store.replace(leased, done(leased)))).toBe(true)
    expect(run(store.replace(delivery("none"), done(delivery("none"))))).toBe(false)
  })

  it("takes what a commit left in the outbox to its receivers, in its order and signed", async () => {
    const database = openDatabase(":memory:")
    const billing = makeSqliteBillingStore(database)
    const webhooks = makeSqliteWebhookStore(database)
    const sent: Array<WebhookRequest> = []
    const services = Context.make(BillingStore, billing).pipe(
      Context.add(WebhookStore, webhooks),
      Context.add(IdSource, ids),
      Context.add(EventPresenter, { present: ({ messageId }) => ({ id: messageId }) }),
      Context.add(WebhookSender, {
        accepts: () => true,
        send: (request) => {
          sent.push(request)
          return Effect.succeed({ status: 204, failure: null, durationMillis: 1 })
        },
      }),
    )
    run(webhooks.addEndpoint(endpointOf("one")))
    run(billing.commit(commitWith({ outbox: [told("a"), told("b"), told("c", "org-2")] })))
    const deliver = Effect.scoped(
      Effect.gen(function* () {
        const { wake, idle } = yield* dispatchEvents(() => expect.unreachable())
        yield* wake
        yield* idle
      }),
    )
    await Effect.runPromise(Effect.provideContext(deliver, services))
    expect(sent.map(({ body }) => body).toSorted()).toEqual(['{"id":"a"}', '{"id":"b"}', '{"id":"c"}'])
    const first = sent.filter(({ body }) => body !== '{"id":"c"}').map(({ headers }) => headers["webhook-id"])
    expect(first).toEqual(["a", "b"])
    expect(sent.every(({ headers }) => /^v1,\S+$/.test(headers["webhook-signature"] ?? ""))).toBe(true)
    expect(run(billing.outbox({ kind: "EVENT", limit: 10 }))).toEqual([])
    expect(run(webhooks.ready({ endpointId: "one", now: Number.MAX_SAFE_INTEGER, limit: 10 }))).toEqual([])
  })
})
