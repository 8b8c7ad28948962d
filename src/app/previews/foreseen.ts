// What a call would find and leave if its charges go well: every step that is due is taken first, as the call does, and
// the gateway approves each card.
import type { Account, Change, Rules } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/Clocks.ts"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import { type DueRejection, nextDue, takeStep } from "../../core/billing/Schedule.ts"
import { resultFn, type Steps } from "../../core/resultFn.ts"

/** A sound record needs few; a broken one would go on for ever. */
const STEPS_MAX = 10_000

/** The account after every step that is due at an instant. */
export const broughtUpTo = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Account, DueRejection> {
  let current = account
  for (let step = 0; step < STEPS_MAX; step++) {
    const due = nextDue(current, rules)
    if (due === null || due.at > at) return current
    current = yield* approved(yield* takeStep(current, due, rules, at), due.at, rules)
  }
  throw new Error(`Due steps do not end: ${account.organization.organizationId}`)
})

/** The account after a change whose cards are approved. A boleto waits for its money. */
export const approved = resultFn(function* (
  { account, charges }: Pick<Change, "account" | "charges">,
  at: number,
  rules: Rules,
): Steps<Account, VoidRejection> {
  let current = account
  const open = [...charges]
  for (let charge = open.shift(); charge !== undefined; charge = open.shift()) {
    const { invoiceId, attemptId, paymentMethod } = charge
    if (paymentMethod.type !== "CARD") continue
    const answer = {
      invoiceId,
      attemptId,
      answer: { _tag: "Approved" },
      now: notBefore(current, at),
    } as const
    const change = yield* recordAnswer(current, answer, rules)
    current = change.account
    open.push(...change.charges)
  }
  return current
})
