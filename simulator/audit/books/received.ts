// The money of an invoice: received, given back, and still to be given back.
import type { Invoice } from "../../../src/index.ts"
import { amountsOf, sum } from "./arithmetic.ts"

type Among = (at: number) => boolean

const always: Among = () => true

/** The money that paid an invoice, of receipts at some instants. */
export const moneyOf = ({ receipts }: Invoice.Invoice, among: Among = always): number =>
  sum(receipts.map(({ kind, appliedAmount, at }) => (kind !== "VOUCHER" && among(at) ? appliedAmount : 0)))

/** An amount that an invoice took of a voucher, at its issue or by a receipt. The ledger names the same cause. */
export interface Taken {
  readonly voucherId: string
  readonly cause: string
  readonly amount: number
  readonly at: number
}

/** The amounts that an invoice took of vouchers, in their order. */
export const takenBy = (invoice: Invoice.Invoice): ReadonlyArray<Taken> => [
  ...invoice.discounts
    .filter(({ type }) => type === "VOUCHER")
    .map(({ code, amount }) => ({ voucherId: code, cause: invoice.invoiceId, amount, at: invoice.issuedAt })),
  ...invoice.receipts
    .filter(({ kind }) => kind === "VOUCHER")
    .map(({ receiptId, voucherId, appliedAmount, at }) => ({
      voucherId: voucherId ?? "",
      cause: receiptId,
      amount: appliedAmount,
      at,
    })),
]

/** The amount that vouchers paid of an invoice, at some instants. */
export const vouchersOf = (invoice: Invoice.Invoice, among: Among = always): number =>
  amountsOf(takenBy(invoice).filter(({ at }) => among(at)))

/** The coupon's discount on an invoice. */
export const couponOf = ({ discounts }: Invoice.Invoice): number =>
  amountsOf(discounts.filter(({ type }) => type === "COUPON"))

/** The amount of an invoice that money and vouchers have to pay. */
export const netOf = (invoice: Invoice.Invoice): number => invoice.totalAmount - couponOf(invoice)

const refundedOf = ({ refunds }: Invoice.Invoice, among: Among = always): number =>
  amountsOf(refunds.filter(({ at }) => among(at)))

/** The amount that an invoice holds. A void one gave all back; after a lost dispute only vouchers are left. */
export const heldBy = (invoice: Invoice.Invoice): number => {
  if (invoice.status === "VOID") return 0
  const money = invoice.status === "CHARGEBACK" ? 0 : moneyOf(invoice) - refundedOf(invoice)
  return money + vouchersOf(invoice)
}

/** The most that an invoice can have held at an instant: of what came in the same millisecond all came before. */
export const mostHeldBy = (invoice: Invoice.Invoice, at: number): number => {
  if (invoice.updatedAt < at) return heldBy(invoice)
  const upTo: Among = (then) => then <= at
  return moneyOf(invoice, upTo) + vouchersOf(invoice, upTo) - refundedOf(invoice, (then) => then < at)
}

/** The amounts that went back from an invoice as credit. */
export const returnedOf = ({ credits }: Invoice.Invoice) => ({
  money: sum(credits.map(({ moneyAmount }) => moneyAmount)),
  vouchers: amountsOf(credits.flatMap(({ releases }) => releases)),
})

/** The amount that can still go back from an invoice as credit: its money, and the part that vouchers paid. */
export const creditableOf = (invoice: Invoice.Invoice): number => {
  const { money, vouchers } = returnedOf(invoice)
  if (invoice.status === "VOID") return 0
  const left = invoice.status === "CHARGEBACK" ? 0 : moneyOf(invoice) - refundedOf(invoice) - money
  return Math.max(0, left) + vouchersOf(invoice) - vouchers
}
