// What ends a trial, and what announces its end. The cycles begin where the trial ends, and so does a fee in advance.
import * as Result from "effect/Result"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { SubscriptionRejection } from "../../subscription/Subscription.ts"
import { inTrial } from "../../subscription/Trial.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  type Rules,
  recordEvent,
  unchanged,
} from "../Account.ts"
import { placeOf } from "../periods/places.ts"
import { billFeeInAdvance } from "./feeInAdvance.ts"
import { cancel, type LifecycleRejection } from "./Lifecycle.ts"

/** Announces the end of the running trial, once. A trial that is shorter than the notice is announced as it begins. */
export const announceTrialEnd = (
  change: Change,
  at: number,
): Result.Result<Change, SubscriptionRejection> => {
  const before = change.account.subscription
  return before === null || !inTrial(before)
    ? Result.succeed(change)
    : Result.map(applyToSubscription(change, { _tag: "AnnounceTrialEnd", now: at }), (told) => {
        const { subscription } = told.account
        return told === change || subscription === null
          ? told
          : recordEvent(told, { type: "subscription.trial_ending", at, subscription })
      })
}

/**
 * Ends the trial: takes what was scheduled for its end, a cancellation or a change of plan, and bills a fee in advance. One that
 * dunning has paused bills nothing: a fee in advance is due when it is resumed.
 */
export const endTrial = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { subscription } = account
  if (subscription === null || !inTrial(subscription)) return unchanged(account)
  if (subscription.cancelAt !== null && subscription.cancelAt <= at) return yield* cancel(account, at, rules)
  // Before its last segment the first cycle has those of plans of which a fee was paid ahead.
  const segment = (placeOf(account, null)?.period.segments.length ?? 1) - 2
  const before = { cycle: subscription.cycle.cycle, segment }
  const ended = yield* applyToSubscription(unchanged(account), { _tag: "EndTrial", before, now: at })
  const { anchor, anchorMonth, cycle } = subscription
  const changed = yield* applyToSubscription(ended, {
    _tag: "TakeScheduledChange",
    anchor,
    anchorMonth,
    cycle,
    now: at,
  })
  const taken = yield* applyToSubscription(changed, { _tag: "TakeScheduledQuantity", now: at })
  return subscription.status === "PAUSED"
    ? taken
    : yield* billFeeInAdvance(taken, { kind: "CREATION", at }, rules)
})
