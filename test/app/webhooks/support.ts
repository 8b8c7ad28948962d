// Webhooks for tests of use cases: the stores of the simulator, which yield to other fibers at every step, a sender that
// writes down what it is given and answers as it is told, and a real time that only the test moves.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryWebhookStore } from "../../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../../src/http/node/makeSecrets.ts"
import {
  BillingStore,
  EventPresenter,
  IdSource,
  type OutboxMessage,
  Secrets,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookRequest,
  WebhookSender,
  WebhookStore,
} from "../../../src/index.ts"
import { storedIn } from "../../support/stored.ts"
import { makeWallClock } from "../../support/wallClock.ts"

export type Ports = BillingStore | EventPresenter | IdSource | Secrets | WebhookSender | WebhookStore

export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`

export const endpointOf = (
  endpointId: string,
  members: Partial<WebhookEndpoint.WebhookEndpoint> = {},
): WebhookEndpoint.WebhookEndpoint => ({
  endpointId,
  url: `https://${endpointId}.example/`,
  secret,
  types: null,
  createdAt: 0,
  ...members,
})

const ok: WebhookDelivery.DeliveryAnswer = { status: 204, failure: null, durationMillis: 1 }
const refused: WebhookDelivery.DeliveryAnswer = { status: 500, failure: null, durationMillis: 1 }

/** What a receiver does with an attempt: takes it, refuses it, or keeps it waiting until it is released. */
export type Reaction = "OK" | "REFUSE" | "HANG" | "CRASH"

const yielding = <Service extends object>(service: Service): Service =>
  Object.fromEntries(
    Object.entries(service).map(([name, member]) => [
      name,
      typeof member === "function"
        ? (...args: ReadonlyArray<unknown>) => Effect.andThen(Effect.yieldNow, member(...args))
        : Effect.andThen(Effect.yieldNow, member),
    ]),
  ) as Service

export const makeWebhooks = (
  react: (request: WebhookRequest) => Reaction = () => "OK",
  wrapStore = (inner: WebhookStore["Service"]) => inner,
) => {
  const wall = makeWallClock()
  const memory = makeMemoryBillingStore({ pause: Effect.yieldNow })
  const { store } = memory
  const state = storedIn(memory)
  const webhooks = makeMemoryWebhookStore()
  const sent: Array<WebhookRequest> = []
  const hanging: Array<Deferred.Deferred<WebhookDelivery.DeliveryAnswer>> = []
  const presented: Array<string> = []
  const reactions = {
    OK: () => Effect.succeed(ok),
    REFUSE: () => Effect.succeed(refused),
    HANG: () => {
      const answer = Deferred.makeUnsafe<WebhookDelivery.DeliveryAnswer>()
      hanging.push(answer)
      return Deferred.await(answer)
    },
    // The process ends after it sent, before it could write that down.
    CRASH: ({ deliveryId }: WebhookRequest) => {
      crashed.add(deliveryId)
      return Effect.succeed(ok)
    },
  }
  const crashed = new Set<string>()
  const ending = (inner: WebhookStore["Service"]): WebhookStore["Service"] => ({
    ...inner,
    replace: (before, after) =>
      Effect.suspend(() =>
        crashed.delete(before.deliveryId) ? Effect.interrupt : inner.replace(before, after),
      ),
  })
  const services = Context.make(BillingStore, store).pipe(
    Context.add(WebhookStore, ending(wrapStore(yielding(webhooks.store)))),
    Context.add(WebhookSender, {
      accepts: (url) => url.startsWith("https://"),
      send: (request) =>
        Effect.suspend(() => {
          sent.push(request)
          return reactions[react(request)](request)
        }),
    }),
    Context.add(EventPresenter, {
      present: (message) => {
        if (message.messageId.startsWith("broken")) throw new Error("It cannot be presented")
        presented.push(message.messageId)
        return { id: message.messageId }
      },
    }),
    Context.add(IdSource, makeMemoryIdSource({ seed: "webhooks" })),
    Context.add(Secrets, makeSecrets()),
    Context.add(Clock.Clock, wall.clock),
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Ports>): Promise<A> =>
    Effect.runPromise(Effect.provideContext(effect, services))
  return {
    run,
    services,
    wall,
    state,
    records: webhooks.records,
    sent,
    presented,
    /** Commits something that announces these events, in this order. */
    commit: (...messages: ReadonlyArray<OutboxMessage>) =>
      run(
        Effect.orDie(
          store.commit({ expects: [], puts: [], deletes: [], outbox: messages, couponCounts: [], due: [] }),
        ),
      ),
    addEndpoints: (...endpoints: ReadonlyArray<WebhookEndpoint.WebhookEndpoint>) =>
      run(Effect.forEach(endpoints, webhooks.store.addEndpoint)),
    /** Lets receivers that hang answer, so many of them, or all. */
    release: (count = hanging.length) =>
      Promise.all(hanging.splice(0, count).map((answer) => run(Deferred.succeed(answer, ok)))),
    /** The ids that an endpoint was sent, in their order. */
    sentTo: (endpointId: string) =>
      sent.filter(({ url }) => url.includes(`//${endpointId}.`)).map(({ headers }) => headers["webhook-id"]),
  }
}

const subscription = { subscriptionId: "subscription-1" } as never

/** An event of an organization. */
export const told = (messageId: string, organizationId = "org-1"): OutboxMessage => ({
  kind: "EVENT",
  messageId,
  organizationId,
  billingEvent: { type: "subscription.created", at: 0, subscription },
})

/** An attempt that a receiver answered with a status. */
export const attemptOf = (status: number, at: number): WebhookDelivery.DeliveryAttempt => ({
  status,
  failure: null,
  durationMillis: 1,
  at,
  url: "http://localhost/",
  headers: {},
})
