// What a coupon gives a document: a share of each billing period that the document has lines of. GAP-175
import * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import type { BillableLine } from "../../invoice/BilledLine.ts"
import {
  type InvoiceRejection as ComputeRejection,
  type CouponInput,
  computeInvoice,
} from "../../invoice/computeInvoice.ts"
import type { CouponPart } from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, sum } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { BillingPeriod } from "../periods/BillingPeriod.ts"
import { groupOf } from "../periods/groups.ts"
import { isCovered, isDiscounted, periodDiscount, placeOfPeriod } from "../periods/PeriodDiscount.ts"
import type { Place } from "../periods/places.ts"

/** The shares of a document, and their sum as a coupon of a fixed amount; `null` where they come to nothing. */
export interface CouponShares {
  readonly coupon: CouponInput | null
  readonly couponParts: ReadonlyArray<CouponPart>
}

const couponInput = (place: Place): Result.Result<CouponInput | null, AmountOutOfRange> => {
  const { coupon } = place.subscription
  if (coupon === null || !isCovered(place.period, coupon)) return Result.succeed(null)
  const { code, discount } = coupon
  return Result.map(periodDiscount(place), ({ eligibleAmount, givenAmount }) => ({
    code,
    discount,
    planIds: null,
    periodEligibleAmount: eligibleAmount,
    // More may have been taken back than the period has left; no invoice gets more than a whole discount.
    periodDiscountAmount: Math.max(0, givenAmount),
  }))
}

/**
 * What a coupon gives a document that has lines of some periods. Each period gets its own share, for those of its lines
 * that the coupon discounts, the earlier one first: one that begins a coupon may be the only one that it discounts. The
 * document's discount is their sum.
 */
export const couponShares = resultFn(function* (
  document: {
    readonly lines: ReadonlyArray<BillableLine>
    readonly cycle: number
    readonly currency: string
  },
  places: ReadonlyArray<Place>,
): Steps<CouponShares, ComputeRejection> {
  const { lines, currency } = document
  const couponParts: Array<CouponPart> = []
  const discounted: Array<BillingPeriod> = []
  let code = ""
  for (const place of places) {
    const { period, subscription } = place
    const { cycle } = period
    const known = subscription.coupon
    if (known === null) continue
    code = known.code
    const coupon = discounted.reduce(
      (used, of) => Coupon.withDiscounted(used, placeOfPeriod(of, used)),
      known,
    )
    const { discountAmount: amount } = yield* computeInvoice({
      currency,
      lines: lines.filter((line) => groupOf(line, document) === cycle && isDiscounted(coupon, line, period)),
      coupon: yield* couponInput({ ...place, subscription: { ...subscription, coupon } }),
      vouchers: [],
    })
    if (amount === 0) continue
    couponParts.push({ cycle, amount })
    discounted.push(period)
  }
  if (couponParts.length === 0) return { coupon: null, couponParts }
  const amount = yield* sum(couponParts.map((part) => part.amount))
  const discount = { type: "FIXED", amount, currency } as const
  const coupon = { code, discount, planIds: null, periodEligibleAmount: 0, periodDiscountAmount: 0 }
  return { coupon, couponParts }
})
