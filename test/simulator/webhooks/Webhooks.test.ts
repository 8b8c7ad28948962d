// The webhooks of a world: woken by commits, flushed by hand, and open to what comes between a delivery and its receiver.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { noWebhooks } from "../../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import {
  type Interference,
  makeWebhooks,
  wakingStore,
} from "../../../simulator/adapters/webhooks/Webhooks.ts"
import { makeSecrets } from "../../../src/http/node/makeSecrets.ts"
import {
  BillingStore,
  IdSource,
  type OutboxMessage,
  Secrets,
  type WebhookDelivery,
  WebhookStore,
} from "../../../src/index.ts"
import { commitWith, subscriptionOf } from "../../../src/testing/contracts/records.ts"
import { endpointOf } from "../../app/webhooks/support.ts"
import { makeWallClock } from "../../support/wallClock.ts"

const answer = (status: number): WebhookDelivery.DeliveryAnswer => ({
  status,
  failure: null,
  durationMillis: 1,
})
const free: Interference = { arrange: () => null, published: () => undefined, attempt: (_, send) => send }

/** Webhooks with one endpoint, and a store that wakes them. */
const makeTestWebhooks = async (
  options: { readonly interference?: Partial<Interference>; readonly status?: () => number } = {},
) => {
  const { status = () => 204 } = options
  const { store } = makeMemoryBillingStore()
  const wall = makeWallClock()
  const sent: Array<string> = []
  const webhooks = makeWebhooks({
    services: Context.make(BillingStore, store).pipe(
      Context.add(IdSource, makeMemoryIdSource()),
      Context.add(Secrets, makeSecrets()),
    ),
    memory: noWebhooks,
    sender: {
      accepts: () => true,
      send: ({ headers }) =>
        Effect.sync(() => {
          sent.push(headers["webhook-id"] ?? "")
          return answer(status())
        }),
    },
    wall: wall.clock,
    interference: { ...free, ...options.interference },
    onDefect: (cause) => {
      throw cause
    },
  })
  await Effect.runPromise(Context.get(webhooks.services, WebhookStore).addEndpoint(endpointOf("one")))
  const woken = wakingStore(store, webhooks.wake)
  return {
    ...webhooks,
    wall,
    sent,
    commit: (...ids: ReadonlyArray<string>) =>
      Effect.runPromise(woken.commit(commitWith({ outbox: ids.map(told) }))),
    flush: (retries = false) => Effect.runPromise(webhooks.flush({ retries })),
  }
}

const told = (messageId: string): OutboxMessage => ({
  kind: "EVENT",
  messageId,
  organizationId: "org-1",
  billingEvent: { type: "subscription.created", at: 0, subscription: subscriptionOf("subscription-1") },
})

const statuses = ({ records }: Pick<Awaited<ReturnType<typeof makeTestWebhooks>>, "records">) =>
  records.deliveries().map(({ status }) => status)

describe("a commit", () => {
  it("that announces something is published before it is acknowledged, and delivered without being asked", async () => {
    const { commit, records, sent } = await makeTestWebhooks()
    await commit("a", "b")
    expect(records.events()).toHaveLength(2)
    while (sent.length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toEqual(["a", "b"])
  })

  it("that announces nothing wakes nobody", async () => {
    let woken = 0
    const { store } = makeMemoryBillingStore()
    const wake = Effect.sync(() => {
      woken += 1
    })
    const message = {
      otpId: "1",
      email: "a@b.co",
      code: "123456",
      context: "MAGIC_AUTH",
      createdAt: 0,
    } as const
    const code = { ...message, expiresAt: 1, decoy: false }
    const otp = { kind: "OTP", messageId: "1", message: code, attempts: 1, readyAt: 0 } as const
    const waking = wakingStore(store, wake)
    await Effect.runPromise(waking.commit(commitWith({ outbox: [otp] })))
    await Effect.runPromise(waking.commit(commitWith({})))
    expect(woken).toBe(0)
    await Effect.runPromise(waking.commit(commitWith({ outbox: [told("a")] })))
    expect(woken).toBe(1)
  })
})

describe("a flush", () => {
  it("leaves retries that are not due", async () => {
    const webhooks = await makeTestWebhooks({ status: () => 500 })
    await webhooks.commit("a", "b")
    await webhooks.flush()
    expect(webhooks.sent).toEqual(["a", "b"])
    expect(statuses(webhooks)).toEqual(["PENDING", "PENDING"])
  })

  it("with retries goes on until everything is delivered", async () => {
    let count = 0
    const webhooks = await makeTestWebhooks({ status: () => (++count <= 2 ? 500 : 204) })
    await webhooks.commit("a")
    await webhooks.flush(true)
    expect(webhooks.sent).toEqual(["a", "a", "a"])
    expect(statuses(webhooks)).toEqual(["DELIVERED"])
  })

  it("with retries goes on until what never arrives is parked", async () => {
    const webhooks = await makeTestWebhooks({ status: () => 500 })
    await webhooks.commit("a", "b")
    await webhooks.flush(true)
    expect(webhooks.sent).toHaveLength(20)
    expect(statuses(webhooks)).toEqual(["PARKED", "PARKED"])
  })
})

describe("what comes between", () => {
  it("can hold deliveries back and let them go", async () => {
    let held = true
    const webhooks = await makeTestWebhooks({
      interference: {
        arrange: () => (waiting) => waiting.filter(({ event }) => !(held && event.eventId === "a")),
      },
    })
    await webhooks.commit("a", "b")
    await webhooks.flush(true)
    expect(webhooks.sent).toEqual(["b"])
    held = false
    await webhooks.flush()
    expect(webhooks.sent).toEqual(["b", "a"])
  })

  it("can change their order", async () => {
    const webhooks = await makeTestWebhooks({
      interference: { arrange: () => (waiting) => waiting.toReversed() },
    })
    await webhooks.commit("a", "b", "c")
    await webhooks.flush()
    expect(webhooks.sent).toEqual(["c", "b", "a"])
  })

  it("can send one more than once", async () => {
    const webhooks = await makeTestWebhooks({
      interference: { attempt: (_, send) => Effect.andThen(send, send) },
    })
    await webhooks.commit("a")
    await webhooks.flush()
    expect(webhooks.sent).toEqual(["a", "a"])
    expect(webhooks.records.deliveries()[0]?.attempts).toHaveLength(1)
  })

  it("can fail one without sending, by the delivery that it is of", async () => {
    const failed: Array<string> = []
    const webhooks = await makeTestWebhooks({
      interference: {
        attempt: (deliveryId) => {
          failed.push(deliveryId)
          return Effect.succeed(answer(503))
        },
      },
    })
    await webhooks.commit("a")
    await webhooks.flush()
    expect(webhooks.sent).toEqual([])
    expect(webhooks.records.deliveries()).toMatchObject([
      { deliveryId: failed[0], status: "PENDING", attempts: [{ status: 503 }] },
    ])
  })
})

it("stops for good", async () => {
  const { commit, stop, sent, records } = await makeTestWebhooks()
  await stop()
  await commit("a")
  expect(records.events()).toHaveLength(1)
  expect(sent).toEqual([])
})
