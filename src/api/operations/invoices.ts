// Invoices of an organization, and paying one. Models "Invoice" and "Pay an invoice" of the specification; statuses by
// GAP-40, paying by GAP-42 and GAP-43, further members by GAP-45 and GAP-46.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { INVOICE_STATUSES } from "../../core/invoice/InvoiceRecord.ts"
import { failsWith } from "../errors/errors.ts"
import { pageOf, paging } from "../records/paging.ts"
import {
  Amount,
  Count,
  Currency,
  DeclineCode,
  organizationParams,
  Text,
  Timestamp,
  Uuid,
} from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { bodyRefusals, idempotencyHeaders, keyRefusals, operation } from "./operation.ts"

/** The statuses of an invoice. GAP-40 */
export const WireInvoiceStatus = Schema.Literals(INVOICE_STATUSES)

/** A try to pay an invoice. GAP-45 */
export const WireAttempt = Schema.Struct({
  attemptId: Text,
  status: Schema.Literals(["STARTED", "UNKNOWN", "PENDING", "APPROVED", "DECLINED", "EXPIRED", "CANCELLED"]),
  declineCode: Schema.NullOr(DeclineCode),
  at: Timestamp,
}).annotate({ identifier: "PaymentAttempt" })

/** A line of an invoice; a one-off charge is for no time. GAP-196 */
export const WireLine = Schema.Struct({
  name: Schema.String,
  unitPrice: Amount,
  quantity: Count,
  amount: Amount,
  /** The time that it is for, up to `periodEnd`, which is not in it. */
  periodStart: Schema.optionalKey(Timestamp),
  periodEnd: Schema.optionalKey(Timestamp),
  /** What the fee of a part of a cycle was prorated from: the price of a unit for all of it, and the quantity of that time. */
  proration: Schema.optionalKey(Schema.Struct({ unitPrice: Amount, quantity: Count })),
}).annotate({ identifier: "InvoiceLine" })

const invoice = {
  invoiceId: Uuid,
  organizationId: Uuid,
  subscriptionId: Uuid,
  currency: Currency,
  totalAmount: Amount,
  discountAmount: Amount,
  payableAmount: Amount,
  amountPaid: Amount,
  /** The money that was refunded; absent where nothing was. GAP-45 */
  amountRefunded: Schema.optionalKey(Amount),
  /** What went back as credit, to a new voucher and to vouchers that had paid; absent where nothing did. */
  amountCredited: Schema.optionalKey(Amount),
  amountDue: Amount,
  lines: Schema.Array(WireLine),
  discounts: Schema.Array(
    Schema.Struct({ type: Schema.Literals(["COUPON", "VOUCHER"]), code: Schema.String, amount: Amount }),
  ),
  dueDate: Timestamp,
  billingThreshold: Schema.NullOr(
    Schema.Struct({ value: Amount, currency: Currency, accumulatedAmount: Amount, exceeded: Schema.Boolean }),
  ),
  attempts: Schema.Array(WireAttempt),
  paymentMethodId: Schema.NullOr(Text),
  boleto: Schema.NullOr(
    Schema.Struct({ barcode: Schema.String, digitableLine: Schema.String, expiresAt: Timestamp }),
  ),
  /** When dunning tries it next; absent where nothing is planned. GAP-192 */
  nextPaymentAttemptAt: Schema.optionalKey(Timestamp),
  periodStart: Timestamp,
  periodEnd: Timestamp,
  issuedAt: Schema.NullOr(Timestamp),
  paidAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
}

/** An invoice, or the upcoming one. What does not apply is null. */
export const WireInvoice = Schema.Struct({ ...invoice, status: WireInvoiceStatus }).annotate({
  identifier: "Invoice",
})
export type WireInvoice = typeof WireInvoice.Type

/** An invoice that a payment settled. */
export const WirePaidInvoice = Schema.Struct({ ...invoice, status: Schema.Literal("PAID") }).annotate({
  identifier: "PaidInvoice",
})

/** An invoice whose payment is under way: a boleto to pay, or a charge whose outcome is not known yet. */
export const WirePendingInvoice = Schema.Struct({
  ...invoice,
  status: Schema.Literals(["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"]),
}).annotate({ identifier: "PendingInvoice" })

/** A payment; without members it uses the organization's default payment method. GAP-42 */
export const WirePayment = Schema.Struct({
  paymentMethodId: Schema.optionalKey(Text),
  expectedPayableAmount: Schema.optionalKey(Amount),
})
export type WirePayment = typeof WirePayment.Type

const invoiceParams = { ...organizationParams, invoiceId: Uuid }

/** The operations on invoices. */
export const invoices = HttpApiGroup.make("invoices")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: organizationParams,
      query: { ...paging, status: Schema.optionalKey(WireInvoiceStatus) },
      success: pageOf(WireInvoice),
    }).annotateMerge(
      operation({
        summary: "List invoices",
        description: "The issued invoices, newest first; `status` leaves those of one status.",
        permission: "invoice:read",
      }),
    ),
    HttpApiEndpoint.get("get", "/:invoiceId", {
      params: invoiceParams,
      success: WireInvoice,
      error: failsWith("invoice.not_found"),
    }).annotateMerge(
      operation({
        summary: "View an invoice",
        description: "One invoice; the upcoming one too, by the id of its preview.",
        permission: "invoice:read",
      }),
    ),
    HttpApiEndpoint.post("pay", "/:invoiceId/pay", {
      params: invoiceParams,
      headers: idempotencyHeaders,
      payload: [WirePayment, HttpApiSchema.NoContent],
      success: [WirePaidInvoice, WirePendingInvoice.pipe(HttpApiSchema.status(202))],
      error: failsWith(
        "invoice.not_found",
        "payment_method.not_found",
        "payment.declined",
        "invoice.not_payable",
        "invoice.payment_in_progress",
        "invoice.changed",
        "organization.payment_method_required",
        "payment_method.currency_mismatch",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Pay an invoice",
        description:
          "Charges what is due: 200 when it is paid, 202 while the outcome is open. Not idempotent by itself: give an `Idempotency-Key`, or check the invoice's status before a retry.",
        permission: "invoice:pay",
        movesMoney: true,
        bodyOptional: true,
      }),
    ),
  )
  .prefix("/organizations/:organizationId/invoices")
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Invoices", description: "What is owed, and paying it." }))
