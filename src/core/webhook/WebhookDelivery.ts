// The delivery of one event to one endpoint: at least once, in the order of an organization until an attempt fails. It
// is tried again on a schedule and then parked. The instants are of real time, not of billing time. GAP-62
import type { WebhookEvent } from "./WebhookEvent.ts"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The wait after each failure; after the last one it is parked. GAP-62 */
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

/** How long a delivery is leased. A lease outlasts an attempt; a sender that crashed loses it. */
export const LEASE_MILLIS = 60 * SECOND

/** The number of attempts that are kept; the oldest goes first. More than that are only made by hand. */
export const ATTEMPTS_KEPT = 20

/** PENDING until an attempt succeeds, or until there is no try left. */
export type DeliveryStatus = "PENDING" | "DELIVERED" | "PARKED"

/**
 * Why there was no answer: nothing may be sent there, the host has no address, the connection failed or broke, or the
 * time was over.
 */
export type DeliveryFailure =
  | "URL_NOT_ALLOWED"
  | "ADDRESS_NOT_ALLOWED"
  | "NOT_RESOLVED"
  | "CONNECTION_FAILED"
  | "TIMEOUT"

/** The result of an attempt: the status of the answer, or why there was none. */
export type DeliveryAnswer = { readonly durationMillis: number } & (
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: DeliveryFailure }
)

/** An attempt: what was sent beside the body, to which URL, and the result. */
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
  /** The failures since it was first sent, or sent again by hand. */
  readonly failures: number
  /** The instant from which it may be tried; `null` unless PENDING. */
  readonly dueAt: number | null
  /** The end of its lease; `null` without one. */
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

/**
 * The organization in whose order it waits, or `null`: from the first failure on a delivery is out of the order, so that it
 * holds up no other.
 */
export const laneOf = ({ status, attempts, event }: WebhookDelivery): string | null =>
  status === "PENDING" && attempts.length === 0 ? event.organizationId : null

/** Any 2xx is a success; a redirect is not. GAP-62 */
export const isSuccess = ({ status }: Pick<DeliveryAnswer, "status">): boolean =>
  status !== null && status >= 200 && status <= 299

/**
 * The instant of the next try after some failures, the last of them at `now`; `null` when no try is left.
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

/** Leases a delivery, so that nobody else sends it meanwhile. */
export const lease = (delivery: WebhookDelivery, now: number): WebhookDelivery => ({
  ...delivery,
  leasedUntil: now + LEASE_MILLIS,
})

/** The delivery after an attempt that ended at `now`. */
export const record = (delivery: WebhookDelivery, attempt: DeliveryAttempt, now: number): WebhookDelivery => {
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT)
  const ended = { ...delivery, attempts, leasedUntil: null }
  if (isSuccess(attempt)) return { ...ended, status: "DELIVERED", dueAt: null }
  const failures = delivery.failures + 1
  const dueAt = retryAt({ failures, now })
  return { ...ended, status: dueAt === null ? "PARKED" : "PENDING", failures, dueAt }
}

/**
 * Sends a delivery again at once. One that waits for its next try is due now; one that was delivered or parked gets the
 * whole schedule again. One that is leased, or was never tried, stays as it is. GAP-104
 */
export const redeliver = (delivery: WebhookDelivery, now: number): WebhookDelivery => {
  if (delivery.status !== "PENDING") return { ...delivery, status: "PENDING", failures: 0, dueAt: now }
  const waits = !isLeased(delivery, now) && delivery.attempts.length > 0
  return waits && !isDue(delivery, now) ? { ...delivery, dueAt: now } : delivery
}

const isLeased = ({ leasedUntil }: WebhookDelivery, now: number): boolean =>
  leasedUntil !== null && leasedUntil > now

const isDue = ({ dueAt }: WebhookDelivery, now: number): boolean => dueAt !== null && dueAt <= now

/** Tells whether a delivery that is next may be sent now. */
export const isReady = (delivery: WebhookDelivery, now: number): boolean =>
  isDue(delivery, now) && !isLeased(delivery, now)

/** The instant from which a delivery that is next may be sent. */
export const readyAt = ({ dueAt, leasedUntil }: WebhookDelivery): number =>
  Math.max(dueAt ?? 0, leasedUntil ?? 0)

/** The deliveries that are next: every retry, and for each endpoint and organization the first that was never tried. */
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
 * The PENDING deliveries that may be sent now; they are given in the order of their events. Events of an organization
 * go to an endpoint one after the other. One that failed lets the next one pass, and is tried again by itself. GAP-62
 */
export const ready = (waiting: ReadonlyArray<WebhookDelivery>, now: number): ReadonlyArray<WebhookDelivery> =>
  inTurn(waiting).filter((delivery) => isReady(delivery, now))

/** The instant at which time alone makes another one ready; `null` when it never does. */
export const nextReadyAt = (waiting: ReadonlyArray<WebhookDelivery>, now: number): number | null => {
  const instants = inTurn(waiting)
    .map(readyAt)
    .filter((at) => at > now)
  return instants.length === 0 ? null : instants.reduce((a, b) => Math.min(a, b))
}
