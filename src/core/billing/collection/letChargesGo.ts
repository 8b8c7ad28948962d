// Letting charges go: a commit stands before each charge, also before one that is made again, and says when it may begin.
// Whoever would end the attempt meanwhile meets that commit. GAP-141
import * as Result from "effect/Result"
import { type Account, applyToInvoice, type Change, findInvoice, unchanged } from "../Account.ts"

/** The change, in which each attempt whose charge is let go now says so, unless it started now. */
export const letChargesGo = <C extends Change>(change: C, now: number): C =>
  change.charges.length === 0
    ? change
    : {
        ...change,
        account: change.charges.reduce(
          (account, { invoiceId, attemptId }) => marked(account, { invoiceId, attemptId, now }),
          change.account,
        ),
      }

const marked = (
  account: Account,
  {
    invoiceId,
    attemptId,
    now,
  }: { readonly invoiceId: string; readonly attemptId: string; readonly now: number },
): Account => {
  // Nothing happens to the invoice: it stays as old as it is.
  const at = findInvoice(account, invoiceId)?.updatedAt ?? now
  const mark = { _tag: "MarkCharged", attemptId, chargedAt: now, now: at } as const
  return Result.getOrThrow(applyToInvoice(unchanged(account), invoiceId, mark)).account
}
