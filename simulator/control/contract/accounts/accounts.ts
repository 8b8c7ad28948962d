// What one organization has and what it is billed, in the shapes of /studio and without a token, and the usage that is
// recorded for it, which clients of the service cannot do. GAP-111
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  couponRefusals,
  pageOf,
  paging,
  WirePaymentMethod,
  WireSubscription,
  WireVoucher,
  WireVoucherUsage,
} from "../../../../src/api/index.ts"
import { call, changeRefusals } from "../call.ts"
import { failsWith } from "../errors.ts"
import { OperatorInvoice } from "../invoices.ts"
import { InvoiceItemWish, PayoutWish, VoucherWish } from "../records.ts"
import {
  CouponCode,
  DueSteps,
  EVENTS_MAX,
  InvoiceItem,
  Upcoming,
  USAGE_BYTES_MAX,
  UsageEventWish,
  UsageRecorded,
  UsageReport,
} from "./records.ts"

const params = { organizationId: Schema.String }
const listed = { params, query: paging, error: failsWith("organization.not_found") }

/** The calls about what one organization has. */
export const accounts = HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("subscriptions", "/subscriptions", {
      ...listed,
      success: pageOf(WireSubscription),
    }).annotateMerge(
      call({ summary: "List subscriptions", answer: "The subscriptions that it has had, newest first." }),
    ),
    HttpApiEndpoint.post("applyCoupon", "/subscriptions/apply-coupon", {
      params,
      payload: CouponCode,
      success: WireSubscription,
      error: failsWith(
        "organization.not_found",
        "subscription.not_found",
        "subscription.invalid_transition",
        "subscription.has_coupon",
        "coupon.not_found",
        ...couponRefusals,
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Give it a coupon",
        description:
          "It discounts the first cycle of which nothing is billed yet, and those after it. The subscription may have had none before. The same one again changes nothing.",
        answer: "The subscription as it is then.",
        body: { code: "TENTH" },
      }),
    ),
    HttpApiEndpoint.post("removeCoupon", "/subscriptions/remove-coupon", {
      params,
      success: WireSubscription,
      error: failsWith(
        "organization.not_found",
        "subscription.not_found",
        "subscription.invalid_transition",
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Take the coupon off",
        description:
          "It discounts the running cycle to its end, and the next one only where its fee was paid ahead; in a trial it ends at once, but for a first cycle of which such a fee, or an item, is billed. A second time, or without a coupon, nothing changes.",
        answer: "The subscription as it is then.",
      }),
    ),
    HttpApiEndpoint.get("invoices", "/invoices", {
      ...listed,
      success: pageOf(OperatorInvoice),
    }).annotateMerge(call({ summary: "List invoices", answer: "Its issued invoices, newest first." })),
    HttpApiEndpoint.get("upcomingInvoice", "/upcoming-invoice", {
      params,
      success: Upcoming,
      error: failsWith("organization.not_found"),
    }).annotateMerge(
      call({
        summary: "View the upcoming invoice",
        answer:
          "The upcoming invoice, and the usage that counts toward the threshold; null where there is none.",
      }),
    ),
    HttpApiEndpoint.get("due", "/due", {
      params,
      success: DueSteps,
      error: failsWith("organization.not_found"),
    }).annotateMerge(
      call({
        summary: "List what falls due",
        answer:
          "What time alone will do as things stand, soonest first: the end of the cycle, the next round of dunning, what expires. What a step causes is not among them.",
      }),
    ),
    HttpApiEndpoint.get("paymentMethods", "/payment-methods", {
      ...listed,
      success: pageOf(WirePaymentMethod),
    }).annotateMerge(call({ summary: "List payment methods", answer: "Its payment methods." })),
    HttpApiEndpoint.get("vouchers", "/vouchers", { ...listed, success: pageOf(WireVoucher) }).annotateMerge(
      call({ summary: "List vouchers", answer: "Its vouchers, newest first." }),
    ),
    HttpApiEndpoint.post("grantVoucher", "/vouchers", {
      params,
      payload: VoucherWish,
      success: WireVoucher.pipe(HttpApiSchema.status(201)),
      error: failsWith("organization.not_found", "voucher.already_exists", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Grant a voucher",
        answer: "The voucher.",
        body: { name: "Goodwill", amount: 5000, currency: "BRL" },
      }),
    ),
    HttpApiEndpoint.post("payOutVoucher", "/vouchers/:voucherId/pay-out", {
      params: { ...params, voucherId: Schema.String },
      payload: PayoutWish,
      success: WireVoucher,
      error: failsWith(
        "organization.not_found",
        "voucher.not_found",
        "voucher.not_payable",
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Pay a voucher out",
        description:
          "Records that money went to the customer in place of what is left of a voucher, or of `amount`. The same `payoutId` counts once.",
        answer: "The voucher as it is then.",
        body: { amount: 500, payoutId: "transfer-1" },
      }),
    ),
    HttpApiEndpoint.post("revokeVoucher", "/vouchers/:voucherId/revoke", {
      params: { ...params, voucherId: Schema.String },
      success: WireVoucher,
      error: failsWith(
        "organization.not_found",
        "voucher.not_found",
        "voucher.not_revocable",
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Revoke a voucher",
        description:
          "Takes back what is left of a voucher, unless it is a credit of an invoice. A second time changes nothing.",
        answer: "The voucher as it is then.",
      }),
    ),
    HttpApiEndpoint.get("voucherUsages", "/vouchers/:voucherId/usages", {
      params: { ...params, voucherId: Schema.String },
      query: paging,
      success: pageOf(WireVoucherUsage),
      error: failsWith("organization.not_found", "voucher.not_found"),
    }).annotateMerge(
      call({ summary: "List usages of a voucher", answer: "What moved its balance, the latest first." }),
    ),
    HttpApiEndpoint.get("invoiceItems", "/invoice-items", {
      ...listed,
      success: pageOf(InvoiceItem),
    }).annotateMerge(
      call({
        summary: "List invoice items",
        answer: "The one-off charges of periods that can still be billed, newest first.",
      }),
    ),
    HttpApiEndpoint.post("addInvoiceItem", "/invoice-items", {
      params,
      payload: InvoiceItemWish,
      success: InvoiceItem.pipe(HttpApiSchema.status(201)),
      error: failsWith(
        "organization.not_found",
        "subscription.not_found",
        "invoice_item.conflict",
        "invoice_item.max_of_200_unbilled_invoice_items_reached",
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Add an invoice item",
        description: "Adds a one-off charge, which the next invoice of the subscription bills, but no cut.",
        answer: "The item.",
        body: { itemId: "setup", name: "Set-up", unitPrice: 5000, quantity: 1 },
      }),
    ),
    HttpApiEndpoint.delete("removeInvoiceItem", "/invoice-items/:itemId", {
      params: { ...params, itemId: Schema.String },
      success: HttpApiSchema.NoContent,
      error: failsWith(
        "organization.not_found",
        "subscription.not_found",
        "invoice_item.not_found",
        "invoice_item.billed",
        ...changeRefusals,
      ),
    }).annotateMerge(call({ summary: "Remove an invoice item", answer: "Nothing; it is not billed." })),
    HttpApiEndpoint.post("recordUsage", "/usage", {
      params,
      payload: Schema.Struct({
        events: Schema.Array(UsageEventWish).check(
          Schema.isMaxLength(EVENTS_MAX, { expected: `at most ${EVENTS_MAX} events` }),
        ),
      }),
      success: UsageRecorded,
      error: failsWith(
        "usage_event.too_old",
        "usage_event.in_future",
        "organization.not_found",
        "subscription.not_found",
        "usage_event.conflict",
        "subscription.usage_refused",
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Record usage",
        description: "Records usage, as a whole or not at all. An event without `occurredAt` happens now.",
        answer: "How many events were new, and the invoices that the threshold cut.",
        body: { events: [{ eventId: "e1", meter: "tokens", quantity: 1500 }] },
        bytesMax: USAGE_BYTES_MAX,
      }),
    ),
    HttpApiEndpoint.get("usage", "/usage", {
      params,
      success: UsageReport,
      error: failsWith("organization.not_found", "subscription.not_found"),
    }).annotateMerge(call({ summary: "Report usage", answer: "The usage of the running cycle." })),
  )
  .prefix("/organizations/:organizationId")
  .annotateMerge(
    OpenApi.annotations({ title: "Accounts", description: "The records and the usage of one organization." }),
  )
