// Attempts to charge an invoice, the money that they brought, and the money that went back.
import type { Invoice } from "../../src/index.ts"
import { amountsOf, sum } from "./books/arithmetic.ts"
import { type Books, type Fault, faultOf } from "./books/Books.ts"
import { moneyOf, returnedOf, vouchersOf } from "./books/received.ts"
import { ofInvoices } from "./invoices.ts"

const OPEN: ReadonlySet<string> = new Set(["STARTED", "UNKNOWN", "PENDING"])

/** Tells whether the outcome of an attempt is open. */
export const isOpen = ({ status }: { readonly status: string }): boolean => OPEN.has(status)

/** At most one attempt of an invoice is in flight, and none starts before the one before it was refused. */
export const inFlight = ofInvoices(function* ({ attempts }) {
  const open = attempts.filter(isOpen)
  if (open.length > 1) yield `${open.length} attempts are in flight`
  for (const [index, { attemptId, startedAt }] of attempts.entries()) {
    const before = attempts[index - 1]
    if (before?.status === "DECLINED" && startedAt < before.at) {
      yield `Attempt ${attemptId} started at ${startedAt}, and the one before it was refused at ${before.at}`
    }
  }
})

/** Each attempt was started for what was due then, and for something. */
export const amounts = ofInvoices(function* ({ payableAmount, attempts, receipts }) {
  for (const { attemptId, amount, startedAt } of attempts) {
    const others = receipts.filter((receipt) => receipt.attemptId !== attemptId)
    const applied = (among: (at: number) => boolean): number =>
      sum(others.map((receipt) => (among(receipt.at) ? receipt.appliedAmount : 0)))
    // Of what came in the same millisecond the records do not say whether it came before.
    const most = payableAmount - applied((at) => at < startedAt)
    const least = payableAmount - applied((at) => at <= startedAt)
    if (!(amount > 0 && least <= amount && amount <= most)) {
      yield `Attempt ${attemptId} is of ${amount}, where ${most} was due`
    }
  }
})

const repeated = (ids: ReadonlyArray<string>): boolean => new Set(ids).size < ids.length

/** The money that was told of an attempt: its charge and its settlements tell of the same money. */
const toldOf = (receipts: Invoice.Invoice["receipts"], attemptId: string, amount: number): number => {
  const own = receipts.filter((one) => one.attemptId === attemptId)
  const settled = sum(own.map((one) => (one.kind === "SETTLEMENT" ? one.reportedAmount : 0)))
  return own.some(({ kind }) => kind === "CHARGE") ? Math.max(amount, settled) : settled
}

/** An approved attempt brought its amount, once, and no other one did; the same receipt is there once. */
export const receipts = ofInvoices(function* ({ attempts, receipts }) {
  if (repeated(receipts.map(({ receiptId }) => receiptId))) yield "A receipt is there twice"
  if (repeated(attempts.map(({ attemptId }) => attemptId))) yield "An attempt is there twice"
  const known = new Set(attempts.map(({ attemptId }) => attemptId))
  for (const { attemptId, status, amount } of attempts) {
    const brought = amountsOf(receipts.filter((one) => one.attemptId === attemptId))
    if (status === "APPROVED" && brought < amount) {
      yield `Attempt ${attemptId} of ${amount} is approved and brought ${brought}`
    }
    if (status !== "APPROVED" && brought >= amount) {
      yield `Attempt ${attemptId} of ${amount} is ${status} and brought ${brought}`
    }
    const told = toldOf(receipts, attemptId, amount)
    if (brought !== told) yield `Attempt ${attemptId} brought ${brought}, and ${told} were told of it`
  }
  for (const { receiptId, kind, attemptId } of receipts) {
    if (attemptId !== null && !known.has(attemptId)) yield `Receipt ${receiptId} is of no attempt`
    if (kind === "CHARGE" && attemptId === null) yield `Receipt ${receiptId} is of no charge`
  }
})

/**
 * Refunds and credits are what was recorded of them, each once, and no more than the invoice got: money of its money,
 * and to vouchers what they paid. What was charged back went back as a whole; the credit of it that had been spent is
 * lost, and the rest was taken back.
 */
export const returns = ofInvoices(function* (invoice) {
  const { amountRefunded, amountCredited, refunds, credits } = invoice
  const refunded = amountsOf(refunds)
  const credited = returnedOf(invoice)
  if (repeated(refunds.map(({ refundId }) => refundId))) yield "A refund is there twice"
  if (repeated(credits.map(({ creditId }) => creditId))) yield "A credit is there twice"
  if (amountRefunded !== refunded) {
    yield `amountRefunded is ${amountRefunded}, and its refunds add up to ${refunded}`
  }
  if (amountCredited !== credited.money + credited.vouchers) {
    yield `Credited are ${amountCredited}, and its credits add up to ${credited.money + credited.vouchers}`
  }
  const [money, vouchers] = [moneyOf(invoice), vouchersOf(invoice)]
  if (refunded + credited.money > money) yield `It got ${money}, and ${refunded + credited.money} went back`
  if (credited.vouchers > vouchers) {
    yield `Vouchers paid ${vouchers} of it, and ${credited.vouchers} went back to them`
  }
})

/** The vouchers that credits granted, by id, and the credits that granted them. */
function* credits({ invoices, vouchers }: Books): Iterable<Fault> {
  const granted = new Map(vouchers.map((voucher) => [voucher.voucherId, voucher]))
  const known = new Set<string>()
  for (const { invoiceId, currency, credits } of invoices) {
    for (const { creditId, moneyAmount, at } of credits) {
      if (moneyAmount === 0) continue
      known.add(creditId)
      const voucher = granted.get(creditId)
      const isGranted =
        voucher?.creditOf === invoiceId &&
        voucher.amount === moneyAmount &&
        voucher.currency === currency &&
        voucher.createdAt === at
      if (isGranted && voucher.expiresAt === null) continue
      yield faultOf(`A credit of ${moneyAmount} is no voucher`, invoiceId, creditId)
    }
  }
  for (const { voucherId, creditOf } of vouchers) {
    if (creditOf === null || known.has(voucherId)) continue
    yield faultOf("It is a credit that no invoice gave", voucherId, creditOf)
  }
}

/** Money that has to have become a voucher, at an instant of a span. */
interface Owed {
  readonly invoiceId: string
  readonly currency: string
  readonly amount: number
  readonly from: number
  readonly to: number
  readonly what: string
}

/** Every surplus, every credit and the money of every void invoice is a voucher of its own. */
export function* surplus(books: Books): Iterable<Fault> {
  yield* credits(books)
  const left = books.vouchers
    .filter(({ creditOf }) => creditOf === null)
    .map(({ currency, amount, createdAt }) => ({ currency, amount, at: createdAt }))
  // Amounts of one instant come first, so that an amount of a span does not take their voucher.
  for (const owed of books.invoices
    .flatMap(owedByInvoice)
    .toSorted((a, b) => a.to - a.from - (b.to - b.from))) {
    const found = left.findIndex(
      ({ currency, amount, at }) =>
        currency === owed.currency && amount === owed.amount && owed.from <= at && at <= owed.to,
    )
    if (found !== -1) left.splice(found, 1)
    else yield faultOf(`${owed.what} of ${owed.amount} is no voucher`, owed.invoiceId)
  }
}

const owedByInvoice = (invoice: Invoice.Invoice): ReadonlyArray<Owed> => {
  const { invoiceId, currency, receipts, status } = invoice
  const owed: Array<Owed> = []
  for (const { receiptId, amount, appliedAmount, at } of receipts) {
    const surplus = { invoiceId, currency, amount: amount - appliedAmount, from: at, to: at }
    if (surplus.amount > 0) owed.push({ ...surplus, what: `The surplus of receipt ${receiptId}` })
  }
  const amount = moneyOf(invoice) - returnedOf(invoice).money
  if (status === "VOID" && amount > 0) {
    const from = Math.max(...receipts.map((receipt) => (receipt.appliedAmount > 0 ? receipt.at : 0)))
    const what = "The money of a void invoice"
    owed.push({ invoiceId, currency, amount, from, to: invoice.updatedAt, what })
  }
  return owed
}
