// The law of refusals: what is no whole amount is rejected, and everything else is computed.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { ComputedInvoice, InvoiceInput } from "../../../core/invoice/computeInvoice.ts"
import { invoiceInputs } from "../../arbitraries/invoices.ts"
import { frozen } from "../../frozen.ts"
import { forAll, type Law } from "../../Law.ts"
import { refusalOf } from "../../oracle/documents.ts"
import { asFirst, type ComputeInvoice } from "./documents.ts"
import { coupon, input as inputOf, line } from "./examples.ts"

const MAX = Number.MAX_SAFE_INTEGER

/** Numbers that are no amount. */
export const wrongValues = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, MAX + 1] as const

/** The invoice, or `null` where there rightly is none. Throws where it is computed and should not be, and the reverse. */
export const judged = (
  computed: Result.Result<ComputedInvoice, object>,
  refusal: string | null,
): ComputedInvoice | null => {
  if (Result.isSuccess(computed) && refusal !== null) {
    throw new Error(`${refusal}: it has to be rejected, and was computed: ${fc.stringify(computed.success)}`)
  }
  if (Result.isFailure(computed) && refusal === null) {
    throw new Error(`it can be computed, and was rejected: ${fc.stringify(computed.failure)}`)
  }
  return Result.isSuccess(computed) ? computed.success : null
}

const MEMBERS = ["price", "quantity", "balance", "fixed", "share"] as const

/** An input with one more number, in the place of a member. */
const withNumber = (input: InvoiceInput, member: (typeof MEMBERS)[number], value: number): InvoiceInput => {
  const { currency, lines, vouchers } = input
  switch (member) {
    case "price":
      return { ...input, lines: [...lines, line(value)] }
    case "quantity":
      return { ...input, lines: [...lines, line(1, value)] }
    case "balance":
      return { ...input, vouchers: [...vouchers, { voucherId: "another", currency, balance: value }] }
    case "fixed":
      return { ...input, coupon: coupon({ type: "FIXED", amount: value, currency }) }
    case "share":
      return { ...input, coupon: coupon({ type: "PERCENTAGE", basisPoints: value }) }
  }
}

const EXAMPLES: ReadonlyArray<InvoiceInput> = [
  inputOf([]),
  inputOf([line(0)]),
  inputOf([line(-0), line(1, -0)]),
  inputOf([line(MAX)]),
  inputOf([line(MAX), line(1)]),
  withNumber(inputOf([]), "balance", MAX),
  withNumber(inputOf([line(1)]), "balance", -0),
  withNumber(inputOf([line(100)]), "share", 10_000),
  withNumber(inputOf([line(100)]), "share", 10_001),
  inputOf([line(100)], { coupon: coupon({ type: "FIXED", amount: 10, currency: "USD" }) }),
  inputOf([line(100)], { currency: "KWD" }),
  inputOf([line(100)], { vouchers: [{ voucherId: "foreign", currency: "USD", balance: 5 }] }),
  ...MEMBERS.flatMap((member) => wrongValues.map((value) => withNumber(inputOf([line(100)]), member, value))),
]

/** What is no whole amount is rejected, and everything else is computed. */
export const refusalLaw = (computeInvoice: ComputeInvoice): Law =>
  forAll({
    id: "invoice.refusals",
    name: "what is no whole amount is rejected, and everything else is computed",
    rule: "A number that is no amount, a sum beyond the safe integers and a coupon of another currency are failures; nothing is thrown.",
    given: fc.oneof(
      { withCrossShrink: true },
      invoiceInputs().map(asFirst),
      fc
        .record({
          input: invoiceInputs({ rejected: false }).map(asFirst),
          member: fc.constantFrom(...MEMBERS),
          value: fc.oneof(fc.constantFrom(...wrongValues, -0, MAX), fc.double(), fc.maxSafeInteger()),
        })
        .map(({ input, member, value }) => withNumber(input, member, value)),
    ),
    examples: EXAMPLES,
    holds: (input) => {
      judged(computeInvoice(frozen(input)), refusalOf(input))
    },
  })
