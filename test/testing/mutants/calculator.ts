// An invoice calculator whose every step can be replaced by a wrong one. With no step replaced it computes what
// `computeInvoice` does, on big integers.
import * as Result from "effect/Result"
import type {
  ComputedInvoice,
  CouponInput,
  Discount,
  InvoiceInput,
  LineInput,
} from "../../../src/core/invoice/computeInvoice.ts"
import type { ComputeInvoice } from "../../../src/testing/index.ts"

/** The steps of the calculator. */
export interface Steps {
  readonly isPrice: (value: number) => boolean
  readonly isQuantity: (value: number) => boolean
  readonly isBalance: (value: number) => boolean
  readonly isFixed: (value: number) => boolean
  readonly isBasisPoints: (value: number) => boolean
  readonly isPeriodAmount: (value: number) => boolean
  /** Whether a total, or the amount of a period, is one. */
  readonly isTotal: (value: bigint) => boolean
  readonly isEligible: (planIds: ReadonlyArray<string> | null, planId: string | undefined) => boolean
  /** Whether a coupon of one currency is for an invoice of another. */
  readonly couponFits: (own: string, currency: string) => boolean
  readonly voucherFits: (own: string, currency: string) => boolean
  readonly amountOf: (line: LineInput) => number
  readonly percentOf: (amount: number, basisPoints: number) => number
  /** What a coupon gives a document: `due` to its whole period, less what the period already got. */
  readonly giveCoupon: (due: number, coupon: CouponInput, eligible: number, total: number) => number
  readonly takeVoucher: (balance: number, rest: number, total: number) => number
  /** Whether a discount of so much is listed. */
  readonly isListed: (amount: number) => boolean
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** A number as a big integer; what is none is 0. */
export const big = (value: number): bigint => (Number.isInteger(value) ? BigInt(value) : 0n)

const right: Steps = {
  isPrice: isAmount,
  isQuantity: isAmount,
  isBalance: isAmount,
  isFixed: isAmount,
  isBasisPoints: (value) => isAmount(value) && value <= 10_000,
  isPeriodAmount: isAmount,
  isTotal: (value) => value <= BigInt(Number.MAX_SAFE_INTEGER),
  isEligible: (planIds, planId) => planIds === null || (planId !== undefined && planIds.includes(planId)),
  couponFits: (own, currency) => own === currency,
  voucherFits: (own, currency) => own === currency,
  amountOf: ({ unitPrice, quantity }) => unitPrice * quantity + 0,
  percentOf: (amount, basisPoints) => Number((big(amount) * big(basisPoints) + 5_000n) / 10_000n),
  giveCoupon: (due, { periodDiscountAmount }, eligible) =>
    Math.max(0, Math.min(due - periodDiscountAmount, eligible)),
  takeVoucher: (balance, rest) => Math.min(balance, rest),
  isListed: (amount) => amount !== 0,
}

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** What of a coupon is wrong, for a document whose eligible lines come to so much. */
const couponIsWrong = (steps: Steps, coupon: CouponInput, currency: string, eligible: bigint): boolean => {
  const { discount, periodEligibleAmount, periodDiscountAmount } = coupon
  const isDiscount =
    discount.type === "FIXED"
      ? steps.isFixed(discount.amount) && steps.couponFits(discount.currency, currency)
      : steps.isBasisPoints(discount.basisPoints)
  return !(
    isDiscount &&
    steps.isPeriodAmount(periodEligibleAmount) &&
    steps.isPeriodAmount(periodDiscountAmount) &&
    steps.isTotal(big(periodEligibleAmount) + eligible)
  )
}

/** The calculator with some steps replaced. */
export const calculator = (replaced: Partial<Steps> = {}): ComputeInvoice => {
  const steps = { ...right, ...replaced }
  return ({ currency, lines, coupon, vouchers }: InvoiceInput) => {
    const isSound =
      lines.every(({ unitPrice, quantity }) => steps.isPrice(unitPrice) && steps.isQuantity(quantity)) &&
      vouchers.every(({ balance }) => steps.isBalance(balance))
    const bigSum = (some: ReadonlyArray<LineInput>) =>
      some.reduce((total, { unitPrice, quantity }) => total + big(unitPrice) * big(quantity), 0n)
    if (!isSound || !steps.isTotal(bigSum(lines))) return Result.fail({ _tag: "Refused" })
    const totalAmount = sum(lines.map(steps.amountOf))
    const discounts: Array<Discount> = []
    let discountAmount = 0
    const list = (discount: Discount): void => {
      if (steps.isListed(discount.amount)) discounts.push(discount)
      discountAmount += discount.amount
    }
    if (coupon !== null) {
      const eligible = lines.filter(({ planId }) => steps.isEligible(coupon.planIds, planId))
      if (couponIsWrong(steps, coupon, currency, bigSum(eligible))) return Result.fail({ _tag: "Refused" })
      const eligibleAmount = sum(eligible.map(steps.amountOf))
      const period = coupon.periodEligibleAmount + eligibleAmount
      const due =
        coupon.discount.type === "FIXED"
          ? Math.min(coupon.discount.amount, period)
          : steps.percentOf(period, coupon.discount.basisPoints)
      const amount = steps.giveCoupon(due, coupon, eligibleAmount, totalAmount)
      list({ type: "COUPON", code: coupon.code, amount })
    }
    for (const voucher of vouchers) {
      if (!steps.voucherFits(voucher.currency, currency)) continue
      const amount = steps.takeVoucher(voucher.balance, totalAmount - discountAmount, totalAmount)
      list({ type: "VOUCHER", code: voucher.voucherId, amount })
    }
    const invoice: ComputedInvoice = {
      currency,
      lines: lines.map((line) => ({ ...line, amount: steps.amountOf(line) })),
      discounts,
      totalAmount,
      discountAmount,
      payableAmount: totalAmount - discountAmount,
    }
    return Result.succeed(invoice)
  }
}
