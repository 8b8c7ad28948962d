// What the rules of the package answer to the cases of the vectors.
import * as Result from "effect/Result"
import {
  BillingCycle,
  Coupon,
  computeInvoice,
  type InvoiceInput,
  type Price,
  Proration,
  Rating,
  SlipDates,
} from "../../src/index.ts"
import type { Boleto } from "./make/naive/boletoDates.ts"
import type { IntervalChange } from "./make/naive/calendar.ts"
import type { Coverage, Period } from "./make/naive/couponPeriods.ts"
import type { Share, Spans } from "./make/naive/proration.ts"

/** A quantity of a meter, with its price. */
export interface Rated {
  readonly price: Price.Price
  readonly quantity: number
}

/** A cycle that is asked for by its number. */
export interface Numbered {
  readonly anchor: BillingCycle.Anchor
  readonly cycle: number
}

/** A cycle that is asked for by an instant in it. */
export interface Dated {
  readonly anchor: BillingCycle.Anchor
  readonly instant: number
}

/** Functions by the names that cases use. */
export type Answers = Readonly<Record<string, (input: never) => Result.Result<unknown, object>>>

const discountPeriod = ({ currency, discount, planIds, invoices }: Period) =>
  Result.gen(function* () {
    const discountAmounts: Array<number> = []
    const period = { periodEligibleAmount: 0, periodDiscountAmount: 0 }
    for (const lines of invoices) {
      const coupon = { code: "COUPON", discount, planIds, ...period }
      const { lines: billed, discountAmount } = yield* computeInvoice({
        currency,
        lines,
        coupon,
        vouchers: [],
      })
      for (const { planId, amount } of billed)
        if (planIds === null || planIds.includes(planId ?? "")) period.periodEligibleAmount += amount
      period.periodDiscountAmount += discountAmount
      discountAmounts.push(discountAmount)
    }
    return { discountAmounts, periodDiscountAmount: period.periodDiscountAmount }
  })

const coversMonth = ({ duration, discountedMonths, month }: Coverage) => {
  const periodOf = (cycle: number) => ({ cycle, month: cycle, months: 1 })
  const discount = { type: "PERCENTAGE", basisPoints: 1000 } as const
  const known = { couponId: "coupon-1", code: "COUPON", name: "Coupon", planIds: null, redemptionsMax: null }
  const coupon = {
    ...known,
    discount,
    duration,
    redeemBy: null,
    timesRedeemed: 0,
    amountRedeemed: 0,
    createdAt: 0,
  }
  const used = discountedMonths.map(periodOf).reduce(Coupon.withDiscounted, Coupon.apply(coupon, 0))
  return Result.succeed(Coupon.covers(used, periodOf(month)))
}

/** What the rules answer, by the names that cases use. */
export const rules: Answers = {
  computeInvoice: (input: InvoiceInput) => computeInvoice(input),
  rate: ({ price, quantity }: Rated) => Rating.rate(price, quantity),
  prorate: (input: Share) => Proration.prorate(input),
  activeMillis: ({ spans, window }: Spans) => Result.succeed(Proration.activeMillis(spans, window)),
  cycleOf: ({ anchor, cycle }: Numbered) => BillingCycle.cycleOf(anchor, cycle),
  cycleAt: ({ anchor, instant }: Dated) => BillingCycle.cycleAt(anchor, instant),
  reanchor: (input: IntervalChange) => Result.succeed(BillingCycle.reanchor(input)),
  discountPeriod,
  coversMonth,
  boletoDates: ({ issuedAt, ...policy }: Boleto) => SlipDates.slipDates(issuedAt, policy),
}
