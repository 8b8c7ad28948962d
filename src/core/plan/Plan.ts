// A plan of the catalogue: intervals with their fees, and prices for usage. Models "Plan" and "PlanInterval" of the
// specification.
import * as Result from "effect/Result"
import { isCurrency } from "../money/Currency.ts"
import type { Interval } from "../time/Interval.ts"
import * as Price from "./Price.ts"

/** The status of a plan. Only an ACTIVE one can be subscribed to; subscriptions of an INACTIVE plan go on. GAP-38 */
export type PlanStatus = "ACTIVE" | "INACTIVE"

/** One way to pay for a plan: a fee in one currency a month or a year. */
export interface PlanInterval {
  readonly id: string
  readonly interval: Interval
  /** The fee of a whole cycle in minor units, not negative. */
  readonly amount: number
  readonly currency: string
  /** How many days of 24 hours a trial lasts, from 1 to 730; absent without a trial. */
  readonly trialDays?: number
  /** Set where a subscription may have more than one unit, such as seats; the fee is that of one. Absent: it may not. */
  readonly quantityAllowed?: boolean
  /** When the fee of a cycle is billed; absent: ARREARS. */
  readonly feeTiming?: FeeTiming
}

/** A fee is billed for the time that has passed, or in advance for the whole cycle that begins. */
export type FeeTiming = "ARREARS" | "ADVANCE"

/** The most days that a trial may last. */
export const TRIAL_DAYS_MAX = 730

/** A plan with its intervals and its price book. */
export interface Plan {
  readonly planId: string
  readonly name: string
  readonly description: string
  readonly status: PlanStatus
  readonly intervals: ReadonlyArray<PlanInterval>
  /** At most one price a meter and currency, in the order in which invoices list them. */
  readonly prices: ReadonlyArray<Price.Price>
  readonly createdAt: number
}

/** The terms of a subscription: one interval of a plan with the prices of its currency, frozen when it subscribed. */
export interface PlanTerms {
  readonly planId: string
  readonly planName: string
  readonly planIntervalId: string
  readonly interval: Interval
  readonly amount: number
  readonly currency: string
  readonly prices: ReadonlyArray<Price.Price>
  /** Set where the subscription may have more than one unit; the fee is that of one. */
  readonly quantityAllowed?: boolean
  /** Set where the fee of a cycle is billed as it begins; absent: as it ends. */
  readonly feeTiming?: "ADVANCE"
}

/** The plan cannot be subscribed to. */
export interface PlanInactive {
  readonly _tag: "PlanInactive"
  readonly planId: string
}

/** The interval is not one of this plan's. GAP-09 */
export interface PlanIntervalNotFound {
  readonly _tag: "PlanIntervalNotFound"
  readonly planId: string
  readonly planIntervalId: string
}

/**
 * The terms of one interval of a plan.
 *
 * Fails unless the plan is ACTIVE and has the interval. The prices are those of the interval's currency, in the plan's
 * order.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Plan } from "studio-billing"
 *
 * const calls = { model: "STANDARD", meter: "calls", name: "API calls", unitPrice: 3 } as const
 * const plan: Plan.Plan = {
 *   planId: "starter", name: "Starter", description: "To begin with", status: "ACTIVE", createdAt: 0,
 *   intervals: [{ id: "monthly", interval: "MONTHLY", amount: 9990, currency: "BRL" }],
 *   prices: [{ ...calls, currency: "BRL" }, { ...calls, currency: "USD" }],
 * }
 * Result.map(Plan.termsOf(plan, "monthly"), ({ amount, prices }) => [amount, prices.length]) // Result.succeed([9990, 1])
 * Plan.termsOf(plan, "weekly")
 * // Result.fail({ _tag: "PlanIntervalNotFound", planId: "starter", planIntervalId: "weekly" })
 * ```
 */
export const termsOf = (
  plan: Plan,
  planIntervalId: string,
): Result.Result<PlanTerms, PlanInactive | PlanIntervalNotFound> => {
  const interval = plan.intervals.find((candidate) => candidate.id === planIntervalId)
  if (interval === undefined) {
    return Result.fail({ _tag: "PlanIntervalNotFound", planId: plan.planId, planIntervalId })
  }
  if (plan.status !== "ACTIVE") return Result.fail({ _tag: "PlanInactive", planId: plan.planId })
  return Result.succeed({
    planId: plan.planId,
    planName: plan.name,
    planIntervalId,
    interval: interval.interval,
    amount: interval.amount,
    currency: interval.currency,
    prices: plan.prices.filter((price) => price.currency === interval.currency),
    ...(interval.quantityAllowed === true && { quantityAllowed: true }),
    ...(interval.feeTiming === "ADVANCE" && { feeTiming: "ADVANCE" }),
  })
}

/** Tells whether terms are of one interval of one plan. The id of an interval is one of its plan alone. */
export const isSameInterval = (
  a: Pick<PlanTerms, "planId" | "planIntervalId"> | null,
  b: Pick<PlanTerms, "planId" | "planIntervalId"> | null,
): boolean => a?.planId === b?.planId && a?.planIntervalId === b?.planIntervalId

/** Why a plan is not valid: the path of the member and its value. */
export type InvalidPlan =
  | Price.InvalidPrice
  | {
      readonly _tag: "InvalidPlan"
      readonly member: string
      readonly reason:
        | "EMPTY"
        | "NO_INTERVALS"
        | "NOT_AN_AMOUNT"
        | "UNKNOWN_CURRENCY"
        | "DUPLICATE_INTERVAL"
        | "DUPLICATE_METER"
        | "NOT_TRIAL_DAYS"
        | "UNKNOWN_FEE_TIMING"
      readonly value: number | string
    }

const invalid = (
  member: string,
  reason: Extract<InvalidPlan, { _tag: "InvalidPlan" }>["reason"],
  value: number | string,
): InvalidPlan => ({ _tag: "InvalidPlan", member, reason, value })

/**
 * Checks a plan before it enters the catalogue: ids and names are not empty, fees are whole amounts from 0 up,
 * currencies and fee timings are known, interval ids differ, a trial has 1 to 730 days, and no meter has two prices in one currency.
 */
export const check = (plan: Plan): Result.Result<Plan, InvalidPlan> => {
  if (plan.planId === "") return Result.fail(invalid("planId", "EMPTY", ""))
  if (plan.name === "") return Result.fail(invalid("name", "EMPTY", ""))
  if (plan.intervals.length === 0) return Result.fail(invalid("intervals", "NO_INTERVALS", 0))
  const ids = new Set<string>()
  for (const [index, interval] of plan.intervals.entries()) {
    const at = `intervals.${index}`
    if (interval.id === "") return Result.fail(invalid(`${at}.id`, "EMPTY", ""))
    if (ids.has(interval.id)) return Result.fail(invalid(`${at}.id`, "DUPLICATE_INTERVAL", interval.id))
    ids.add(interval.id)
    if (!Number.isSafeInteger(interval.amount) || interval.amount < 0) {
      return Result.fail(invalid(`${at}.amount`, "NOT_AN_AMOUNT", interval.amount))
    }
    if (!isCurrency(interval.currency)) {
      return Result.fail(invalid(`${at}.currency`, "UNKNOWN_CURRENCY", interval.currency))
    }
    const { trialDays, feeTiming = "ARREARS" } = interval
    if (feeTiming !== "ARREARS" && feeTiming !== "ADVANCE") {
      return Result.fail(invalid(`${at}.feeTiming`, "UNKNOWN_FEE_TIMING", feeTiming))
    }
    if (trialDays === undefined) continue
    if (!Number.isSafeInteger(trialDays) || trialDays < 1 || trialDays > TRIAL_DAYS_MAX) {
      return Result.fail(invalid(`${at}.trialDays`, "NOT_TRIAL_DAYS", trialDays))
    }
  }
  const meters = new Set<string>()
  for (const [index, price] of plan.prices.entries()) {
    const wrong = Price.check(price)
    if (wrong !== null) return Result.fail({ ...wrong, member: `prices.${index}.${wrong.member}` })
    if (!isCurrency(price.currency)) {
      return Result.fail(invalid(`prices.${index}.currency`, "UNKNOWN_CURRENCY", price.currency))
    }
    const key = `${price.currency} ${price.meter}`
    if (meters.has(key)) return Result.fail(invalid(`prices.${index}.meter`, "DUPLICATE_METER", price.meter))
    meters.add(key)
  }
  return Result.succeed(plan)
}
