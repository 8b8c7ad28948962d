// Writing off by time: an unpaid invoice is no longer collected some days after its due date, where the policy says so.
// Money that comes later still pays it. GAP-116
import type { Receivable } from "../../invoice/Receivable.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Dunning from "../../subscription/Dunning.ts"
import { DAY_MILLIS } from "../../time/Instant.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  findSubscription,
  type Rules,
  unchanged,
} from "../Account.ts"
import type { IssueRejection } from "../invoicing/Issuing.ts"
import { updateDelinquency } from "./Delinquency.ts"
import { invoicesDue } from "./Receivables.ts"

/**
 * The instant at which an unpaid invoice is written off: some days after its due date, or later, when an attempt that
 * was in flight then has failed, or when the dunning of its subscription is over. `null` until then, and where the policy
 * never writes off. A boleto is dunned later than a card.
 */
export const writeOffAt = (
  { dueAt, attempt, updatedAt }: Receivable,
  dunning: Dunning.Dunning | null,
  { policy }: Rules,
): number | null => {
  if (policy.writeOffAfterDays === null || attempt !== null) return null
  const at = Math.max(dueAt + policy.writeOffAfterDays * DAY_MILLIS, updatedAt)
  if (dunning === null) return at
  const isRunning = dunning.attemptId !== null || Dunning.nextRoundAt(dunning, policy) !== null
  return isRunning ? null : Math.max(at, Dunning.overAt(dunning, policy))
}

const dunningOf = (account: Account, { subscriptionId }: Receivable): Dunning.Dunning | null =>
  findSubscription(account, subscriptionId)?.dunning ?? null

/**
 * Writes off every invoice whose time is over, one after the other: where dunning ends with one, what it held back is
 * charged before it is given up.
 */
export const writeOff = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, IssueRejection> {
  let next = unchanged(account)
  for (;;) {
    const { account: now } = next
    const [due] = yield* invoicesDue(now, at, (receivable) =>
      writeOffAt(receivable, dunningOf(now, receivable), rules),
    )
    if (due === undefined) return next
    const given = yield* applyToInvoice(next, due.invoiceId, { _tag: "WriteOff", now: at })
    next = yield* updateDelinquency(given, at, rules)
  }
})
