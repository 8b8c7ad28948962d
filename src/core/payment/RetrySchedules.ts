// The schedules of retries: dunning after a failure, and look-ups of an unknown outcome. They depend only on the past
// and the policy, so that a late or repeated run gives the same.
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import { DAY_MILLIS } from "../time/Instant.ts"

/**
 * The instant of the next try of dunning: a number of days after its start, by the number of tries so far; `null` when
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

/**
 * The instant of the next look-up, counted from the instant at which the outcome became unknown, and later by as much as
 * the look-ups before it were late; `null` when none is left.
 */
export const nextLookupAt = (
  attempt: { readonly unknownAt: number; readonly lookups: number; readonly lateMillis?: number },
  policy: Pick<BillingPolicy, "reconciliationMillis">,
): number | null => {
  const after = policy.reconciliationMillis[attempt.lookups]
  return after === undefined ? null : attempt.unknownAt + after + (attempt.lateMillis ?? 0)
}

/**
 * How long after its start an attempt may still be charged under its key: as long as the gateway remembers it, less the
 * time that a decided charge may take to arrive, and less what two clocks may be apart. GAP-135
 *
 * @example
 * ```ts
 * import { defaultPolicy, RetrySchedules } from "studio-billing"
 *
 * RetrySchedules.keyUsableMillis(defaultPolicy) // 85410000
 * ```
 */
export const keyUsableMillis = (policy: KeyPolicy): number => policy.gatewayKeyMillis - underWayMillis(policy)

type ChargePolicy = Pick<BillingPolicy, "attemptStaleMillis" | "chargeDeadlineMillis" | "clockSkewMillis">
type KeyPolicy = ChargePolicy & Pick<BillingPolicy, "gatewayKeyMillis">

/** The longest from a charge that is let go to its answer, by any two clocks. */
const underWayMillis = (policy: ChargePolicy): number =>
  policy.attemptStaleMillis + policy.chargeDeadlineMillis + policy.clockSkewMillis

/**
 * Tells whether an attempt that the gateway does not know may be charged again under its key: only while the gateway
 * would still remember a charge of it, also by another clock.
 */
export const mayChargeAgain = (
  attempt: { readonly startedAt: number; readonly now: number },
  policy: KeyPolicy,
): boolean => attempt.now < attempt.startedAt + keyUsableMillis(policy)

/**
 * The instant from which no charge of an attempt can be under way any more, by any clock: whoever let it go last has begun
 * it by then, and has its answer or has given it up. Until then nobody may call it failed. GAP-141
 *
 * @example
 * ```ts
 * import { defaultPolicy, RetrySchedules } from "studio-billing"
 *
 * RetrySchedules.chargeOverAt({ startedAt: 0 }, defaultPolicy) // 990000
 * ```
 */
export const chargeOverAt = (
  attempt: { readonly startedAt: number; readonly chargedAt?: number },
  policy: ChargePolicy,
): number => (attempt.chargedAt ?? attempt.startedAt) + underWayMillis(policy)
