// Publishing events: each event of the outbox is kept once, with a delivery for each endpoint that wants it, and then
// acknowledged. After a crash it is published again, which changes nothing. GAP-62, GAP-63
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { begin } from "../../core/webhook/WebhookDelivery.ts"
import { wants } from "../../core/webhook/WebhookEndpoint.ts"
import type { WebhookEvent } from "../../core/webhook/WebhookEvent.ts"
import { BillingStore, type OutboxMessage } from "../../ports/BillingStore.ts"
import { type EventMessage, EventPresenter } from "../../ports/EventPresenter.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { CurrentBillingPolicy } from "../execution/CurrentBillingPolicy.ts"
import { callPort } from "../ports/callPort.ts"

/** The ports that publishing events needs. */
export type PublishingPorts = BillingStore | EventPresenter | IdSource | WebhookStore

const BATCH_MAX = 100

/**
 * How many events others pass that cannot be presented, or that wait behind one that cannot be stored. Behind more of them
 * nothing is published.
 */
export const PASSED_MAX = 1_000

/** For how many organizations in a batch an event may not be stored. After them the store seems to be away. */
export const PUBLISHING_FAILURES_MAX = 3

/**
 * Publishes the first events of the outbox, oldest first, and tells whether there may be more. Without endpoints events
 * are kept and acknowledged too. `passed` gets the ids of those that cannot be presented: they stay in the outbox, hold up
 * no others, and are not tried again with the same `passed`. Where one cannot be stored, as where somebody holds its
 * lane, those of its organization wait behind it, and it dies when the others are published.
 */
export const publishBatch = Effect.fnUntraced(function* (
  passed: Set<string>,
): Effect.fn.Return<boolean, never, PublishingPorts> {
  const held = new Map<string, Cause.Cause<never>>()
  for (let behind = 0; ; ) {
    const limit = BATCH_MAX + Math.min(passed.size + behind, PASSED_MAX)
    const { waiting, isMore, published } = yield* publishFirst({ limit, passed, held })
    const [cause] = held.values()
    if (cause === undefined) return isMore
    // Where all of them wait behind what cannot be stored, it looks behind them: the next batch would be the same one.
    const looksOn = isMore && published === 0 && held.size < PUBLISHING_FAILURES_MAX
    if (!looksOn || limit === BATCH_MAX + PASSED_MAX) return yield* Effect.failCause(cause)
    behind = waiting.filter((message) => message.kind === "EVENT" && held.has(message.organizationId)).length
  }
})

/** Publishes what can be published of the first events of the outbox. `held` gets the organizations whose events cannot be stored. */
const publishFirst = Effect.fnUntraced(function* ({
  limit,
  passed,
  held,
}: {
  readonly limit: number
  readonly passed: Set<string>
  readonly held: Map<string, Cause.Cause<never>>
}): Effect.fn.Return<
  { readonly waiting: ReadonlyArray<OutboxMessage>; readonly isMore: boolean; readonly published: number },
  never,
  PublishingPorts
> {
  const outbox = yield* BillingStore
  const store = yield* WebhookStore
  const { present } = yield* EventPresenter
  const { derive } = yield* IdSource
  const policy = yield* CurrentBillingPolicy
  const waiting = yield* outbox.outbox({ kind: "EVENT", limit })
  keepOnly(passed, waiting)
  const untried = waiting.filter(({ messageId }) => !passed.has(messageId))
  if (untried.length === 0) return { waiting, isMore: false, published: 0 }
  // Read after the outbox, so that a new endpoint misses no later event.
  const endpoints = yield* store.endpoints
  const now = yield* Clock.currentTimeMillis
  const published: Array<string> = []
  for (const message of untried) {
    if (message.kind !== "EVENT" || held.has(message.organizationId)) continue
    const { messageId, organizationId } = message
    const call = { operation: "EventPresenter.present", organizationId, key: messageId }
    const given = yield* callPort(call, () => Effect.sync(() => eventOf(message, present(message, policy))))
    if (Option.isNone(given)) {
      passed.add(messageId)
      continue
    }
    const event = given.value
    const deliveries = endpoints
      .filter((endpoint) => wants(endpoint, event.type))
      .map(({ endpointId }) =>
        begin({ deliveryId: derive(`delivery/${endpointId}/${event.eventId}`), endpointId, event, now }),
      )
    const stored = yield* Effect.exit(store.publish(event, deliveries))
    if (Exit.isSuccess(stored)) published.push(messageId)
    // An interrupt is no fault of the event.
    else if (!Cause.hasDies(stored.cause)) return yield* Effect.failCause(stored.cause)
    else held.set(organizationId, stored.cause)
    if (held.size === PUBLISHING_FAILURES_MAX) break
  }
  yield* outbox.acknowledge(published)
  return { waiting, isMore: waiting.length === limit, published: published.length }
})

/** Publishes the whole outbox. */
export const publishEvents: Effect.Effect<void, never, PublishingPorts> = Effect.gen(function* () {
  const passed = new Set<string>()
  while (yield* publishBatch(passed));
})

/** Forgets the ids that wait no more: somebody else could present them. */
const keepOnly = (passed: Set<string>, waiting: ReadonlyArray<OutboxMessage>): void => {
  const ids = new Set(waiting.map(({ messageId }) => messageId))
  for (const id of passed) if (!ids.has(id)) passed.delete(id)
}

const eventOf = (
  { messageId, organizationId, billingEvent }: EventMessage,
  payload: unknown,
): WebhookEvent => {
  if (typeof payload !== "object" || payload === null || "then" in payload) {
    throw new TypeError("present has to give the payload as an object, and at once")
  }
  return {
    eventId: messageId,
    type: billingEvent.type,
    organizationId,
    body: JSON.stringify(payload),
  }
}
