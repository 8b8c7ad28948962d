// What time alone brings about: boundaries that end cycles, invoices that fall due and are written off, vouchers and slips
// that expire, dunning, and looking unknown outcomes up. Done one step at a time, in time order, each at its own instant, so that
// any division of a span gives the same.
import * as Result from "effect/Result"
import type { Receivable } from "../invoice/Receivable.ts"
import { isInFlight } from "../payment/PaymentAttempt.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import * as Dunning from "../subscription/Dunning.ts"
import { isLive } from "../subscription/Subscription.ts"
import type { InstantOutOfRange } from "../time/BillingCycle.ts"
import * as Voucher from "../voucher/Voucher.ts"
import {
  type Account,
  applyToInvoice,
  applyToSubscription,
  type Change,
  type Rules,
  type SubscriptionNotFound,
  subscriptionsOf,
  unchanged,
  withAccount,
} from "./Account.ts"
import { expireSlips, slipExpiryAt } from "./collection/Boletos.ts"
import { delinquentAt, updateDelinquency } from "./collection/Delinquency.ts"
import { exhaust, exhaustedAt, takeRounds } from "./collection/dunningRounds.ts"
import { invoicesWhere, receivablesOf } from "./collection/Receivables.ts"
import { lookUp, lookupAt } from "./collection/Reconciliation.ts"
import { withMoved } from "./collection/voucherLedgers.ts"
import { writeOff, writeOffAt } from "./collection/WriteOffs.ts"
import { type DocumentRejection, issueAndCharge } from "./invoicing/Issuing.ts"
import { isBilled } from "./periods/Accrual.ts"
import * as BillingPeriod from "./periods/BillingPeriod.ts"
import { creditOwed } from "./periods/giveBack.ts"
import { giveMissingDiscount } from "./periods/giveMissingDiscount.ts"
import { placeOf, placesOf, withPeriod } from "./periods/places.ts"
import { cancel, type LifecycleRejection, suspend } from "./subscriptions/Lifecycle.ts"

/** Why a due step cannot be taken. */
export type DueRejection = DocumentRejection | LifecycleRejection | SubscriptionNotFound | InstantOutOfRange

/** Something that becomes due at an instant. At one instant they are taken in this order. */
export interface Due {
  readonly at: number
  readonly kind: DueKind
}

type DueKind = (typeof order)[number]

const order = [
  "BOUNDARY",
  "VOUCHER_EXPIRY",
  "SLIP_EXPIRY",
  "STALE_ATTEMPT",
  "DELINQUENCY",
  "DUNNING",
  "DUNNING_EXHAUSTED",
  "WRITE_OFF",
  "LOOKUP",
] as const

/** The next thing that time will bring about in an account; `null` when time alone changes nothing. */
export const nextDue = (account: Account, rules: Rules): Due | null => {
  let first: Due | null = null
  const add = (kind: DueKind, at: number | null): void => {
    if (at !== null && (first === null || isBefore({ at, kind }, first))) first = { at, kind }
  }
  for (const { expiresAt, balance } of account.vouchers) add("VOUCHER_EXPIRY", balance > 0 ? expiresAt : null)
  const subscriptions = subscriptionsOf(account)
  const notDunned = subscriptions.flatMap((one) => (one.dunning === null ? one.subscriptionId : []))
  const writesOff = rules.policy.writeOffAfterDays !== null
  for (const list of receivablesOf(account)) {
    for (const receivable of list) {
      const { attempt, subscriptionId } = receivable
      if (attempt !== null) {
        add("STALE_ATTEMPT", staleAt(receivable, rules))
        add("SLIP_EXPIRY", slipExpiryAt(attempt, rules))
        add("LOOKUP", lookupAt(attempt, rules))
      } else if (writesOff) add("WRITE_OFF", writeOffAt(receivable, rules))
      if (notDunned.length > 0 && notDunned.includes(subscriptionId)) {
        add("DELINQUENCY", delinquentAt(receivable, rules.policy.graceMillis))
      }
    }
  }
  for (const subscription of subscriptions) {
    const { dunning, cycle } = subscription
    if (isLive(subscription)) add("BOUNDARY", cycle.endAt)
    if (dunning === null) continue
    add("DUNNING", Dunning.nextRoundAt(dunning, rules.policy))
    add("DUNNING_EXHAUSTED", exhaustedAt(account, rules, subscription))
  }
  return first
}

/**
 * The instant at which a decision on an account is made: `at`, when it was loaded; or `from`, up to which all that was
 * due has been done, where something has become due since. Never before the latest change of a subscription, because
 * somebody else may have brought the account further: nothing is decided on a past that is over.
 */
export const presentOf = (
  account: Account,
  clock: { readonly from: number; readonly at: number },
  rules: Rules,
): number => {
  const { from, at } = clock
  const due = nextDue(account, rules)
  return notBefore(account, due !== null && due.at <= at ? from : at)
}

/** An instant, or the latest change of a subscription where that is later: for what is recorded or shown. */
export const notBefore = (account: Account, at: number): number =>
  Math.max(at, ...subscriptionsOf(account).map(({ updatedAt }) => updatedAt))

const isBefore = (a: Due, b: Due): boolean =>
  a.at < b.at || (a.at === b.at && order.indexOf(a.kind) < order.indexOf(b.kind))

/** Takes one due step at its own instant. What it issues is charged at once, so commit it before the next one. */
export const takeStep = (account: Account, due: Due, rules: Rules): Result.Result<Change, DueRejection> => {
  switch (due.kind) {
    case "BOUNDARY":
      return crossBoundary(account, rules)
    case "VOUCHER_EXPIRY":
      return Result.succeed(
        account.vouchers.reduce(
          (change, voucher) => withMoved(change, Voucher.expire(voucher, due.at)),
          unchanged(account),
        ),
      )
    case "STALE_ATTEMPT":
      return forgetAttempts(account, due.at, rules)
    case "SLIP_EXPIRY":
      return expireSlips(account, due.at, rules)
    case "DELINQUENCY":
      return updateDelinquency(unchanged(account), due.at, rules)
    case "DUNNING":
      return takeRounds(unchanged(account), due.at, rules)
    case "DUNNING_EXHAUSTED":
      return giveUp(account, due.at, rules)
    case "WRITE_OFF":
      return writeOff(account, due.at, rules)
    case "LOOKUP":
      return lookUp(account, due.at, rules)
  }
}

/** Notes that dunning is exhausted, and does with the subscription what the policy wants then, unless it has ended. */
const giveUp = resultFn(function* (account: Account, at: number, rules: Rules): Steps<Change, DueRejection> {
  const exhausted = yield* exhaust(unchanged(account), at, rules)
  const { onExhausted } = rules.policy
  const { subscription } = exhausted.account
  const isOfOther = subscription === account.subscription
  if (onExhausted === "STAY" || subscription === null || isOfOther || !isLive(subscription)) return exhausted
  const ended = yield* (onExhausted === "PAUSE" ? suspend : cancel)(exhausted.account, at, rules)
  return { ...ended, billingEvents: [...exhausted.billingEvents, ...ended.billingEvents] }
})

/**
 * Ends the running cycle: issues its CYCLE document, unless paused, and starts the next cycle, or ends the subscription
 * where that was scheduled; what ends paused has a FINAL document, so that no accepted usage is left. A scheduled change
 * of plan takes effect.
 */
const crossBoundary = resultFn(function* (account: Account, rules: Rules): Steps<Change, DueRejection> {
  const { subscription } = account
  const place = placeOf(account, null)
  // A boundary of what has ended in the meantime is none.
  if (place === null || subscription === null || !isLive(subscription)) return unchanged(account)
  const at = subscription.cycle.endAt
  const isLast = subscription.cancelAt !== null && subscription.cancelAt <= at
  let next = unchanged(account)
  if (subscription.status !== "PAUSED") {
    next = yield* issueAndCharge(next, { kind: "CYCLE", feeUntil: at, at }, rules)
  } else if (isLast) {
    next = yield* issueAndCharge(next, { kind: "FINAL", feeUntil: at, at }, rules)
  }
  next = settle(withPeriod(next, BillingPeriod.close(place.period, at)), at, rules)
  next = isLast ? yield* applyToSubscription(next, { _tag: "Cancel", now: at }) : yield* startCycle(next, at)
  next = yield* giveMissingDiscount(next, place.period.cycle, at, rules)
  return yield* updateDelinquency(next, at, rules)
})

const startCycle = resultFn(function* (change: Change, at: number): Steps<Change, DueRejection> {
  const { subscription } = change.account
  if (subscription === null) return change
  const { scheduledTerms } = subscription
  const interval = (scheduledTerms ?? subscription.terms).interval
  const started = yield* BillingPeriod.nextCycle(subscription, interval, at)
  const next = yield* applyToSubscription(
    change,
    scheduledTerms === null
      ? { _tag: "StartCycle", cycle: started.cycle, now: at }
      : { _tag: "TakeScheduledChange", ...started, now: at },
  )
  const after = next.account.subscription
  if (after === null) return next
  const period = BillingPeriod.open(after, after.cycle, after.status === "PAUSED" ? null : at)
  return withAccount(next, { periods: [...next.account.periods, period] })
})

/**
 * Marks the closed periods of which nothing can be billed or given back any more, so that they need not be loaded again.
 * While a payment is in flight that is not known.
 */
const settle = (change: Change, now: number, rules: Rules): Change =>
  placesOf(change.account).reduce((next, place) => {
    const { period, documents, subscription } = place
    if (subscription !== next.account.subscription) return next
    const isSettled =
      period.endAt + rules.policy.usageLateMillis < now &&
      isBilled(period, documents) &&
      creditOwed(place) === 0 &&
      !documents.some(({ cycle, attempts }) => cycle === period.cycle && attempts.some(isInFlight))
    return period.settled || !isSettled ? next : withPeriod(next, { ...period, settled: true })
  }, change)

/** When an attempt that nobody has answered is one of which nothing is known; `null` for any other. */
const staleAt = ({ attempt }: Receivable, rules: Rules): number | null =>
  attempt?.status === "STARTED" ? attempt.at + rules.policy.attemptStaleMillis : null

/** Attempts that got no answer for so long that whoever made them is gone: their outcome is unknown. */
const forgetAttempts = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, DueRejection> {
  let next = unchanged(account)
  const isStale = (receivable: Receivable): boolean => {
    const due = staleAt(receivable, rules)
    return due !== null && due <= at
  }
  for (const { invoiceId, attempts } of yield* invoicesWhere(account, isStale)) {
    const attemptId = attempts.find(({ status }) => status === "STARTED")?.attemptId ?? ""
    const answer = { _tag: "Unknown" } as const
    next = yield* applyToInvoice(next, invoiceId, { _tag: "RecordAnswer", attemptId, answer, now: at })
  }
  return next
})
