// When an invoice is tried next by itself: the round of dunning that is planned for it. It is derived from the account and
// the policy and never stored, so it is what the engine does if nothing happens until then. GAP-192
import * as Dunning from "../../subscription/Dunning.ts"
import { type Account, type Rules, subscriptionsOf } from "../Account.ts"
import { type Dunned, isDunned, triedBy } from "./dunningRounds.ts"
import { findAttempt } from "./Receivables.ts"

const NONE: ReadonlyMap<string, number> = new Map()

/**
 * The instant of the next try of each invoice for which one is planned, by its id. A round tries the oldest one first and
 * stops at a refusal, so a younger one may wait longer.
 */
export const nextTries = (account: Account, rules: Pick<Rules, "policy">): ReadonlyMap<string, number> => {
  const dunned = subscriptionsOf(account).filter(isDunned)
  if (dunned.length === 0) return NONE
  const tries = new Map<string, number>()
  for (const one of dunned) {
    const at = Dunning.nextRoundAt(one.dunning, rules.policy)
    if (at === null || isWaiting(account, one)) continue
    for (const { invoiceId } of triedBy(account, one, at, rules)?.invoices ?? []) tries.set(invoiceId, at)
  }
  return tries
}

/** Tells whether the running round waits for an outcome that may be unknown for days: it tries nothing until then. */
const isWaiting = (account: Account, { dunning }: Dunned): boolean =>
  dunning.attemptId !== null && findAttempt(account, dunning.attemptId)?.status === "UNKNOWN"
