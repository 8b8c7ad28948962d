// Wrong coupons: how they are rounded, what they are of, and what a billing period has of them.
import * as Result from "effect/Result"
import { big, calculator } from "./calculator.ts"
import { but, discounted, given, type Mutants } from "./changed.ts"

const quotient = (amount: number, basisPoints: number) => (big(amount) * big(basisPoints)) / 10_000n
const remainder = (amount: number, basisPoints: number) => (big(amount) * big(basisPoints)) % 10_000n

export const roundings: Mutants = {
  "a share is rounded down": calculator({
    percentOf: (amount, points) => Number(quotient(amount, points)),
  }),
  "a share is rounded up": calculator({
    percentOf: (amount, points) =>
      Number(quotient(amount, points) + (remainder(amount, points) > 0n ? 1n : 0n)),
  }),
  "a half is rounded down": calculator({
    percentOf: (amount, points) =>
      Number(quotient(amount, points) + (remainder(amount, points) > 5_000n ? 1n : 0n)),
  }),
  "a half is rounded to even": calculator({
    percentOf: (amount, points) => {
      const [down, left] = [quotient(amount, points), remainder(amount, points)]
      return Number(down + (left > 5_000n || (left === 5_000n && down % 2n === 1n) ? 1n : 0n))
    },
  }),
  "a half is rounded to odd": calculator({
    percentOf: (amount, points) => {
      const [down, left] = [quotient(amount, points), remainder(amount, points)]
      return Number(down + (left > 5_000n || (left === 5_000n && down % 2n === 0n) ? 1n : 0n))
    },
  }),
  "a share is not rounded": calculator({ percentOf: (amount, points) => (amount * points) / 10_000 }),
  "a share is a float: amount * points / 10000": calculator({
    percentOf: (amount, points) => Math.round((amount * points) / 10_000),
  }),
  "a share is a float: amount * (points / 10000)": calculator({
    percentOf: (amount, points) => Math.round(amount * (points / 10_000)),
  }),
  "a share is rounded by toFixed": calculator({
    percentOf: (amount, points) => Number(((amount / 100) * (points / 10_000)).toFixed(2)) * 100,
  }),
  "a share is of whole percents": calculator({
    percentOf: (amount, points) => Math.round((amount * Math.floor(points / 100)) / 100),
  }),
  "a share is rounded a line": but((invoice, { coupon, lines }) => {
    if (coupon?.discount.type !== "PERCENTAGE" || coupon.periodEligibleAmount > 0) return {}
    const { discount, planIds } = coupon
    const [first, ...rest] = invoice.discounts
    if (first?.type !== "COUPON" || planIds !== null) return {}
    const amount = lines.reduce((total, { unitPrice, quantity }) => {
      const points = big(unitPrice) * big(quantity) * big(discount.basisPoints)
      return total + Number((points + 5_000n) / 10_000n)
    }, 0)
    return discounted(invoice, [{ ...first, amount }, ...rest])
  }),
}

export const coupons: Mutants = {
  "a coupon discounts every plan": calculator({ isEligible: () => true }),
  "a coupon of some plans discounts what is of none": calculator({
    isEligible: (planIds, planId) => planIds === null || planId === undefined || planIds.includes(planId),
  }),
  "a coupon of no plan discounts every plan": calculator({
    isEligible: (planIds, planId) => !planIds?.length || (planId !== undefined && planIds.includes(planId)),
  }),
  "a coupon discounts the first of its plans": calculator({
    isEligible: (planIds, planId) => planIds === null || (planId !== undefined && planIds[0] === planId),
  }),
  "a coupon of every plan discounts lines of plans only": calculator({
    isEligible: (planIds, planId) => planId !== undefined && (planIds === null || planIds.includes(planId)),
  }),
  "a fixed coupon may take the total": but((invoice, { coupon }) => {
    if (coupon?.discount.type !== "FIXED" || coupon.planIds === null || invoice.discounts.length !== 1)
      return {}
    const [first] = invoice.discounts
    const amount = Math.min(coupon.discount.amount, invoice.totalAmount)
    return first?.type === "COUPON" ? discounted(invoice, [{ ...first, amount }]) : {}
  }),
  "a fixed coupon may take more than there is": but((invoice, { coupon }) => {
    const [first, ...rest] = invoice.discounts
    return first?.type === "COUPON" && coupon?.discount.type === "FIXED"
      ? discounted(invoice, [{ ...first, amount: coupon.discount.amount }, ...rest])
      : {}
  }),
  "a fixed coupon comes off each line": but((invoice, { coupon, lines }) => {
    const [first, ...rest] = invoice.discounts
    if (first?.type !== "COUPON" || coupon?.discount.type !== "FIXED" || rest.length > 0) return {}
    const fixed = coupon.discount.amount
    const amount = lines.reduce((sum, line) => sum + Math.min(fixed, line.unitPrice * line.quantity), 0)
    return discounted(invoice, [{ ...first, amount }])
  }),
  "a coupon of nothing is listed": calculator({ isListed: () => true }),
  "a coupon is listed last": but(({ discounts }) => ({ discounts: discounts.toReversed() })),
  "a coupon comes off what vouchers leave": (input) => {
    const right = calculator()
    const [without, checked] = [right({ ...input, coupon: null }), right(input)]
    if (input.coupon === null || Result.isFailure(without) || Result.isFailure(checked)) return checked
    const [, ...others] = checked.success.discounts
    const first = checked.success.discounts[0]
    if (first?.type !== "COUPON" || others.length === 0) return checked
    const amount = Math.min(first.amount, without.success.payableAmount)
    return Result.succeed({
      ...checked.success,
      ...discounted(checked.success, [{ ...first, amount }, ...without.success.discounts]),
    })
  },
  "a coupon has another code": but(({ discounts }) => ({
    discounts: discounts.map((one) => ({ ...one, code: one.code.toLowerCase() })),
  })),
  "a coupon is called a voucher": but(({ discounts }) => ({
    discounts: discounts.map((one) => ({ ...one, type: "VOUCHER" })),
  })),
  "a whole share leaves 1": calculator({
    giveCoupon: (due, coupon, eligible) =>
      Math.max(0, Math.min(due - coupon.periodDiscountAmount, eligible - 1)),
  }),
  "half of a total is the most": calculator({
    giveCoupon: (due, coupon, eligible, total) =>
      Math.max(0, Math.min(due - coupon.periodDiscountAmount, eligible, Math.floor(total / 2))),
  }),
}

export const periods: Mutants = {
  "each document is discounted as if it were alone": given(({ coupon }) => ({
    coupon: coupon && { ...coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 },
  })),
  "a fixed coupon begins anew with each document": given(({ coupon }) => ({
    coupon:
      coupon?.discount.type === "FIXED"
        ? { ...coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 }
        : coupon,
  })),
  "the share of each document is rounded": given(({ coupon }) => ({
    coupon:
      coupon?.discount.type === "PERCENTAGE"
        ? { ...coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 }
        : coupon,
  })),
  "a period that got too much gives it back": calculator({
    giveCoupon: (due, coupon, eligible) => Math.min(due - coupon.periodDiscountAmount, eligible),
  }),
  "a document may get more than its lines": calculator({
    giveCoupon: (due, coupon) => Math.max(0, due - coupon.periodDiscountAmount),
  }),
  "only the first document is discounted": calculator({
    giveCoupon: (due, coupon, eligible) =>
      coupon.periodEligibleAmount > 0
        ? 0
        : Math.max(0, Math.min(due - coupon.periodDiscountAmount, eligible)),
  }),
  "what the period got is forgotten": given(({ coupon }) => ({
    coupon: coupon && { ...coupon, periodDiscountAmount: 0 },
  })),
  "a period beyond the safe integers is discounted": calculator({
    isTotal: (value) => value <= BigInt(Number.MAX_SAFE_INTEGER) * 2n,
  }),
  "a period of no amount is discounted": calculator({ isPeriodAmount: () => true }),
}
