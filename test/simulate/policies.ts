// The policy of a seed: in four of five that of the package, and in the fifth one that a business might choose.
import { type BillingPolicy, defaultPolicy } from "../../src/index.ts"
import { chanceAt } from "./chance.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** So many look-ups that an outage of 30 hours leaves some. */
const days = [2, 3, 4, 5, 6].map((day) => day * DAY)

/** When an unknown charge is looked up: also right before its gateway forgets its key, and right after that. */
const reconciliation: ReadonlyArray<ReadonlyArray<number>> = [
  defaultPolicy.reconciliationMillis,
  [5 * MINUTE, 23 * HOUR, DAY - 25 * MINUTE, DAY - 15 * MINUTE, DAY - 2 * MINUTE, ...days],
  [DAY - 10 * MINUTE, DAY - MINUTE, DAY, ...days],
]

/** Whether a seed has another policy than that of the package. */
export const hasOwnPolicy = (number: number): boolean => number % 5 === 2

/** The policy of a seed. */
export const policyOf = (number: number): BillingPolicy => {
  if (!hasOwnPolicy(number)) return defaultPolicy
  const { pick } = chanceAt(number, 0xb)
  const one = <A>(first: A, ...others: ReadonlyArray<A>): A => pick([first, ...others]) ?? first
  return {
    ...defaultPolicy,
    reconciliationMillis: one(defaultPolicy.reconciliationMillis, ...reconciliation),
    dunningDays: one<ReadonlyArray<number>>(defaultPolicy.dunningDays, [2], [], [5, 6, 7, 20]),
    onExhausted: one<BillingPolicy["onExhausted"]>("STAY", "PAUSE", "CANCEL"),
    writeOffAfterDays: one<number | null>(null, 30, 45),
    graceMillis: one(0, 3 * DAY),
    cancellationFee: one<BillingPolicy["cancellationFee"]>("ACTIVE_SHARE", "FULL_CYCLE"),
    cutsMax: one(defaultPolicy.cutsMax, 2),
    pausesMax: one(defaultPolicy.pausesMax, 1),
    planChangesMax: one(defaultPolicy.planChangesMax, 2),
    slipDueDays: one(defaultPolicy.slipDueDays, 1, 10),
    holidays: one<ReadonlyArray<string>>([], ["2026-12-25", "2027-01-01", "2027-12-25"]),
  }
}
