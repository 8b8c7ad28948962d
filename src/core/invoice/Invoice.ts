// An invoice from issue to its end, with the attempts to charge it and the money it received. Lines, discounts
// and totals never change after issue. Models "Invoice" of the specification; statuses by GAP-40, GAP-41.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import {
  type AttemptCommand,
  type AttemptEvent,
  type AttemptStatus,
  type GatewayAnswer,
  PaymentAttempt,
} from "../payment/PaymentAttempt.ts"
import type { BillableLine } from "./BilledLine.ts"
import type { ComputedInvoice } from "./computeInvoice.ts"
import { amountDue, attemptInFlight, isPayable, receivedAmount, refundableAmount } from "./InvoiceAmounts.ts"

export * from "./InvoiceAmounts.ts"

/** The statuses of an invoice. DRAFT is the live document, which is never stored and is shown as OPEN. GAP-40 */
export type InvoiceStatus =
  | "DRAFT"
  | "OPEN"
  | "PAID"
  | "PAYMENT_FAILED"
  | "UNCOLLECTIBLE"
  | "VOID"
  | "EXPIRED"
  | "REFUNDED"
  | "PARTIALLY_REFUNDED"
  | "DISPUTED"
  | "CHARGEBACK"
  | "CHARGEBACK_RESOLVED"

/** Why a document is issued: a threshold, the end of a cycle, a pause, a change of plan, a cancellation, a void. */
export type DocumentKind = "CUT" | "CYCLE" | "PAUSE" | "CHANGE" | "FINAL" | "REISSUE"

/** The threshold as it stood when the document was issued. GAP-46 */
export interface ThresholdSnapshot {
  readonly value: number
  readonly currency: string
  /** The unbilled usage of that moment, before discounts. */
  readonly accumulatedAmount: number
  readonly exceeded: boolean
}

/** Money that arrived for an invoice. `receiptId` occurs once: the same receipt twice is one. */
export interface Receipt {
  readonly receiptId: string
  readonly kind: "CHARGE" | "SETTLEMENT" | "VOUCHER"
  /** The attempt that brought it: its own charge, or the slip that was paid; `null` for money of another way. */
  readonly attemptId: string | null
  readonly amount: number
  /** What of it paid this invoice; the rest became a voucher. */
  readonly appliedAmount: number
  readonly at: number
}

/** Money that went back. `refundId` occurs once: the same refund twice is one. */
export interface Refund {
  readonly refundId: string
  readonly amount: number
  readonly at: number
}

/** A document before it is issued: what a preview shows. */
export interface InvoiceDraft extends ComputedInvoice<BillableLine> {
  readonly invoiceId: string
  readonly organizationId: string
  readonly subscriptionId: string
  readonly kind: DocumentKind
  readonly cycle: number
  readonly sequence: number
  readonly dueAt: number
  readonly periodStartAt: number
  readonly periodEndAt: number
  readonly billingThreshold: ThresholdSnapshot | null
  readonly createdAt: number
}

/** An issued invoice. */
export interface Invoice extends InvoiceDraft {
  readonly status: Exclude<InvoiceStatus, "DRAFT">
  /** What receipts paid of it; discounts are not among it. */
  readonly amountPaid: number
  readonly amountRefunded: number
  /** What of its receipts went back as credit, because what it billed was no longer due. */
  readonly amountCredited: number
  readonly receipts: ReadonlyArray<Receipt>
  /** They add up to `amountRefunded`. */
  readonly refunds: ReadonlyArray<Refund>
  readonly attempts: ReadonlyArray<PaymentAttempt>
  /** Set on a VOID invoice whose items are billed again. */
  readonly rebilled: boolean
  readonly issuedAt: number
  readonly paidAt: number | null
  readonly updatedAt: number
}

/** What can be told to an invoice. */
export type InvoiceCommand =
  | { readonly _tag: "Issue"; readonly draft: InvoiceDraft; readonly now: number }
  | {
      readonly _tag: "StartAttempt"
      readonly attemptId: string
      readonly paymentMethodId: string
      readonly now: number
    }
  | {
      readonly _tag: "RecordAnswer"
      readonly attemptId: string
      readonly answer: GatewayAnswer
      readonly now: number
    }
  | {
      readonly _tag: "RecordReceipt"
      readonly receiptId: string
      readonly kind: "SETTLEMENT" | "VOUCHER"
      /** The attempt whose money it is; without one a settlement belongs to the latest slip, if there is one. */
      readonly attemptId: string | null
      readonly amount: number
      readonly now: number
    }
  | {
      readonly _tag: "CountLookup"
      readonly attemptId: string
      readonly lookups: number
      readonly now: number
    }
  | { readonly _tag: "ExpireSlip"; readonly attemptId: string; readonly now: number }
  | { readonly _tag: "CancelSlip"; readonly attemptId: string; readonly now: number }
  | { readonly _tag: "WriteOff"; readonly now: number }
  | { readonly _tag: "Void"; readonly rebill: boolean; readonly now: number }
  | {
      readonly _tag: "Refund"
      readonly refundId: string
      /** Everything that can still go back with `null`. */
      readonly amount: number | null
      readonly now: number
    }
  | { readonly _tag: "Credit"; readonly amount: number; readonly now: number }
  | { readonly _tag: "OpenDispute"; readonly now: number }
  | { readonly _tag: "WinDispute"; readonly now: number }
  | { readonly _tag: "LoseDispute"; readonly now: number }

/** What happens to an invoice. */
export type InvoiceEvent =
  | { readonly _tag: "InvoiceIssued"; readonly draft: InvoiceDraft; readonly at: number }
  | { readonly _tag: "InvoiceAttemptChanged"; readonly attemptId: string; readonly change: AttemptEvent }
  | { readonly _tag: "InvoiceReceiptRecorded"; readonly receipt: Receipt }
  | { readonly _tag: "InvoiceWrittenOff"; readonly at: number }
  | { readonly _tag: "InvoiceVoided"; readonly rebill: boolean; readonly at: number }
  | { readonly _tag: "InvoiceRefunded"; readonly refund: Refund }
  | { readonly _tag: "InvoiceCredited"; readonly amount: number; readonly at: number }
  | { readonly _tag: "InvoiceDisputeOpened"; readonly at: number }
  | { readonly _tag: "InvoiceDisputeWon"; readonly at: number }
  | { readonly _tag: "InvoiceDisputeLost"; readonly at: number }

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

type Decided = Result.Result<ReadonlyArray<InvoiceEvent>, InvoiceRejection>

const decide = (state: Invoice | null, command: InvoiceCommand): Decided => {
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

const invalid = (state: Invoice | null, command: InvoiceCommand): Decided =>
  Result.fail({
    _tag: "InvoiceTransitionInvalid",
    invoiceId: state === null ? null : state.invoiceId,
    status: state === null ? null : state.status,
    command: command._tag,
  })

const startAttempt = (state: Invoice, command: InvoiceCommand & { _tag: "StartAttempt" }): Decided => {
  if (!isPayable(state)) {
    return Result.fail({ _tag: "InvoiceNotPayable", invoiceId: state.invoiceId, status: state.status })
  }
  const open = attemptInFlight(state)
  if (open !== null) return inProgress(state, open)
  const { attemptId, paymentMethodId, now } = command
  return changeAttempt(
    state,
    attemptId,
    { _tag: "Start", attemptId, paymentMethodId, amount: amountDue(state), now },
    command,
  )
}

const inProgress = (state: Invoice, open: PaymentAttempt): Decided =>
  Result.fail({
    _tag: "PaymentInProgress",
    invoiceId: state.invoiceId,
    attemptId: open.attemptId,
    attemptStatus: open.status,
  })

const changeAttempt = (
  state: Invoice,
  attemptId: string,
  change: AttemptCommand,
  command: InvoiceCommand,
): Decided => {
  const attempt = state.attempts.find((candidate) => candidate.attemptId === attemptId) ?? null
  if (attempt === null && change._tag !== "Start") {
    return Result.fail({ _tag: "AttemptNotFound", invoiceId: state.invoiceId, attemptId })
  }
  const decided = PaymentAttempt.decide(attempt, change)
  if (Result.isFailure(decided)) return invalid(state, command)
  return Result.succeed(
    decided.success.map((event) => ({ _tag: "InvoiceAttemptChanged", attemptId, change: event })),
  )
}

const recordAnswer = (state: Invoice, command: InvoiceCommand & { _tag: "RecordAnswer" }): Decided => {
  const { attemptId, answer, now } = command
  return Result.map(
    changeAttempt(state, attemptId, { _tag: "RecordAnswer", answer, now }, command),
    (events) => {
      const attempt = state.attempts.find((candidate) => candidate.attemptId === attemptId)
      const approved = events.some(
        (event) => event._tag === "InvoiceAttemptChanged" && event.change._tag === "AttemptApproved",
      )
      if (attempt === undefined || !approved) return events
      // What settlements of the same attempt brought before is not brought again.
      const amount = attempt.amount - settledAmount(state, attemptId)
      if (amount <= 0) return events
      const arrived = { receiptId: attemptId, kind: "CHARGE", attemptId, amount, now } as const
      return [...events, receiptRecorded(state, arrived)]
    },
  )
}

const settledAmount = (state: Invoice, attemptId: string): number =>
  state.receipts.reduce((sum, receipt) => (receipt.attemptId === attemptId ? sum + receipt.amount : sum), 0)

const recordReceipt = (state: Invoice, command: InvoiceCommand & { _tag: "RecordReceipt" }): Decided => {
  const { receiptId, kind, amount, now } = command
  if (state.receipts.some((receipt) => receipt.receiptId === receiptId)) return Result.succeed([])
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    return Result.fail({ _tag: "PaymentAmountInvalid", amount })
  }
  if (kind === "VOUCHER") {
    const open = attemptInFlight(state)
    if (open !== null) return inProgress(state, open)
    if (!isPayable(state)) {
      return Result.fail({ _tag: "InvoiceNotPayable", invoiceId: state.invoiceId, status: state.status })
    }
    return Result.succeed([receiptRecorded(state, { receiptId, kind, attemptId: null, amount, now })])
  }
  const attempt = settledAttempt(state, command.attemptId)
  const attemptId = attempt?.attemptId ?? null
  const receipt = receiptRecorded(state, { receiptId, kind, attemptId, amount, now })
  // A short settlement leaves the attempt as it is: a slip stays to be paid.
  if (attempt === null || settledAmount(state, attempt.attemptId) + amount < attempt.amount) {
    return Result.succeed([receipt])
  }
  const settlement = { _tag: "RecordSettlement", now } as const
  return Result.map(changeAttempt(state, attempt.attemptId, settlement, command), (events) => [
    ...events,
    receipt,
  ])
}

const settledAttempt = (state: Invoice, attemptId: string | null): PaymentAttempt | null =>
  state.attempts.findLast((attempt) =>
    attemptId === null ? attempt.slip !== null : attempt.attemptId === attemptId,
  ) ?? null

const receiptRecorded = (
  state: Invoice,
  arrived: {
    readonly receiptId: string
    readonly kind: Receipt["kind"]
    readonly attemptId: string | null
    readonly amount: number
    readonly now: number
  },
): InvoiceEvent => {
  const { now, ...receipt } = arrived
  const appliedAmount = isPayable(state) ? Math.min(receipt.amount, amountDue(state)) : 0
  return { _tag: "InvoiceReceiptRecorded", receipt: { ...receipt, appliedAmount, at: now } }
}

const refund = (state: Invoice, command: InvoiceCommand & { _tag: "Refund" }): Decided => {
  const { refundId, now } = command
  if (state.refunds.some((known) => known.refundId === refundId)) return Result.succeed([])
  if (!REFUNDABLE.has(state.status)) return invalid(state, command)
  const refundable = refundableAmount(state)
  const amount = command.amount ?? refundable
  if (command.amount !== null && (!Number.isSafeInteger(amount) || amount <= 0))
    return Result.fail({ _tag: "PaymentAmountInvalid", amount })
  return amount > refundable || refundable === 0
    ? Result.fail({
        _tag: "RefundExceedsPaid",
        invoiceId: state.invoiceId,
        amount,
        refundableAmount: refundable,
      })
    : Result.succeed([{ _tag: "InvoiceRefunded", refund: { refundId, amount, at: now } }])
}

const credit = (state: Invoice, command: InvoiceCommand & { _tag: "Credit" }): Decided => {
  const { amount, now } = command
  if (!Number.isSafeInteger(amount) || amount <= 0)
    return Result.fail({ _tag: "PaymentAmountInvalid", amount })
  const returnable = Math.max(0, receivedAmount(state) - state.amountRefunded - state.amountCredited)
  return amount > returnable
    ? Result.fail({
        _tag: "RefundExceedsPaid",
        invoiceId: state.invoiceId,
        amount,
        refundableAmount: returnable,
      })
    : Result.succeed([{ _tag: "InvoiceCredited", amount, at: now }])
}

type StatusCommand = Extract<
  InvoiceCommand,
  { _tag: "WriteOff" | "Void" | "OpenDispute" | "WinDispute" | "LoseDispute" }
>

const changeStatus = (state: Invoice, command: StatusCommand): Decided => {
  const at = command.now
  switch (command._tag) {
    case "WriteOff":
      if (state.status === "UNCOLLECTIBLE") return Result.succeed([])
      return isPayable(state) ? Result.succeed([{ _tag: "InvoiceWrittenOff", at }]) : invalid(state, command)
    case "Void": {
      if (state.status === "VOID" && state.rebilled === command.rebill) return Result.succeed([])
      if (!isPayable(state)) return invalid(state, command)
      const open = attemptInFlight(state)
      return open === null
        ? Result.succeed([{ _tag: "InvoiceVoided", rebill: command.rebill, at }])
        : inProgress(state, open)
    }
    case "OpenDispute":
      if (state.status === "DISPUTED") return Result.succeed([])
      return state.status === "PAID" || state.status === "PARTIALLY_REFUNDED"
        ? Result.succeed([{ _tag: "InvoiceDisputeOpened", at }])
        : invalid(state, command)
    case "WinDispute":
      if (state.status === "CHARGEBACK_RESOLVED") return Result.succeed([])
      return state.status === "DISPUTED"
        ? Result.succeed([{ _tag: "InvoiceDisputeWon", at }])
        : invalid(state, command)
    case "LoseDispute":
      if (state.status === "CHARGEBACK") return Result.succeed([])
      return state.status === "DISPUTED"
        ? Result.succeed([{ _tag: "InvoiceDisputeLost", at }])
        : invalid(state, command)
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
      return { ...state, status: "UNCOLLECTIBLE", updatedAt: event.at }
    case "InvoiceVoided":
      return { ...state, status: "VOID", rebilled: event.rebill, updatedAt: event.at }
    case "InvoiceRefunded": {
      const { amount, at } = event.refund
      const refunds = [...state.refunds, event.refund]
      const refunded = { ...state, refunds, amountRefunded: state.amountRefunded + amount, updatedAt: at }
      return { ...refunded, status: refundableAmount(refunded) === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED" }
    }
    case "InvoiceCredited":
      return { ...state, amountCredited: state.amountCredited + event.amount, updatedAt: event.at }
    case "InvoiceDisputeOpened":
      return { ...state, status: "DISPUTED", updatedAt: event.at }
    case "InvoiceDisputeWon":
      return { ...state, status: "CHARGEBACK_RESOLVED", updatedAt: event.at }
    case "InvoiceDisputeLost":
      return { ...state, status: "CHARGEBACK", updatedAt: event.at }
  }
}

const issued = (draft: InvoiceDraft, at: number): Invoice => ({
  ...draft,
  // Nothing to pay is paid at issue, without a gateway.
  status: draft.payableAmount === 0 ? "PAID" : "OPEN",
  amountPaid: 0,
  amountRefunded: 0,
  amountCredited: 0,
  receipts: [],
  refunds: [],
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

const FAILABLE: ReadonlySet<InvoiceStatus> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED"])
const REFUNDABLE: ReadonlySet<InvoiceStatus> = new Set(["PAID", "PARTIALLY_REFUNDED", "CHARGEBACK_RESOLVED"])

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
