// The webhooks of a world: what happens there is told to its endpoints in the background, by the real time whatever the
// world's clock shows. It is woken by commits and by retries that fall due; nothing polls.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { presentEvent } from "../../../src/api/index.ts"
import {
  type BillingStore,
  dispatchEvents,
  EventPresenter,
  type IdSource,
  redeliver,
  type Secrets,
  type WebhookDelivery,
  WebhookSender,
  WebhookStore,
} from "../../../src/index.ts"
import type { Changed } from "../../world/live/Live.ts"
import { makeMemoryWebhookStore, type WebhookMemory, type WebhookRecords } from "./MemoryWebhookStore.ts"

/** The services that the use cases of webhooks need. */
export type WebhookServices =
  | BillingStore
  | EventPresenter
  | IdSource
  | Secrets
  | WebhookSender
  | WebhookStore

/** The webhooks of a world. */
export interface Webhooks {
  readonly services: Context.Context<WebhookServices>
  readonly records: WebhookRecords
  /** Its endpoints and events now, for another one: it costs the same however many there are. */
  readonly memory: () => WebhookMemory
  /** Publishes what waits in the outbox and sets out to deliver it; returns without waiting for a receiver. */
  readonly wake: Effect.Effect<void>
  /** Wakes it after a commit: at once, or once at the end of the turn of the event loop for all commits of the turn. */
  readonly told: Effect.Effect<void>
  /** Does at once what waits for the end of the turn. Whoever looks at events, or changes who gets them, does this first. */
  readonly published: Effect.Effect<void>
  /** Returns when nothing is left to be sent now; with `retries` when everything was delivered or parked. GAP-105 */
  readonly flush: (options: { readonly retries: boolean }) => Effect.Effect<void>
  /** Ends the background. What is under way is given up, and nothing is sent any more. */
  readonly stop: () => Promise<void>
}

/**
 * The one place where it is decided what becomes of an attempt; faults are of this kind.
 *
 * `arrange` gives what decides which of an endpoint's PENDING deliveries may go, and in which order, or null where nothing
 * does: one that is left out is held. `published` is told of each new delivery.
 * `attempt` makes an attempt: it may answer without sending, or send more than once.
 */
export interface Interference {
  readonly arrange: () =>
    | ((
        waiting: ReadonlyArray<WebhookDelivery.WebhookDelivery>,
      ) => ReadonlyArray<WebhookDelivery.WebhookDelivery>)
    | null
  readonly published: (delivery: WebhookDelivery.WebhookDelivery) => void
  readonly attempt: (
    deliveryId: string,
    send: Effect.Effect<WebhookDelivery.DeliveryAnswer>,
  ) => Effect.Effect<WebhookDelivery.DeliveryAnswer>
}

const none: Interference = {
  arrange: () => null,
  published: () => undefined,
  attempt: (_, send) => send,
}

/** When commits are published: each at once, or all of a turn of the event loop together at its end. */
export type Publishing = "AT_ONCE" | "ONCE_A_TURN"

/** Webhooks of the events that `services` hold, sent by `sender` at the times of `wall`. */
export const makeWebhooks = (options: {
  readonly services: Context.Context<BillingStore | IdSource | Secrets>
  readonly memory: WebhookMemory
  readonly sender: WebhookSender["Service"]
  /** The real time. */
  readonly wall: Clock.Clock
  readonly interference?: Interference
  /** Told what changes. */
  readonly changed?: Changed
  readonly publishing?: Publishing | undefined
  readonly onDefect: Parameters<typeof dispatchEvents>[0]
}): Webhooks => {
  const { sender, wall, interference = none, publishing = "ONCE_A_TURN", onDefect } = options
  const { store, records, memory } = makeMemoryWebhookStore({
    arrange: interference.arrange,
    published: interference.published,
    memory: options.memory,
    ...(options.changed !== undefined && { changed: options.changed }),
  })
  const services = options.services.pipe(
    Context.add(WebhookStore, store),
    Context.add(WebhookSender, {
      ...sender,
      send: (request) => interference.attempt(request.deliveryId, sender.send(request)),
    }),
    Context.add(EventPresenter, { present: presentEvent }),
    Context.add(Clock.Clock, wall),
  )
  const scope = Scope.makeUnsafe()
  const { wake, idle } = Effect.runSync(
    dispatchEvents(onDefect).pipe(Scope.provide(scope), Effect.provideContext(services)),
  )
  const settle = Effect.andThen(wake, idle)

  let atTurnsEnd: NodeJS.Immediate | undefined
  /** Whether a wake was to come that does not come any more. */
  const forget = (): boolean => {
    const isAwaited = atTurnsEnd !== undefined
    clearImmediate(atTurnsEnd)
    atTurnsEnd = undefined
    return isAwaited
  }
  const published = Effect.suspend(() => (forget() ? wake : Effect.void))
  const soon = Effect.sync(() => {
    atTurnsEnd ??= setImmediate(() => void Effect.runFork(published))
  })

  /** Makes every retry due, and says what waits then. */
  const hasten = Effect.gen(function* () {
    for (const { deliveryId } of records.waiting()) yield* Effect.ignore(redeliver(deliveryId))
    return new Set(records.waiting())
  }).pipe(Effect.provideContext(services))

  return {
    services,
    records,
    memory,
    wake,
    // Whoever arranges what waits together finds together what one commit told.
    told: Effect.suspend(() => (publishing === "AT_ONCE" || interference.arrange() !== null ? wake : soon)),
    published,
    flush: Effect.fnUntraced(function* ({ retries }) {
      yield* settle
      while (retries) {
        const waiting = yield* hasten
        yield* settle
        // A delivery that still waits unchanged is held: a longer wait would change nothing.
        if (records.waiting().every((delivery) => waiting.has(delivery))) return
      }
    }),
    stop: () => {
      forget()
      return Effect.runPromise(Scope.close(scope, Exit.void))
    },
  }
}

/** The store, which tells of each commit that records events. */
export const wakingStore = (
  store: BillingStore["Service"],
  told: Effect.Effect<void>,
): BillingStore["Service"] => ({
  ...store,
  commit: (commit) => {
    const hasEvents = commit.outbox.some(({ kind }) => kind === "EVENT")
    return hasEvents ? Effect.tap(store.commit(commit), () => told) : store.commit(commit)
  },
})
