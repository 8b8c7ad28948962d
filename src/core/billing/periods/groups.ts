// Which billing period a line counts in, for coupons and credits. The fee counts in the period that it is of, and
// everything else in that of its document, so that one document may hold a fee in advance beside the usage before it.
import type { BillableLine } from "../../invoice/BilledLine.ts"
import { couponAmount, type Invoice } from "../../invoice/Invoice.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"

/** The cycle of the period that a line of an invoice counts in. */
export const groupOf = (
  { item }: Pick<BillableLine, "item">,
  { cycle }: { readonly cycle: number },
): number => (item.kind === "FEE" ? item.cycle : cycle)

/** The cycles of all periods that an invoice belongs to, ascending: its own, and those of its fees. */
export const groupsOf = (invoice: {
  readonly cycle: number
  readonly lines: ReadonlyArray<Pick<BillableLine, "item">>
}): ReadonlyArray<number> => {
  const { cycle, lines } = invoice
  return lines.every((line) => groupOf(line, invoice) === cycle)
    ? [cycle]
    : [...new Set([cycle, ...lines.map((line) => groupOf(line, invoice))])].sort((a, b) => a - b)
}

/** What the coupon of an invoice gave the lines of one period. */
export const couponOf = (invoice: Invoice, cycle: number): number => {
  const { couponParts } = invoice
  if (couponParts === undefined) return invoice.cycle === cycle ? couponAmount(invoice) : 0
  return couponParts.find((part) => part.cycle === cycle)?.amount ?? 0
}

/** The ids of documents that billed the fee of some periods in advance and that are not among the loaded invoices. */
export const unloadedOf = (
  periods: ReadonlyArray<BillingPeriod>,
  invoices: ReadonlyArray<Invoice>,
): ReadonlyArray<string> =>
  periods.flatMap(({ advanceInvoiceIds = [] }) =>
    advanceInvoiceIds.filter((id) => !invoices.some(({ invoiceId }) => invoiceId === id)),
  )
