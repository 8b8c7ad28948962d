// What vouchers paid of invoices: those that could at that moment, in their order, and each as much as it could.
import type { Invoice, Voucher } from "../../src/index.ts"
import { type Books, type Fault, faultOf } from "./books/Books.ts"
import { takenBy } from "./books/received.ts"
import { isImported } from "./threshold.ts"
import { ledgerOf, SKEW_MILLIS } from "./vouchers.ts"

/** Tells whether a voucher is good at an instant; it also pays at that of its expiry. */
const isGood = ({ effectiveAt, expiresAt }: Voucher.Voucher, at: number): boolean =>
  effectiveAt <= at && (expiresAt === null || at <= expiresAt)

/** Whether it had been taken back or had expired by then, maybe by a clock that is ahead of that of the invoice. */
const wasOver = (
  voucher: Voucher.Voucher,
  entries: ReadonlyArray<Voucher.VoucherEntry>,
  at: number,
): boolean => {
  const expiredAt = entries.find(({ kind }) => kind === "EXPIRE")?.at ?? null
  return [voucher.revokedAt, expiredAt].some((overAt) => overAt !== null && overAt - SKEW_MILLIS <= at)
}

const DISPUTED: ReadonlySet<string> = new Set(["DISPUTED", "CHARGEBACK"])

/** The vouchers that have been frozen, or may have been: credit of payments that were disputed. */
const frozenOf = ({ invoices, vouchers }: Books): ReadonlySet<string> => {
  const disputed = new Set(
    invoices.flatMap(({ invoiceId, status, disputeWon }) =>
      DISPUTED.has(status) || disputeWon === true ? invoiceId : [],
    ),
  )
  return new Set(vouchers.flatMap((one) => (disputed.has(one.creditOf ?? "") ? one.voucherId : [])))
}

/**
 * The least that a voucher had in the millisecond of an instant, whose movements may stand in any order to others. What
 * was paid out soon after may have been before, by a clock that is ahead.
 */
const leastAt = (entries: ReadonlyArray<Voucher.VoucherEntry>, instant: number): number => {
  let balance = 0
  let least = Number.POSITIVE_INFINITY
  let paidOut = 0
  for (const { kind, amount, at } of entries) {
    if (at > instant) {
      if (kind === "PAYOUT" && at - SKEW_MILLIS <= instant) paidOut += amount
      continue
    }
    if (at === instant) least = Math.min(least, balance)
    balance += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
  }
  return Math.min(least, balance) - paidOut
}

/** The earliest expiry first, then the oldest, then by id. */
const byUse = (a: Voucher.Voucher, b: Voucher.Voucher): number => {
  const [endOfA, endOfB] = [a.expiresAt ?? Number.MAX_VALUE, b.expiresAt ?? Number.MAX_VALUE]
  return endOfA - endOfB || a.createdAt - b.createdAt || (a.voucherId < b.voucherId ? -1 : 1)
}

/** At its issue a document takes vouchers in their order, and each as a whole before the next one and before money. */
function* issueFaults(invoice: Invoice.Invoice, books: Books, frozen: ReadonlySet<string>): Iterable<string> {
  const { issuedAt, currency, payableAmount, discounts } = invoice
  const taken = discounts.flatMap(({ type, code }) => (type === "VOUCHER" ? code : []))
  const used = taken.flatMap((id) => books.vouchers.find(({ voucherId }) => voucherId === id) ?? [])
  const inOrder = used.toSorted(byUse)
  if (used.some((voucher, index) => voucher !== inOrder[index])) yield "It took vouchers out of their order"
  const last = payableAmount > 0 ? undefined : used.at(-1)
  // Nothing was payable without any voucher.
  if (payableAmount === 0 && last === undefined) return
  for (const voucher of books.vouchers) {
    const { voucherId, createdAt, expiresAt } = voucher
    const couldPay =
      voucher.currency === currency &&
      createdAt < issuedAt &&
      isGood(voucher, issuedAt) &&
      expiresAt !== issuedAt &&
      !frozen.has(voucherId)
    if (!couldPay || voucher === last || (last !== undefined && byUse(last, voucher) < 0)) continue
    const entries = ledgerOf(books, voucherId)
    const left = wasOver(voucher, entries, issuedAt) ? 0 : leastAt(entries, issuedAt)
    if (left > 0) yield `It left ${left} of the voucher ${voucherId}, whose turn it was`
  }
}

/** Vouchers paid when they were good, and none was passed over where money was wanted, or a later one. */
export function* takings(books: Books): Iterable<Fault> {
  const frozen = frozenOf(books)
  const known = new Map(books.vouchers.map((voucher) => [voucher.voucherId, voucher]))
  for (const { subscription, documents } of books.subscriptions) {
    for (const invoice of documents) {
      for (const { voucherId, amount, at } of takenBy(invoice)) {
        const voucher = known.get(voucherId)
        if (voucher === undefined || isGood(voucher, at)) continue
        yield faultOf(`${amount} were taken at ${at}, and it was not good then`, voucherId, invoice.invoiceId)
      }
      if (isImported(invoice, subscription)) continue
      for (const message of issueFaults(invoice, books, frozen)) yield faultOf(message, invoice.invoiceId)
    }
  }
}
