// Changes of plan: at once, or at the end of the running cycle. A change at once bills what is owed under the old plan and,
// where the new plan's fee is due in advance, that fee too. GAP-34, GAP-35
import * as Result from "effect/Result"
import { isSameInterval, type Plan, type PlanTerms, termsOf } from "../../plan/Plan.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { cycleQuantity } from "../../subscription/Quantity.ts"
import { Subscription, type SubscriptionRejection } from "../../subscription/Subscription.ts"
import { inTrial } from "../../subscription/Trial.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  invoicesOf,
  type Rules,
  unchanged,
} from "../Account.ts"
import { updateDelinquency } from "../collection/Delinquency.ts"
import { issueAndCharge } from "../invoicing/Issuing.ts"
import { notSubscribed } from "../invoicing/UpcomingInvoice.ts"
import * as BillingPeriod from "../periods/BillingPeriod.ts"
import { correctFees } from "../periods/Corrections.ts"
import { giveMissingDiscount } from "../periods/giveMissingDiscount.ts"
import { beforeChange, withNextFollowing, withOpened } from "../periods/nextPeriod.ts"
import { allPeriodsOf, periodsOf, placeOf, withPeriod } from "../periods/places.ts"
import {
  type ChangesExhausted,
  checkFits,
  correctNext,
  type LifecycleRejection,
  tell,
  withRunning,
} from "./running.ts"

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
  const known = agreed.find((terms) => isSameInterval(terms ?? null, { planId: plan.planId, planIntervalId }))
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
  const change = { _tag: "SchedulePlanChange", terms, now: command.now } as const
  return subscription !== null && inTrial(subscription)
    ? yield* changeFirstCycle(account, { ...change, subscription }, rules)
    : yield* correctNextPlan(account, yield* tell(account, change), command.now, rules)
})

/**
 * Changes the plan now: a CHANGE invoice closes the old segment with its usage at its prices and its fee for its active
 * time, and bills the new plan's fee where that is due in advance. An interval of the same length keeps the cycle;
 * another one starts a new cycle at this instant. In a trial nothing is billed, and the trial ends when it would have.
 * Refused when the policy's number of changes is reached in the cycles that can still be billed. GAP-122
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
    const wanted = { _tag: "ChangePlan", terms, now: command.now, subscription } as const
    return yield* changeFirstCycle(account, wanted, rules)
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
    return yield* correctNextPlan(account, yield* tell(account, change), now, rules)
  yield* checkPlanChanges(account, rules)
  const closed = withRunning(unchanged(account), (period) => BillingPeriod.close(period, now))
  const goingOn = (from: Change): Result.Result<Change, SubscriptionRejection> =>
    Result.map(applyToSubscription(from, { ...change, before: beforeChange(from.account) }), (told) =>
      startUnderNewTerms(told, { terms, from: now, isNewCycle }),
    )
  const unbilled = yield* goingOn(closed)
  yield* checkFits(unbilled.account, { now }, rules)
  // What was paid early of the next cycle goes back first, where that will be another one.
  const corrected = yield* correctFees(withNextOf(closed, unbilled), now, rules)
  const begins =
    terms.feeTiming === "ADVANCE" ? placeOf((yield* goingOn(corrected.change)).account, null) : null
  const { dueAt } = corrected
  const request = { kind: "CHANGE", feeUntil: now, begins, dueAt, at: now } as const
  const goesOn = yield* goingOn(yield* issueAndCharge(corrected.change, request, rules))
  const settled = yield* giveMissingDiscount(goesOn, subscription.cycle.cycle, now, rules)
  return yield* updateDelinquency(settled, now, rules)
})

/** Corrects what was paid early of the next cycle. It keeps a segment of each plan that it was paid under. */
const correctNextPlan = resultFn(function* (
  before: Account,
  told: Change,
  now: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { account: following } = withNextFollowing(told)
  if (planChangesOf(following) > planChangesOf(before)) yield* checkPlanChanges(before, rules)
  if (told.account !== before) yield* checkFits(following, { now }, rules)
  return yield* correctNext(before, told, now, rules)
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
 * The cycle has no time under the old plan, so what was paid ahead of its fee goes back. Until a document of the cycle
 * was issued, the old plan leaves no trace in it, and the change does not count. GAP-122
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
  const { _tag, terms, subscription, now } = wanted
  const first = yield* BillingPeriod.firstCycle(subscription, terms.interval)
  const told = yield* tell(
    account,
    _tag === "ChangePlan" ? { _tag, terms, now, ...first } : { _tag, terms, now, first },
  )
  const before = periodsOf(account).at(-1)
  if (told.account === account || before === undefined) return told
  const isBilled = invoicesOf(account, subscription.subscriptionId).some(
    ({ cycle }) => cycle === before.cycle,
  )
  if (isBilled) yield* checkPlanChanges(account, rules)
  const cleared = isBilled ? told : withRunning(told, (period) => ({ ...period, segments: [] }))
  const started = startUnderNewTerms(cleared, { terms, from: before.startAt, isNewCycle: false })
  yield* checkFits(started.account, { now }, rules)
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
