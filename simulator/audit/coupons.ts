// Coupons: what they gave each billing group, for how long, and how that was counted.
import type { Coupon, Invoice } from "../../src/index.ts"
import { share, sum } from "./arithmetic.ts"
import type { Fault, WorldBooks } from "./Books.ts"
import { counts } from "./fees.ts"
import { ofSubscriptions } from "./subscriptions.ts"

const givenBy = ({ discounts }: Invoice.Invoice): number =>
  sum(discounts.map(({ type, amount }) => (type === "COUPON" ? amount : 0)))

/** What a coupon gives one invoice of a size. */
const budgetOf = (discount: Coupon.CouponDiscount, size: number): number =>
  discount.type === "FIXED" ? Math.min(discount.amount, size) : share(size, discount.basisPoints, 10_000)

/**
 * No group got more than one invoice of its size would get. Until its lines are billed again, a voided document leaves
 * the rounding of the others behind.
 */
export const budget = ofSubscriptions(function* ({ subscription: { coupon }, groups, documents }) {
  for (const { cycle } of groups) {
    const inCycle = documents.filter((document) => document.cycle === cycle)
    const counted = inCycle.filter(counts)
    const given = sum(counted.map(givenBy))
    if (given === 0) continue
    const lines = counted.flatMap((document) => document.lines)
    const isEligible = (planId: string): boolean => coupon?.planIds?.includes(planId) ?? true
    const size = sum(lines.map(({ planId, amount }) => (isEligible(planId) ? amount : 0)))
    const rounding = coupon?.discount.type === "PERCENTAGE" ? 2 * (inCycle.length - counted.length) : 0
    const most = coupon === null ? 0 : budgetOf(coupon.discount, size)
    if (given > most + rounding) yield `A coupon gave cycle ${cycle} ${given}, of ${most}`
  }
})

/** It discounted no more groups than it lasts, and those that it says; every discount is by its code. */
export const duration = ofSubscriptions(function* ({ subscription: { coupon }, groups, documents }) {
  const discounted = documents.filter((document) => counts(document) && givenBy(document) > 0)
  const codes = new Set(
    discounted.flatMap(({ discounts }) =>
      discounts.flatMap(({ type, code }) => (type === "COUPON" ? [code] : [])),
    ),
  )
  if (coupon !== null) codes.delete(coupon.code)
  for (const code of codes) yield `${code} discounted it, and it has no such coupon`
  if (coupon === null || coupon.duration.type === "FOREVER") return
  const cycles = new Set(discounted.map(({ cycle }) => cycle))
  const known = new Set(coupon.discounted.map(({ cycle }) => cycle))
  if (cycles.size !== known.size || [...cycles].some((cycle) => !known.has(cycle))) {
    yield `The coupon discounted the cycles ${[...cycles].join(", ")}, and says ${[...known].join(", ")}`
  }
  if (coupon.duration.type === "ONCE") {
    if (cycles.size > 1) yield `The coupon is for one cycle, and discounted ${cycles.size}`
    return
  }
  const spans = groups
    .filter(({ cycle }) => cycles.has(cycle))
    .map(
      ({ month, segments }) => [month, month + (segments[0]?.terms.interval === "YEARLY" ? 12 : 1)] as const,
    )
  const months = Math.max(...spans.map(([, end]) => end)) - Math.min(...spans.map(([start]) => start))
  if (months > coupon.duration.months) {
    yield `The coupon is for ${coupon.duration.months} months, and discounted ${months}`
  }
})

/** Redemptions and amounts are those of the organizations that used it, and redemptions at most those that it has. */
export function* couponCounts({ organizations, coupons, couponsBefore }: WorldBooks): Iterable<Fault> {
  const uses = new Map<string, { times: number; amount: number }>()
  for (const books of organizations) {
    for (const { couponId, subscriptionId, amountRedeemed } of books.couponUses) {
      const own = books.subscriptions.find(
        ({ subscription }) => subscription.subscriptionId === subscriptionId,
      )
      const given = sum((own?.documents ?? []).filter(counts).map(givenBy))
      if (amountRedeemed !== given) {
        yield {
          message: `The use of the coupon says ${amountRedeemed}, and documents gave ${given}`,
          objectIds: [couponId, subscriptionId],
        }
      }
      const { times, amount } = uses.get(couponId) ?? { times: 0, amount: 0 }
      uses.set(couponId, { times: times + 1, amount: amount + amountRedeemed })
    }
  }
  for (const { couponId, timesRedeemed, amountRedeemed, redemptionsMax } of coupons) {
    const before = couponsBefore.find((one) => one.couponId === couponId)
    const { times, amount } = uses.get(couponId) ?? { times: 0, amount: 0 }
    const expected = {
      times: times + (before?.timesRedeemed ?? 0),
      amount: amount + (before?.amountRedeemed ?? 0),
    }
    const fault = (message: string): Fault => ({ message, objectIds: [couponId] })
    if (timesRedeemed !== expected.times) {
      yield fault(`It was redeemed ${expected.times} times, and says ${timesRedeemed}`)
    }
    if (amountRedeemed !== expected.amount)
      yield fault(`It gave ${expected.amount}, and says ${amountRedeemed}`)
    if (redemptionsMax !== null && timesRedeemed > redemptionsMax) {
      yield fault(`It was redeemed ${timesRedeemed} times, of ${redemptionsMax}`)
    }
  }
}
