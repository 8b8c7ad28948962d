// The laws of the documents of one billing period: what the coupon gives them in all, and each of the later ones.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { InvoiceInput } from "../../../core/invoice/computeInvoice.ts"
import { couponDiscounts } from "../../arbitraries/discounts.ts"
import { invoiceInputs } from "../../arbitraries/invoices.ts"
import { amounts, currencies } from "../../arbitraries/money.ts"
import { frozen } from "../../frozen.ts"
import { forAll, type Law, SKIPPED, same } from "../../Law.ts"
import { couponGives, refusalOf } from "../../oracle/documents.ts"
import { type ComputeInvoice, couponsOf, sum } from "./documents.ts"
import { coupon, input as inputOf, line } from "./examples.ts"
import { judged, wrongValues } from "./refusalLaw.ts"

/** The documents of one period get together what one document would. */
export const periodLaw = (computeInvoice: ComputeInvoice): Law =>
  forAll({
    id: "invoice.period",
    name: "documents of one period cost together what one document would",
    rule: "However a cycle is cut into documents, the coupon gives them in all what it gives the whole.",
    given: currencies().chain((currency) =>
      fc.record({
        currency: fc.constant(currency),
        amounts: fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 6 }),
        discount: couponDiscounts({ currency }),
      }),
    ),
    examples: [
      { currency: "BRL", amounts: [10, 10, 10, 10], discount: { type: "PERCENTAGE", basisPoints: 1_500 } },
      { currency: "JPY", amounts: [10, 10, 10], discount: { type: "FIXED", amount: 15, currency: "JPY" } },
    ],
    holds: ({ currency, amounts, discount }) => {
      const document = (lines: ReadonlyArray<number>, periodEligibleAmount = 0, periodDiscountAmount = 0) =>
        computeInvoice({
          currency,
          lines: lines.map((unitPrice) => line(unitPrice)),
          coupon: { ...coupon(discount), periodEligibleAmount, periodDiscountAmount },
          vouchers: [],
        })
      const whole = document(amounts)
      if (Result.isFailure(whole)) return SKIPPED
      let eligible = 0
      let given = 0
      for (const amount of amounts) {
        given += sum(judged(document([amount], eligible, given), null)?.discounts ?? [])
        eligible += amount
      }
      return same("discount of all documents", given, sum(whole.success.discounts))
    },
  })

/** A document whose period had others before it. */
const laterInputs = (): fc.Arbitrary<InvoiceInput> => {
  const before = fc.oneof(
    { weight: 8, arbitrary: amounts({ max: 10_000 }) },
    { weight: 1, arbitrary: amounts() },
    { weight: 1, arbitrary: fc.constantFrom(...wrongValues) },
  )
  return invoiceInputs({ rejected: false }).chain((input) =>
    fc
      .record({
        discount: couponDiscounts({ currency: input.currency }),
        periodEligibleAmount: before,
        periodDiscountAmount: before,
      })
      .map((other) => ({ ...input, coupon: { ...(input.coupon ?? coupon(other.discount)), ...other } })),
  )
}

const later = (periodEligibleAmount: number, periodDiscountAmount: number): InvoiceInput =>
  inputOf([line(100)], {
    coupon: {
      ...coupon({ type: "PERCENTAGE", basisPoints: 5_000 }),
      periodEligibleAmount,
      periodDiscountAmount,
    },
  })

/** A later document of a period gets what the period gets with it, less what the period got. */
export const laterDocumentLaw = (computeInvoice: ComputeInvoice): Law =>
  forAll({
    id: "invoice.later-document",
    name: "a later document of a period gets what is left of its coupon",
    rule: "It gets the discount of the whole period less what the period got, from 0 up to its own lines; a period that is no amount is rejected.",
    given: laterInputs(),
    examples: [
      ...wrongValues.flatMap((value) => [later(value, 0), later(0, value)]),
      later(Number.MAX_SAFE_INTEGER - 99, 0),
      later(Number.MAX_SAFE_INTEGER - 100, 0),
      later(100, 0),
      later(300, 0),
      later(0, 90),
    ],
    holds: (input) => {
      const invoice = judged(computeInvoice(frozen(input)), refusalOf(input))
      if (invoice !== null) same("coupon", sum(couponsOf(invoice.discounts)), Number(couponGives(input)))
    },
  })
