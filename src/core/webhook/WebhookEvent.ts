// An event for receivers ("Events" of the specification), as the text that is sent. The text is written once, so that
// every endpoint, every attempt and every later version of the service sends the same. GAP-60, GAP-61
import type { BillingEvent } from "../billing/Account.ts"

/** The kind of change that an event reports. GAP-60 */
export type EventType = BillingEvent["type"]

/** Every kind of event. GAP-60 */
export const EVENT_TYPES = [
  "payment.approved",
  "payment.failed",
  "payment.needs_operator",
  "payment.unapplied",
  "subscription.created",
  "subscription.status_changed",
  "subscription.updated",
  "invoice.issued",
  "invoice.status_changed",
  "invoice.updated",
  "voucher.granted",
  "voucher.updated",
  "voucher.revoked",
  "subscription.trial_ending",
  "dunning.exhausted",
] as const satisfies ReadonlyArray<EventType>

/** An event as it is sent. `eventId` is its `webhook-id`: the same at every endpoint and at every attempt. */
export interface WebhookEvent {
  readonly eventId: string
  readonly type: EventType
  readonly organizationId: string
  /** JSON. */
  readonly body: string
}
