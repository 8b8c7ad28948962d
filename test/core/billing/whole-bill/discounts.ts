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
  type Sub,
  type Voucher,
} from "./Model.ts"

/** Whether the coupon of a subscription discounts a line: by its plan, and by when it ended. */
export const isEligible = (sub: Sub, { cycle, segment }: Line): boolean => {
  const { coupon, couponEnd } = sub
  if (coupon === null) return false
  if (couponEnd !== null) {
    if (cycle > couponEnd.cycle + 1) return false
    if (cycle > couponEnd.cycle && (segment === ITEM || segment > couponEnd.ahead)) return false
    if (cycle === couponEnd.cycle && segment > couponEnd.segment) return false
  }
  const period = periodsOf(sub).find((each) => each.cycle === cycle)
  if (segment === ITEM) return coupon.planIds === null
  const plan = period?.segments[segment]?.plan
  return plan === undefined || fits(coupon, plan)
}

/** Whether a coupon goes on under a plan. */
export const fits = ({ duration, planIds }: Coupon.Coupon, plan: Plan.PlanTerms): boolean =>
  (planIds === null || planIds.includes(plan.planId)) &&
  (plan.interval === "MONTHLY" || duration.type !== "REPEATING" || duration.months % 12 === 0)

/** The eligible gross of a period so far. */
export const eligibleOf = (model: Model, period: Period): number => {
  let eligible = 0
  for (const doc of docsOf(model, period)) {
    if (!isCounted(doc)) continue
    for (const line of doc.lines) {
      const isOfIt = groupOf(line, doc.period) === period.cycle
      if (isOfIt && isEligible(period.sub, line)) eligible += line.amount - line.credited
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
const lengthOf = ({ segments, cycle, sub: { coupon, couponEnd } }: Period): number => {
  const until =
    couponEnd === null || cycle < couponEnd.cycle
      ? segments.length
      : [couponEnd.segment, couponEnd.ahead][cycle - couponEnd.cycle]
  const last = segments.findLast(
    ({ plan }, index) => index <= (until ?? -1) && coupon !== null && fits(coupon, plan),
  )
  // A period without a plan that it fits is longer than it, but for what comes late of before.
  if (last === undefined) return cycle > (couponEnd?.cycle ?? cycle) ? 1 : Number.POSITIVE_INFINITY
  return last.plan.interval === "YEARLY" ? 12 : 1
}

/** Whether the coupon discounts a period: it has so many months from the first discounted period on. */
const covers = (model: Model, period: Period, beside: ReadonlyArray<Period>): boolean => {
  const { coupon } = period.sub
  if (coupon === null) return false
  const discounted = periodsOf(period.sub).filter((each) => beside.includes(each) || givenTo(model, each) > 0)
  if (coupon.duration.type === "FOREVER" || discounted.includes(period)) return true
  if (coupon.duration.type === "ONCE") return discounted.length === 0
  const all = [...discounted, period]
  const first = Math.min(...all.map(({ month }) => month))
  return Math.max(...all.map((each) => each.month + lengthOf(each))) - first <= coupon.duration.months
}

/** What the coupon gives one invoice of that eligible gross in a period, beside periods that it discounts with it. */
export const discountFor = (
  model: Model,
  period: Period,
  eligible: number,
  beside: ReadonlyArray<Period> = [],
): number => {
  const { coupon } = period.sub
  return coupon !== null && covers(model, period, beside) ? discountOn(coupon.discount, eligible) : 0
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
