// Dunning of an account: each round tries the delinquent invoices of a subscription, and those that joined them, oldest
// first. It stops at the first refusal, goes on after a success or a new boleto, and waits while an outcome is unknown. Cancelled
// subscriptions are dunned in the same way.
import * as Result from "effect/Result"
import type { InvoiceRejection } from "../../invoice/Invoice.ts"
import type { Receivable } from "../../invoice/Receivable.ts"
import type { PaymentMethod } from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Dunning from "../../subscription/Dunning.ts"
import type { Subscription, SubscriptionRejection } from "../../subscription/Subscription.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  findInvoice,
  findSubscription,
  type InvoicesNotLoaded,
  type Rules,
  recordEvent,
  subscriptionsOf,
} from "../Account.ts"
import { notBefore } from "../Clocks.ts"
import { automaticMethod, startCharge } from "../invoicing/Charging.ts"
import { dunnedInvoices, updateDelinquency } from "./Delinquency.ts"
import { findAttempt, receivablesWhere } from "./Receivables.ts"

type Rejection = InvoiceRejection | InvoicesNotLoaded | SubscriptionRejection
type Decided = Result.Result<Change, Rejection>

/** A subscription whose dunning runs or is exhausted. */
export type Dunned = Subscription & { readonly dunning: Dunning.Dunning }

/** Tells whether dunning of a subscription runs or is exhausted. */
export const isDunned = (subscription: Subscription | null): subscription is Dunned =>
  subscription !== null && subscription.dunning !== null

const setDunning = (change: Change, { subscriptionId }: Dunned, dunning: Dunning.Dunning, now: number) =>
  applyToSubscription(change, { _tag: "SetDunning", dunning, now }, subscriptionId)

/** Tells whether the method was refused for good, so that another try would be refused too. */
const isRefused = (
  { refusedMethodIds: before = [] }: Dunning.Dunning,
  invoices: ReadonlyArray<Receivable>,
  { paymentMethodId }: PaymentMethod,
): boolean =>
  before.includes(paymentMethodId) ||
  invoices.some(({ refusedMethodIds }) => refusedMethodIds.includes(paymentMethodId))

/**
 * What a round of an instant tries, oldest first, and by which method: what is dunned and has no attempt in flight. A method
 * that was refused for good is not tried again: the round is skipped, as it is without a method.
 */
export const triedBy = (
  account: Account,
  dunned: Dunned,
  at: number,
  rules: Pick<Rules, "policy">,
): { readonly invoices: ReadonlyArray<Receivable>; readonly paymentMethod: PaymentMethod } | null => {
  const invoices = dunnedInvoices(account, at, rules, dunned)
  const paymentMethod = automaticMethod(account, dunned)
  return paymentMethod === null || isRefused(dunned.dunning, invoices, paymentMethod)
    ? null
    : { invoices: invoices.filter(({ attempt }) => attempt === null), paymentMethod }
}

/** Tries the oldest invoice that a round tries. */
const tryNext = resultFn(function* (
  change: Change,
  dunned: Dunned,
  now: number,
  rules: Rules,
): Steps<Change, Rejection> {
  const { dunning } = dunned
  const tried = triedBy(change.account, dunned, now, rules)
  const next = tried?.invoices[0]
  if (tried === null || next === undefined) {
    return yield* setDunning(change, dunned, { ...dunning, attemptId: null }, now)
  }
  const { invoiceId } = next
  const { paymentMethod } = tried
  const started = yield* startCharge(change, { invoiceId, paymentMethod, at: now }, rules)
  const attemptId = started.charges.at(-1)?.attemptId ?? null
  // An invoice that falls due at this very instant is charged in time, and is not delinquent.
  return yield* updateDelinquency(
    yield* setDunning(started, dunned, { ...dunning, attemptId }, now),
    now,
    rules,
  )
})

/**
 * Takes the rounds that are due, oldest subscription first. A late engine makes all that it missed. GAP-159
 * What has its grace again, by another policy, is tried no more.
 */
export const takeRounds = resultFn(function* (
  change: Change,
  now: number,
  rules: Rules,
): Steps<Change, Rejection> {
  let next = yield* updateDelinquency(change, now, rules)
  for (const { subscriptionId } of subscriptionsOf(change.account)) {
    const subscription = findSubscription(next.account, subscriptionId)
    const roundAt = isDunned(subscription) ? Dunning.nextRoundAt(subscription.dunning, rules.policy) : null
    if (!isDunned(subscription) || roundAt === null || roundAt > now) continue
    // Nothing is tried before what has happened: another command may have got there first.
    next = yield* takeRound(next, subscription, notBefore(next.account, now), rules)
  }
  return next
})

/** Takes one round. While an outcome of an earlier round is unknown, the day is only counted. */
const takeRound = (change: Change, dunned: Dunned, now: number, rules: Rules): Decided => {
  const counted = { ...dunned.dunning, tries: dunned.dunning.tries + 1 }
  return roundOutcome(change.account, dunned) === "OPEN"
    ? setDunning(change, dunned, counted, now)
    : tryNext(change, { ...dunned, dunning: counted }, now, rules)
}

/**
 * Takes a round at once, because there is another method, for the account's own subscription unless another one is
 * named. Exhausted dunning starts again. A round that waits for an outcome goes on with the new method later. GAP-93
 */
export const tryAtOnce = (
  change: Change,
  now: number,
  rules: Rules,
  subscriptionId = change.account.subscription?.subscriptionId,
): Decided => {
  const subscription = findSubscription(change.account, subscriptionId)
  return !isDunned(subscription) || roundOutcome(change.account, subscription) === "OPEN"
    ? Result.succeed(change)
    : tryNext(change, { ...subscription, dunning: Dunning.revived(subscription.dunning, now) }, now, rules)
}

/**
 * The outcome of the attempt of the running round: still open, refused, or good enough to go on; `null` without a
 * round.
 */
const roundOutcome = (account: Account, dunned: Dunned): "OPEN" | "REFUSED" | "GOOD" | null => {
  const { attemptId } = dunned.dunning
  if (attemptId === null) return null
  const attempt = findAttempt(account, attemptId)
  switch (attempt?.status) {
    case "STARTED":
    case "UNKNOWN":
      return "OPEN"
    case "APPROVED":
    case "PENDING":
      return "GOOD"
    default:
      // The refused method has been replaced since.
      return automaticMethod(account, dunned)?.paymentMethodId === attempt?.paymentMethodId
        ? "REFUSED"
        : "GOOD"
  }
}

/** Goes on with the running round when the outcome of its attempt is known. */
const goOn = (change: Change, dunned: Dunned, now: number, rules: Rules): Decided => {
  const outcome = roundOutcome(change.account, dunned)
  if (outcome === null || outcome === "OPEN") return Result.succeed(change)
  return outcome === "GOOD"
    ? tryNext(change, dunned, now, rules)
    : setDunning(change, dunned, { ...dunned.dunning, attemptId: null }, now)
}

/**
 * Does what follows from news of an invoice: delinquency is updated, a running round of its subscription goes on, and
 * exhausted dunning starts again if the invoice was paid. GAP-93
 */
export const afterNews = resultFn(function* (
  change: Change,
  news: { readonly before: Account; readonly invoiceId: string; readonly now: number },
  rules: Rules,
): Steps<Change, Rejection> {
  const { before, invoiceId, now } = news
  const assessed = yield* updateDelinquency(change, now, rules)
  const invoice = findInvoice(assessed.account, invoiceId)
  const subscription = findSubscription(assessed.account, invoice?.subscriptionId)
  if (!isDunned(subscription)) return assessed
  const isNewlyPaid = invoice?.status === "PAID" && findInvoice(before, invoiceId)?.status !== "PAID"
  const revived = isNewlyPaid ? Dunning.revived(subscription.dunning, now) : subscription.dunning
  const isWaitedFor = change.account !== before && Dunning.isSpent(revived, rules.policy)
  const dunning = isWaitedFor ? { ...revived, waitedUntil: now } : revived
  const known = yield* setDunning(assessed, subscription, dunning, now)
  return yield* goOn(known, { ...subscription, dunning }, now, rules)
})

/**
 * The instant at which the dunning of a subscription (the account's own, unless another one is given) is exhausted:
 * every day of the schedule is over, and no attempt is in flight, but for boletos that were asked for after the last
 * day. `null` while that is not so, and once it is recorded. GAP-93
 */
export const exhaustedAt = (
  account: Account,
  rules: Rules,
  subscription: Subscription | null = account.subscription,
): number | null => {
  if (!isDunned(subscription) || !Dunning.isSpent(subscription.dunning, rules.policy)) return null
  const { subscriptionId, dunning } = subscription
  const lastAt = Dunning.overAt({ ...dunning, waitedUntil: null }, rules.policy)
  const open = receivablesWhere(
    account,
    ({ attempt, subscriptionId: owner }) =>
      owner === subscriptionId &&
      attempt !== null &&
      (attempt.status !== "PENDING" || attempt.startedAt <= lastAt),
  )
  return open.length > 0 ? null : Dunning.overAt(dunning, rules.policy)
}

/** Records, once, that the dunning of a subscription is exhausted. The caller does what the policy wants then. */
export const exhaust = resultFn(function* (
  change: Change,
  now: number,
  rules: Rules,
): Steps<Change, Rejection> {
  let next = change
  for (const subscription of subscriptionsOf(change.account)) {
    const overAt = exhaustedAt(change.account, rules, subscription)
    if (!isDunned(subscription) || overAt === null || overAt > now) continue
    next = yield* setDunning(next, subscription, { ...subscription.dunning, exhaustedAt: now }, now)
    const told = findSubscription(next.account, subscription.subscriptionId)
    if (told !== null) next = recordEvent(next, { type: "dunning.exhausted", at: now, subscription: told })
  }
  return next
})
