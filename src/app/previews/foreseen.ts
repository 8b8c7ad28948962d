// What a call would find and leave if its charges go well: every step that is due is taken first, as the call does, and
// the gateway approves each card.
import { type Account, type Change, followedBy, type Rules, unchanged } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/Clocks.ts"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import { type DueRejection, nextDue, takeStep } from "../../core/billing/Schedule.ts"
import { resultFn, type Steps } from "../../core/resultFn.ts"

/** A sound record needs few; a broken one would go on for ever. */
const STEPS_MAX = 10_000

/** What every step comes to that is due at an instant. */
export const broughtUpTo = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, DueRejection> {
  let current = unchanged(account)
  for (let step = 0; step < STEPS_MAX; step++) {
    const due = nextDue(current.account, rules)
    if (due === null || due.at > at) return current
    const taken = yield* takeStep(current.account, due, rules, at)
    current = followedBy(current, yield* approved(taken, due.at, rules))
  }
  throw new Error(`Due steps do not end: ${account.organization.organizationId}`)
})

/** A change and what follows when its cards are approved. A boleto waits for its money. */
export const approved = resultFn(function* (
  change: Change,
  at: number,
  rules: Rules,
): Steps<Change, VoidRejection> {
  let current = change
  const open = [...change.charges]
  for (let charge = open.shift(); charge !== undefined; charge = open.shift()) {
    const { invoiceId, attemptId, paymentMethod } = charge
    if (paymentMethod.type !== "CARD") continue
    const answer = {
      invoiceId,
      attemptId,
      answer: { _tag: "Approved" },
      now: notBefore(current.account, at),
    } as const
    const answered = yield* recordAnswer(current.account, answer, rules)
    current = followedBy(current, answered)
    open.push(...answered.charges)
  }
  return current
})
