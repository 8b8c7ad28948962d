// A payment that only an operator can end: its outcome is unknown, and no look-up of it is left. GAP-140
import * as Result from "effect/Result"
import type { InvoiceRejection } from "../../invoice/Invoice.ts"
import { nextLookupAt } from "../../payment/RetrySchedules.ts"
import {
  applyToInvoice,
  type Change,
  findInvoice,
  type InvoicesNotLoaded,
  type Rules,
  recordEvent,
} from "../Account.ts"

/**
 * Records `payment.needs_operator`, once, where the outcome of an attempt is unknown and no look-up is left. It is called for
 * each answer, so that the event follows the last one.
 */
export const callOperator = (
  change: Change,
  ref: { readonly invoiceId: string; readonly attemptId: string; readonly now: number },
  { policy }: Rules,
): Result.Result<Change, InvoiceRejection | InvoicesNotLoaded> => {
  const { invoiceId, attemptId, now } = ref
  const attempt = findInvoice(change.account, invoiceId)?.attempts.find((one) => one.attemptId === attemptId)
  if (attempt?.status !== "UNKNOWN" || attempt.operatorCalledAt !== undefined) return Result.succeed(change)
  const { at: unknownAt, lookups } = attempt
  if (nextLookupAt({ unknownAt, lookups }, policy) !== null) return Result.succeed(change)
  return Result.map(applyToInvoice(change, invoiceId, { _tag: "CallOperator", attemptId, now }), (called) => {
    const invoice = findInvoice(called.account, invoiceId)
    return invoice === undefined
      ? called
      : recordEvent(called, { type: "payment.needs_operator", at: now, invoice })
  })
}
