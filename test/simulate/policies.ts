// The policy of a seed: in four of five that of the package, and in the fifth one that a business might choose. In a tenth
// each process has another one than the process before it.
import { type BillingPolicy, defaultPolicy } from "../../src/index.ts"
import type { Chance } from "../support/random.ts"
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

/** Whether each process of a seed has a policy of its own, as where operators change it between releases. */
export const changesPolicy = (number: number): boolean => number % 10 === 6

/** The policy of a seed. */
export const policyOf = (number: number): BillingPolicy =>
  hasOwnPolicy(number) ? chosen(chanceAt(number, 0xb)) : defaultPolicy

/** The policy of a process of a seed; the first is number 0. */
export const policyOfProcess = (number: number, process: number): BillingPolicy =>
  changesPolicy(number) && process > 0 ? anyOf(chanceAt(number, 0xbb, process)) : policyOf(number)

/** What the audit says by the policy of the moment, while records and the list of what is due may be of another one. */
const JUDGED_IN_THE_END: ReadonlySet<string> = new Set(["due_entry", "past_due", "dunning"])

/** And what stays as it is: what is beyond a smaller number, and usage since the instant of an exhausted dunning. GAP-183 */
const NEVER_JUDGED: ReadonlySet<string> = new Set([
  "threshold",
  "payment_method_limits",
  "group_settled",
  "usage_counted",
  "usage_billed",
])

/** Whether what the audit finds counts for a seed, in the end or before. */
export const isJudged = (number: number, rule: string, isEnd: boolean): boolean =>
  !changesPolicy(number) || !(NEVER_JUDGED.has(rule) || (!isEnd && JUDGED_IN_THE_END.has(rule)))

const oneOf =
  ({ pick }: Chance) =>
  <A>(first: A, ...others: ReadonlyArray<A>): A =>
    pick([first, ...others]) ?? first

const anyOf = (chance: Chance): BillingPolicy => {
  const one = oneOf(chance)
  return {
    ...chosen(chance),
    attemptStaleMillis: one(MINUTE, 10 * MINUTE),
    paymentMethodsMax: one({ CARD: 3, BOLETO: 1 }, { CARD: 1, BOLETO: 0 }),
    settlementLagBusinessDays: one(2, 0, 5),
    trialNoticeMillis: one(3 * DAY, 0, 40 * DAY),
    usageLateMillis: one(35 * DAY, 5 * DAY, 100 * DAY),
  }
}

const chosen = (chance: Chance): BillingPolicy => {
  const one = oneOf(chance)
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
