// The commands that end an invoice or take its money back: refund, credit, write-off, void, dispute. GAP-41
import * as Result from "effect/Result"
import { attemptInFlight, creditAmount, isPayable, refundableAmount, releasable } from "./InvoiceAmounts.ts"
import { type InvoiceCommand, type InvoiceDecision, invalid, paymentInProgress } from "./InvoiceCommands.ts"
import type { Invoice, InvoiceStatus } from "./InvoiceRecord.ts"

const REFUNDABLE: ReadonlySet<InvoiceStatus> = new Set(["PAID", "PARTIALLY_REFUNDED", "CHARGEBACK_RESOLVED"])

/** Gives money back, at most what was received and has not gone back. */
export const refund = (state: Invoice, command: InvoiceCommand & { _tag: "Refund" }): InvoiceDecision => {
  const { refundId, now } = command
  if (state.refunds.some((known) => known.refundId === refundId)) return Result.succeed([])
  if (!REFUNDABLE.has(state.status)) return invalid(state, command)
  const refundable = refundableAmount(state)
  const amount = command.amount ?? refundable
  if (command.amount !== null && (!Number.isSafeInteger(amount) || amount <= 0))
    return Result.fail({ _tag: "PaymentAmountInvalid", amount })
  return amount > refundable || refundable === 0
    ? exceeds(state, amount, refundable)
    : Result.succeed([{ _tag: "InvoiceRefunded", refund: { refundId, amount, at: now } }])
}

/**
 * Gives back as credit what was received for an item that is no longer due, at most what is left of the money and of
 * each voucher.
 */
export const credit = (state: Invoice, command: InvoiceCommand & { _tag: "Credit" }): InvoiceDecision => {
  const { credit } = command
  if (state.credits.some(({ creditId }) => creditId === credit.creditId)) return Result.succeed([])
  const amount = creditAmount(credit)
  const amounts = [credit.moneyAmount, ...credit.releases.map((release) => release.amount)]
  if (amount === 0 || amounts.some((part) => !Number.isSafeInteger(part) || part < 0))
    return Result.fail({ _tag: "PaymentAmountInvalid", amount })
  const left = releasable(state)
  const isLeft = credit.releases.every(({ voucherId, cause, amount }) =>
    left.some((held) => held.voucherId === voucherId && held.cause === cause && amount <= held.amount),
  )
  const refundable = refundableAmount(state)
  return credit.moneyAmount > refundable || !isLeft
    ? exceeds(state, amount, refundable)
    : Result.succeed([{ _tag: "InvoiceCredited", credit }])
}

const exceeds = ({ invoiceId }: Invoice, amount: number, refundableAmount: number): InvoiceDecision =>
  Result.fail({ _tag: "RefundExceedsPaid", invoiceId, amount, refundableAmount })

type StatusCommand = Extract<
  InvoiceCommand,
  { _tag: "WriteOff" | "Void" | "OpenDispute" | "WinDispute" | "LoseDispute" }
>

/** Writes off, voids, and takes the steps of a dispute. */
export const changeStatus = (state: Invoice, command: StatusCommand): InvoiceDecision => {
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
        : Result.fail(paymentInProgress(state.invoiceId, open))
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
