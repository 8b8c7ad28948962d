// Why an invoice refuses a command.
import * as Result from "effect/Result"
import type { AttemptStatus, PaymentAttempt } from "../payment/PaymentAttempt.ts"
import type { Invoice, InvoiceCommand, InvoiceEvent } from "./Invoice.ts"
import type { InvoiceStatus } from "./InvoiceRecord.ts"

/** Nothing can be charged: the status takes no payment, or the document has no lines or nothing due. GAP-42 */
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

/** The state of the invoice does not know this operation. */
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

/** The amount is no positive whole number of minor units. */
export interface PaymentAmountInvalid {
  readonly _tag: "PaymentAmountInvalid"
  readonly amount: number
}

/** More than can go back: what was received less what went back already; or nothing is left that can. */
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

/** What a command comes to: events, or why it is refused. */
export type InvoiceDecision = Result.Result<ReadonlyArray<InvoiceEvent>, InvoiceRejection>

/** The refusal of what the state does not know. */
export const invalid = (state: Invoice | null, command: InvoiceCommand): InvoiceDecision =>
  Result.fail({
    _tag: "InvoiceTransitionInvalid",
    invoiceId: state === null ? null : state.invoiceId,
    status: state === null ? null : state.status,
    command: command._tag,
  })

/** The refusal of what cannot happen while an attempt is in flight. */
export const inProgress = (state: Invoice, open: PaymentAttempt): InvoiceDecision =>
  Result.fail({
    _tag: "PaymentInProgress",
    invoiceId: state.invoiceId,
    attemptId: open.attemptId,
    attemptStatus: open.status,
  })
