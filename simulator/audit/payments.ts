// Attempts to charge an invoice, the money that they brought, and the money that went back.
import type { Invoice } from "../../src/index.ts"
import { sum } from "./arithmetic.ts"
import type { Books, Fault } from "./Books.ts"
import { ofInvoices } from "./invoices.ts"

const OPEN: ReadonlySet<string> = new Set(["STARTED", "UNKNOWN", "PENDING"])

/** Whether the outcome of an attempt is open. */
export const isOpen = ({ status }: { readonly status: string }): boolean => OPEN.has(status)

/** At most one attempt of an invoice is in flight. */
export const inFlight = ofInvoices(function* ({ attempts }) {
  const open = attempts.filter(isOpen)
  if (open.length > 1) yield `${open.length} attempts are in flight`
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

/** An approved attempt brought its amount, and no other one did; the same receipt is there once. */
export const receipts = ofInvoices(function* ({ attempts, receipts }) {
  if (repeated(receipts.map(({ receiptId }) => receiptId))) yield "A receipt is there twice"
  if (repeated(attempts.map(({ attemptId }) => attemptId))) yield "An attempt is there twice"
  const known = new Set(attempts.map(({ attemptId }) => attemptId))
  for (const { attemptId, status, amount } of attempts) {
    const brought = sum(receipts.map((one) => (one.attemptId === attemptId ? one.amount : 0)))
    if (status === "APPROVED" && brought < amount) {
      yield `Attempt ${attemptId} of ${amount} is approved and brought ${brought}`
    }
    if (status !== "APPROVED" && brought >= amount) {
      yield `Attempt ${attemptId} of ${amount} is ${status} and brought ${brought}`
    }
  }
  for (const { receiptId, kind, attemptId } of receipts) {
    if (attemptId !== null && !known.has(attemptId)) yield `Receipt ${receiptId} is of no attempt`
    if (kind === "CHARGE" && attemptId === null) yield `Receipt ${receiptId} is of no charge`
  }
})

const moneyOf = ({ receipts }: Invoice.Invoice): number =>
  sum(receipts.map(({ kind, appliedAmount }) => (kind === "VOUCHER" ? 0 : appliedAmount)))

const vouchersOf = ({ receipts, discounts }: Invoice.Invoice): number =>
  sum(receipts.map(({ kind, appliedAmount }) => (kind === "VOUCHER" ? appliedAmount : 0))) +
  sum(discounts.map(({ type, amount }) => (type === "VOUCHER" ? amount : 0)))

/** Refunds and credits are what was recorded of them, and no more than the invoice got. */
export function* returns({ invoices, subscriptions }: Books): Iterable<Fault> {
  const credited = new Map<string, number>()
  for (const { invoiceId, grantedAmount } of subscriptions.flatMap(({ groups }) =>
    groups.flatMap(({ credits }) => credits),
  )) {
    credited.set(invoiceId, (credited.get(invoiceId) ?? 0) + grantedAmount)
  }
  for (const invoice of invoices) {
    const { invoiceId, amountRefunded, amountCredited, refunds, status } = invoice
    const fault = (message: string): Fault => ({ message, objectIds: [invoiceId] })
    const refunded = sum(refunds.map(({ amount }) => amount))
    const given = credited.get(invoiceId) ?? 0
    if (repeated(refunds.map(({ refundId }) => refundId))) yield fault("A refund is there twice")
    if (amountRefunded !== refunded) {
      yield fault(`amountRefunded is ${amountRefunded}, and its refunds add up to ${refunded}`)
    }
    if (amountCredited !== given) yield fault(`Credited are ${amountCredited}, and its credits gave ${given}`)
    const got = status === "VOID" ? 0 : moneyOf(invoice) + vouchersOf(invoice)
    if (amountRefunded > moneyOf(invoice) || amountRefunded + amountCredited > got) {
      yield fault(`It got ${got}, and ${amountRefunded + amountCredited} went back`)
    }
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
  const left = books.vouchers.map(({ currency, amount, createdAt }) => ({ currency, amount, at: createdAt }))
  // What has one instant goes first, so that it is not taken by what has a span.
  for (const owed of owedBy(books).toSorted((a, b) => a.to - a.from - (b.to - b.from))) {
    const found = left.findIndex(
      ({ currency, amount, at }) =>
        currency === owed.currency && amount === owed.amount && owed.from <= at && at <= owed.to,
    )
    if (found !== -1) left.splice(found, 1)
    else yield { message: `${owed.what} of ${owed.amount} is no voucher`, objectIds: [owed.invoiceId] }
  }
}

const owedBy = ({ invoices, subscriptions }: Books): ReadonlyArray<Owed> => {
  const currencyOf = new Map(invoices.map(({ invoiceId, currency }) => [invoiceId, currency]))
  const credits = subscriptions.flatMap(({ groups }) => groups.flatMap((group) => group.credits))
  return [
    ...invoices.flatMap(owedByInvoice),
    ...credits
      .filter(({ grantedAmount }) => grantedAmount > 0)
      .map(({ invoiceId, grantedAmount, at }) => ({
        invoiceId,
        currency: currencyOf.get(invoiceId) ?? "",
        amount: grantedAmount,
        from: at,
        to: at,
        what: "A credit",
      })),
  ]
}

const owedByInvoice = (invoice: Invoice.Invoice): ReadonlyArray<Owed> => {
  const { invoiceId, currency, receipts, status } = invoice
  const owed: Array<Owed> = []
  for (const { receiptId, amount, appliedAmount, at } of receipts) {
    const surplus = { invoiceId, currency, amount: amount - appliedAmount, from: at, to: at }
    if (surplus.amount > 0) owed.push({ ...surplus, what: `The surplus of receipt ${receiptId}` })
  }
  const amount = moneyOf(invoice)
  if (status === "VOID" && amount > 0) {
    const from = Math.max(...receipts.map((receipt) => (receipt.appliedAmount > 0 ? receipt.at : 0)))
    owed.push({
      invoiceId,
      currency,
      amount,
      from,
      to: invoice.updatedAt,
      what: "The money of a void invoice",
    })
  }
  return owed
}
