// Dunning of an account: rounds that try every delinquent invoice of its subscription, oldest first. A round stops at
// the first refusal, goes on after a success or a new slip, and waits while an outcome is unknown.
import * as Result from "effect/Result"
import { attemptInFlight, type Invoice, type InvoiceRejection } from "../invoice/Invoice.ts"
import type { PaymentMethod } from "../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import * as Dunning from "../subscription/Dunning.ts"
import type { SubscriptionRejection } from "../subscription/Subscription.ts"
import {
  type Account,
  announce,
  type Change,
  documentsOf,
  findInvoice,
  type Rules,
  tellSubscription,
} from "./Account.ts"
import { automaticMethod, startCharge } from "./documents.ts"
import { assess, delinquentInvoices } from "./standing.ts"

type Rejection = InvoiceRejection | SubscriptionRejection
type Decided = Result.Result<Change, Rejection>

const setDunning = (change: Change, dunning: Dunning.Dunning, now: number) =>
  tellSubscription(change, { _tag: "SetDunning", dunning, now })

/** Whether the method was refused for good: another try with it would be refused as well. */
const isRefused = (delinquent: ReadonlyArray<Invoice>, { paymentMethodId }: PaymentMethod): boolean =>
  delinquent.some(({ attempts }) =>
    attempts.some(
      (attempt) =>
        attempt.status === "DECLINED" && !attempt.retryable && attempt.paymentMethodId === paymentMethodId,
    ),
  )

/**
 * Tries the oldest delinquent invoice that no attempt is in flight for. A method that was refused for good is not
 * tried again: the round passes, and the schedule goes on.
 */
const tryNext = resultFn(function* (
  change: Change,
  dunning: Dunning.Dunning,
  now: number,
  rules: Rules,
): Steps<Change, Rejection> {
  const delinquent = delinquentInvoices(change.account, now, rules)
  const next = delinquent.find((invoice) => attemptInFlight(invoice) === null)
  const paymentMethod = automaticMethod(change.account)
  if (next === undefined || paymentMethod === null || isRefused(delinquent, paymentMethod)) {
    return yield* setDunning(change, { ...dunning, attemptId: null }, now)
  }
  const { invoiceId } = next
  const started = yield* startCharge(change, { invoiceId, paymentMethod, at: now }, rules)
  const attemptId = started.charges.at(-1)?.attemptId ?? null
  // What falls due at this very instant is charged in time, and is not delinquent.
  return yield* assess(yield* setDunning(started, { ...dunning, attemptId }, now), now, rules)
})

/** The round that is due on a day of the schedule. While an outcome of an earlier round is unknown, the day passes. */
export const takeRound = (change: Change, now: number, rules: Rules): Decided => {
  const dunning = change.account.subscription?.dunning ?? null
  if (dunning === null) return Result.succeed(change)
  const counted = { ...dunning, tries: dunning.tries + 1 }
  return roundOutcome(change.account) === "OPEN"
    ? setDunning(change, counted, now)
    : tryNext(change, counted, now, rules)
}

/**
 * A round at once, outside the schedule: another method is there. Exhausted dunning starts again. A round that waits for
 * an outcome goes on with the new method when it is known. GAP-93
 */
export const tryAtOnce = (change: Change, now: number, rules: Rules): Decided => {
  const dunning = change.account.subscription?.dunning ?? null
  return dunning === null || roundOutcome(change.account) === "OPEN"
    ? Result.succeed(change)
    : tryNext(change, Dunning.revived(dunning, now), now, rules)
}

/** What became of the attempt of the running round: still open, refused, or good enough to go on; `null` without one. */
const roundOutcome = (account: Account): "OPEN" | "REFUSED" | "GOOD" | null => {
  const attemptId = account.subscription?.dunning?.attemptId ?? null
  if (attemptId === null) return null
  const attempts = account.invoices.flatMap((invoice) => invoice.attempts)
  const attempt = attempts.find((tried) => tried.attemptId === attemptId)
  switch (attempt?.status) {
    case "STARTED":
    case "UNKNOWN":
      return "OPEN"
    case "APPROVED":
    case "PENDING":
      return "GOOD"
    default:
      // What refused was a method that another one has replaced since.
      return automaticMethod(account)?.paymentMethodId === attempt?.paymentMethodId ? "REFUSED" : "GOOD"
  }
}

/** Goes on with the running round when the outcome of its attempt is known. */
const goOn = (change: Change, now: number, rules: Rules): Decided => {
  const dunning = change.account.subscription?.dunning ?? null
  const outcome = roundOutcome(change.account)
  if (dunning === null || outcome === null || outcome === "OPEN") return Result.succeed(change)
  return outcome === "GOOD"
    ? tryNext(change, dunning, now, rules)
    : setDunning(change, { ...dunning, attemptId: null }, now)
}

/**
 * What follows for subscription and dunning from news of an invoice: its standing is brought in line, a running round
 * goes on, and exhausted dunning starts again where the invoice was paid all the same. GAP-93
 */
export const afterNews = resultFn(function* (
  change: Change,
  news: { readonly before: Account; readonly invoiceId: string; readonly now: number },
  rules: Rules,
): Steps<Change, Rejection> {
  const { before, invoiceId, now } = news
  const assessed = yield* assess(change, now, rules)
  const { subscription } = assessed.account
  const dunning = subscription?.dunning ?? null
  if (subscription === null || dunning === null) return assessed
  const paid = findInvoice(assessed.account, invoiceId)
  const isNewlyPaid = paid?.status === "PAID" && findInvoice(before, invoiceId)?.status !== "PAID"
  const isOfSubscription = paid?.subscriptionId === subscription.subscriptionId
  const revived = isNewlyPaid && isOfSubscription ? Dunning.revived(dunning, now) : dunning
  const isWaitedFor = change.account !== before && Dunning.isSpent(revived, rules.policy)
  const known = isWaitedFor ? { ...revived, waitedUntil: now } : revived
  return yield* goOn(yield* setDunning(assessed, known, now), now, rules)
})

/**
 * When dunning is exhausted: every day of the schedule is over, an invoice still is delinquent, and no attempt is in
 * flight that could change it. `null` while that is not so, and once it was noted.
 */
export const exhaustedAt = (account: Account, rules: Rules): number | null => {
  const { subscription } = account
  const dunning = subscription?.dunning ?? null
  if (subscription === null || dunning === null || !Dunning.isSpent(dunning, rules.policy)) return null
  const documents = documentsOf(account, subscription.subscriptionId)
  const isOpen = documents.some((invoice) => attemptInFlight(invoice) !== null)
  return isOpen ? null : Dunning.overAt(dunning, rules.policy)
}

/** Notes that dunning is exhausted, and announces it, once. What the policy wants then is a command of its own. */
export const exhaust = (change: Change, now: number): Decided => {
  const dunning = change.account.subscription?.dunning ?? null
  return dunning === null
    ? Result.succeed(change)
    : Result.map(setDunning(change, { ...dunning, exhaustedAt: now }, now), (next) => {
        const { subscription } = next.account
        return subscription === null
          ? next
          : announce(next, { type: "dunning.exhausted", at: now, subscription })
      })
}
