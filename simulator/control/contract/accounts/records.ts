// What an organization has that only the control plane shows or takes, in the shapes of /studio where there are any.
import * as Schema from "effect/Schema"
import {
  Amount,
  Count,
  Text,
  Timestamp,
  WireBillingThreshold,
  WireInvoice,
} from "../../../../src/api/index.ts"
import { DueKind } from "../clock.ts"
import { Time } from "../records.ts"

/** The most bytes of a batch of usage. */
export const USAGE_BYTES_MAX = 16 * 1024 * 1024

/** The most events of a batch. */
export const EVENTS_MAX = 10_000

/** The upcoming invoice, the threshold, and the usage that counts toward it; null where there is none. */
export const Upcoming = Schema.Struct({
  upcomingInvoice: Schema.NullOr(WireInvoice),
  threshold: Schema.NullOr(WireBillingThreshold),
  unbilledAmount: Schema.NullOr(Schema.Finite),
}).annotate({ identifier: "Upcoming" })
export type Upcoming = typeof Upcoming.Type

/** The usage of a running cycle. */
export const UsageReport = Schema.Struct({
  periodStart: Timestamp,
  periodEnd: Timestamp,
  currency: Schema.String,
  /** The sum of the meters' amounts. */
  unbilledAmount: Schema.Finite,
  meters: Schema.Array(
    Schema.Struct({
      meter: Schema.String,
      /** Since the cycle began. */
      quantity: Schema.Finite,
      /** The part of the quantity that issued invoices cover. */
      billedQuantity: Schema.Finite,
      /** Before discounts, with what arrived late for earlier cycles. */
      unbilledAmount: Schema.Finite,
    }),
  ),
}).annotate({ identifier: "UsageReport" })
export type UsageReport = typeof UsageReport.Type

/** Usage to record; it occurs now unless it says when. */
export const UsageEventWish = Schema.Struct({
  /** Unique in its organization: the same one again counts once. */
  eventId: Text,
  /** A meter of the plan's prices. */
  meter: Text,
  /** A whole number from 0 up. */
  quantity: Count,
  /** ISO 8601. */
  occurredAt: Schema.optionalKey(Time),
})
export type UsageEventWish = typeof UsageEventWish.Type

/** The number of new events, and the invoices that the organization's threshold cut. */
export const UsageRecorded = Schema.Struct({
  /** Events that were new. */
  accepted: Count,
  /** Events that were known already. */
  duplicates: Count,
  /** The invoices that the threshold cut; they are charged already. */
  invoices: Schema.Array(WireInvoice),
})
export type UsageRecorded = typeof UsageRecorded.Type

/** A coupon of the catalogue. */
export const CouponCode = Schema.Struct({ code: Text })

/** A one-off charge, and whether an invoice bills it. */
export const InvoiceItem = Schema.Struct({
  itemId: Schema.String,
  name: Schema.String,
  unitPrice: Amount,
  quantity: Count,
  createdAt: Timestamp,
  isBilled: Schema.Boolean,
}).annotate({ identifier: "InvoiceItem" })
export type InvoiceItem = typeof InvoiceItem.Type

/** What falls due by time alone, soonest first. */
export const DueSteps = Schema.Struct({
  data: Schema.Array(Schema.Struct({ at: Timestamp, kind: DueKind })),
}).annotate({ identifier: "DueSteps" })
export type DueSteps = typeof DueSteps.Type
