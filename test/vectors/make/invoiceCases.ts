// Cases of the invoice: what an implementation gets wrong first, by name, and random ones near those.
import type { CouponInput, LineInput } from "../../../src/core/invoice/computeInvoice.ts"
import type { Chance } from "../../support/random.ts"
import { almostAmount, amount, type Call, MAX, noAmount, percent, pick, type Subject } from "./Case.ts"
import { call, fixed, invoice, line, share, vouchers } from "./invoiceInputs.ts"
import { computeInvoice } from "./naive/invoice.ts"

const PLANS = ["plan-1", "plan-2"] as const
const CURRENCIES = ["BRL", "USD", "JPY", "KWD", "CLF"] as const

const lines: Subject["named"] = {
  "no lines": invoice({}),
  "no lines, a coupon and a voucher": invoice({ coupon: fixed(500), vouchers: vouchers([500]) }),
  "the price of a plan": invoice({ lines: [line(9990)] }),
  "a fee and usage": invoice({ lines: [line(4990, 1, "plan-1"), line(3, 1000, "plan-1")] }),
  "a line of nothing": invoice({ lines: [line(0, 5), line(5, 0), line(0, 0)] }),
  "a currency without decimals": invoice({
    currency: "JPY",
    lines: [line(101)],
    coupon: share(5000),
    vouchers: vouchers([50, "JPY"], [50, "BRL"]),
  }),
  "a currency with three decimals": invoice({ currency: "KWD", lines: [line(1001)], coupon: share(5000) }),
  "names that are not ASCII": invoice({
    lines: [{ name: "Assinatura São João 🧾", unitPrice: 1, quantity: 2 }],
  }),
  "just under 2^53": invoice({ lines: [line(MAX)] }),
  "exactly 2^53": invoice({ lines: [line(2 ** 53)] }),
  "a product just under 2^53": invoice({ lines: [line(6361, 1_416_003_655_831)] }),
  "a product just over 2^53": invoice({ lines: [line(94_906_266, 94_906_266)] }),
  "a sum just under 2^53": invoice({ lines: [line(MAX - 1), line(1)] }),
  "a sum just over 2^53": invoice({ lines: [line(MAX), line(1)] }),
  "a large quantity of nothing": invoice({ lines: [line(0, MAX), line(MAX, 0)] }),
  "a negative price": invoice({ lines: [line(100), line(-1)] }),
  "a negative quantity": invoice({ lines: [line(100, -1)] }),
  "half a unit": invoice({ lines: [line(100, 0.5)] }),
  "a price with decimals": invoice({ lines: [line(99.9)] }),
  "two faults in a line: the price is told": invoice({ lines: [line(-1, -1)] }),
  "a sum that is too large before a line with a fault": invoice({ lines: [line(MAX), line(1), line(-1)] }),
  "a line with a fault before a coupon with one": invoice({ lines: [line(-1)], coupon: share(10_001) }),
}

const halves: Subject["named"] = {
  "exact half of a minor unit": invoice({ lines: [line(1)], coupon: share(5000) }),
  "exact half above an even number": invoice({ lines: [line(5)], coupon: share(5000) }),
  "exact half above an odd number": invoice({ lines: [line(7)], coupon: share(5000) }),
  "exact half of an uneven share": invoice({ lines: [line(1000)], coupon: share(1235) }),
  "just under half a minor unit": invoice({ lines: [line(1)], coupon: share(4999) }),
  "just over half a minor unit": invoice({ lines: [line(1)], coupon: share(5001) }),
  "a half that amount × (share / 10000) loses as a float": invoice({
    lines: [line(25)],
    coupon: share(5800),
  }),
  "a half that (amount / 10000) × share loses as a float": invoice({ lines: [line(24)], coupon: share(625) }),
  "a half that amount × (share / 100) / 100 loses as a float": invoice({
    lines: [line(250)],
    coupon: share(6460),
  }),
  "a half near 2^53": invoice({ lines: [line(MAX)], coupon: share(5000) }),
  "a share whose product is over 2^53": invoice({ lines: [line(MAX - 2)], coupon: share(3333) }),
  "rounded once, not a line": invoice({ lines: [line(1), line(1), line(1)], coupon: share(5000) }),
  "rounded once, not a unit": invoice({ lines: [line(1, 3)], coupon: share(5000) }),
  "thirds of a line": invoice({ lines: [line(100), line(100), line(100)], coupon: share(3333) }),
}

const coupons: Subject["named"] = {
  "all of it": invoice({ lines: [line(9990)], coupon: share(10_000), vouchers: vouchers([100]) }),
  "nothing of it": invoice({ lines: [line(9990)], coupon: share(0) }),
  "more than all of it": invoice({ lines: [line(9990)], coupon: share(10_001) }),
  "a negative share": invoice({ lines: [line(9990)], coupon: share(-1) }),
  "a share with decimals": invoice({ lines: [line(9990)], coupon: share(12.5) }),
  "a fixed coupon": invoice({ lines: [line(9990)], coupon: fixed(1000) }),
  "a fixed coupon of as much": invoice({ lines: [line(1000)], coupon: fixed(1000) }),
  "a fixed coupon of more": invoice({ lines: [line(999)], coupon: fixed(1000) }),
  "a fixed coupon of nothing": invoice({ lines: [line(999)], coupon: fixed(0) }),
  "a fixed coupon once for two lines": invoice({ lines: [line(999), line(999)], coupon: fixed(1000) }),
  "a fixed coupon below nothing": invoice({ lines: [line(999)], coupon: fixed(-1) }),
  "a fixed coupon of another currency": invoice({ currency: "USD", lines: [line(999)], coupon: fixed(1) }),
  "another currency, and nothing to discount": invoice({ currency: "USD", coupon: fixed(1) }),
  "of two faults the amount is told before the currency": invoice({ currency: "USD", coupon: fixed(-1) }),
  "a coupon for one plan": invoice({
    lines: [line(1000, 1, "plan-1"), line(500, 1, "plan-2"), line(250)],
    coupon: share(5000, { planIds: ["plan-1"] }),
  }),
  "a coupon for two plans": invoice({
    lines: [line(1000, 1, "plan-1"), line(501, 1, "plan-2"), line(250)],
    coupon: share(5000, { planIds: ["plan-1", "plan-2"] }),
  }),
  "a coupon for no plan": invoice({
    lines: [line(1000, 1, "plan-1"), line(250)],
    coupon: share(5000, { planIds: [] }),
  }),
  "a fixed coupon is capped at the lines it is for": invoice({
    lines: [line(300, 1, "plan-1"), line(5000, 1, "plan-2")],
    coupon: fixed(1000, { planIds: ["plan-1"] }),
  }),
}

const periods: Subject["named"] = {
  "what the period got before is not given again": invoice({
    lines: [line(1000)],
    coupon: fixed(1000, { periodEligibleAmount: 600, periodDiscountAmount: 600 }),
  }),
  "the period got all of a fixed coupon": invoice({
    lines: [line(1000)],
    coupon: fixed(1000, { periodEligibleAmount: 5000, periodDiscountAmount: 1000 }),
  }),
  "the period got more than is due": invoice({
    lines: [line(1)],
    coupon: share(1000, { periodEligibleAmount: 100, periodDiscountAmount: 50 }),
  }),
  "the period got less than is due: no more than the lines": invoice({
    lines: [line(10)],
    coupon: share(5000, { periodEligibleAmount: 1000, periodDiscountAmount: 0 }),
  }),
  "a half that the invoice before was given": invoice({
    lines: [line(1)],
    coupon: share(5000, { periodEligibleAmount: 1, periodDiscountAmount: 1 }),
  }),
  "a period just under 2^53": invoice({
    lines: [line(1)],
    coupon: share(5000, { periodEligibleAmount: MAX - 1, periodDiscountAmount: 2 ** 52 - 1 }),
  }),
  "a period just over 2^53": invoice({
    lines: [line(1)],
    coupon: share(5000, { periodEligibleAmount: MAX, periodDiscountAmount: 0 }),
  }),
  "a period of less than nothing": invoice({
    lines: [line(1)],
    coupon: share(5000, { periodEligibleAmount: -1 }),
  }),
  "a discount of less than nothing": invoice({
    lines: [line(1)],
    coupon: share(5000, { periodDiscountAmount: -1 }),
  }),
}

const paidByVouchers: Subject["named"] = {
  "a voucher of less": invoice({ lines: [line(1000)], vouchers: vouchers([999]) }),
  "a voucher of as much": invoice({ lines: [line(1000)], vouchers: vouchers([1000]) }),
  "a voucher of more": invoice({ lines: [line(1000)], vouchers: vouchers([1001]) }),
  "vouchers in their order": invoice({ lines: [line(1000)], vouchers: vouchers([300], [500], [400], [100]) }),
  "a voucher of nothing": invoice({ lines: [line(1000)], vouchers: vouchers([0], [10]) }),
  "a voucher of another currency is passed over": invoice({
    lines: [line(1000)],
    vouchers: vouchers([300, "USD"], [500]),
  }),
  "a voucher with a fault, of another currency": invoice({
    lines: [line(1000)],
    vouchers: vouchers([-1, "USD"]),
  }),
  "a voucher with a fault, behind one that pays all": invoice({
    lines: [line(1000)],
    vouchers: vouchers([5000], [0.5]),
  }),
  "a voucher over 2^53": invoice({ lines: [line(1000)], vouchers: vouchers([2 ** 53]) }),
  "a voucher just under 2^53": invoice({ lines: [line(MAX)], vouchers: vouchers([MAX]) }),
  "the coupon comes before vouchers": invoice({
    lines: [line(1000)],
    coupon: share(5000),
    vouchers: vouchers([600], [600]),
  }),
  "a voucher is no part of what the coupon discounts": invoice({
    lines: [line(1001)],
    coupon: share(5000),
    vouchers: vouchers([500]),
  }),
  "a coupon with a fault before a voucher with one": invoice({
    coupon: share(-1),
    vouchers: vouchers([-1]),
  }),
}

const anyLine = (chance: Chance): LineInput =>
  line(
    almostAmount(chance),
    percent(chance, 50) ? 1 : percent(chance, 90) ? chance.below(1000) : almostAmount(chance),
    percent(chance, 70) ? pick(chance, PLANS) : undefined,
  )

const anyCoupon = (chance: Chance, currency: string): CouponInput => {
  // Half of a percent, a quarter, a half: shares of which amounts have an exact half now and then.
  const basisPoints = percent(chance, 50) ? pick(chance, [50, 2500, 5000, 7500]) : chance.below(10_001)
  const discount: CouponInput["discount"] = percent(chance, 60)
    ? { type: "PERCENTAGE", basisPoints: percent(chance, 98) ? basisPoints : noAmount(chance) }
    : { type: "FIXED", amount: almostAmount(chance), currency: percent(chance, 93) ? currency : "EUR" }
  const isFirst = percent(chance, 60)
  const periodEligibleAmount = isFirst ? 0 : almostAmount(chance)
  return {
    code: "COUPON",
    discount,
    planIds: percent(chance, 60) ? null : chance.shuffled(PLANS).slice(chance.below(3)),
    periodEligibleAmount,
    periodDiscountAmount: isFirst ? 0 : percent(chance, 80) ? chance.below(1000) : amount(chance),
  }
}

/** One line of which a coupon takes an exact half of a minor unit, or what is a unit off that. */
const half = (chance: Chance): Call => {
  const basisPoints = pick(chance, [125, 250, 625, 1450, 2500, 2900, 5000, 5800, 6460, 7500])
  let unitPrice = percent(chance, 50) ? chance.below(2000) : 2 ** 42 + chance.below(2 ** 52)
  while ((BigInt(unitPrice) * BigInt(basisPoints)) % 10_000n !== 5000n) unitPrice += 1
  if (percent(chance, 20)) unitPrice += pick(chance, [-1, 1])
  return invoice({ lines: [line(unitPrice)], coupon: share(basisPoints) })
}

const random = (chance: Chance): Call => {
  if (percent(chance, 15)) return half(chance)
  const currency = pick(chance, CURRENCIES)
  return call({
    currency,
    lines: Array.from({ length: 1 + chance.below(3) }, () => anyLine(chance)),
    coupon: percent(chance, 70) ? anyCoupon(chance, currency) : null,
    vouchers: vouchers(
      ...Array.from({ length: Math.max(0, chance.below(5) - 2) }, () => {
        const of: readonly [number, string] = [
          almostAmount(chance),
          percent(chance, 75) ? currency : pick(chance, CURRENCIES),
        ]
        return of
      }),
    ),
  })
}

/** The vectors of the invoice. */
export const invoiceSubject: Subject = {
  file: "invoice",
  about: "An invoice from its lines, a coupon and vouchers.",
  functions: { computeInvoice },
  named: { ...lines, ...halves, ...coupons, ...periods, ...paidByVouchers },
  randomCases: 700,
  random,
}
