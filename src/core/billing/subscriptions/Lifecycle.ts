// The commands of a subscription's life: pause, resume, cancel, change of plan and of method. Each first gives back
// fees that were billed and are no longer due, then issues its invoice, and ends by updating delinquency. GAP-34,
// GAP-35
import * as Result from "effect/Result"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import {
  type Plan,
  type PlanInactive,
  type PlanIntervalNotFound,
  type PlanTerms,
  termsOf,
} from "../../plan/Plan.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { cycleQuantity } from "../../subscription/Quantity.ts"
import {
  Subscription,
  type SubscriptionCommand,
  type SubscriptionRejection,
} from "../../subscription/Subscription.ts"
import { currentPeriod, inTrial } from "../../subscription/Trial.ts"
import type { InstantOutOfRange } from "../../time/BillingCycle.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
} from "../Account.ts"
import { delinquency, updateDelinquency } from "../collection/Delinquency.ts"
import { tryAtOnce } from "../collection/dunningRounds.ts"
import { checkCurrency, type PaymentMethodCurrencyMismatch } from "../collection/Payments.ts"
import { issueAndCharge } from "../invoicing/Issuing.ts"
import { notSubscribed } from "../invoicing/UpcomingInvoice.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import * as BillingPeriod from "../periods/BillingPeriod.ts"
import { correctFees } from "../periods/Corrections.ts"
import { giveMissingDiscount } from "../periods/giveMissingDiscount.ts"
import { begunOf, withNextFollowing, withOpened } from "../periods/nextPeriod.ts"
import { allPeriodsOf, periodsOf, withPeriod } from "../periods/places.ts"
import { type ChangesExhausted, tell, withRunning } from "./running.ts"

export type { ChangesExhausted } from "./running.ts"

/** Why a command is refused. */
export type LifecycleRejection =
  | ChangesExhausted
  | VoidRejection
  | SubscriptionNotFound
  | SubscriptionRejection
  | PlanInactive
  | PlanIntervalNotFound
  | PaymentMethod.PaymentMethodNotFound
  | PaymentMethodCurrencyMismatch
  | InstantOutOfRange

type Decided = Result.Result<Change, LifecycleRejection>

/**
 * Pauses: issues a PAUSE invoice with the unbilled usage and the fee of the active time so far. Refused when the
 * policy's number of pauses in a cycle is reached. GAP-122
 */
export const pause = (account: Account, now: number, rules: Rules): Decided =>
  pauseBy(account, { _tag: "Pause", now }, rules)

/**
 * Pauses because dunning is exhausted, also a subscription that is PAST_DUE or has a change scheduled. Does nothing
 * when the number of pauses in the cycle is reached.
 */
export const suspend = (account: Account, now: number, rules: Rules): Decided =>
  hasPausesLeft(account, rules)
    ? pauseBy(account, { _tag: "Suspend", now }, rules)
    : Result.succeed(unchanged(account))

const hasPausesLeft = (account: Account, { policy }: Rules): boolean => {
  const running = periodsOf(account).at(-1)
  return running === undefined || BillingPeriod.pausesIn(running) < policy.pausesMax
}

const pauseBy = resultFn(function* (
  account: Account,
  command: SubscriptionCommand & { _tag: "Pause" | "Suspend" },
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { now } = command
  const told = yield* tell(account, command)
  if (told.account === account) return told
  if (!hasPausesLeft(account, rules)) {
    const { pausesMax } = rules.policy
    return yield* Result.fail<ChangesExhausted>({
      _tag: "ChangesExhausted",
      change: "PAUSE",
      changesMax: pausesMax,
    })
  }
  const stopped = withRunning(told, (period) => BillingPeriod.deactivate(period, now))
  const { change } = yield* correctFees(withNextFollowing(stopped), now, rules)
  const issued = yield* issueAndCharge(change, { kind: "PAUSE", feeUntil: now, at: now }, rules)
  return yield* updateDelinquency(issued, now, rules)
})

/**
 * Resumes as ACTIVE or PAST_DUE. The cycles stay as they are, and the running one counts only active time. A fee in
 * advance is due again for the rest; the next invoice bills it.
 */
export const resume = resultFn(function* (
  account: Account,
  now: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const told = yield* tell(account, { _tag: "Resume", delinquent: delinquency(account, now, rules), now })
  return told.account === account
    ? told
    : withNextFollowing(withRunning(told, (period) => BillingPeriod.activate(period, now)))
})

/**
 * Cancels now: issues a FINAL invoice with the unbilled usage and the fee of the active time so far, or of the whole
 * cycle where the policy says so. In a trial no fee is due.
 */
export const cancel = resultFn(function* (
  account: Account,
  now: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const told = yield* tell(account, { _tag: "Cancel", now })
  if (told.account === account) return told
  const wasInTrial = account.subscription !== null && inTrial(account.subscription)
  const keepsCycle = rules.policy.cancellationFee === "FULL_CYCLE" && !wasInTrial
  const closed = withRunning(told, (period) =>
    BillingPeriod.close(period, keepsCycle ? period.endAt : Math.max(now, period.startAt)),
  )
  const { change } = yield* correctFees(withNextFollowing(closed), now, rules)
  const endAt = periodsOf(change.account).at(-1)?.endAt ?? now
  const issued = yield* issueAndCharge(change, { kind: "FINAL", feeUntil: endAt, at: now }, rules)
  const cycle = periodsOf(issued.account).at(-1)?.cycle ?? 0
  return yield* updateDelinquency(yield* giveMissingDiscount(issued, cycle, now, rules), now, rules)
})

/**
 * Cancels at the end of the running cycle: its CYCLE invoice is the last one. In a trial, at the trial's end. What was
 * paid early of the next cycle's fee goes back now.
 */
export const scheduleCancel = (account: Account, now: number, rules: Rules): Decided => {
  const { subscription } = account
  const cancelAt = subscription === null ? now : currentPeriod(subscription).endAt
  return Result.flatMap(tell(account, { _tag: "ScheduleCancel", cancelAt, now }), (told) =>
    correctNext(told, now, rules),
  )
}

/** Takes a scheduled cancellation back. */
export const undoCancel = (account: Account, now: number, rules: Rules): Decided =>
  Result.flatMap(tell(account, { _tag: "UndoCancel", now }), (told) => correctNext(told, now, rules))

/** Gives back what was billed early of the next cycle's fee, as far as it is not due any more. */
const correctNext = resultFn(function* (
  told: Change,
  now: number,
  rules: Rules,
  before: Account = told.account,
): Steps<Change, LifecycleRejection> {
  const followed = withNextFollowing(told)
  if (followed === told) return told
  // A next cycle that was paid under another plan keeps the segment of that plan.
  if (planChangesOf(followed.account) > planChangesOf(before)) yield* checkPlanChanges(before, rules)
  const { change } = yield* correctFees(followed, now, rules)
  return yield* updateDelinquency(change, now, rules)
})

/** A plan and one of its intervals. */
export interface ChangePlanCommand {
  readonly plan: Plan
  readonly planIntervalId: string
  readonly now: number
}

/**
 * The terms that a command names. Terms that the subscription already has stay as they are, also when the plan is no
 * longer ACTIVE. GAP-91
 */
const termsNamed = (
  { plan, planIntervalId }: ChangePlanCommand,
  ...agreed: ReadonlyArray<PlanTerms | null | undefined>
): ReturnType<typeof termsOf> => {
  const known = agreed.find(
    (terms) => terms?.planId === plan.planId && terms.planIntervalId === planIntervalId,
  )
  return known ? Result.succeed(known) : termsOf(plan, planIntervalId)
}

/**
 * Changes the plan at the end of the running cycle, or of the trial. Choosing the current plan removes a scheduled
 * change.
 */
export const schedulePlanChange = resultFn(function* (
  account: Account,
  command: ChangePlanCommand,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { subscription } = account
  const terms = yield* termsNamed(command, subscription?.terms, subscription?.scheduledTerms)
  const { now } = command
  return subscription !== null && inTrial(subscription)
    ? yield* changeFirstCycle(account, { _tag: "SchedulePlanChange", terms, now, subscription }, rules)
    : yield* correctNext(
        yield* tell(account, { _tag: "SchedulePlanChange", terms, now }),
        now,
        rules,
        account,
      )
})

/**
 * Changes the plan now: a CHANGE invoice closes the old segment with its usage at its prices and its fee for its active
 * time, and bills the new plan's fee where that is due in advance. An interval of the same length keeps the cycle; another one starts a new cycle at this instant. In a trial
 * nothing is billed, and the trial ends when it would have. Refused when the policy's number of changes is reached in
 * the cycles that can still be billed. GAP-122
 */
export const changePlan = resultFn(function* (
  account: Account,
  command: ChangePlanCommand,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { subscription } = account
  const terms = yield* termsNamed(command, subscription?.terms)
  if (subscription === null) return yield* Result.fail(notSubscribed(account))
  if (inTrial(subscription)) {
    const { now } = command
    return yield* changeFirstCycle(account, { _tag: "ChangePlan", terms, now, subscription }, rules)
  }
  const running = periodsOf(account).at(-1)
  // No time is billed under two plans.
  const now = running === undefined ? command.now : BillingPeriod.notBefore(running, command.now)
  const isNewCycle = terms.interval !== subscription.anchor.interval
  const { anchor, anchorMonth, cycle } = isNewCycle
    ? yield* BillingPeriod.nextCycle(subscription, terms.interval, now)
    : subscription
  const change = { _tag: "ChangePlan", terms, anchor, anchorMonth, cycle, now } as const
  const events = yield* Subscription.decide(subscription, change)
  if (!events.some((event) => event._tag === "SubscriptionPlanChanged"))
    return yield* correctNext(yield* tell(account, change), now, rules, account)
  yield* checkPlanChanges(account, rules)
  const closed = withRunning(unchanged(account), (period) => BillingPeriod.close(period, now))
  // As it will be then: what begins, and what was paid early of the next cycle.
  const started = { terms, from: now, isNewCycle }
  const after = startUnderNewTerms(yield* applyToSubscription(closed, change), started)
  const begins = terms.feeTiming === "ADVANCE" ? begunOf(after) : null
  const corrected = yield* correctFees(withNextOf(closed, after), now, rules)
  const request = { kind: "CHANGE", feeUntil: now, begins, at: now } as const
  const issued = yield* issueAndCharge(corrected.change, request, rules)
  const told = yield* applyToSubscription(issued, change)
  const goesOn = startUnderNewTerms(told, started)
  const settled = yield* giveMissingDiscount(goesOn, subscription.cycle.cycle, now, rules)
  return yield* updateDelinquency(settled, now, rules)
})

const checkPlanChanges = (account: Account, { policy }: Rules): Result.Result<void, ChangesExhausted> => {
  const { planChangesMax: changesMax } = policy
  return planChangesOf(account) < changesMax
    ? Result.void
    : Result.fail({ _tag: "ChangesExhausted", change: "PLAN", changesMax })
}

const planChangesOf = (account: Account): number => BillingPeriod.planChangesIn(allPeriodsOf(account))

/**
 * Changes the plan of the first cycle, which lies ahead while a trial runs: at once, or scheduled for the trial's end.
 * The cycle has no time under the old plan, so what was paid ahead of its fee goes back.
 */
const changeFirstCycle = resultFn(function* (
  account: Account,
  wanted: {
    readonly _tag: "ChangePlan" | "SchedulePlanChange"
    readonly terms: PlanTerms
    readonly now: number
    readonly subscription: Subscription
  },
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { _tag, subscription, now } = wanted
  const first = yield* BillingPeriod.firstCycle(subscription, wanted.terms.interval)
  const change = { terms: wanted.terms, now }
  const told = yield* tell(
    account,
    _tag === "ChangePlan" ? { _tag, ...change, ...first } : { _tag, ...change, first },
  )
  const before = periodsOf(account).at(-1)
  if (told.account === account || before === undefined) return told
  yield* checkPlanChanges(account, rules)
  const terms = told.account.subscription?.scheduledTerms ?? wanted.terms
  const started = startUnderNewTerms(told, { terms, from: before.startAt, isNewCycle: false })
  const corrected = yield* correctFees(started, now, rules)
  return yield* updateDelinquency(corrected.change, now, rules)
})

/** Goes on under other terms, in the same cycle or in a new one; what was paid early of the next cycle follows. */
const startUnderNewTerms = (
  change: Change,
  {
    terms,
    from,
    isNewCycle,
  }: {
    readonly terms: PlanTerms
    readonly from: number
    readonly isNewCycle: boolean
  },
): Change => {
  const { subscription } = change.account
  if (subscription === null) return change
  const { endAt } = subscription.cycle
  const begun = { terms, quantity: cycleQuantity(subscription) }
  return withNextFollowing(
    isNewCycle
      ? withOpened(change, BillingPeriod.open(subscription, subscription.cycle, from))
      : withRunning(change, (period) => BillingPeriod.startSegment({ ...period, endAt }, begun, from)),
  )
}

/** The change with a period that lies ahead as it is after another change. */
const withNextOf = (change: Change, after: Change): Change => {
  const ahead = allPeriodsOf(change.account).find(
    ({ cycle }) => cycle > (change.account.subscription?.cycle.cycle ?? cycle),
  )
  const next = allPeriodsOf(after.account).find(({ cycle }) => cycle === ahead?.cycle)
  return next === undefined ? change : withPeriod(change, next)
}

/** Changes the method of automatic charges. Where dunning runs, the new method is tried at once. */
export const changePaymentMethod = resultFn(function* (
  account: Account,
  command: { readonly paymentMethodId: string; readonly now: number },
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { paymentMethodId, now } = command
  const { subscription, paymentMethods } = account
  if (subscription === null) return yield* Result.fail(notSubscribed(account))
  const method = yield* PaymentMethod.find(paymentMethods, paymentMethodId)
  yield* checkCurrency(method, subscription.terms.currency)
  const told = yield* tell(account, { _tag: "ChangePaymentMethod", paymentMethodId, now })
  return told.account === account ? told : yield* tryAtOnce(told, now, rules)
})
