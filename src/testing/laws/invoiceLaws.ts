// The laws of the invoice computation. Each looks at one part of an invoice, and takes the others as they were computed,
// so that a fault is told by the law that it breaks.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { ComputedInvoice, Discount, InvoiceInput } from "../../core/invoice/computeInvoice.ts"
import { couponDiscounts } from "../arbitraries/discounts.ts"
import { invoiceInputs } from "../arbitraries/invoices.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, same } from "../Law.ts"
import { couponGives, isComputable } from "../oracle/documents.ts"

/** What the laws are about: an invoice from its input, or a reason why it cannot be computed. */
export type ComputeInvoice = (input: InvoiceInput) => Result.Result<ComputedInvoice, object>

/**
 * The laws of an invoice computation: what a line, a coupon, a voucher and a total come to, that documents of one cycle
 * cost together what one would, and that whatever is no whole amount is rejected. What they compare with is computed on
 * big integers, apart from `computeInvoice`.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { computeInvoice } from "studio-billing"
 * import { type ComputeInvoice, invoiceLaws } from "studio-billing/testing"
 *
 * // Rounds the payable amount to whole units of the currency.
 * const rounding: ComputeInvoice = (input) =>
 *   Result.map(computeInvoice(input), (invoice) => ({
 *     ...invoice, payableAmount: Math.round(invoice.payableAmount / 100) * 100,
 *   }))
 * invoiceLaws(rounding).length // 8
 * ```
 */
export const invoiceLaws = (computeInvoice: ComputeInvoice): ReadonlyArray<Law> => {
  /** What a law says of every invoice that can be computed. */
  const ofInvoices = (law: {
    readonly name: string
    readonly rule: string
    readonly given?: fc.Arbitrary<InvoiceInput>
    readonly says: (invoice: ComputedInvoice, input: InvoiceInput) => void
  }): Law =>
    forAll({
      name: law.name,
      rule: law.rule,
      given: law.given ?? invoiceInputs(),
      holds: (input) => {
        const computed = computeInvoice(frozen(input))
        if (Result.isSuccess(computed) && isComputable(input)) law.says(computed.success, input)
      },
    })
  return [
    ofInvoices({
      name: "the amount of a line is its unit price times its quantity",
      rule: "Every line is there, in its order and with all of its members, with its exact amount.",
      says: ({ lines }, input) =>
        same(
          "lines",
          lines,
          input.lines.map((line) => ({
            ...line,
            amount: Number(BigInt(line.unitPrice) * BigInt(line.quantity)),
          })),
        ),
    }),
    ofInvoices({
      name: "the total is the sum of the lines",
      rule: "`totalAmount` is the sum of the amounts of the lines.",
      says: ({ lines, totalAmount }) => same("totalAmount", totalAmount, sum(lines)),
    }),
    ofInvoices({
      name: "a coupon discounts the lines of its plans, and comes first",
      rule: "The first document of a period gets the share, rounded half away from zero, or the fixed amount up to what there is.",
      given: invoiceInputs().map(asFirst),
      says: ({ discounts }, input) => {
        const amount = Number(couponGives(input))
        const code = input.coupon?.code ?? ""
        same("coupon", couponsOf(discounts), amount > 0 ? [{ type: "COUPON", code, amount }] : [])
        hold("the coupon comes first", discounts.findIndex(({ type }) => type === "COUPON") <= 0)
      },
    }),
    ofInvoices({
      name: "vouchers follow in their order, each up to the rest",
      rule: "A voucher of the currency pays what it holds of what is left; one that pays nothing is left out.",
      says: ({ discounts, totalAmount }, { vouchers, currency }) => {
        let rest = totalAmount - sum(couponsOf(discounts))
        const expected: Array<Discount> = []
        for (const { voucherId, balance, currency: own } of vouchers) {
          const amount = own === currency ? Math.min(balance, rest) : 0
          rest -= amount
          if (amount > 0) expected.push({ type: "VOUCHER", code: voucherId, amount })
        }
        const paid = discounts.filter(({ type }) => type === "VOUCHER")
        same("vouchers", paid, expected)
      },
    }),
    ofInvoices({
      name: "payable is the total less the discounts, and never negative",
      rule: "`discountAmount` is the sum of the discounts, and `payableAmount` what they leave of the total.",
      says: ({ discounts, totalAmount, discountAmount, payableAmount }) => {
        same("discountAmount", discountAmount, sum(discounts))
        same("payableAmount", payableAmount, totalAmount - discountAmount)
        hold(`payableAmount is ${payableAmount}`, payableAmount >= 0)
      },
    }),
    cuttingLaw(computeInvoice),
    rejectionLaw(computeInvoice),
    forAll({
      name: "the same input is the same invoice, and stays as it was",
      rule: "The computation reads no clock and no state, and changes nothing that it was given.",
      given: invoiceInputs(),
      holds: (input) => {
        const before = structuredClone(input)
        const first = computeInvoice(input)
        same("input", input, before)
        same("invoice", computeInvoice(before), first)
      },
    }),
  ]
}

/** The input of the first document of its period. */
const asFirst = (input: InvoiceInput): InvoiceInput =>
  input.coupon === null
    ? input
    : { ...input, coupon: { ...input.coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 } }

const couponsOf = (discounts: ReadonlyArray<Discount>): ReadonlyArray<Discount> =>
  discounts.filter(({ type }) => type === "COUPON")

const sum = (parts: ReadonlyArray<{ readonly amount: number }>): number =>
  parts.reduce((total, { amount }) => total + amount, 0)

const cuttingLaw = (computeInvoice: ComputeInvoice): Law =>
  forAll({
    name: "documents of one period cost together what one document would",
    rule: "However a cycle is cut into documents, the coupon gives them in all what it gives the whole.",
    given: fc.record({
      amounts: fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 6 }),
      discount: couponDiscounts(),
    }),
    examples: [{ amounts: [10, 10, 10, 10], discount: { type: "PERCENTAGE", basisPoints: 1_500 } }],
    holds: ({ amounts, discount }) => {
      const document = (lines: ReadonlyArray<number>, periodEligibleAmount = 0, periodDiscountAmount = 0) =>
        Result.getOrThrow(
          computeInvoice({
            currency: "BRL",
            lines: lines.map((unitPrice) => ({ name: "Line", unitPrice, quantity: 1 })),
            coupon: { code: "COUPON-1", discount, planIds: null, periodEligibleAmount, periodDiscountAmount },
            vouchers: [],
          }),
        )
      let eligible = 0
      let given = 0
      for (const amount of amounts) {
        given += sum(document([amount], eligible, given).discounts)
        eligible += amount
      }
      same("discount of all documents", given, sum(document(amounts).discounts))
    },
  })

const anyNumber = () => fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(0, 1, 10_000))

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Whether the numbers of an input are amounts at all. */
const isSound = ({ lines, coupon, vouchers }: InvoiceInput): boolean =>
  lines.every(({ unitPrice, quantity }) => isAmount(unitPrice) && isAmount(quantity)) &&
  vouchers.every(({ balance }) => isAmount(balance)) &&
  (coupon === null ||
    (coupon.discount.type === "FIXED"
      ? isAmount(coupon.discount.amount)
      : isAmount(coupon.discount.basisPoints) && coupon.discount.basisPoints <= 10_000))

const rejectionLaw = (computeInvoice: ComputeInvoice): Law =>
  forAll({
    name: "what is no whole amount is rejected, and everything else is computed",
    rule: "A number that is no amount, a sum beyond the safe integers and a coupon of another currency are failures; nothing is thrown.",
    given: fc
      .record({
        input: invoiceInputs(),
        spoilt: fc.option(fc.constantFrom("price", "quantity", "discount", "balance"), { freq: 2 }),
        value: anyNumber(),
      })
      .map(({ input, spoilt, value }): InvoiceInput => {
        const line = { name: "Line", unitPrice: 1, quantity: 1 }
        const { coupon } = input
        switch (spoilt) {
          case "price":
            return { ...input, lines: [...input.lines, { ...line, unitPrice: value }] }
          case "quantity":
            return { ...input, lines: [...input.lines, { ...line, quantity: value }] }
          case "balance":
            return {
              ...input,
              vouchers: [...input.vouchers, { voucherId: "spoilt", currency: "BRL", balance: value }],
            }
          case "discount":
            return coupon === null
              ? input
              : {
                  ...input,
                  coupon: {
                    ...coupon,
                    discount:
                      coupon.discount.type === "FIXED"
                        ? { ...coupon.discount, amount: value }
                        : { type: "PERCENTAGE", basisPoints: value },
                  },
                }
          default:
            return input
        }
      }),
    holds: (input) => {
      const computed = computeInvoice(frozen(input))
      same("computed", Result.isSuccess(computed), isSound(input) && isComputable(input))
    },
  })
