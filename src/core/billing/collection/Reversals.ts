// News that the money of an attempt went back, or is disputed. They say what must have gone before: all of it is one
// decision, so that news that are refused leave nothing behind. GAP-148
import * as Result from "effect/Result"
import type { Invoice } from "../../invoice/Invoice.ts"
import { transitionInvalid } from "../../invoice/InvoiceCommands.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import {
  type Account,
  type Change,
  findInvoice,
  followedBy,
  invoiceNotFound,
  type Rules,
  unchanged,
} from "../Account.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import { type OperatorCommand, type OperatorRejection, operate } from "./Operators.ts"
import { recordAnswer } from "./Payments.ts"

/** What became of money that had come. */
export type Reversal =
  /** The gateway's id of the refund, and its amount. The same id again is the same money. */
  | { readonly _tag: "Refunded"; readonly refundId: string; readonly amount: number }
  | { readonly _tag: "DisputeOpened" | "DisputeWon" | "DisputeLost" }

/** The attempt whose money it is. */
export interface ReverseCommand {
  readonly invoiceId: string
  readonly attemptId: string
  readonly reversal: Reversal
  readonly now: number
}

/**
 * Records a refund or a step of a dispute of an attempt. An attempt of which no money is known is approved first. The
 * end of a dispute opens it where that was not heard, and what is told after it changes nothing. Money that paid nothing
 * of the invoice is refused: it is, or would be, a voucher, and taking that back is an operator's.
 */
export const reverse = resultFn(function* (
  account: Account,
  { invoiceId, attemptId, reversal, now }: ReverseCommand,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const known = findInvoice(account, invoiceId)
  if (known === undefined) return yield* Result.fail(invoiceNotFound(invoiceId))
  let change =
    receiptsBy(known, attemptId).length > 0
      ? unchanged(account)
      : yield* recordAnswer(account, { invoiceId, attemptId, answer: { _tag: "Approved" }, now }, rules)
  const invoice = findInvoice(change.account, invoiceId) ?? known
  const commands = isPaidOut(account, invoiceId, reversal) ? [] : commandsOf(invoice, reversal, now)
  if (commands.length > 0) yield* checkPaid(invoice, attemptId, reversal)
  for (const command of commands) {
    change = followedBy(change, yield* operate(change.account, invoiceId, command, rules))
  }
  return change
})

/** Whether a refund is known as a payout of the credit of its invoice: under the same id it is the same money. GAP-189 */
const isPaidOut = ({ vouchers }: Account, invoiceId: string, reversal: Reversal): boolean =>
  reversal._tag === "Refunded" &&
  vouchers.some(
    ({ creditOf, payouts = [] }) =>
      creditOf === invoiceId && payouts.some(({ payoutId }) => payoutId === reversal.refundId),
  )

/** The commands that news come to; none for news that are known. */
const commandsOf = (
  { status, refunds, disputeWon = status === "CHARGEBACK_RESOLVED" }: Invoice,
  reversal: Reversal,
  now: number,
): ReadonlyArray<OperatorCommand> => {
  if (reversal._tag === "Refunded") {
    const { refundId, amount } = reversal
    return refunds.some((refund) => refund.refundId === refundId)
      ? []
      : [{ _tag: "Refund", refundId, amount, now }]
  }
  if (status === "CHARGEBACK" || disputeWon) return []
  const opened = { _tag: "OpenDispute", now } as const
  switch (reversal._tag) {
    case "DisputeOpened":
      return [opened]
    case "DisputeWon":
      return [opened, { _tag: "WinDispute", now }]
    case "DisputeLost":
      return [opened, { _tag: "LoseDispute", now }]
  }
}

const receiptsBy = ({ receipts }: Invoice, attemptId: string): Invoice["receipts"] =>
  receipts.filter((receipt) => receipt.attemptId === attemptId && receipt.amount > 0)

/** Fails where the money of an attempt paid nothing of its invoice, or less than is to go back. */
const checkPaid = (
  invoice: Invoice,
  attemptId: string,
  reversal: Reversal,
): Result.Result<void, OperatorRejection> => {
  const paid = receiptsBy(invoice, attemptId).reduce((sum, { appliedAmount }) => sum + appliedAmount, 0)
  if (reversal._tag !== "Refunded")
    return paid > 0 ? Result.void : Result.fail(transitionInvalid(invoice, "OpenDispute"))
  const { invoiceId } = invoice
  const { amount } = reversal
  return amount > paid
    ? Result.fail({ _tag: "RefundExceedsPaid", invoiceId, amount, refundableAmount: paid })
    : Result.void
}
