// From an event in the outbox to the payload that its receivers get. GAP-61
import type { BillingEvent } from "../../core/billing/Account.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { BillingPolicy } from "../../core/policy/BillingPolicy.ts"
import type { SubscriptionStatus } from "../../core/subscription/Subscription.ts"
import { toIso } from "../../core/time/Iso.ts"
import { statusOf, type Voucher } from "../../core/voucher/Voucher.ts"
import type { EventMessage } from "../../ports/EventPresenter.ts"
import type { WireInvoice } from "../operations/invoices.ts"
import type { WireEvent } from "../records/events.ts"
import { presentInvoice, presentSubscription } from "./present.ts"
import { presentVoucher } from "./presentDiscounts.ts"

/** The payload of an event: the object as on the wire, at the instant of the change. GAP-61 */
export const presentEvent = (message: EventMessage, policy: BillingPolicy): WireEvent => {
  const { messageId: id, organizationId, position = 0, billingEvent } = message
  const createdAt = toIso(billingEvent.at)
  return { id, createdAt, organizationId, position, ...changeOf(billingEvent, policy) }
}

type Change = WireEvent extends infer Event
  ? Event extends WireEvent
    ? Pick<Event, "type" | "data">
    : never
  : never

const changeOf = (told: BillingEvent, policy: BillingPolicy): Change => {
  switch (told.type) {
    case "invoice.issued":
    case "invoice.updated":
    case "payment.approved":
    case "payment.failed":
    case "payment.needs_operator":
      return { type: told.type, data: { object: presentInvoice(viewOf(told)) } }
    case "invoice.status_changed": {
      const previousStatus = told.previousStatus as WireInvoice["status"]
      return { type: told.type, data: { object: presentInvoice(viewOf(told)), previousStatus } }
    }
    case "subscription.created":
    case "subscription.updated":
    case "subscription.trial_ending":
    case "dunning.exhausted":
      return { type: told.type, data: { object: presentSubscription(told.subscription, policy) } }
    case "subscription.status_changed": {
      const previousStatus = told.previousStatus as SubscriptionStatus
      return {
        type: told.type,
        data: { object: presentSubscription(told.subscription, policy), previousStatus },
      }
    }
    case "voucher.granted":
    case "voucher.updated":
    case "payment.unapplied":
      return { type: told.type, data: { object: voucherAt(told) } }
    case "voucher.revoked":
      return { type: told.type, data: { object: voucherAt(told), shortfall: told.shortfall } }
  }
}

const viewOf = ({ invoice, nextPaymentAttemptAt }: Extract<BillingEvent, { readonly invoice: Invoice }>) =>
  nextPaymentAttemptAt === undefined ? invoice : { ...invoice, nextPaymentAttemptAt }

const voucherAt = ({ voucher, at }: Extract<BillingEvent, { readonly voucher: Voucher }>) =>
  presentVoucher({ ...voucher, status: statusOf(voucher, at) })
