// Events as webhooks send them: what changed, with the record as it was right after the change. Models "Events" of the
// specification; kinds by GAP-60, members by GAP-61. Headers and signature are the Standard Webhooks scheme's (GAP-62).
import * as Schema from "effect/Schema"
import { WireInvoice, WireInvoiceStatus } from "./invoices.ts"
import { WireSubscription } from "./subscriptionRecord.ts"
import { WireVoucher } from "./vouchers.ts"
import { Timestamp, Uuid } from "./wire.ts"

const eventOf = <Type extends string, Data extends Schema.Struct.Fields>(
  types: ReadonlyArray<Type>,
  data: Data,
) =>
  Schema.Struct({
    /** Also the `webhook-id`: an event that comes again has the same one. */
    id: Uuid,
    type: Schema.Literals(types),
    /** When it happened, in billing time. */
    createdAt: Timestamp,
    organizationId: Uuid,
    data: Schema.Struct(data),
  })

/** An event. `data.object` is the record that changed; `data.previousStatus` tells what a change of status left. GAP-61 */
export const WireEvent = Schema.Union([
  eventOf(["invoice.issued", "payment.approved", "payment.failed"], { object: WireInvoice }),
  eventOf(["invoice.status_changed"], { object: WireInvoice, previousStatus: WireInvoiceStatus }),
  eventOf(["subscription.created", "dunning.exhausted"], { object: WireSubscription }),
  eventOf(["subscription.status_changed"], {
    object: WireSubscription,
    previousStatus: WireSubscription.fields.status,
  }),
  eventOf(["voucher.granted", "payment.unapplied"], { object: WireVoucher }),
]).annotate({ identifier: "Event" })
export type WireEvent = typeof WireEvent.Type

/** What receivers are sent, as the OpenAPI document has it. GAP-62 */
export const webhooks = {
  event: {
    post: {
      summary: "An event",
      description:
        "Sent by the Standard Webhooks scheme, at least once: `webhook-id` is the event's `id`. Any 2xx within 15 seconds is success.",
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
      },
      responses: { "2XX": { description: "The event arrived." } },
    },
  },
} as const
