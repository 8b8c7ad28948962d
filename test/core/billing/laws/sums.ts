// Sums over the documents of an account, the naive way: what each cycle was billed, given and made to pay.
import type { Account, Invoice } from "../../../../src/index.ts"

/** Whether a document counts: not one that was voided with rebilling. */
export const isCounted = ({ status, rebilled }: Invoice.Invoice): boolean => status !== "VOID" || !rebilled

/** The amounts of the documents of one cycle. */
export interface GroupSums {
  readonly total: number
  readonly coupon: number
  readonly vouchers: number
  readonly payable: number
}

export const sumsOf = (account: Account.Account, cycle: number): GroupSums => {
  const sums = { total: 0, coupon: 0, vouchers: 0, payable: 0 }
  for (const invoice of account.invoices) {
    if (invoice.cycle !== cycle || !isCounted(invoice)) continue
    sums.total += invoice.totalAmount
    sums.payable += invoice.payableAmount
    for (const { type, amount } of invoice.discounts)
      sums[type === "COUPON" ? "coupon" : "vouchers"] += amount
  }
  return sums
}

/** What the lines of counted documents bill of the items of one cycle, by kind and meter, in whatever document. */
export const itemsOf = (account: Account.Account, cycle: number, meter: string | null): number => {
  let total = 0
  for (const invoice of account.invoices) {
    if (!isCounted(invoice)) continue
    for (const { item, amount } of invoice.lines) {
      if (item.cycle === cycle && (item.kind === "USAGE" ? item.meter : null) === meter) total += amount
    }
  }
  return total
}

/** The gross fee that was given back in one cycle. */
export const creditsOf = (account: Account.Account, cycle: number): number => {
  let total = 0
  for (const group of account.groups) {
    if (group.cycle !== cycle) continue
    for (const { amount } of group.credits) total += amount
  }
  return total
}
