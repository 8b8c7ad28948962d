// The delivery of one event to one endpoint: at least once, in the order of an organization until an attempt fails, and
// tried again on a schedule until it is parked. The instants here are of the real time, not of billing time. GAP-62
import type { WebhookEvent } from "./WebhookEvent.ts"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after each failure it is tried again; after the last one it is parked. GAP-62 */
export const RETRY_MILLIS: ReadonlyArray<number> = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** How long a receiver may take to answer. GAP-62 */
export const ATTEMPT_MILLIS_MAX = 15 * SECOND

/** How long whoever took a delivery has it alone. It outlasts an attempt; a sender that died loses it by then. */
export const LEASE_MILLIS = 60 * SECOND

/** How many attempts of a delivery are kept; the oldest goes first. More than that are made by hand only. */
export const ATTEMPTS_KEPT = 20

/** PENDING until an attempt succeeds, or until there is no try left. */
export type DeliveryStatus = "PENDING" | "DELIVERED" | "PARKED"

/**
 * Why there was no answer: nothing may be sent there, the host has no address, there was no connection or it broke, or
 * the time was over.
 */
export type DeliveryFailure =
  | "URL_NOT_ALLOWED"
  | "ADDRESS_NOT_ALLOWED"
  | "NOT_RESOLVED"
  | "CONNECTION_FAILED"
  | "TIMEOUT"

/** What came of an attempt: the status of the answer, or why there was none. */
export type DeliveryAnswer = { readonly durationMillis: number } & (
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: DeliveryFailure }
)

/** An attempt: what was sent beside the event's text, where to, and what came of it. */
export type DeliveryAttempt = DeliveryAnswer & {
  readonly at: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The delivery of an event to an endpoint. */
export interface WebhookDelivery {
  readonly deliveryId: string
  readonly endpointId: string
  readonly event: WebhookEvent
  readonly status: DeliveryStatus
  /** Those that failed since it was sent first, or was sent again by hand. */
  readonly failures: number
  /** From when on it may be tried; `null` unless PENDING. */
  readonly dueAt: number | null
  /** Until when somebody has it; `null` while nobody is at it. */
  readonly leasedUntil: number | null
  /** The latest ones, in their order. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>
  readonly createdAt: number
}

/** There is no such delivery. */
export interface WebhookDeliveryNotFound {
  readonly _tag: "WebhookDeliveryNotFound"
  readonly deliveryId: string
}

/** A delivery that nobody has tried yet. */
export const begin = (delivery: {
  readonly deliveryId: string
  readonly endpointId: string
  readonly event: WebhookEvent
  readonly now: number
}): WebhookDelivery => ({
  deliveryId: delivery.deliveryId,
  endpointId: delivery.endpointId,
  event: delivery.event,
  status: "PENDING",
  failures: 0,
  dueAt: delivery.now,
  leasedUntil: null,
  attempts: [],
  createdAt: delivery.now,
})

/** Any 2xx is a success; a redirect is none. GAP-62 */
export const isSuccess = ({ status }: Pick<DeliveryAnswer, "status">): boolean =>
  status !== null && status >= 200 && status <= 299

/**
 * When it is tried again after so many failures, the last of them at `now`; `null` when no try is left.
 *
 * @example
 * ```ts
 * import { WebhookDelivery } from "studio-billing"
 *
 * WebhookDelivery.retryAt({ failures: 1, now: 0 }) // 5000
 * WebhookDelivery.retryAt({ failures: 10, now: 0 }) // null
 * ```
 */
export const retryAt = (failed: { readonly failures: number; readonly now: number }): number | null => {
  const after = RETRY_MILLIS[failed.failures - 1]
  return after === undefined ? null : failed.now + after
}

/** Takes a delivery, so that nobody else sends it meanwhile. */
export const lease = (delivery: WebhookDelivery, now: number): WebhookDelivery => ({
  ...delivery,
  leasedUntil: now + LEASE_MILLIS,
})

/** What an attempt that ended at `now` makes of a delivery. */
export const record = (delivery: WebhookDelivery, attempt: DeliveryAttempt, now: number): WebhookDelivery => {
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT)
  const ended = { ...delivery, attempts, leasedUntil: null }
  if (isSuccess(attempt)) return { ...ended, status: "DELIVERED", dueAt: null }
  const failures = delivery.failures + 1
  const dueAt = retryAt({ failures, now })
  return { ...ended, status: dueAt === null ? "PARKED" : "PENDING", failures, dueAt }
}

/**
 * Sends a delivery again at once. One that waits for its next try does not wait; one that was delivered or parked has
 * the whole schedule again. One that is on its way, or has its turn still to come, stays as it is. GAP-104
 */
export const redeliver = (delivery: WebhookDelivery, now: number): WebhookDelivery => {
  if (delivery.status !== "PENDING") return { ...delivery, status: "PENDING", failures: 0, dueAt: now }
  const waits = !isLeased(delivery, now) && delivery.attempts.length > 0
  return waits && !isDue(delivery, now) ? { ...delivery, dueAt: now } : delivery
}

const isLeased = ({ leasedUntil }: WebhookDelivery, now: number): boolean =>
  leasedUntil !== null && leasedUntil > now

const isDue = ({ dueAt }: WebhookDelivery, now: number): boolean => dueAt !== null && dueAt <= now

/** Those whose turn it is: every retry, and for an endpoint and organization the first that was never tried. */
const inTurn = (waiting: ReadonlyArray<WebhookDelivery>): ReadonlyArray<WebhookDelivery> => {
  const lanes = new Set<string>()
  return waiting.filter(({ attempts, endpointId, event }) => {
    if (attempts.length > 0) return true
    const lane = `${endpointId}/${event.organizationId}`
    if (lanes.has(lane)) return false
    lanes.add(lane)
    return true
  })
}

/**
 * Those of the PENDING deliveries, given in the order of their events, that may be sent now. Events of an organization
 * go to an endpoint one after the other; one that failed lets the next one pass, and is tried again by itself. GAP-62
 */
export const ready = (waiting: ReadonlyArray<WebhookDelivery>, now: number): ReadonlyArray<WebhookDelivery> =>
  inTurn(waiting).filter((delivery) => isDue(delivery, now) && !isLeased(delivery, now))

/** When time alone makes another of them ready; `null` when it never does. */
export const nextReadyAt = (waiting: ReadonlyArray<WebhookDelivery>, now: number): number | null => {
  const instants = inTurn(waiting)
    .map(({ dueAt, leasedUntil }) => Math.max(dueAt ?? 0, leasedUntil ?? 0))
    .filter((at) => at > now)
  return instants.length === 0 ? null : instants.reduce((a, b) => Math.min(a, b))
}
