// Letting charges go: a commit stands before each charge, also before one that is made again, and says when it may begin.
// Whoever would end the attempt meanwhile meets that commit. GAP-141
import * as Result from "effect/Result"
import { applyToInvoice, type Change, findInvoice } from "../Account.ts"

/** The change, in which each attempt whose charge is let go now says so, unless it started now. */
export const letChargesGo = <C extends Change>(change: C, chargedAt: number): C => {
  if (change.charges.length === 0) return change
  let next: Change = change
  for (const { invoiceId, attemptId } of change.charges) {
    // Nothing happens to the invoice: it stays as old as it is.
    const now = findInvoice(next.account, invoiceId)?.updatedAt ?? chargedAt
    next = Result.getOrThrow(
      applyToInvoice(next, invoiceId, { _tag: "MarkCharged", attemptId, chargedAt, now }),
    )
  }
  return { ...change, account: next.account }
}
