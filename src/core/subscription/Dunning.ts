// Dunning: trying again to collect what a subscription owes, on the days of the policy, counted from its start. It runs
// while an invoice is delinquent. After its last day it is exhausted and tries nothing by itself.
import { nextDunningAt } from "../payment/RetrySchedules.ts"
import type { BillingPolicy } from "../policy/BillingPolicy.ts"

/** The dunning of a subscription. */
export interface Dunning {
  /** When an invoice became delinquent; every day of the schedule counts from here. */
  readonly startedAt: number
  /** The number of days of the schedule that are over. */
  readonly tries: number
  /** The attempt of the running round; when it succeeds, the next invoice is tried. `null` without a round. */
  readonly attemptId: string | null
  /** The instant until which it waited for open outcomes after its last day, else `null`. */
  readonly waitedUntil: number | null
  /** When the last day was over without success. */
  readonly exhaustedAt: number | null
  /**
   * Present where a delinquent invoice was voided to be billed again, and what bills it again took its place: the methods that
   * were refused for good on it.
   */
  readonly refusedMethodIds?: ReadonlyArray<string>
}

/** The start of dunning. */
export const start = (at: number): Dunning => ({
  startedAt: at,
  tries: 0,
  attemptId: null,
  waitedUntil: null,
  exhaustedAt: null,
})

/** The instant of the next round; `null` when none is left. */
export const nextRoundAt = (dunning: Dunning, policy: Pick<BillingPolicy, "dunningDays">): number | null =>
  dunning.exhaustedAt === null ? nextDunningAt(dunning, policy) : null

/**
 * The instant at which the schedule is over: the day of the last round, or the start without rounds, or the end of its
 * wait.
 */
export const overAt = (dunning: Dunning, policy: Pick<BillingPolicy, "dunningDays">): number =>
  dunning.waitedUntil ?? nextDunningAt({ ...dunning, tries: dunning.tries - 1 }, policy) ?? dunning.startedAt

/** Tells whether every day of the schedule is over and this is not recorded yet. */
export const isSpent = (dunning: Dunning, policy: Pick<BillingPolicy, "dunningDays">): boolean =>
  dunning.exhaustedAt === null && nextDunningAt(dunning, policy) === null

/**
 * Dunning after a payment or a new method: exhausted dunning starts again, and running dunning keeps its schedule.
 * GAP-93
 *
 * @example
 * ```ts
 * import { Dunning } from "studio-billing"
 *
 * const running = Dunning.start(0)
 * Dunning.revived(running, 5) // running
 * Dunning.revived({ ...running, tries: 4, exhaustedAt: 4 }, 5) // Dunning.start(5)
 * ```
 */
export const revived = (dunning: Dunning, at: number): Dunning => {
  const { exhaustedAt, refusedMethodIds } = dunning
  if (exhaustedAt === null) return dunning
  return refusedMethodIds === undefined ? start(at) : { ...start(at), refusedMethodIds }
}

/** Tells whether it goes on with what bills a voided invoice again. */
export const isRebilled = ({ refusedMethodIds }: Dunning): boolean => refusedMethodIds !== undefined

/** Tells whether what bills a voided invoice again is not charged by a method: it was tried for long enough, or refused for good. */
export const isHeld = (
  { exhaustedAt, refusedMethodIds = [] }: Dunning,
  { paymentMethodId }: { readonly paymentMethodId: string },
): boolean => exhaustedAt !== null || refusedMethodIds.includes(paymentMethodId)

/** Dunning that goes on with what bills an invoice again, on which these methods were refused for good. */
export const rebilled = (dunning: Dunning, refused: ReadonlyArray<string>): Dunning => ({
  ...dunning,
  refusedMethodIds: [...new Set([...(dunning.refusedMethodIds ?? []), ...refused])],
})
