// Sums over the documents of an account, the naive way: what each cycle was billed, given and made to pay.
import type { Account, Invoice } from "../../../../src/index.ts"

type Invoices = Invoice.Invoice

/** The cycle whose period a line counts in: a fee in its own, anything else in that of its document. */
const groupOf = ({ item }: Invoices["lines"][number], { cycle }: Invoices): number =>
  item.kind === "FEE" ? item.cycle : cycle

/** What the coupon of a document gave one cycle. */
export const couponOf = ({ cycle: own, discounts, couponParts }: Invoices, cycle: number): number => {
  let amount = 0
  if (couponParts === undefined && own === cycle) {
    for (const discount of discounts) if (discount.type === "COUPON") amount += discount.amount
  }
  for (const part of couponParts ?? []) if (part.cycle === cycle) amount += part.amount
  return amount
}

/** What a document bills of one cycle. */
export const billedOf = (invoice: Invoices, cycle: number): number => {
  let total = 0
  for (const line of invoice.lines) if (groupOf(line, invoice) === cycle) total += line.amount
  return total
}

/** The cycles of the lines of a document, and its own. */
export const groupsOf = (invoice: Invoices): ReadonlyArray<number> => [
  ...new Set([invoice.cycle, ...invoice.lines.map((line) => groupOf(line, invoice))]),
]

/** Whether a document counts: not one that was voided with rebilling. */
export const isCounted = ({ status, rebilled }: Invoice.Invoice): boolean => status !== "VOID" || !rebilled

/** The amounts of one cycle; what vouchers and money paid are those of whole documents. */
export interface PeriodSums {
  readonly total: number
  readonly coupon: number
  readonly vouchers: number
  readonly payable: number
}

export const sumsOf = (account: Account.Account, cycle: number): PeriodSums => {
  const sums = { total: 0, coupon: 0, vouchers: 0, payable: 0 }
  for (const invoice of account.invoices) {
    if (!isCounted(invoice)) continue
    sums.total += billedOf(invoice, cycle)
    sums.coupon += couponOf(invoice, cycle)
    if (invoice.cycle !== cycle) continue
    sums.payable += invoice.payableAmount
    for (const { type, amount } of invoice.discounts) if (type === "VOUCHER") sums.vouchers += amount
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

/** What went back as credit of one cycle. */
export const givenBackOf = (account: Account.Account, cycle: number): number => {
  let total = 0
  for (const invoice of account.invoices.filter(isCounted)) {
    for (const { moneyAmount, releases, cycle: of = invoice.cycle } of invoice.credits) {
      if (of === cycle) total += releases.reduce((sum, { amount }) => sum + amount, moneyAmount)
    }
  }
  return total
}

/**
 * Whether a coupon that lasts only so long began with a fee that was paid early, before the cycles in between had
 * anything to discount; or after all that it had given them went back. GAP-175
 */
export const beganAhead = (account: Account.Account): boolean => {
  const begun = account.invoices.find(
    ({ cycle: own, couponParts = [] }) =>
      couponParts.length > 0 && couponParts.every(({ cycle }) => cycle > own),
  )
  if (begun === undefined) return false
  for (let cycle = 0; cycle <= begun.cycle; cycle += 1) {
    if (sumsOf(account, cycle).coupon > leftOf(account, cycle).coupon) return false
  }
  return true
}
