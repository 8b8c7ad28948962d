// What a coupon has to do with a group: what of the group it discounts, and what it gave the group so far.
import * as Result from "effect/Result"
import type * as Coupon from "../discount/Coupon.ts"
import { isEligible } from "../invoice/computeInvoice.ts"
import { couponAmount } from "../invoice/Invoice.ts"
import { type AmountOutOfRange, mulDiv, sum } from "../money/Money.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import { monthsOf } from "../time/Interval.ts"
import { counts, creditedParts } from "./accrual.ts"
import type { BillingGroup, FeeCredit } from "./BillingGroup.ts"
import type { Place } from "./places.ts"

/** A group on the subscription's line of months. */
export const groupPlace = (group: BillingGroup): Coupon.DiscountedGroup => ({
  cycle: group.cycle,
  month: group.month,
  months: monthsOf(group.segments[0]?.terms.interval ?? "MONTHLY"),
})

/** What a coupon gave a group. */
export interface GroupDiscount {
  /** What the group's documents bill of what the coupon discounts, in minor units; what left as credit is not in it. */
  readonly eligibleAmount: number
  /** What these documents got of the coupon, less what left with credits. */
  readonly givenAmount: number
}

/** The discount of a group so far. Documents that were voided with rebilling do not count, those that were forgiven do. */
export const groupDiscount = ({
  subscription,
  group,
  documents,
}: Place): Result.Result<GroupDiscount, AmountOutOfRange> => {
  const planIds = subscription.coupon?.planIds ?? null
  const eligible: Array<number> = []
  const given: Array<number> = []
  for (const document of documents) {
    if (document.cycle !== group.cycle || !counts(document)) continue
    for (const { planId, amount } of document.lines) if (isEligible(planIds, planId)) eligible.push(amount)
    given.push(couponAmount(document))
  }
  for (const { segment, amount } of creditedParts(group, documents)) {
    if (isEligible(planIds, group.segments[segment]?.terms.planId)) eligible.push(-amount)
  }
  for (const credit of group.credits) given.push(-credit.couponAmount)
  return Result.flatMap(sum(eligible), (eligibleAmount) =>
    Result.map(sum(given), (givenAmount) => ({
      eligibleAmount: Math.max(0, eligibleAmount),
      givenAmount: Math.max(0, givenAmount),
    })),
  )
}

/** The group without what left the lines of a document as credit, because they count no more; and that share of the coupon. */
export const withoutCredits = resultFn(function* (
  group: BillingGroup,
  invoiceId: string,
): Steps<{ readonly group: BillingGroup; readonly couponAmount: number }, AmountOutOfRange> {
  const credits: Array<FeeCredit> = []
  let couponAmount = 0
  for (const credit of group.credits) {
    const parts = credit.parts.filter((part) => part.invoiceId !== invoiceId)
    if (parts.length === credit.parts.length) {
      credits.push(credit)
      continue
    }
    const grossOf = (some: FeeCredit["parts"]): number => some.reduce((sum, { amount }) => sum + amount, 0)
    const kept = yield* mulDiv(credit.couponAmount, grossOf(parts), grossOf(credit.parts))
    couponAmount += credit.couponAmount - kept
    if (parts.length > 0) credits.push({ ...credit, parts, couponAmount: kept })
  }
  return {
    group: credits.length === group.credits.length && couponAmount === 0 ? group : { ...group, credits },
    couponAmount,
  }
})
