// Sending again what an endpoint missed, after its receiver was repaired: all that was parked, a bounded number in a call.
// Each is replaced only as it was read, so that several processes share the work, and what is under way already stays as it
// is. What was tried once is out of the order of its organization for good: it holds up nothing that is new. GAP-187
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { redeliver, type WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpointNotFound } from "../../core/webhook/WebhookEndpoint.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"
import { checkWhole } from "../due/checkWhole.ts"
import { useCase } from "../execution/useCase.ts"
import { findEndpoint } from "./changeEndpoint.ts"

/** How many deliveries a call looks at, unless it says so. What is new waits behind them. GAP-187 */
export const RECOVERED_DEFAULT = 1_000

/** How many it may look at. */
export const RECOVERED_MAX = 10_000

const BATCH_MAX = 64

/** An endpoint; with `since` what was created from then on, and with `null` all that the store has. */
export interface RecoverDeliveries {
  readonly endpointId: string
  readonly since: number | null
  /** How many deliveries it looks at: from 1 to 10,000, and with `null` 1,000. */
  readonly limit: number | null
}

/** What a recovery came to. */
export interface Recovery {
  /** How many deliveries are on their way again. */
  readonly recovered: number
  /** False where there may be more: another call goes on. */
  readonly isComplete: boolean
}

/**
 * Makes the PARKED deliveries of an endpoint due at once, with the whole schedule and under their ids, in the order of their
 * events. Wake a dispatcher after it. It dies of a limit that is out of range.
 */
export const recoverDeliveries = useCase("recoverDeliveries")(function* (
  command: RecoverDeliveries,
): Effect.fn.Return<Recovery, WebhookEndpointNotFound, WebhookStore> {
  const { endpointId, limit } = { ...command, limit: command.limit ?? RECOVERED_DEFAULT }
  checkWhole("limit", limit, RECOVERED_MAX)
  const store = yield* WebhookStore
  yield* findEndpoint(endpointId)
  // One instant for all of them, so that they are ready in the order of their events.
  const now = yield* Clock.currentTimeMillis
  const again = (parked: WebhookDelivery) => store.replace(parked, redeliver(parked, now))
  let recovered = 0
  for (let left = limit; left > 0; left -= BATCH_MAX) {
    const wanted = Math.min(left, BATCH_MAX)
    const parked = yield* store.parked({ endpointId, since: command.since ?? 0, limit: wanted })
    const replaced = yield* Effect.forEach(parked, again, { concurrency: "unbounded" })
    // Those that others took are on their way as well, and count for them.
    recovered += replaced.filter(Boolean).length
    if (parked.length < wanted) return { recovered, isComplete: true }
  }
  return { recovered, isComplete: false }
})
