// Books in double entry, made from what is stored and from nothing else: invoices with their receipts, refunds, credits and
// disputes, and the ledgers of vouchers. Vouchers are posted from their ledgers alone, and what is posted against them from
// the invoices alone, so that the books balance only where both tell the same, at the same instants.
import type { Invoice, Subscription, Voucher } from "../../src/index.ts"

/** The accounts of the books. */
export type BookAccount =
  | "receivable"
  | "revenue"
  | "coupons"
  | "money"
  | "imported"
  | "refunds"
  | "chargebacks"
  | "bad debt"
  | "credit owed"
  | "credit granted"
  | "granted"
  | "lapsed"

/** One side of an entry: an amount on an account, positive where it is a debit. */
export interface Posting {
  readonly at: number
  readonly currency: string
  readonly account: BookAccount
  readonly amount: number
  /** The same fact has the same cause, whenever the books are made. */
  readonly cause: string
}

const sum = <A>(all: Iterable<A>, amountOf: (one: A) => number): number => {
  let total = 0
  for (const one of all) total += amountOf(one)
  return total
}

/** Why rules grant vouchers: money that was paid and is not due. */
const OWED: ReadonlySet<string> = new Set([
  "Unapplied payment",
  "Credit for unused time",
  "Payment of a voided invoice",
])

/** Whether a voucher is money that a customer has paid. */
const isOwed = ({ name }: Voucher.Voucher): boolean => OWED.has(name)

/** Whether an invoice stands for what another system was paid: it came with its subscription, and no charge was tried. */
const isImported = (invoice: Invoice.Invoice, begunAt: number | undefined): boolean =>
  invoice.issuedAt === begunAt && invoice.attempts.length === 0

/** The postings of an invoice; `begunAt` is the instant at which its subscription was created. */
export function* postingsOf(invoice: Invoice.Invoice, begunAt?: number): Iterable<Posting> {
  const { invoiceId, currency, issuedAt, totalAmount, payableAmount, receipts } = invoice
  const coupon = sum(invoice.discounts, ({ type, amount }) => (type === "COUPON" ? amount : 0))
  const post = (at: number, cause: string, amounts: Partial<Record<BookAccount, number>>) =>
    Object.entries(amounts).flatMap(([account, amount]) =>
      amount === 0
        ? []
        : { at, currency, account: account as BookAccount, amount, cause: `${invoiceId} ${cause}` },
    )
  yield* post(issuedAt, "issue", { receivable: payableAmount, revenue: -totalAmount, coupons: coupon })
  for (const receipt of receipts) {
    const { receiptId, kind, amount, appliedAmount, at } = receipt
    const brought = kind === "VOUCHER" ? 0 : amount
    const isBefore = at === issuedAt && kind === "SETTLEMENT" && isImported(invoice, begunAt)
    yield* post(at, receiptId, { [isBefore ? "imported" : "money"]: brought, receivable: -appliedAmount })
  }
  const releasedBy = ({ moneyAmount, releases }: Invoice.Credit): number =>
    moneyAmount + sum(releases, ({ amount }) => amount)
  for (const credit of invoice.credits)
    yield* post(credit.at, credit.creditId, { revenue: releasedBy(credit) })
  for (const { refundId, amount, at } of invoice.refunds)
    yield* post(at, refundId, { refunds: amount, money: -amount })
  const { writtenOffAt, voidedAt, disputes = [] } = invoice
  const due = payableAmount - sum(receipts, ({ appliedAmount }) => appliedAmount)
  if (writtenOffAt !== undefined) {
    const recovered = receipts.filter(({ at }) => at >= writtenOffAt)
    const given = due + sum(recovered, ({ appliedAmount }) => appliedAmount)
    yield* post(writtenOffAt, "write-off", { "bad debt": given, receivable: -given })
    for (const { receiptId, at, appliedAmount } of recovered)
      yield* post(at, `${receiptId} recovered`, { receivable: appliedAmount, "bad debt": -appliedAmount })
    if (voidedAt !== undefined) yield* post(voidedAt, "no write-off", { receivable: due, "bad debt": -due })
  }
  if (voidedAt !== undefined) {
    const billed = totalAmount - sum(invoice.credits, releasedBy)
    yield* post(voidedAt, "void", { revenue: billed, coupons: -coupon, receivable: -due })
  }
  const kept = sum(receipts, ({ kind, appliedAmount }) => (kind === "VOUCHER" ? 0 : appliedAmount))
  const lost = kept - invoice.amountRefunded
  for (const { outcome, endedAt } of disputes)
    if (outcome === "LOST") yield* post(endedAt ?? 0, "chargeback", { chargebacks: lost, money: -lost })
}

/** The postings of an entry of a voucher's ledger. What an invoice says of it is posted there. */
export function* postingsOfEntry(
  { voucherId, sequence, kind, amount, at }: Voucher.VoucherEntry,
  voucher: Voucher.Voucher,
): Iterable<Posting> {
  const of = { at, currency: voucher.currency, cause: `${voucherId} ${sequence}` }
  const raised = kind === "GRANT" || kind === "RELEASE" ? amount : -amount
  yield { ...of, account: isOwed(voucher) ? "credit owed" : "credit granted", amount: -raised }
  if (kind === "GRANT" && !isOwed(voucher)) yield { ...of, account: "granted", amount }
  if (kind === "EXPIRE" || kind === "REVOKE") yield { ...of, account: "lapsed", amount: -amount }
  if (kind === "PAYOUT") yield { ...of, account: "money", amount: -amount }
}

/** The books of all that is stored. */
export const journalOf = (stored: {
  readonly invoices: ReadonlyArray<Invoice.Invoice>
  readonly vouchers: ReadonlyArray<Voucher.Voucher>
  readonly entries: ReadonlyArray<Voucher.VoucherEntry>
  readonly subscriptions: ReadonlyArray<Subscription.Subscription>
}): ReadonlyArray<Posting> => {
  const begun = new Map(stored.subscriptions.map((one) => [one.subscriptionId, one.createdAt]))
  const vouchers = new Map(stored.vouchers.map((one) => [one.voucherId, one]))
  return [
    ...stored.invoices.flatMap((one) => Array.from(postingsOf(one, begun.get(one.subscriptionId)))),
    ...stored.entries.flatMap((entry) => {
      const voucher = vouchers.get(entry.voucherId)
      return voucher === undefined ? [] : Array.from(postingsOfEntry(entry, voucher))
    }),
  ]
}
