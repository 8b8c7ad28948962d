import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type ComputedInvoice,
  type CouponInput,
  computeInvoice,
  type InvoiceInput,
  type LineInput,
} from "../../../src/core/invoice/computeInvoice.ts"
import { frozen } from "../../support/decider.ts"

const line = (unitPrice: number, quantity = 1, over: Partial<LineInput> = {}): LineInput => ({
  name: "Line",
  unitPrice,
  quantity,
  ...over,
})
const percent = (basisPoints: number, over: Partial<CouponInput> = {}): CouponInput => ({
  code: "PERCENT",
  discount: { type: "PERCENTAGE", basisPoints },
  planIds: null,
  periodEligibleAmount: 0,
  periodDiscountAmount: 0,
  ...over,
})
const off = (amount: number, over: Partial<CouponInput> = {}): CouponInput =>
  percent(0, { code: "FIXED", discount: { type: "FIXED", amount, currency: "BRL" }, ...over })
const voucher = (balance: number, voucherId = "v1", currency = "BRL") => ({ voucherId, currency, balance })

const compute = (input: Partial<InvoiceInput>): ReturnType<typeof computeInvoice> =>
  computeInvoice(frozen({ currency: "BRL", lines: [], coupon: null, vouchers: [], ...input }))
const computed = (input: Partial<InvoiceInput>): ComputedInvoice => Result.getOrThrow(compute(input))
const discounts = (input: Partial<InvoiceInput>) =>
  computed(input).discounts.map(({ type, code, amount }) => [type, code, amount])

describe("the formula of the specification", () => {
  it("total is fee and usage, payable is total less discounts", () => {
    const lines = [line(4_990), line(3, 1_000, { name: "Messages", planId: "p1" })]
    expect(computed({ lines, coupon: percent(1_000), vouchers: [voucher(500)] })).toEqual({
      currency: "BRL",
      lines: [
        { name: "Line", unitPrice: 4_990, quantity: 1, amount: 4_990 },
        { name: "Messages", unitPrice: 3, quantity: 1_000, planId: "p1", amount: 3_000 },
      ],
      discounts: [
        { type: "COUPON", code: "PERCENT", amount: 799 },
        { type: "VOUCHER", code: "v1", amount: 500 },
      ],
      totalAmount: 7_990,
      discountAmount: 1_299,
      payableAmount: 6_691,
    })
  })

  it("nothing to bill is nothing", () => {
    const nothing = { currency: "BRL", lines: [], discounts: [], totalAmount: 0, discountAmount: 0 }
    expect(compute({ coupon: off(5), vouchers: [voucher(5)] })).toEqual(
      Result.succeed({ ...nothing, payableAmount: 0 }),
    )
  })

  it("keeps what a line carries beside its price", () => {
    const item = { kind: "FEE", cycle: 0, segment: 0 }
    const input = { currency: "BRL", lines: [{ ...line(5), item }], coupon: null, vouchers: [] }
    expect(Result.getOrThrow(computeInvoice(frozen(input))).lines).toEqual([{ ...line(5), item, amount: 5 }])
  })

  it.each(["JPY", "KWD", "CLP"])("law 14, D14: amounts in %s pass without a factor", (currency) => {
    const coupon = off(7, { discount: { type: "FIXED", amount: 7, currency } })
    const vouchers = [voucher(3, "v1", currency)]
    expect(computed({ currency, lines: [line(1_234)], coupon, vouchers })).toMatchObject({
      currency,
      totalAmount: 1_234,
      discountAmount: 10,
      payableAmount: 1_224,
    })
  })
})

describe("discounts", () => {
  const lines = [line(1_000)]

  it("each is at most the rest: first the coupon, then the vouchers as given", () => {
    const vouchers = [voucher(300), voucher(900, "v2"), voucher(100, "v3")]
    expect(discounts({ lines, coupon: off(200), vouchers })).toEqual([
      ["COUPON", "FIXED", 200],
      ["VOUCHER", "v1", 300],
      ["VOUCHER", "v2", 500],
    ])
    expect(discounts({ lines, coupon: off(1_001), vouchers })).toEqual([["COUPON", "FIXED", 1_000]])
    expect(discounts({ lines, vouchers: vouchers.toReversed() })).toEqual([
      ["VOUCHER", "v3", 100],
      ["VOUCHER", "v2", 900],
    ])
  })

  it("entries of 0 are left out", () => {
    expect(discounts({ lines, coupon: percent(0), vouchers: [voucher(0)] })).toEqual([])
    expect(discounts({ lines, vouchers: [voucher(0), voucher(7, "v2")] })).toEqual([["VOUCHER", "v2", 7]])
    expect(discounts({ lines, coupon: off(0) })).toEqual([])
    expect(discounts({ lines: [line(1)], coupon: percent(4_999) })).toEqual([])
  })

  it("a voucher of another currency is skipped", () => {
    expect(discounts({ lines, vouchers: [voucher(5, "v1", "USD"), voucher(7, "v2")] })).toEqual([
      ["VOUCHER", "v2", 7],
    ])
  })

  it.each([
    [1, 5_000, 1],
    [3, 5_000, 2],
    [10, 1_500, 2],
    [100, 1_250, 13],
    [9, 500, 0],
    [10, 500, 1],
    [29, 500, 1],
    [30, 500, 2],
    [333, 10_000, 333],
  ])("%d at %d basis points is %d: half away from zero, once", (amount, basisPoints, discount) => {
    expect(computed({ lines: [line(amount)], coupon: percent(basisPoints) }).discountAmount).toBe(discount)
  })

  it("D13: a percentage is rounded of the sum of the lines, not line by line", () => {
    const each = Array.from({ length: 10 }, () => line(5))
    expect(computed({ lines: each, coupon: percent(1_000) }).discountAmount).toBe(5)
  })

  it("a coupon that is limited to plans counts their lines alone", () => {
    const mixed = [line(1_000, 1, { planId: "p1" }), line(500, 1, { planId: "p2" }), line(70)]
    const half = (planIds: ReadonlyArray<string> | null) =>
      computed({ lines: mixed, coupon: percent(5_000, { planIds }) }).discountAmount
    expect([half(["p1"]), half(["p1", "p2"]), half([]), half(null)]).toEqual([500, 750, 0, 785])
    expect(computed({ lines: mixed, coupon: off(2_000, { planIds: ["p2"] }) }).discountAmount).toBe(500)
  })

  it("D8: given a credit that is limited to one line, when the order of lines changes, then the same result", () => {
    const mixed = [line(1_000, 1, { planId: "p1" }), line(500, 1, { planId: "p2" }), line(70)]
    const coupon = off(800, { planIds: ["p1"] })
    const { lines: _, ...one } = computed({ lines: mixed, coupon })
    const { lines: __, ...other } = computed({ lines: mixed.toReversed(), coupon })
    expect(other).toEqual(one)
  })

  it("D2: a discount is one entry and never more than what it discounts", () => {
    const mixed = [line(1, 1, { planId: "p1" }), line(10_000)]
    expect(discounts({ lines: mixed, coupon: off(9_999, { planIds: ["p1"] }) })).toEqual([
      ["COUPON", "FIXED", 1],
    ])
  })

  it("D5: given an invoice with a discount, when recalculated n times, then one discount entry", () => {
    let invoice = computed({ lines, coupon: percent(1_000) })
    for (let n = 0; n < 5; n++) {
      const again = computed({ lines: invoice.lines, coupon: percent(1_000) })
      expect(again).toEqual(invoice)
      invoice = again
    }
    expect(invoice.discounts).toHaveLength(1)
  })

  it("D9: given a coupon over the whole fee, then 0 is payable, and of nothing there is no discount at all", () => {
    expect(computed({ lines, coupon: off(99_999) })).toMatchObject({
      discountAmount: 1_000,
      payableAmount: 0,
    })
    expect(computed({ lines: [], coupon: off(99_999) })).toMatchObject({ discounts: [], payableAmount: 0 })
  })
})

describe("the period rule: cutting never changes what a coupon gives", () => {
  /** Bills amounts as documents of one period, one after another; what the coupon gave each. */
  const given = (amounts: ReadonlyArray<number>, coupon: CouponInput): ReadonlyArray<number> => {
    let periodEligibleAmount = 0
    let periodDiscountAmount = 0
    return amounts.map((amount) => {
      const input = { ...coupon, periodEligibleAmount, periodDiscountAmount }
      const { discountAmount } = computed({ lines: [line(amount)], coupon: input })
      periodEligibleAmount += amount
      periodDiscountAmount += discountAmount
      return discountAmount
    })
  }

  it("four cuts of 10 at 15 % give 6 in all; each alone would give 8", () => {
    expect(given([10, 10, 10, 10], percent(1_500))).toEqual([2, 1, 2, 1])
    expect(4 * computed({ lines: [line(10)], coupon: percent(1_500) }).discountAmount).toBe(8)
    expect(computed({ lines: [line(40)], coupon: percent(1_500) }).discountAmount).toBe(6)
  })

  it("a fixed amount is a budget of the period", () => {
    expect(given([300, 300, 300], off(500))).toEqual([300, 200, 0])
  })

  it("D3: two documents of one period never get more than the amount, and none less than nothing", () => {
    const over = off(500, { periodEligibleAmount: 100, periodDiscountAmount: 700 })
    expect(discounts({ lines: [line(300)], coupon: over })).toEqual([])
  })

  it("what it gives one document is at most that document's own lines", () => {
    const missed = off(500, { periodEligibleAmount: 1_000, periodDiscountAmount: 0 })
    expect(discounts({ lines: [line(300)], coupon: missed })).toEqual([["COUPON", "FIXED", 300]])
  })
})

describe("rejections", () => {
  const notAmounts = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53]
  const max = Number.MAX_SAFE_INTEGER
  const out = (operation: string, ...operands: ReadonlyArray<number>) =>
    Result.fail({ _tag: "AmountOutOfRange", operation, operands })

  it.each(notAmounts)("%d is no price and no quantity", (value) => {
    expect(compute({ lines: [line(1), line(value)] })).toEqual(
      Result.fail({ _tag: "InvalidLine", index: 1, member: "unitPrice", value }),
    )
    expect(compute({ lines: [line(1, value)] })).toEqual(
      Result.fail({ _tag: "InvalidLine", index: 0, member: "quantity", value }),
    )
  })

  it("a quantity of -0 makes no amount of -0", () => {
    expect(computed({ lines: [line(5, -0)] }).lines[0]?.amount).toBe(0)
  })

  it.each(notAmounts)("%d is no discount, no balance, and nothing a period had", (value) => {
    const wrong = (code: string) => Result.fail({ _tag: "InvalidDiscount", code, value })
    const lines = [line(1_000)]
    expect(compute({ lines, coupon: off(value) })).toEqual(wrong("FIXED"))
    expect(compute({ lines, coupon: percent(value) })).toEqual(wrong("PERCENT"))
    expect(compute({ lines, coupon: percent(1, { periodEligibleAmount: value }) })).toEqual(wrong("PERCENT"))
    expect(compute({ lines, coupon: percent(1, { periodDiscountAmount: value }) })).toEqual(wrong("PERCENT"))
    expect(compute({ lines, vouchers: [voucher(1), voucher(value, "v2")] })).toEqual(wrong("v2"))
  })

  it("more than 100 % is none", () => {
    expect(compute({ lines: [line(1)], coupon: percent(10_001) })).toEqual(
      Result.fail({ _tag: "InvalidDiscount", code: "PERCENT", value: 10_001 }),
    )
    expect(Result.isSuccess(compute({ lines: [line(1)], coupon: off(10_001) }))).toBe(true)
  })

  it("a fixed coupon of another currency is refused, a percentage knows none", () => {
    const dollars = off(5, { discount: { type: "FIXED", amount: 5, currency: "USD" } })
    expect(compute({ lines: [line(1)], coupon: dollars })).toEqual(
      Result.fail({ _tag: "DiscountCurrencyMismatch", code: "FIXED", currency: "USD" }),
    )
    expect(computed({ currency: "USD", lines: [line(10)], coupon: percent(5_000) }).discountAmount).toBe(5)
  })

  it("what leaves the safe integers: in one line, in their sum, in the period", () => {
    expect(computed({ lines: [line(max)], vouchers: [voucher(max)] }).payableAmount).toBe(0)
    expect(compute({ lines: [line(max, 2)] })).toEqual(out("line", max, 2))
    expect(compute({ lines: [line(max), line(1)] })).toEqual(out("line", 1, 1))
    const full = percent(1, { periodEligibleAmount: max })
    expect(compute({ lines: [line(1)], coupon: full })).toEqual(out("group", max, 1))
    expect(computed({ lines: [line(max)], coupon: percent(3_333) }).discountAmount).toBe(
      Number((BigInt(max) * 3_333n + 5_000n) / 10_000n),
    )
  })

  it("tells the first thing that is wrong: lines, then the coupon, then the vouchers", () => {
    const wrong = { lines: [line(-1)], coupon: off(-2), vouchers: [voucher(-3)] }
    const values = [wrong, { ...wrong, lines: [] }, { ...wrong, lines: [], coupon: null }].map((input) => {
      const result = compute(input)
      return Result.isFailure(result) && "value" in result.failure ? result.failure.value : null
    })
    expect(values).toEqual([-1, -2, -3])
  })
})

it("100,000 lines are computed without recursion", () => {
  const lines = Array.from({ length: 100_000 }, () => line(3, 2))
  expect(computed({ lines, coupon: percent(5_000) })).toMatchObject({
    totalAmount: 600_000,
    payableAmount: 300_000,
  })
})
