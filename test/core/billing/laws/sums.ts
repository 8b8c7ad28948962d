// Sums over the documents of an account, the naive way: what each cycle was billed, given and made to pay.
import type { Account, Invoice } from "../../../../src/index.ts"

/** Whether a document counts: not one that was voided with rebilling. */
export const isCounted = ({ status, rebilled }: Invoice.Invoice): boolean => status !== "VOID" || !rebilled

/** The amounts of the documents of one cycle. */
export interface PeriodSums {
  readonly total: number
  readonly coupon: number
  readonly vouchers: number
  readonly payable: number
}

export const sumsOf = (account: Account.Account, cycle: number): PeriodSums => {
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

/** What left one cycle as credit: gross parts of fees, and what of the coupon went with them. */
export const leftOf = (account: Account.Account, cycle: number): { gross: number; coupon: number } => {
  const left = { gross: 0, coupon: 0 }
  for (const period of account.periods) {
    if (period.cycle !== cycle) continue
    for (const { parts, couponAmount } of period.credits) {
      left.coupon += couponAmount
      for (const { amount } of parts) left.gross += amount
    }
  }
  return left
}

/** What went back of the documents of one cycle. */
export const givenBackOf = (account: Account.Account, cycle: number): number => {
  let total = 0
  for (const invoice of account.invoices) {
    if (invoice.cycle === cycle && isCounted(invoice)) total += invoice.amountCredited
  }
  return total
}
