// What may be reported of an invoice in its state. The simulator has the last word: what it refuses is shown with its
// reason. Pure.
import type { OperatorInvoice } from "../../data/shapes.ts"

/** A report of an operator or a gateway; the name is the last part of its path. */
export type Operation =
  | "pay"
  | "settle"
  | "fail"
  | "apply-voucher"
  | "refund"
  | "dispute"
  | "dispute/won"
  | "dispute/lost"
  | "void"
  | "uncollectible"

const OWED: ReadonlyArray<Operation> = ["pay", "settle", "apply-voucher", "void"]

const byStatus: Readonly<Partial<Record<OperatorInvoice["status"], ReadonlyArray<Operation>>>> = {
  OPEN: [...OWED, "uncollectible"],
  PAYMENT_FAILED: [...OWED, "uncollectible"],
  EXPIRED: [...OWED, "uncollectible"],
  UNCOLLECTIBLE: OWED,
  PAID: ["refund", "dispute"],
  PARTIALLY_REFUNDED: ["refund", "dispute"],
  DISPUTED: ["dispute/won", "dispute/lost"],
  CHARGEBACK_RESOLVED: ["refund"],
}

/** Tells whether a try to pay has no outcome yet. */
const isInFlight = (invoice: Pick<OperatorInvoice, "attempts">): boolean =>
  invoice.attempts.some(({ status }) => ["STARTED", "UNKNOWN", "PENDING"].includes(status))

/** The operations that the state of an invoice allows. A payment that is under way is settled or failed first. */
export const operationsOf = (
  invoice: Pick<OperatorInvoice, "status" | "attempts">,
): ReadonlyArray<Operation> => {
  const usual = byStatus[invoice.status] ?? []
  if (!isInFlight(invoice)) return usual
  const isOther = (operation: Operation): boolean =>
    !["pay", "void", "apply-voucher", "settle"].includes(operation)
  return ["settle", "fail", ...usual.filter(isOther)]
}
