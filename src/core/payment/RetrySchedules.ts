// When something is tried again: dunning after a failure, looking an unknown outcome up. Pure functions of what was
// done and the policy, so that a run that is late or repeated comes to the same.
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import { DAY_MILLIS } from "../time/Instant.ts"

/**
 * When dunning tries next: so many days after the fact that started it, by the number of tries so far; `null` when
 * it is exhausted.
 *
 * @example
 * ```ts
 * import { defaultPolicy, RetrySchedules } from "studio-billing"
 *
 * RetrySchedules.nextDunningAt({ startedAt: 0, tries: 1 }, defaultPolicy) // 259200000
 * RetrySchedules.nextDunningAt({ startedAt: 0, tries: 4 }, defaultPolicy) // null
 * ```
 */
export const nextDunningAt = (
  dunning: { readonly startedAt: number; readonly tries: number },
  policy: Pick<BillingPolicy, "dunningDays">,
): number | null => {
  const days = policy.dunningDays[dunning.tries]
  return days === undefined ? null : dunning.startedAt + days * DAY_MILLIS
}

/** When an unknown outcome is looked up next, counted from when it became unknown; `null` when no look-up is left. */
export const nextLookupAt = (
  attempt: { readonly unknownAt: number; readonly lookups: number },
  policy: Pick<BillingPolicy, "reconciliationMillis">,
): number | null => {
  const after = policy.reconciliationMillis[attempt.lookups]
  return after === undefined ? null : attempt.unknownAt + after
}

/**
 * Whether an attempt that the gateway does not know may be charged again under its key: only while the gateway would
 * still remember a charge of it. Later "not known" says nothing.
 */
export const mayChargeAgain = (
  attempt: { readonly startedAt: number; readonly now: number },
  policy: Pick<BillingPolicy, "gatewayKeyMillis">,
): boolean => attempt.now < attempt.startedAt + policy.gatewayKeyMillis
