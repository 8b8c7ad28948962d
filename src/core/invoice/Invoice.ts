// The life of an invoice from issue to its end, with the attempts to charge it and the money it received. Lines,
// discounts and totals never change after issue. Models "Invoice" of the specification; transitions by GAP-41.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import { type AttemptEvent, PaymentAttempt } from "../payment/PaymentAttempt.ts"
import { creditAmount, isPayable, refundableAmount } from "./InvoiceAmounts.ts"
import {
  type InvoiceCommand,
  type InvoiceDecision,
  type InvoiceEvent,
  type InvoiceRejection,
  invalid,
} from "./InvoiceCommands.ts"
import { changeAttempt, recordAnswer, recordReceipt, startAttempt } from "./InvoicePayments.ts"
import type {
  Dispute,
  InvoiceDraft,
  Invoice as InvoiceRecord,
  InvoiceStatus,
  Receipt,
} from "./InvoiceRecord.ts"
import { changeStatus, credit, refund } from "./InvoiceReversals.ts"

export * from "./InvoiceAmounts.ts"
export type {
  AttemptNotFound,
  InvoiceCommand,
  InvoiceEvent,
  InvoiceNotPayable,
  InvoiceRejection,
  InvoiceTransitionInvalid,
  PaymentAmountInvalid,
  PaymentInProgress,
  RefundExceedsPaid,
} from "./InvoiceCommands.ts"
export type * from "./InvoiceRecord.ts"
export { INVOICE_STATUSES, ISSUED_STATUSES } from "./InvoiceRecord.ts"

/** An issued invoice. */
export type Invoice = InvoiceRecord

const decide = (state: Invoice | null, command: InvoiceCommand): InvoiceDecision => {
  if (command._tag === "Issue") {
    return state === null
      ? Result.succeed([{ _tag: "InvoiceIssued", draft: command.draft, at: command.now }])
      : invalid(state, command)
  }
  if (state === null) return invalid(state, command)
  switch (command._tag) {
    case "StartAttempt":
      return startAttempt(state, command)
    case "RecordAnswer":
      return recordAnswer(state, command)
    case "RecordReceipt":
      return recordReceipt(state, command)
    case "CountLookup":
    case "CallOperator":
    case "MarkCharged":
      return changeAttempt(state, command.attemptId, command, command)
    case "ExpireSlip":
      return changeAttempt(state, command.attemptId, { _tag: "Expire", now: command.now }, command)
    case "CancelSlip":
      return changeAttempt(state, command.attemptId, { _tag: "Cancel", now: command.now }, command)
    case "Refund":
      return refund(state, command)
    case "Credit":
      return credit(state, command)
    default:
      return changeStatus(state, command)
  }
}

const evolve = (state: Invoice | null, event: InvoiceEvent): Invoice | null => {
  if (event._tag === "InvoiceIssued") return issued(event.draft, event.at)
  if (state === null) return null
  switch (event._tag) {
    case "InvoiceAttemptChanged":
      return withAttempt(state, event.attemptId, event.change)
    case "InvoiceReceiptRecorded":
      return withReceipt(state, event.receipt)
    case "InvoiceWrittenOff":
      return { ...state, status: "UNCOLLECTIBLE", writtenOffAt: event.at, updatedAt: event.at }
    case "InvoiceVoided":
      return { ...state, status: "VOID", rebilled: event.rebill, voidedAt: event.at, updatedAt: event.at }
    case "InvoiceRefunded": {
      const { amount, at } = event.refund
      const refunds = [...state.refunds, event.refund]
      const refunded = { ...state, refunds, amountRefunded: state.amountRefunded + amount, updatedAt: at }
      return { ...refunded, status: refundableAmount(refunded) === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED" }
    }
    case "InvoiceCredited":
      return {
        ...state,
        credits: [...state.credits, event.credit],
        amountCredited: state.amountCredited + creditAmount(event.credit),
        updatedAt: event.credit.at,
      }
    case "InvoiceDisputeOpened": {
      const opened: Dispute = { openedAt: event.at, endedAt: null, outcome: null }
      const disputes = [...(state.disputes ?? []), opened]
      return { ...state, status: "DISPUTED", disputes, updatedAt: event.at }
    }
    case "InvoiceDisputeWon": {
      const ended = withDisputeEnded(state, "WON", event.at)
      return { ...ended, status: "CHARGEBACK_RESOLVED", disputeWon: true, updatedAt: event.at }
    }
    case "InvoiceDisputeLost":
      return { ...withDisputeEnded(state, "LOST", event.at), status: "CHARGEBACK", updatedAt: event.at }
  }
}

const issued = (draft: InvoiceDraft, at: number): Invoice => ({
  ...draft,
  // An invoice with nothing to pay is paid at issue, without a gateway.
  status: draft.payableAmount === 0 ? "PAID" : "OPEN",
  amountPaid: 0,
  amountRefunded: 0,
  amountCredited: 0,
  receipts: [],
  refunds: [],
  credits: [],
  attempts: [],
  rebilled: false,
  issuedAt: at,
  paidAt: draft.payableAmount === 0 ? at : null,
  updatedAt: at,
})

const withAttempt = (state: Invoice, attemptId: string, change: AttemptEvent): Invoice => {
  const before = state.attempts.find((attempt) => attempt.attemptId === attemptId) ?? null
  const after = PaymentAttempt.evolve(before, change)
  if (after === null) return state
  const attempts =
    before === null
      ? [...state.attempts, after]
      : state.attempts.map((attempt) => (attempt === before ? after : attempt))
  return { ...state, attempts, status: statusAfterAttempt(state.status, change), updatedAt: change.at }
}

const statusAfterAttempt = (status: Invoice["status"], change: AttemptEvent): Invoice["status"] => {
  if (change._tag === "AttemptDeclined" && FAILABLE.has(status)) return "PAYMENT_FAILED"
  return change._tag === "AttemptExpired" && FAILABLE.has(status) ? "EXPIRED" : status
}

const withReceipt = (state: Invoice, receipt: Receipt): Invoice => {
  const amountPaid = state.amountPaid + receipt.appliedAmount
  const paid = isPayable(state) && amountPaid >= state.payableAmount
  return {
    ...state,
    amountPaid,
    receipts: [...state.receipts, receipt],
    status: paid ? "PAID" : state.status,
    paidAt: paid ? receipt.at : state.paidAt,
    updatedAt: receipt.at,
  }
}

/** Ends the dispute that is open. A record of before disputes were kept has none: its latest change counts. */
const withDisputeEnded = (
  state: Invoice,
  outcome: Exclude<Dispute["outcome"], null>,
  endedAt: number,
): Invoice => {
  const { disputes = [], updatedAt } = state
  const open = disputes.find((dispute) => dispute.endedAt === null)
  const ended: Dispute = { openedAt: open?.openedAt ?? updatedAt, endedAt, outcome }
  return { ...state, disputes: [...disputes.filter((dispute) => dispute !== open), ended] }
}

const FAILABLE: ReadonlySet<InvoiceStatus> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED"])

/**
 * The life cycle of an invoice.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Decider, Invoice } from "studio-billing"
 *
 * const draft: Invoice.InvoiceDraft = {
 *   invoiceId: "invoice-1", organizationId: "org-1", subscriptionId: "sub-1", kind: "CYCLE", cycle: 0, sequence: 0,
 *   currency: "BRL", lines: [], discounts: [], totalAmount: 9990, discountAmount: 0, payableAmount: 9990,
 *   dueAt: 1, periodStartAt: 0, periodEndAt: 1, billingThreshold: null, createdAt: 0,
 * }
 * const told = (invoice: Invoice.Invoice | null, command: Invoice.InvoiceCommand) =>
 *   Result.getOrThrow(Decider.run(Invoice.Invoice, invoice, command)).state
 * const issued = told(null, { _tag: "Issue", draft, now: 1 })
 * const started = told(issued, { _tag: "StartAttempt", attemptId: "attempt-1", paymentMethodId: "card-1", now: 1 })
 * const paid = told(started, { _tag: "RecordAnswer", attemptId: "attempt-1", answer: { _tag: "Approved" }, now: 2 })
 * const statuses = [issued?.status, started?.status, paid?.status]
 * statuses // ["OPEN", "OPEN", "PAID"]
 * ```
 */
export const Invoice: Decider<Invoice | null, InvoiceCommand, InvoiceEvent, InvoiceRejection> = {
  decide,
  evolve,
}
