// The hard cases that every run of the laws of invoices begins with.
import type { CouponInput, InvoiceInput, LineInput } from "../../../core/invoice/computeInvoice.ts"

const MAX = Number.MAX_SAFE_INTEGER

/** A line of a price, once. */
export const line = (unitPrice: number, quantity = 1): LineInput => ({ name: "Line", unitPrice, quantity })

/** A coupon of the first document of a period. */
export const coupon = (discount: CouponInput["discount"]): CouponInput => ({
  code: "COUPON-1",
  discount,
  planIds: null,
  periodEligibleAmount: 0,
  periodDiscountAmount: 0,
})

/** An input of some lines, in BRL unless something else is wanted. */
export const input = (lines: ReadonlyArray<LineInput>, wanted: Partial<InvoiceInput> = {}): InvoiceInput => ({
  currency: "BRL",
  lines,
  coupon: null,
  vouchers: [],
  ...wanted,
})

/** A percentage of what some lines come to. */
const share = (basisPoints: number, ...prices: ReadonlyArray<number>): InvoiceInput =>
  input(
    prices.map((price) => line(price)),
    { coupon: coupon({ type: "PERCENTAGE", basisPoints }) },
  )

/** Vouchers of some balances, in their order. */
const vouchers = (...balances: ReadonlyArray<number>): InvoiceInput["vouchers"] =>
  balances.map((balance, index) => ({ voucherId: `voucher-${index}`, currency: "BRL", balance }))

/** Inputs that can be computed. */
export const documentExamples: ReadonlyArray<InvoiceInput> = [
  input([]),
  // A half after an even number and after an odd one, and three lines each of which has one.
  share(5_000, 1),
  share(5_000, 3),
  share(5_000, 1, 1, 1),
  share(1_500, 10, 10, 10),
  share(10_000, 1_999),
  // Where floats are not exact: 1.005 has no half as a float, and the products are far beyond 2^53.
  share(100, 10_050),
  share(2_900, 50),
  share(5_000, MAX),
  share(3_333, MAX - 4_242),
  share(9_999, 4_503_599_627_370_497),
  input([line(94_906_265, 94_906_266)]),
  input([line(6_361, MAX / 6_361)]),
  // A voucher that is there twice, vouchers in neither order of their size, and one of another currency.
  input([line(100)], { vouchers: [...vouchers(30), ...vouchers(30)] }),
  input([line(10)], { vouchers: vouchers(2, 3, 1, 9) }),
  input([line(100, -0), line(5), line(5)], {
    vouchers: [...vouchers(-0), { voucherId: "foreign", currency: "USD", balance: 5 }],
  }),
  input([line(2), { ...line(7), planId: "plan-1" }], {
    currency: "JPY",
    coupon: { ...coupon({ type: "FIXED", amount: 8, currency: "JPY" }), planIds: ["plan-2", "plan-1"] },
  }),
  input([line(1_234)], { currency: "KWD" }),
]
