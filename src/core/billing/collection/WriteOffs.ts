// Writing off by time: an unpaid invoice is no longer collected some days after its due date, where the policy says so.
// Money that comes later still pays it. GAP-116
import type { Receivable } from "../../invoice/Receivable.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { DAY_MILLIS } from "../../time/Instant.ts"
import { type Account, applyToInvoice, type Change, type Rules, unchanged } from "../Account.ts"
import type { IssueRejection } from "../invoicing/Issuing.ts"
import { updateDelinquency } from "./Delinquency.ts"
import { invoicesDue } from "./Receivables.ts"

/**
 * The instant at which an unpaid invoice is written off: some days after its due date, or when an attempt that was in
 * flight then has failed. `null` while one is in flight, and where the policy never writes off.
 */
export const writeOffAt = ({ dueAt, attempt, updatedAt }: Receivable, { policy }: Rules): number | null =>
  policy.writeOffAfterDays === null || attempt !== null
    ? null
    : Math.max(dueAt + policy.writeOffAfterDays * DAY_MILLIS, updatedAt)

/** Writes off every invoice whose time is over. */
export const writeOff = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, IssueRejection> {
  let next = unchanged(account)
  for (const { invoiceId } of yield* invoicesDue(account, at, (receivable) =>
    writeOffAt(receivable, rules),
  )) {
    next = yield* applyToInvoice(next, invoiceId, { _tag: "WriteOff", now: at })
  }
  return yield* updateDelinquency(next, at, rules)
})
