// The commands of a subscription's life: pause, resume, cancel, change of method; those of the plan beside it. Each first
// gives back fees that were billed and are no longer due, then issues its invoice, and ends by updating delinquency.
// GAP-34, GAP-35
import * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import {
  isLive,
  type SubscriptionCommand,
  type SubscriptionRejection,
} from "../../subscription/Subscription.ts"
import { currentPeriod, inTrial } from "../../subscription/Trial.ts"
import { type Account, type Change, type Rules, unchanged } from "../Account.ts"
import { delinquency, updateDelinquency } from "../collection/Delinquency.ts"
import { tryAtOnce } from "../collection/dunningRounds.ts"
import { checkCurrency } from "../collection/Payments.ts"
import { issueAndCharge } from "../invoicing/Issuing.ts"
import { notSubscribed } from "../invoicing/UpcomingInvoice.ts"
import * as BillingPeriod from "../periods/BillingPeriod.ts"
import { correctFees } from "../periods/Corrections.ts"
import { giveMissingDiscount } from "../periods/giveMissingDiscount.ts"
import { beforeRemoval, firstUnbilledCycle, termsFrom, withNextFollowing } from "../periods/nextPeriod.ts"
import { periodsOf } from "../periods/places.ts"
import { billFeeInAdvance } from "./feeInAdvance.ts"
import { type ChangesExhausted, correctNext, type LifecycleRejection, tell, withRunning } from "./running.ts"
import { redeemable, redeemed } from "./Subscribe.ts"

export type { ChangesExhausted, LifecycleRejection } from "./running.ts"
export { type ChangePlanCommand, changePlan, schedulePlanChange } from "./TermsChanges.ts"

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
  const { change, dueAt } = yield* correctFees(withNextFollowing(stopped), now, rules)
  const issued = yield* issueAndCharge(change, { kind: "PAUSE", feeUntil: now, dueAt, at: now }, rules)
  return yield* updateDelinquency(issued, now, rules)
})

/**
 * Resumes as ACTIVE or PAST_DUE. The cycles stay as they are, and the running one counts only active time. A fee in
 * advance is due again for the rest: a RESUME invoice bills it, and it is charged at once. GAP-174
 */
export const resume = resultFn(function* (
  account: Account,
  now: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const told = yield* tell(account, { _tag: "Resume", delinquent: delinquency(account, now, rules), now })
  if (told.account === account) return told
  const resumed = withNextFollowing(withRunning(told, (period) => BillingPeriod.activate(period, now)))
  return yield* billFeeInAdvance(resumed, { kind: "RESUME", at: now }, rules)
})

/**
 * Cancels now: issues a FINAL invoice with the unbilled usage and the fee of the active time so far, or also of the rest
 * of the cycle where the policy says so. In a trial no fee is due.
 */
export const cancel = resultFn(function* (
  account: Account,
  now: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const told = yield* tell(account, { _tag: "Cancel", now })
  if (told.account === account) return told
  const closed = withRunning(told, (period) => {
    if (!keepsCycle(account, rules)) return BillingPeriod.close(period, Math.max(now, period.startAt))
    const active = wasPausedIn(period, account) ? BillingPeriod.activate(period, now) : period
    return BillingPeriod.close(active, period.endAt)
  })
  const { change, dueAt } = yield* correctFees(withNextFollowing(closed), now, rules)
  const endAt = periodsOf(change.account).at(-1)?.endAt ?? now
  const issued = yield* issueAndCharge(change, { kind: "FINAL", feeUntil: endAt, dueAt, at: now }, rules)
  const cycle = periodsOf(issued.account).at(-1)?.cycle ?? 0
  return yield* updateDelinquency(yield* giveMissingDiscount(issued, cycle, now, rules), now, rules)
})

const keepsCycle = ({ subscription }: Account, { policy }: Rules): boolean =>
  policy.cancellationFee === "FULL_CYCLE" && subscription !== null && !inTrial(subscription)

/** Tells whether the pause that goes on began in a period. What ends it there keeps the rest of the cycle too. GAP-178 */
const wasPausedIn = ({ startAt }: BillingPeriod.BillingPeriod, { subscription }: Account): boolean =>
  subscription?.status === "PAUSED" && (subscription.pausedAt ?? startAt) >= startAt

/**
 * Cancels at the end of the running cycle: its CYCLE invoice is the last one. In a trial, at the trial's end. What was
 * paid early of a cycle that does not come goes back now: of the next one, in a trial of the first.
 */
export const scheduleCancel = (account: Account, now: number, rules: Rules): Decided => {
  const { subscription } = account
  const cancelAt = subscription === null ? now : currentPeriod(subscription).endAt
  return Result.flatMap(tell(account, { _tag: "ScheduleCancel", cancelAt, now }), (told) =>
    correctNext(account, told, now, rules),
  )
}

/** Takes a scheduled cancellation back. */
export const undoCancel = (account: Account, now: number, rules: Rules): Decided =>
  Result.flatMap(tell(account, { _tag: "UndoCancel", now }), (told) => correctNext(account, told, now, rules))

/** The subscription has, or has had, another coupon, or this one until it was taken off: at most one is for it. */
export interface SubscriptionHasCoupon {
  readonly _tag: "SubscriptionHasCoupon"
  readonly subscriptionId: string
  /** The code of that coupon. */
  readonly code: string
}

/** Why a coupon does not come to a running subscription. */
export type ApplyCouponRejection = LifecycleRejection | SubscriptionHasCoupon | Coupon.CouponUnavailable

/** A coupon for a running subscription: the code with its coupon, which is `null` for an unknown code. */
export interface ApplyCouponCommand {
  readonly code: string
  readonly coupon: Coupon.Coupon | null
  readonly now: number
}

/**
 * Redeems a coupon for a running subscription that has had none: it discounts the first cycle of which nothing is billed
 * yet, and those after it. What is billed stays, and what comes late of the cycles before is not discounted. It has to fit
 * the plan of that cycle. Nothing changes where it is there already. GAP-191
 */
export const applyCoupon = resultFn(function* (
  account: Account,
  { code, coupon, now }: ApplyCouponCommand,
): Steps<Change, ApplyCouponRejection> {
  const { subscription } = account
  if (subscription === null) return yield* Result.fail(notSubscribed(account))
  const { subscriptionId, status, coupon: known } = subscription
  if (!isLive(subscription)) {
    return yield* Result.fail<SubscriptionRejection>({
      _tag: "SubscriptionTransitionInvalid",
      subscriptionId,
      status,
      command: "ApplyCoupon",
    })
  }
  if (known !== null) {
    if (known.code === code && known.endedCycle === null) return unchanged(account)
    return yield* Result.fail<SubscriptionHasCoupon>({
      _tag: "SubscriptionHasCoupon",
      subscriptionId,
      code: known.code,
    })
  }
  const startCycle = firstUnbilledCycle(account)
  const terms = termsFrom(subscription, startCycle)
  const found = yield* redeemable(account, { code, coupon }, terms, now)
  const applied = { ...Coupon.apply(found, now), startCycle }
  const told = yield* tell(account, { _tag: "ApplyCoupon", coupon: applied, now })
  return redeemed(told, found, { subscriptionId, currency: terms.currency, at: now })
})

/**
 * Takes the coupon off: it discounts the running cycle to its end, and of the next one what was paid early. In a trial it
 * discounts only a first cycle of which something was paid ahead. Nothing changes where there is no coupon, or where it
 * has ended. GAP-190
 */
export const removeCoupon = (account: Account, now: number): Decided =>
  tell(account, { _tag: "RemoveCoupon", before: beforeRemoval(account), now })

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
