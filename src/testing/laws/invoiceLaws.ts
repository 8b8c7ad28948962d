// The laws of the invoice computation. Each looks at one part of an invoice, and takes the others as they were computed,
// so that a fault is told by the law that it breaks.
import * as Result from "effect/Result"
import type { ComputedInvoice, Discount, InvoiceInput } from "../../core/invoice/computeInvoice.ts"
import { invoiceInputs } from "../arbitraries/invoices.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, SKIPPED, same } from "../Law.ts"
import { couponGives, refusalOf } from "../oracle/documents.ts"
import { asFirst, type ComputeInvoice, couponsOf, giving, sum } from "./invoices/documents.ts"
import { documentExamples } from "./invoices/examples.ts"
import { laterDocumentLaw, periodLaw } from "./invoices/periodLaws.ts"
import { refusalLaw } from "./invoices/refusalLaw.ts"

/**
 * The laws of an invoice computation: what a line, a coupon, a voucher and a total come to, in every currency; that
 * documents of one cycle cost together what one would; and that whatever is no whole amount is rejected. What they
 * compare with is computed on big integers, apart from `computeInvoice`.
 *
 * A calculator that knows no billing periods leaves out `invoice.period` and `invoice.later-document`, with `chooseLaws`:
 * all others are tried with the first document of its period.
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
 * invoiceLaws(rounding).length // 11
 * ```
 */
export const invoiceLaws = (computeInvoice: ComputeInvoice): ReadonlyArray<Law> =>
  lawsOf(giving(computeInvoice))

const lawsOf = (computeInvoice: ComputeInvoice): ReadonlyArray<Law> => [
  ...documentLaws(computeInvoice),
  ...discountLaws(computeInvoice),
  periodLaw(computeInvoice),
  laterDocumentLaw(computeInvoice),
  refusalLaw(computeInvoice),
  forAll({
    id: "invoice.purity",
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

/** A law of every invoice that can be computed. One that is refused is skipped, and left to the law of refusals. */
const ofInvoices =
  (computeInvoice: ComputeInvoice) =>
  (law: {
    readonly id: string
    readonly name: string
    readonly rule: string
    readonly says: (invoice: ComputedInvoice, input: InvoiceInput) => void
  }): Law =>
    forAll({
      id: law.id,
      name: law.name,
      rule: law.rule,
      given: invoiceInputs({ rejected: false }).map(asFirst),
      examples: documentExamples,
      holds: (input) => {
        const computed = computeInvoice(frozen(input))
        if (Result.isFailure(computed) || refusalOf(input) !== null) return SKIPPED
        return law.says(computed.success, input)
      },
    })

const documentLaws = (computeInvoice: ComputeInvoice): ReadonlyArray<Law> =>
  [
    {
      id: "invoice.lines",
      name: "the amount of a line is its unit price times its quantity",
      rule: "Every line is there, in its order and with all of its members, with its exact amount.",
      says: ({ lines }: ComputedInvoice, input: InvoiceInput) =>
        same(
          "lines",
          lines,
          input.lines.map((line) => ({
            ...line,
            amount: Number(BigInt(line.unitPrice) * BigInt(line.quantity)),
          })),
        ),
    },
    {
      id: "invoice.total",
      name: "the total is the sum of the lines",
      rule: "`totalAmount` is the sum of the amounts of the lines.",
      says: ({ lines, totalAmount }: ComputedInvoice) => same("totalAmount", totalAmount, sum(lines)),
    },
    {
      id: "invoice.currency",
      name: "the currency is that of the input",
      rule: "An invoice says which currency its amounts are of, and it is that of its input.",
      says: (invoice: ComputedInvoice, { currency }: InvoiceInput) =>
        same("currency", invoice.currency, currency),
    },
    {
      id: "invoice.payable",
      name: "payable is the total less the discounts, and never negative",
      rule: "`discountAmount` is the sum of the discounts, and `payableAmount` what they leave of the total.",
      says: ({ discounts, totalAmount, discountAmount, payableAmount }: ComputedInvoice) => {
        same("discountAmount", discountAmount, sum(discounts))
        same("payableAmount", payableAmount, totalAmount - discountAmount)
        hold(`payableAmount is ${payableAmount}: it may not be negative`, payableAmount >= 0)
      },
    },
    {
      id: "invoice.zero",
      name: "nothing is 0, and not -0",
      rule: "No amount of an invoice is -0, whatever the input has.",
      says: ({ lines, discounts, ...amounts }: ComputedInvoice) => {
        const all = [amounts.totalAmount, amounts.discountAmount, amounts.payableAmount]
        const parts = [...lines, ...discounts].map(({ amount }) => amount)
        hold(
          "an amount of the invoice is -0: it has to be 0",
          ![...all, ...parts].some((n) => Object.is(n, -0)),
        )
      },
    },
  ].map(ofInvoices(computeInvoice))

const discountLaws = (computeInvoice: ComputeInvoice): ReadonlyArray<Law> =>
  [
    {
      id: "invoice.coupon",
      name: "a coupon discounts the lines of its plans, and comes first",
      rule: "The first document of a period gets the share, rounded half away from zero, or the fixed amount up to what there is.",
      says: ({ discounts }: ComputedInvoice, input: InvoiceInput) => {
        const amount = Number(couponGives(input))
        const code = input.coupon?.code ?? ""
        same("coupon", couponsOf(discounts), amount > 0 ? [{ type: "COUPON", code, amount }] : [])
        const at = discounts.findIndex(({ type }) => type === "COUPON")
        hold(`the coupon is discount ${at}: it has to come first`, at <= 0)
      },
    },
    {
      id: "invoice.vouchers",
      name: "vouchers follow in their order, each up to the rest",
      rule: "A voucher of the currency pays what it holds of what is left; one that pays nothing is left out.",
      says: ({ discounts, totalAmount }: ComputedInvoice, { vouchers, currency }: InvoiceInput) => {
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
    },
  ].map(ofInvoices(computeInvoice))
