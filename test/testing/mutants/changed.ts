// The right calculator with its input or its invoice changed by somebody who meant well.
import * as Result from "effect/Result"
import type { ComputedInvoice, Discount, InvoiceInput } from "../../../src/core/invoice/computeInvoice.ts"
import type { ComputeInvoice } from "../../../src/testing/index.ts"
import { calculator } from "./calculator.ts"

/** Wrong calculators, each by what is wrong with it. */
export type Mutants = Readonly<Record<string, ComputeInvoice>>

const right = calculator()

/** The invoice is changed. */
export const but =
  (change: (invoice: ComputedInvoice, input: InvoiceInput) => Partial<ComputedInvoice>): ComputeInvoice =>
  (input) =>
    Result.map(right(input), (invoice) => ({ ...invoice, ...change(invoice, input) }))

/** The input is changed. */
export const given =
  (change: (input: InvoiceInput) => Partial<InvoiceInput>): ComputeInvoice =>
  (input) =>
    right({ ...input, ...change(input) })

/** Other discounts, with the sums that follow from them. */
export const discounted = (
  { totalAmount }: ComputedInvoice,
  discounts: ReadonlyArray<Discount>,
): Partial<ComputedInvoice> => {
  const discountAmount = discounts.reduce((total, { amount }) => total + amount, 0)
  return { discounts, discountAmount, payableAmount: totalAmount - discountAmount }
}

/** Another total, with what follows from it. */
export const totalled = (
  { discountAmount }: ComputedInvoice,
  totalAmount: number,
): Partial<ComputedInvoice> => ({ totalAmount, payableAmount: totalAmount - discountAmount })
