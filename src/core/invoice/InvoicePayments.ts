// Payments of an invoice: attempts to charge it, answers of the gateway, and receipts. Money counts once, however often
// it is reported. `evolve` changes the status. GAP-42
import * as Result from "effect/Result"
import { isAmount } from "../money/Money.ts"
import { type AttemptCommand, PaymentAttempt } from "../payment/PaymentAttempt.ts"
import { amountDue, attemptInFlight, isPayable } from "./InvoiceAmounts.ts"
import {
  type InvoiceCommand,
  type InvoiceDecision,
  type InvoiceEvent,
  invalid,
  invoiceNotPayable,
  paymentInProgress,
} from "./InvoiceCommands.ts"
import type { Invoice, Receipt } from "./InvoiceRecord.ts"

/** Starts an attempt for what is due, unless another is in flight. */
export const startAttempt = (
  state: Invoice,
  command: InvoiceCommand & { _tag: "StartAttempt" },
): InvoiceDecision => {
  if (!isPayable(state)) return Result.fail(invoiceNotPayable(state))
  const open = attemptInFlight(state)
  if (open !== null) return Result.fail(paymentInProgress(state.invoiceId, open))
  const { attemptId, paymentMethodId, now } = command
  return changeAttempt(
    state,
    attemptId,
    { _tag: "Start", attemptId, paymentMethodId, amount: amountDue(state), now },
    command,
  )
}

/** Applies a command to one attempt. */
export const changeAttempt = (
  state: Invoice,
  attemptId: string,
  change: AttemptCommand,
  command: InvoiceCommand,
): InvoiceDecision => {
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

/** Records what the gateway answered; an approval brings its money. */
export const recordAnswer = (
  state: Invoice,
  command: InvoiceCommand & { _tag: "RecordAnswer" },
): InvoiceDecision => {
  const { attemptId, answer, now } = command
  const changed = changeAttempt(state, attemptId, { _tag: "RecordAnswer", answer, now }, command)
  if (Result.isFailure(changed)) return changed
  const attempt = state.attempts.find((candidate) => candidate.attemptId === attemptId)
  const approved = changed.success.some(
    (event) => event._tag === "InvoiceAttemptChanged" && event.change._tag === "AttemptApproved",
  )
  if (attempt === undefined || !approved) return changed
  // Settlements of the same attempt may have brought part of it before.
  const amount = attempt.amount - broughtBy(state, attemptId)
  if (amount <= 0) return changed
  const receiptId = freeId(state, attemptId)
  const money = { receiptId, kind: "CHARGE", attemptId, voucherId: null } as const
  return Result.succeed([
    ...changed.success,
    receiptRecorded(state, { ...money, reportedAmount: amount, amount, now }),
  ])
}

/** An id that no receipt has. An operator may have settled under that of the attempt, and vouchers are named by receipts. */
const freeId = (state: Invoice, id: string): string =>
  state.receipts.some(({ receiptId }) => receiptId === id) ? freeId(state, `${id}/rest`) : id

/** The money that an attempt has brought. */
const broughtBy = (state: Invoice, attemptId: string): number =>
  state.receipts.reduce((sum, receipt) => (receipt.attemptId === attemptId ? sum + receipt.amount : sum), 0)

/**
 * The new money of a settlement: an approval may have reported the same money before. `null` where the sum of the
 * settlements is not an amount.
 */
const newMoney = (state: Invoice, attemptId: string | null, amount: number): number | null => {
  if (attemptId === null) return amount
  const settled = state.receipts.reduce(
    (sum, { kind, attemptId: of, reportedAmount }) =>
      kind === "SETTLEMENT" && of === attemptId ? sum + reportedAmount : sum,
    amount,
  )
  return isAmount(settled) ? Math.max(0, settled - broughtBy(state, attemptId)) : null
}

type ReceiptCommand = InvoiceCommand & { _tag: "RecordReceipt" }

/** Records money of a settlement or a voucher. */
export const recordReceipt = (state: Invoice, command: ReceiptCommand): InvoiceDecision => {
  const { receiptId, amount } = command
  if (state.receipts.some((receipt) => receipt.receiptId === receiptId)) return Result.succeed([])
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    return Result.fail({ _tag: "PaymentAmountInvalid", amount })
  }
  return command.kind === "VOUCHER" ? recordVoucher(state, command) : recordSettlement(state, command)
}

const recordVoucher = (
  state: Invoice,
  { receiptId, kind, voucherId, amount, now }: ReceiptCommand & { kind: "VOUCHER" },
): InvoiceDecision => {
  const open = attemptInFlight(state)
  if (open !== null) return Result.fail(paymentInProgress(state.invoiceId, open))
  if (!isPayable(state)) return Result.fail(invoiceNotPayable(state))
  const voucher = { receiptId, kind, attemptId: null, voucherId, reportedAmount: amount, amount, now }
  return Result.succeed([receiptRecorded(state, voucher)])
}

const recordSettlement = (
  state: Invoice,
  command: ReceiptCommand & { kind: "SETTLEMENT" },
): InvoiceDecision => {
  const { receiptId, kind, amount: reportedAmount, now } = command
  const attempt = settledAttempt(state, command.attemptId)
  const attemptId = attempt?.attemptId ?? null
  const amount = newMoney(state, attemptId, reportedAmount)
  if (amount === null) return Result.fail({ _tag: "PaymentAmountInvalid", amount: reportedAmount })
  const money = { receiptId, kind, attemptId, voucherId: null, reportedAmount, amount, now }
  const receipt = receiptRecorded(state, money)
  // A settlement of less leaves the attempt as it is: the boleto can still be paid.
  if (attempt === null || broughtBy(state, attempt.attemptId) + amount < attempt.amount) {
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
  arrived: Omit<Receipt, "appliedAmount" | "at"> & { readonly now: number },
): InvoiceEvent => {
  const { now, ...receipt } = arrived
  const appliedAmount = isPayable(state) ? Math.min(receipt.amount, amountDue(state)) : 0
  return { _tag: "InvoiceReceiptRecorded", receipt: { ...receipt, appliedAmount, at: now } }
}
