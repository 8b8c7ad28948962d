// An invoice as operators see it, and the actions of a gateway or an operator on it. It is named without its organization.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  Amount,
  DeclineCode,
  Text,
  Timestamp,
  Uuid,
  WireAttempt,
  WireInvoice,
} from "../../../src/api/index.ts"
import { call, changeRefusals } from "./call.ts"
import { type ControlErrorCode, failsWith } from "./errors.ts"
import { BillingReason } from "./records.ts"

/** An invoice with what clients are not shown: why it was issued, what of it is usage, its attempts, and each refund. */
export const OperatorInvoice = Schema.Struct({
  ...WireInvoice.fields,
  kind: BillingReason,
  /** The part of the total that is usage, before discounts. */
  usageAmount: Amount,
  amountRefunded: Amount,
  /** The money that can still go back: what came, less refunds and what went back as credit. GAP-117 */
  refundableAmount: Amount,
  refunds: Schema.Array(Schema.Struct({ refundId: Schema.String, amount: Amount, at: Timestamp })),
  attempts: Schema.Array(
    Schema.Struct({
      ...WireAttempt.fields,
      amount: Amount,
      paymentMethodId: Schema.NullOr(Schema.String),
      startedAt: Timestamp,
    }),
  ),
}).annotate({ identifier: "OperatorInvoice" })
export type OperatorInvoice = typeof OperatorInvoice.Type

const amount = Schema.optionalKey(Amount)

const params = { invoiceId: Schema.String }
const answer = "The invoice as it is then."

/** The error codes of an action, beside those of every action on an invoice. */
const action = <const Codes extends ReadonlyArray<ControlErrorCode>>(...codes: Codes) => ({
  params,
  success: WireInvoice,
  error: failsWith("invoice.not_found", ...codes, ...changeRefusals),
})

/** The actions on an invoice. */
export const invoices = HttpApiGroup.make("invoices")
  .add(
    HttpApiEndpoint.post("settle", "/settle", {
      ...action(),
      payload: Schema.Struct({ amount, receiptId: Schema.optionalKey(Text) }),
    }).annotateMerge(
      call({
        summary: "Settle an invoice",
        description: "Takes money that came: what is due, unless it says how much.",
        answer,
        body: { amount: 4990, receiptId: "bank-1" },
      }),
    ),
    HttpApiEndpoint.post("fail", "/fail", {
      ...action("invoice.invalid_transition", "invoice.payment_in_progress"),
      payload: Schema.Struct({
        attemptId: Schema.optionalKey(Text),
        declineCode: Schema.optionalKey(DeclineCode),
      }),
    }).annotateMerge(
      call({
        summary: "Refuse a payment",
        description: "Refuses the attempt in flight, by `card_declined` unless it says otherwise.",
        answer,
        body: { declineCode: "insufficient_funds" },
      }),
    ),
    HttpApiEndpoint.post("refund", "/refund", {
      ...action("invoice.invalid_transition", "refund.exceeds_paid"),
      payload: Schema.Struct({ amount, refundId: Schema.optionalKey(Text) }),
    }).annotateMerge(
      call({
        summary: "Refund an invoice",
        description: "Gives money back: all that is left of it, unless it says how much.",
        answer,
        body: { amount: 1000, refundId: "refund-1" },
      }),
    ),
    HttpApiEndpoint.post("applyVoucher", "/apply-voucher", {
      ...action(
        "voucher.not_found",
        "voucher.not_usable",
        "invoice.not_payable",
        "invoice.payment_in_progress",
      ),
      payload: Schema.Struct({ voucherId: Uuid, amount }),
    }).annotateMerge(
      call({
        summary: "Pay with a voucher",
        description: "Pays with a voucher: as much as it can, unless it says how much.",
        answer,
        body: { voucherId: "0190a000-0000-7000-8000-000000000901" },
      }),
    ),
    HttpApiEndpoint.post("dispute", "/dispute", action("invoice.invalid_transition")).annotateMerge(
      call({ summary: "Open a dispute", description: "Opens a dispute of a paid invoice.", answer }),
    ),
    HttpApiEndpoint.post("winDispute", "/dispute/won", action("invoice.invalid_transition")).annotateMerge(
      call({ summary: "Win a dispute", description: "Ends the dispute: the money stays.", answer }),
    ),
    HttpApiEndpoint.post("loseDispute", "/dispute/lost", action("invoice.invalid_transition")).annotateMerge(
      call({ summary: "Lose a dispute", description: "Ends the dispute: the money goes back.", answer }),
    ),
    HttpApiEndpoint.post("void", "/void", {
      ...action("invoice.invalid_transition", "invoice.payment_in_progress"),
      payload: Schema.Struct({ rebill: Schema.optionalKey(Schema.Boolean) }),
    }).annotateMerge(
      call({
        summary: "Void an invoice",
        description: "Forgives an invoice that is not paid; `rebill` bills its lines again.",
        answer,
        body: { rebill: true },
      }),
    ),
    HttpApiEndpoint.post("writeOff", "/uncollectible", action("invoice.invalid_transition")).annotateMerge(
      call({
        summary: "Write an invoice off",
        description: "Writes the invoice off: nobody is expected to pay it.",
        answer,
      }),
    ),
  )
  .prefix("/invoices/:invoiceId")
  .add(
    HttpApiEndpoint.get("view", "/invoices/:invoiceId", {
      params,
      success: OperatorInvoice,
      error: failsWith("invoice.not_found"),
    }).annotateMerge(
      call({
        summary: "View an invoice",
        answer: "The issued invoice, with why it was issued, its attempts, and what went back.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Invoices", description: "Reports of a gateway or an operator." }),
  )
