// Boletos of an account: ending one when its money cannot arrive any more, and cancelling one that a card replaces.
import * as Result from "effect/Result"
import { attemptInFlight } from "../../invoice/Invoice.ts"
import type { PaymentAttempt } from "../../payment/PaymentAttempt.ts"
import { lapsesAt } from "../../payment/SlipDates.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  type Charge,
  findInvoice,
  type Rules,
  unchanged,
} from "../Account.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import { afterMoney, choose, type PayCommand, pay } from "./Payments.ts"
import { invoicesDue } from "./Receivables.ts"
import { chargeOfAttempt } from "./Reconciliation.ts"

/**
 * The instant at which a pending boleto expires: right after its settlement lag, or when a look-up found it later than
 * that; `null` for any other attempt. GAP-137
 */
export const slipExpiryAt = (attempt: PaymentAttempt, rules: Rules): number | null => {
  if (attempt.status !== "PENDING" || attempt.slip === null) return null
  const last = lapsesAt(attempt.slip.expiresAt, rules.policy)
  return Result.isSuccess(last) ? Math.max(last.success + 1, attempt.at) : null
}

/** Expires the boletos whose settlement lag is over. This counts as a refusal. Money that arrives later still pays. */
export const expireSlips = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, VoidRejection> {
  let next = unchanged(account)
  const expired = yield* invoicesDue(account, at, ({ attempt }) => attempt && slipExpiryAt(attempt, rules))
  for (const invoice of expired) {
    const { invoiceId } = invoice
    const attemptId = attemptInFlight(invoice)?.attemptId ?? ""
    const told = yield* applyToInvoice(next, invoiceId, { _tag: "ExpireSlip", attemptId, now: at })
    next = yield* afterMoney(told, { before: account, invoiceId, now: at }, rules)
  }
  return next
})

/**
 * The pending boleto that has to be cancelled at the gateway before a card can pay the invoice. `null` where there is
 * none, or where the payment would be refused anyway.
 */
export const slipToCancel = (account: Account, command: PayCommand, rules: Rules): Charge | null => {
  const invoice = findInvoice(account, command.invoiceId)
  const open = invoice === undefined ? null : attemptInFlight(invoice)
  if (invoice === undefined || open?.status !== "PENDING") return null
  const method = choose(account, command.paymentMethodId)
  const isByCard = Result.isSuccess(method) && method.success.type === "CARD"
  const paid = pay(account, { ...command, cancelledAttemptId: open.attemptId }, rules)
  return isByCard && Result.isSuccess(paid) ? chargeOfAttempt(account, invoice, open) : null
}
