// What a coupon gives a period and what vouchers pay. Section 4 of the semantics, "Coupon" and "Vouchers".
import type { Coupon, Plan } from "../../../../src/index.ts"
import { discountOn } from "../../../../src/testing/oracle/rating.ts"
import {
  byAge,
  type Doc,
  docsOf,
  groupOf,
  ITEM,
  isCounted,
  type Line,
  type Model,
  type Period,
  periodsOf,
  type Segment,
  type Sub,
  type Voucher,
} from "./Model.ts"

/** Whether a segment of a cycle is of the time since a coupon began, and before it ended. */
const isOfCoupon = ({ couponStart, couponEnd }: Sub, cycle: number, segment: number): boolean => {
  if (cycle < couponStart) return false
  if (couponEnd === null || cycle < couponEnd.cycle) return true
  if (cycle === couponEnd.cycle) return segment <= couponEnd.segment
  return cycle === couponEnd.cycle + 1 && segment <= couponEnd.ahead
}

/**
 * Whether the coupon of a subscription discounts a line in a period: by its plan, by when it began and ended, and by its months. What
 * comes late, of another cycle, takes from the months of the period.
 */
export const isEligible = (
  model: Model,
  period: Period,
  { cycle, segment: own, under = own }: Line,
  beside: ReadonlyArray<Period> = [],
): boolean => {
  const { sub } = period
  const segment = own === ITEM ? under : own
  if (sub.coupon === null || !isOfCoupon(sub, cycle, segment)) return false
  if (own === ITEM && sub.coupon.planIds !== null) return false
  if (cycle === period.cycle) return meantOf(model, period, beside).includes(segment)
  const plan = periodsOf(sub).find((each) => each.cycle === cycle)?.segments[segment]?.plan
  const isOfLast = meantOf(model, period, beside).at(-1) === fittingOf(period).at(-1)?.[0]
  return isOfLast && (plan === undefined || fits(sub.coupon, plan))
}

/** The segments of a period by whose plans a coupon discounts it, while it goes on. */
const fittingOf = ({ sub, cycle, segments }: Period): ReadonlyArray<[number, Segment]> =>
  [...segments.entries()].filter(
    ([index, { plan }]) => sub.coupon !== null && fits(sub.coupon, plan) && isOfCoupon(sub, cycle, index),
  )

/** The segments of a period that a coupon discounts: years beside months only where it lasts for a year there. */
const meantOf = (model: Model, period: Period, beside: ReadonlyArray<Period>): ReadonlyArray<number> => {
  const fitting = fittingOf(period)
  const months = fitting.filter(([, { plan }]) => plan.interval === "MONTHLY")
  const isForYears = months.length === 0 || lasts(model, period, 12, beside)
  return (isForYears ? fitting : months).map(([index]) => index)
}

/** Whether a coupon goes on under a plan. */
export const fits = ({ duration, planIds }: Coupon.Coupon, plan: Plan.PlanTerms): boolean =>
  (planIds === null || planIds.includes(plan.planId)) &&
  (plan.interval === "MONTHLY" || duration.type !== "REPEATING" || duration.months % 12 === 0)

/** The eligible gross of a period so far. */
export const eligibleOf = (model: Model, period: Period, beside: ReadonlyArray<Period> = []): number => {
  let eligible = 0
  for (const doc of docsOf(model, period)) {
    if (!isCounted(doc)) continue
    for (const line of doc.lines) {
      const isOfIt = groupOf(line, doc.period) === period.cycle
      if (isOfIt && isEligible(model, period, line, beside)) eligible += line.amount - line.credited
    }
  }
  return eligible
}

/** What the coupon gave a period so far. */
export const givenTo = (model: Model, period: Period): number => {
  let given = 0
  for (const { parts, couponBack } of period.credits)
    if (parts.length === 0 || parts.some(({ doc }) => isCounted(doc))) given -= couponBack
  for (const doc of docsOf(model, period)) {
    if (isCounted(doc)) given += doc.couponOf.get(period.cycle) ?? 0
  }
  return given
}

/**
 * How many months a coupon takes up by discounting a period: those of what it discounts of it. After its end that is only
 * what comes late, of months before.
 */
const lengthOf = (model: Model, period: Period, beside: ReadonlyArray<Period>): number => {
  const { couponEnd } = period.sub
  const last = period.segments[meantOf(model, period, beside).at(-1) ?? -1]
  // A period without a plan that it fits is longer than it, but for what comes late of before.
  if (last === undefined)
    return period.cycle > (couponEnd?.cycle ?? period.cycle) ? 1 : Number.POSITIVE_INFINITY
  return last.plan.interval === "YEARLY" ? 12 : 1
}

/** Whether a coupon discounts a period of so many months: it has so many from the first discounted period on. */
const lasts = (model: Model, period: Period, months: number, beside: ReadonlyArray<Period>): boolean => {
  const { coupon, lengths } = period.sub
  if (coupon === null) return false
  const discounted = periodsOf(period.sub).filter((each) => beside.includes(each) || lengths.has(each.cycle))
  if (coupon.duration.type === "FOREVER") return true
  if (coupon.duration.type === "ONCE") return discounted.length === 0 || discounted.includes(period)
  if (discounted.includes(period) && months <= (lengths.get(period.cycle) ?? 0)) return true
  const others = discounted.filter((each) => each !== period)
  const first = Math.min(...[period, ...others].map(({ month }) => month))
  const ends = others.map((each) => each.month + (lengths.get(each.cycle) ?? lengthOf(model, each, [])))
  return Math.max(period.month + months, ...ends) - first <= coupon.duration.months
}

/** Notes how long a period is, after its discount changed: as long as the longest of it that was discounted. */
export const noteLength = (model: Model, period: Period, givenBefore: number): void => {
  const given = givenTo(model, period)
  const { lengths } = period.sub
  if (given === givenBefore) return
  if (given <= 0) lengths.delete(period.cycle)
  else lengths.set(period.cycle, Math.max(lengths.get(period.cycle) ?? 0, lengthOf(model, period, [])))
}

/** What the coupon gives one invoice of that eligible gross in a period, beside periods that it discounts with it. */
export const discountFor = (
  model: Model,
  period: Period,
  eligible: number,
  beside: ReadonlyArray<Period> = [],
): number => {
  const { coupon } = period.sub
  return coupon !== null && lasts(model, period, lengthOf(model, period, beside), beside)
    ? discountOn(coupon.discount, eligible)
    : 0
}

/** While the payment that it is a credit of is disputed, nobody can use it. */
export const isFrozen = ({ creditOf }: Voucher): boolean => creditOf?.status === "DISPUTED"

const isUsable = (voucher: Voucher): boolean => voucher.balance > 0 && !voucher.expired && !isFrozen(voucher)

/** The vouchers that can pay, in the order in which they do: earliest expiry, oldest, id. */
export const usableVouchers = ({ vouchers, ids }: Model): ReadonlyArray<Voucher> =>
  vouchers
    .filter(isUsable)
    .toSorted(byAge(ids.vouchers, ({ createdAt }) => createdAt))
    .toSorted((a, b) => (a.expiresAt ?? Number.MAX_SAFE_INTEGER) - (b.expiresAt ?? Number.MAX_SAFE_INTEGER))

/** Grants a voucher. */
export const grant = (
  model: Model,
  amount: number,
  at: number,
  members: Partial<Pick<Voucher, "expiresAt" | "creditOf">> = {},
): void => {
  model.vouchers.push({
    index: model.vouchers.length,
    amount,
    createdAt: at,
    expiresAt: null,
    creditOf: null,
    ledger: [{ kind: "GRANT", amount, at }],
    balance: amount,
    expired: false,
    revoked: false,
    ...members,
  })
}

/** Takes so much of a voucher for a document. */
export const consume = (doc: Doc, voucher: Voucher, amount: number, at: number): void => {
  voucher.ledger.push({ kind: "CONSUME", amount, at })
  voucher.balance -= amount
  doc.taken.push({ voucher, amount, released: 0 })
}

/** Takes what is left of a voucher away. */
export const empty = (voucher: Voucher, kind: "EXPIRE" | "REVOKE", at: number): void => {
  if (voucher.balance === 0) return
  voucher.ledger.push({ kind, amount: voucher.balance, at })
  voucher.balance = 0
}

/** Gives so much back to a voucher; one that is over does not come to life by it. */
export const release = (voucher: Voucher, amount: number, at: number): void => {
  voucher.ledger.push({ kind: "RELEASE", amount, at })
  voucher.balance += amount
  if (voucher.revoked) empty(voucher, "REVOKE", at)
  else if (voucher.expired) empty(voucher, "EXPIRE", at)
}
