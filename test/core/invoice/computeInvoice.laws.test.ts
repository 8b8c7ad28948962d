import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type CouponInput,
  computeInvoice,
  type InvoiceInput,
} from "../../../src/core/invoice/computeInvoice.ts"
import { frozen } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"

const MAX = Number.MAX_SAFE_INTEGER
/** Mostly small, so that most invoices can be computed; now and then at the edge. */
const amount = fc.oneof(
  { weight: 10, arbitrary: fc.nat({ max: 50 }) },
  { weight: 10, arbitrary: fc.nat({ max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.maxSafeNat() },
  { weight: 1, arbitrary: fc.constantFrom(0, MAX) },
)
const planId = fc.constantFrom("p1", "p2")
const currency = fc.constantFrom("BRL", "USD", "JPY")
const lines = fc.array(
  fc.record(
    { name: fc.constant("Line"), unitPrice: amount, quantity: amount, planId },
    { requiredKeys: ["name", "unitPrice", "quantity"] },
  ),
  { maxLength: 6 },
)
const discount: fc.Arbitrary<CouponInput["discount"]> = fc.oneof(
  fc.record({ type: fc.constant("PERCENTAGE"), basisPoints: fc.nat({ max: 10_000 }) }),
  fc.record({ type: fc.constant("FIXED"), amount, currency }),
)
const coupon: fc.Arbitrary<CouponInput> = fc.record({
  code: fc.constant("CODE"),
  discount,
  planIds: fc.option(fc.subarray(["p1", "p2"])),
  groupEligibleAmount: amount,
  groupDiscountAmount: amount,
})
const voucher = fc.record({ voucherId: fc.constantFrom("v1", "v2", "v3"), currency, balance: amount })
const input: fc.Arbitrary<InvoiceInput> = fc.record({
  currency,
  lines,
  coupon: fc.option(coupon),
  vouchers: fc.array(voucher, { maxLength: 3 }),
})

const least = (...values: ReadonlyArray<bigint>) => values.reduce((a, b) => (a < b ? a : b))

/** The invoice on bigint, said another way: `null` where the code under test has to reject. */
const oracle = (given: InvoiceInput) => {
  const amounts = given.lines.map((line) => BigInt(line.unitPrice) * BigInt(line.quantity))
  const total = amounts.reduce((sum, each) => sum + each, 0n)
  if (total > BigInt(MAX)) return null
  const entries: Array<readonly [code: string, amount: bigint]> = []
  if (given.coupon !== null) {
    const { planIds, discount: by, code, groupEligibleAmount, groupDiscountAmount } = given.coupon
    if (by.type === "FIXED" && by.currency !== given.currency) return null
    const eligible = amounts.reduce((sum, each, index) => {
      const plan = given.lines[index]?.planId
      return planIds === null || (plan !== undefined && planIds.includes(plan)) ? sum + each : sum
    }, 0n)
    const group = BigInt(groupEligibleAmount) + eligible
    if (group > BigInt(MAX)) return null
    const whole =
      by.type === "FIXED"
        ? least(BigInt(by.amount), group)
        : (group * BigInt(by.basisPoints) + 5_000n) / 10_000n
    const left = whole - BigInt(groupDiscountAmount)
    entries.push([code, left < 0n ? 0n : least(left, eligible)])
  }
  for (const each of given.vouchers) {
    if (each.currency !== given.currency) continue
    const taken = entries.reduce((sum, [, value]) => sum + value, 0n)
    entries.push([each.voucherId, least(BigInt(each.balance), total - taken)])
  }
  return { amounts, total, entries: entries.filter(([, value]) => value > 0n) }
}

describe("computeInvoice", () => {
  it("laws 1 and 13: says what an oracle on bigint says, in whole amounts that are not negative", () => {
    let computedOnes = 0
    fc.assert(
      fc.property(input, (given) => {
        const result = computeInvoice(frozen(given))
        const expected = oracle(given)
        expect(Result.isSuccess(result)).toBe(expected !== null)
        if (Result.isFailure(result) || expected === null) return
        computedOnes++
        const invoice = result.success
        expect(invoice.lines.map((line) => BigInt(line.amount))).toEqual(expected.amounts)
        expect(invoice.discounts.map(({ code, amount: value }) => [code, BigInt(value)])).toEqual(
          expected.entries,
        )
        const discounted = expected.entries.reduce((sum, [, value]) => sum + value, 0n)
        expect(BigInt(invoice.totalAmount)).toBe(expected.total)
        expect(BigInt(invoice.discountAmount)).toBe(discounted)
        expect(BigInt(invoice.payableAmount)).toBe(expected.total - discounted)
        for (const value of [invoice.totalAmount, invoice.discountAmount, invoice.payableAmount]) {
          expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
        }
      }),
      { numRuns: runs(4000) },
    )
    // Not all of them were rejected for their size.
    expect(computedOnes).toBeGreaterThan(runs(4000) / 4)
  })

  it("law 13: any numbers give whole amounts or a rejection, and never throw", () => {
    const anyNumber = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(0, 1, 10_000))
    const anyLine = fc.record({ name: fc.constant("Line"), unitPrice: anyNumber, quantity: anyNumber })
    const anyCoupon = anyNumber.chain((value) =>
      coupon.map((each) => ({
        ...each,
        discount:
          each.discount.type === "FIXED"
            ? { ...each.discount, amount: value }
            : { ...each.discount, basisPoints: value },
      })),
    )
    const anyVoucher = fc.record({ voucherId: fc.constant("v1"), currency, balance: anyNumber })
    fc.assert(
      fc.property(
        fc.record({
          currency,
          lines: fc.array(anyLine, { maxLength: 3 }),
          coupon: fc.option(anyCoupon),
          vouchers: fc.array(anyVoucher, { maxLength: 2 }),
        }),
        (given) => {
          const result = computeInvoice(frozen(given))
          if (Result.isFailure(result)) return
          const { lines: billed, discounts, totalAmount, discountAmount, payableAmount } = result.success
          const all = [...billed, ...discounts].map((each) => each.amount)
          expect([...all, totalAmount, discountAmount, payableAmount].every(Number.isSafeInteger)).toBe(true)
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  it("law 2 for one coupon: documents of one group pay together what one document would", () => {
    const parts = fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 6 })
    const terms = fc.oneof(
      fc.record({ type: fc.constant("PERCENTAGE" as const), basisPoints: fc.nat({ max: 10_000 }) }),
      fc.record({
        type: fc.constant("FIXED" as const),
        amount: fc.nat({ max: 9_000 }),
        currency: fc.constant("BRL"),
      }),
    )
    fc.assert(
      fc.property(parts, terms, (amounts, by) => {
        const payable = (billed: ReadonlyArray<number>, eligible: number, given: number) =>
          Result.getOrThrow(
            computeInvoice({
              currency: "BRL",
              lines: billed.map((unitPrice) => ({ name: "Line", unitPrice, quantity: 1 })),
              coupon: {
                code: "CODE",
                discount: by,
                planIds: null,
                groupEligibleAmount: eligible,
                groupDiscountAmount: given,
              },
              vouchers: [],
            }),
          )
        let eligible = 0
        let given = 0
        let paid = 0
        for (const each of amounts) {
          const document = payable([each], eligible, given)
          eligible += each
          given += document.discountAmount
          paid += document.payableAmount
        }
        expect(paid).toBe(payable(amounts, 0, 0).payableAmount)
      }),
      { numRuns: runs(2000), examples: [[[10, 10, 10, 10], { type: "PERCENTAGE", basisPoints: 1_500 }]] },
    )
  })
})
