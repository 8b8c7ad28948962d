// A usage event: so much of a meter was used at an instant. Its id is unique in an organization, so that sending
// it again is safe.

/** What was used, when. */
export interface UsageEvent {
  readonly eventId: string
  readonly meter: string
  /** A whole number from 0 up. */
  readonly quantity: number
  readonly occurredAt: number
}

/** An event that was accepted. */
export interface RecordedUsage extends UsageEvent {
  /**
   * As of when it is billed: `occurredAt`, or the instant of its acceptance where the sender's clock was ahead of that.
   */
  readonly billedAt: number
}

/** An event as it is recorded when it is accepted at an instant. */
export const recorded = (event: UsageEvent, now: number): RecordedUsage => ({
  ...event,
  billedAt: Math.min(event.occurredAt, now),
})

/** Whether two events say the same; with the same id they are then one event. */
export const isSame = (a: UsageEvent, b: UsageEvent): boolean =>
  a.meter === b.meter && a.quantity === b.quantity && a.occurredAt === b.occurredAt

/** An event of that id says something else. */
export interface UsageEventConflict {
  readonly _tag: "UsageEventConflict"
  readonly index: number
  readonly eventId: string
}

/** The event is older than what is still accepted. */
export interface UsageEventTooOld {
  readonly _tag: "UsageEventTooOld"
  readonly index: number
  readonly eventId: string
  readonly oldestAt: number
}

/** The event lies further in the future than clocks may differ. GAP-77 */
export interface UsageEventInFuture {
  readonly _tag: "UsageEventInFuture"
  readonly index: number
  readonly eventId: string
}

/** The subscription was not active when it happened: not yet created, paused, or cancelled. */
export interface UsageRefused {
  readonly _tag: "UsageRefused"
  readonly index: number
  readonly eventId: string
}

/** The price book of that time has no such meter. */
export interface UsageMeterUnknown {
  readonly _tag: "UsageMeterUnknown"
  readonly index: number
  readonly meter: string
}

/** The id is empty, the time is none, or the quantity is no whole number from 0 up or more than can be billed. */
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
