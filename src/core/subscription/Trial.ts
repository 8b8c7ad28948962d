// A trial: the time from a subscription's creation to the start of its cycles. It lies before the grid, so that nothing
// accrues in it: no fee, and no usage.
import type { Plan, PlanInterval } from "../plan/Plan.ts"
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import { DAY_MILLIS } from "../time/Instant.ts"
import type { Subscription } from "./SubscriptionRecord.ts"

export type { Trial } from "./SubscriptionRecord.ts"

/** How long before its end a trial is announced, where the policy does not say it: three days. */
export const DEFAULT_TRIAL_NOTICE_MILLIS = 3 * DAY_MILLIS

/** The plans whose trial an organization has used, by the latest subscription of it, live or cancelled. GAP-166 */
export const trialsUsed = (latest: Subscription | null): ReadonlyArray<string> => latest?.trialPlanIds ?? []

/**
 * The days of the trial that a new subscription to an interval gets: none where the interval has none, or where the
 * organization has had a trial of the plan. GAP-166
 *
 * @example
 * ```ts
 * import { Trial } from "studio-billing"
 *
 * const monthly = { id: "monthly", interval: "MONTHLY", amount: 9990, currency: "BRL", trialDays: 14 } as const
 * Trial.trialFor({ subscription: null }, "team", monthly) // 14
 * ```
 */
export const trialFor = (
  account: { readonly subscription: Subscription | null },
  planId: string,
  { trialDays }: PlanInterval,
): number | null =>
  trialDays === undefined || trialsUsed(account.subscription).includes(planId) ? null : trialDays

/** The trial that a new subscription begins with, and the plans whose trial is used by then. Members that it has none of are absent. */
export const trialBegun = (
  account: { readonly subscription: Subscription | null },
  { planId, intervals }: Plan,
  { planIntervalId, now }: { readonly planIntervalId: string; readonly now: number },
): Pick<Subscription, "trial" | "trialPlanIds"> => {
  const used = trialsUsed(account.subscription)
  const interval = intervals.find(({ id }) => id === planIntervalId)
  const days = interval === undefined ? null : trialFor(account, planId, interval)
  if (days === null) return used.length === 0 ? {} : { trialPlanIds: used }
  const trial = { endAt: now + days * DAY_MILLIS, announced: false, ended: false }
  return { trial, trialPlanIds: withPlan(used, planId) }
}

/** Plans with one more. */
export const withPlan = (planIds: ReadonlyArray<string>, planId: string): ReadonlyArray<string> =>
  planIds.includes(planId) ? planIds : [...planIds, planId]

/** Tells whether the trial of a subscription runs: it is live, and the end of its trial has not been taken. */
export const inTrial = ({ trial, status }: Pick<Subscription, "trial" | "status">): boolean =>
  trial !== undefined && !trial.ended && status !== "CANCELLED"

/** When a trial with this end is to be announced. */
export const noticeAt = (
  endAt: number,
  { trialNoticeMillis = DEFAULT_TRIAL_NOTICE_MILLIS }: Pick<BillingPolicy, "trialNoticeMillis">,
): number => endAt - trialNoticeMillis

/** When a running trial is announced: at creation where it is shorter. `null` where that is done, or no trial runs. */
export const announcedAt = (
  subscription: Subscription,
  policy: Pick<BillingPolicy, "trialNoticeMillis">,
): number | null => {
  const { trial, createdAt } = subscription
  return trial === undefined || trial.announced || !inTrial(subscription)
    ? null
    : Math.max(createdAt, noticeAt(trial.endAt, policy))
}

/** The period of a subscription: its trial while that runs, and where it was cancelled in it; else its cycle. */
export const currentPeriod = ({
  trial,
  createdAt,
  cycle,
}: Pick<Subscription, "trial" | "createdAt" | "cycle">): {
  readonly startAt: number
  readonly endAt: number
} => (trial === undefined || trial.ended ? cycle : { startAt: createdAt, endAt: trial.endAt })

/** Tells whether an instant lies in the trial of a subscription, also when the trial is over. */
export const isOfTrial = (
  { trial, createdAt }: Pick<Subscription, "trial" | "createdAt">,
  at: number,
): boolean => trial !== undefined && createdAt <= at && at < trial.endAt
