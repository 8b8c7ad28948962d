// Events as webhooks send them: what changed, with the record as it was right after the change. Models "Events" of the
// specification; kinds by GAP-60, members by GAP-61. Headers and signature are the Standard Webhooks scheme's (GAP-62).
import * as Schema from "effect/Schema"
import { WireInvoice, WireInvoiceStatus } from "../operations/invoices.ts"
import { WireVoucher } from "../operations/vouchers.ts"
import { WireSubscription } from "./subscriptionRecord.ts"
import { Amount, Count, Timestamp, Uuid } from "./wire.ts"

/** A choice of one is no choice, and the OpenAPI document is not to say that it is. */
const literalOf = <Type extends string>(types: ReadonlyArray<Type>): Schema.Literals<ReadonlyArray<Type>> =>
  (types.length === 1 ? Schema.Literal(types[0] as Type) : Schema.Literals(types)) as never

const eventOf = <Type extends string, Data extends Schema.Struct.Fields>(
  types: ReadonlyArray<Type>,
  data: Data,
) =>
  Schema.Struct({
    /** Also the `webhook-id`: an event that comes again has the same one. */
    id: Uuid,
    type: literalOf(types),
    /** When it happened, in billing time. */
    createdAt: Timestamp,
    organizationId: Uuid,
    /** Of two events of an organization the later one has the greater. */
    position: Count,
    data: Schema.Struct(data),
  })

/**
 * An event. `data.object` is the record that changed; `data.previousStatus` tells what a change of status left,
 * `data.shortfall` what had been spent of a credit that was taken back, in minor units. GAP-61, GAP-118
 */
export const WireEvent = Schema.Union([
  eventOf(
    ["invoice.issued", "invoice.updated", "payment.approved", "payment.failed", "payment.needs_operator"],
    { object: WireInvoice },
  ),
  eventOf(["invoice.status_changed"], { object: WireInvoice, previousStatus: WireInvoiceStatus }),
  eventOf(
    ["subscription.created", "subscription.updated", "subscription.trial_ending", "dunning.exhausted"],
    { object: WireSubscription },
  ),
  eventOf(["subscription.status_changed"], {
    object: WireSubscription,
    previousStatus: WireSubscription.fields.status,
  }),
  eventOf(["voucher.granted", "voucher.updated", "payment.unapplied"], { object: WireVoucher }),
  eventOf(["voucher.revoked"], { object: WireVoucher, shortfall: Amount }),
]).annotate({ identifier: "Event" })
export type WireEvent = typeof WireEvent.Type
