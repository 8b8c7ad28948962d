// A usage event: a quantity of a meter was used at an instant. Its id is unique in an organization, so that sending it
// again is safe.

/** A usage event as it is sent. */
export interface UsageEvent {
  readonly eventId: string
  readonly meter: string
  /** A whole number from 0 up. */
  readonly quantity: number
  readonly occurredAt: number
}

/** An event that was accepted. */
export interface RecordedUsage extends UsageEvent {
  /** The instant as of which it is billed: `occurredAt`, or that of its acceptance if the sender's clock was ahead. */
  readonly billedAt: number
}

/** An event as it is recorded when it is accepted at `now`. */
export const recorded = (event: UsageEvent, now: number): RecordedUsage => ({
  ...event,
  billedAt: Math.min(event.occurredAt, now),
})

/** Tells whether two events with the same id are one event. */
export const isSame = (a: UsageEvent, b: UsageEvent): boolean =>
  a.meter === b.meter && a.quantity === b.quantity && a.occurredAt === b.occurredAt

/** Another event has the same id. */
export interface UsageEventConflict {
  readonly _tag: "UsageEventConflict"
  readonly index: number
  readonly eventId: string
}

/** The event is older than the policy accepts. */
export interface UsageEventTooOld {
  readonly _tag: "UsageEventTooOld"
  readonly index: number
  readonly eventId: string
  readonly oldestAt: number
}

/** The event is further in the future than the policy accepts. GAP-77 */
export interface UsageEventInFuture {
  readonly _tag: "UsageEventInFuture"
  readonly index: number
  readonly eventId: string
}

/** The subscription was not active at that time: not yet created, paused, or cancelled. */
export interface UsageRefused {
  readonly _tag: "UsageRefused"
  readonly index: number
  readonly eventId: string
}

/** The prices of that time have no such meter. */
export interface UsageMeterUnknown {
  readonly _tag: "UsageMeterUnknown"
  readonly index: number
  readonly meter: string
}

/**
 * The id is no text of 1 to 200 characters that every store can keep, the time is not an instant, or the quantity is not
 * a whole number from 0 up or is too large to be billed. GAP-86
 */
export interface UsageEventInvalid {
  readonly _tag: "UsageEventInvalid"
  readonly index: number
  readonly member: "eventId" | "quantity" | "occurredAt"
}

/** Why a batch of events is refused: the first event that is wrong. */
export type UsageRejection =
  | UsageEventConflict
  | UsageEventTooOld
  | UsageEventInFuture
  | UsageRefused
  | UsageMeterUnknown
  | UsageEventInvalid
