// Dunning: trying again to collect what a subscription owes, on the days of the policy, counted from the fact that
// started it. It runs while an invoice is delinquent; after its last day it is exhausted and tries nothing by itself.
import { nextDunningAt } from "../payment/RetrySchedules.ts"
import type { BillingPolicy } from "../policy/BillingPolicy.ts"

/** Where the dunning of a subscription stands. */
export interface Dunning {
  /** When an invoice became delinquent; every day of the schedule counts from here. */
  readonly startedAt: number
  /** How many days of the schedule are over. */
  readonly tries: number
  /**
   * The attempt of the running round: when it succeeds, the next invoice is tried. `null` when no round runs.
   */
  readonly attemptId: string | null
  /** After its last day: until when it waited for outcomes that were open. `null` where it did not. */
  readonly waitedUntil: number | null
  /** When the last day was over without success; announced once. */
  readonly exhaustedAt: number | null
}

/** Dunning that begins. */
export const start = (at: number): Dunning => ({
  startedAt: at,
  tries: 0,
  attemptId: null,
  waitedUntil: null,
  exhaustedAt: null,
})

/** When the next round is due; `null` when there is none left. */
export const nextRoundAt = (dunning: Dunning, policy: Pick<BillingPolicy, "dunningDays">): number | null =>
  dunning.exhaustedAt === null ? nextDunningAt(dunning, policy) : null

/** When all that was tried is over: on the day of the last round, or, without one, of the start; or when it had waited. */
export const overAt = (dunning: Dunning, policy: Pick<BillingPolicy, "dunningDays">): number =>
  dunning.waitedUntil ?? nextDunningAt({ ...dunning, tries: dunning.tries - 1 }, policy) ?? dunning.startedAt

/** Whether every day of the schedule is over and this was not noted yet. */
export const isSpent = (dunning: Dunning, policy: Pick<BillingPolicy, "dunningDays">): boolean =>
  dunning.exhaustedAt === null && nextDunningAt(dunning, policy) === null

/**
 * Dunning after somebody did something for it: what is exhausted starts again, what runs keeps its schedule. GAP-93
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
export const revived = (dunning: Dunning, at: number): Dunning =>
  dunning.exhaustedAt === null ? dunning : start(at)
