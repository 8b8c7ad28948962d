// Cases of coupons over time: invoices that share one billing period, and the months that a coupon lasts.
import type { CouponDiscount, CouponDuration } from "../../../src/core/coupon/Coupon.ts"
import type { LineInput } from "../../../src/core/invoice/computeInvoice.ts"
import type { Chance } from "../../support/random.ts"
import { type Call, MAX, percent, pick, type Subject } from "./Case.ts"
import { type Coverage, coversMonth, discountPeriod, type Period } from "./naive/couponPeriods.ts"

const line = (unitPrice: number, quantity = 1, planId = "plan-1"): LineInput => ({
  name: "Line",
  unitPrice,
  quantity,
  planId,
})

const share = (basisPoints: number): CouponDiscount => ({ type: "PERCENTAGE", basisPoints })
const fixed = (amount: number, currency = "BRL"): CouponDiscount => ({ type: "FIXED", amount, currency })

const period = (
  discount: CouponDiscount,
  invoices: Period["invoices"],
  planIds: Period["planIds"] = null,
): Call => {
  const input: Period = { currency: "BRL", discount, planIds, invoices }
  return { function: "discountPeriod", input }
}

const lasts = (duration: CouponDuration, discountedMonths: ReadonlyArray<number>, month: number): Call => {
  const input: Coverage = { duration, discountedMonths, month }
  return { function: "coversMonth", input }
}
const months = (length: number): CouponDuration => ({ type: "REPEATING", months: length })

const named: Subject["named"] = {
  "one invoice": period(share(1000), [[line(9990)]]),
  "no invoice": period(share(1000), []),
  "two halves: the first is rounded up, the second gets nothing": period(share(5000), [[line(1)], [line(1)]]),
  "three invoices cost what one would": period(share(3333), [[line(100)], [line(100)], [line(100)]]),
  "exact half of a minor unit in the sum alone": period(share(2500), [[line(1)], [line(1)]]),
  "many small invoices": period(
    share(1000),
    Array.from({ length: 12 }, () => [line(4)]),
  ),
  "a fixed coupon goes once over the invoices": period(fixed(1000), [[line(600)], [line(600)], [line(600)]]),
  "a fixed coupon of as much as the first invoice": period(fixed(600), [[line(600)], [line(600)]]),
  "a fixed coupon of more than the period": period(fixed(5000), [[line(600)], [line(600)]]),
  "an invoice without lines between two": period(share(5000), [[line(1)], [], [line(1)]]),
  "all of it": period(share(10_000), [[line(3)], [line(5)]]),
  "an invoice of another plan": period(
    share(5000),
    [[line(101)], [line(999, 1, "plan-2")], [line(101)]],
    ["plan-1"],
  ),
  "a coupon for no plan of the period": period(fixed(500), [[line(101)], [line(101)]], ["plan-3"]),
  "an invoice of two plans": period(
    fixed(300),
    [[line(200), line(999, 1, "plan-2")], [line(200)]],
    ["plan-1"],
  ),
  "more than all of it": period(share(10_001), [[line(101)]]),
  "a fixed coupon of another currency": period(fixed(500, "USD"), [[line(101)]]),
  "an invoice with a fault, behind one without": period(share(5000), [[line(101)], [line(1, 0.5)]]),
  "a period just under 2^53": period(share(5000), [[line(MAX - 1)], [line(1)]]),
  "a period just over 2^53": period(share(5000), [[line(MAX)], [line(1)]]),
  "ONCE: nothing discounted yet": lasts({ type: "ONCE" }, [], 5),
  "ONCE: the month it discounted": lasts({ type: "ONCE" }, [5], 5),
  "ONCE: the month after": lasts({ type: "ONCE" }, [5], 6),
  "ONCE: the month before, billed late": lasts({ type: "ONCE" }, [5], 4),
  "FOREVER: years later": lasts({ type: "FOREVER" }, [0], 480),
  "REPEATING: nothing discounted yet": lasts(months(3), [], 7),
  "REPEATING: its last month": lasts(months(3), [0, 1], 2),
  "REPEATING: the month after its last": lasts(months(3), [0, 1, 2], 3),
  "REPEATING: a month without discount counts": lasts(months(3), [0, 2], 3),
  "REPEATING: the month between two": lasts(months(3), [0, 2], 1),
  "REPEATING: one month": lasts(months(1), [4], 5),
  "REPEATING: an earlier month within its span": lasts(months(3), [2], 0),
  "REPEATING: an earlier month beyond its span": lasts(months(3), [2, 3], 0),
}

const anyLine = (chance: Chance): LineInput =>
  line(
    chance.below(percent(chance, 60) ? 30 : 20_000),
    percent(chance, 60) ? 1 : chance.below(50),
    pick(chance, ["plan-1", "plan-1", "plan-2"]),
  )

const random = (chance: Chance): Call => {
  if (percent(chance, 30)) {
    const first = chance.below(6)
    const length = 1 + chance.below(6)
    const duration = pick<CouponDuration>(chance, [
      { type: "ONCE" },
      { type: "FOREVER" },
      months(length),
      months(length),
    ])
    const most = duration.type === "REPEATING" ? length : 1
    const discounted = Array.from({ length: most }, (_, index) => first + index).filter(() =>
      percent(chance, 60),
    )
    return lasts(duration, discounted, Math.max(0, first + chance.below(most + 4) - 2))
  }
  const discount = percent(chance, 65)
    ? share(percent(chance, 50) ? pick(chance, [1000, 2500, 3333, 5000]) : 1 + chance.below(10_000))
    : fixed(1 + chance.below(20_000))
  const invoices = Array.from({ length: 2 + chance.below(3) }, () =>
    Array.from({ length: 1 + chance.below(2) }, () => anyLine(chance)),
  )
  return period(discount, invoices, percent(chance, 70) ? null : [pick(chance, ["plan-1", "plan-2"])])
}

/** The vectors of coupons over time. */
export const couponSubject: Subject = {
  file: "coupon-periods",
  about: "What a coupon gives each invoice of one billing period, and which months it discounts.",
  functions: { discountPeriod, coversMonth },
  named,
  randomCases: 350,
  random,
}
