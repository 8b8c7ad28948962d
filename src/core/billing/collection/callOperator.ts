// A payment that only an operator can end: its outcome is unknown, and no look-up of it is left. GAP-140
import { nextLookupAt } from "../../payment/RetrySchedules.ts"
import { type Change, findInvoice, type Rules, recordEvent } from "../Account.ts"

/**
 * Records `payment.needs_operator` where the outcome of an attempt is unknown and no look-up is left. It is called once
 * for each answer, so that the event follows the last one.
 */
export const callOperator = (
  change: Change,
  ref: { readonly invoiceId: string; readonly attemptId: string; readonly now: number },
  { policy }: Rules,
): Change => {
  const invoice = findInvoice(change.account, ref.invoiceId)
  const attempt = invoice?.attempts.find(({ attemptId }) => attemptId === ref.attemptId)
  if (invoice === undefined || attempt?.status !== "UNKNOWN") return change
  const { at: unknownAt, lookups } = attempt
  return nextLookupAt({ unknownAt, lookups }, policy) === null
    ? recordEvent(change, { type: "payment.needs_operator", at: ref.now, invoice })
    : change
}
