// The commands and events of an invoice, and why it refuses a command.
import * as Result from "effect/Result"
import type { AttemptEvent, AttemptStatus, GatewayAnswer, PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { Credit, Invoice, InvoiceDraft, InvoiceStatus, Receipt, Refund } from "./InvoiceRecord.ts"

/** The commands of an invoice. */
export type InvoiceCommand = { readonly now: number } & (
  | { readonly _tag: "Issue"; readonly draft: InvoiceDraft }
  | { readonly _tag: "StartAttempt"; readonly attemptId: string; readonly paymentMethodId: string }
  | { readonly _tag: "RecordAnswer"; readonly attemptId: string; readonly answer: GatewayAnswer }
  | {
      readonly _tag: "RecordReceipt"
      readonly receiptId: string
      readonly kind: "SETTLEMENT"
      /** The attempt that brought it; `null` is the latest boleto, if there is one. */
      readonly attemptId: string | null
      readonly amount: number
    }
  | {
      readonly _tag: "RecordReceipt"
      readonly receiptId: string
      readonly kind: "VOUCHER"
      readonly voucherId: string
      readonly amount: number
    }
  | {
      readonly _tag: "CountLookup"
      readonly attemptId: string
      readonly lookups: number
      readonly lateMillis?: number
    }
  | { readonly _tag: "CallOperator"; readonly attemptId: string }
  | { readonly _tag: "MarkCharged"; readonly attemptId: string; readonly chargedAt: number }
  | { readonly _tag: "ExpireSlip"; readonly attemptId: string }
  | { readonly _tag: "CancelSlip"; readonly attemptId: string }
  | { readonly _tag: "WriteOff" }
  | { readonly _tag: "Void"; readonly rebill: boolean }
  | {
      readonly _tag: "Refund"
      readonly refundId: string
      /** `null` is all that can still go back. */
      readonly amount: number | null
    }
  | { readonly _tag: "Credit"; readonly credit: Credit }
  | { readonly _tag: "OpenDispute" }
  | { readonly _tag: "WinDispute" }
  | { readonly _tag: "LoseDispute" }
)

/** The events of an invoice. */
export type InvoiceEvent =
  | { readonly _tag: "InvoiceIssued"; readonly draft: InvoiceDraft; readonly at: number }
  | { readonly _tag: "InvoiceAttemptChanged"; readonly attemptId: string; readonly change: AttemptEvent }
  | { readonly _tag: "InvoiceReceiptRecorded"; readonly receipt: Receipt }
  | { readonly _tag: "InvoiceWrittenOff"; readonly at: number }
  | { readonly _tag: "InvoiceVoided"; readonly rebill: boolean; readonly at: number }
  | { readonly _tag: "InvoiceRefunded"; readonly refund: Refund }
  | { readonly _tag: "InvoiceCredited"; readonly credit: Credit }
  | { readonly _tag: "InvoiceDisputeOpened"; readonly at: number }
  | { readonly _tag: "InvoiceDisputeWon"; readonly at: number }
  | { readonly _tag: "InvoiceDisputeLost"; readonly at: number }

/** Nothing can be charged: the status takes no payment, or the invoice has no lines or nothing due. GAP-42 */
export interface InvoiceNotPayable {
  readonly _tag: "InvoiceNotPayable"
  readonly invoiceId: string
  readonly status: InvoiceStatus
}

/** An attempt of the invoice is still in flight. GAP-42 */
export interface PaymentInProgress {
  readonly _tag: "PaymentInProgress"
  readonly invoiceId: string
  readonly attemptId: string
  readonly attemptStatus: AttemptStatus
}

/** The command is not allowed in this status. */
export interface InvoiceTransitionInvalid {
  readonly _tag: "InvoiceTransitionInvalid"
  readonly invoiceId: string | null
  readonly status: InvoiceStatus | null
  readonly command: InvoiceCommand["_tag"]
}

/** The invoice has no such attempt. */
export interface AttemptNotFound {
  readonly _tag: "AttemptNotFound"
  readonly invoiceId: string
  readonly attemptId: string
}

/** The amount is not a positive whole number of minor units. */
export interface PaymentAmountInvalid {
  readonly _tag: "PaymentAmountInvalid"
  readonly amount: number
}

/** The amount is more than can still go back, or nothing can. */
export interface RefundExceedsPaid {
  readonly _tag: "RefundExceedsPaid"
  readonly invoiceId: string
  readonly amount: number
  readonly refundableAmount: number
}

/** Why a command is refused. */
export type InvoiceRejection =
  | InvoiceNotPayable
  | PaymentInProgress
  | InvoiceTransitionInvalid
  | AttemptNotFound
  | PaymentAmountInvalid
  | RefundExceedsPaid

/** The result of a command: events, or why it is refused. */
export type InvoiceDecision = Result.Result<ReadonlyArray<InvoiceEvent>, InvoiceRejection>

/** Makes that rejection. */
export const transitionInvalid = (
  state: Invoice | null,
  command: InvoiceCommand["_tag"],
): InvoiceTransitionInvalid => ({
  _tag: "InvoiceTransitionInvalid",
  invoiceId: state?.invoiceId ?? null,
  status: state?.status ?? null,
  command,
})

/** The refusal of a command that the status does not allow. */
export const invalid = (state: Invoice | null, command: InvoiceCommand): InvoiceDecision =>
  Result.fail(transitionInvalid(state, command._tag))

/** Makes that rejection. */
export const invoiceNotPayable = ({
  invoiceId,
  status,
}: Pick<Invoice, "invoiceId" | "status">): InvoiceNotPayable => ({
  _tag: "InvoiceNotPayable",
  invoiceId,
  status,
})

/** Makes that rejection. */
export const paymentInProgress = (invoiceId: string, open: PaymentAttempt): PaymentInProgress => ({
  _tag: "PaymentInProgress",
  invoiceId,
  attemptId: open.attemptId,
  attemptStatus: open.status,
})
