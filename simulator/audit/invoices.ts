// The rules of one invoice: its lines, totals, discounts, payments and status.
import type { Invoice } from "../../src/index.ts"
import { amountsOf, isAmount, sum } from "./books/arithmetic.ts"
import { type Books, type Fault, faultOf, type SubscriptionBooks } from "./books/Books.ts"

type InvoiceRule = (invoice: Invoice.Invoice) => Iterable<string>

/** A rule of each invoice as a rule of an organization. */
export const ofInvoices = (rule: InvoiceRule) =>
  function* ({ invoices }: Books): Iterable<Fault> {
    for (const invoice of invoices) {
      for (const message of rule(invoice)) yield faultOf(message, invoice.invoiceId)
    }
  }

/** `amount = unitPrice × quantity` on every line, of whole numbers, and no line of nothing. */
export const lines = ofInvoices(function* (invoice) {
  for (const [index, { unitPrice, quantity, amount }] of invoice.lines.entries()) {
    const exact = BigInt(Math.trunc(unitPrice)) * BigInt(Math.trunc(quantity))
    if (![unitPrice, quantity, amount].every(isAmount) || BigInt(amount) !== exact || amount === 0) {
      yield `Line ${index} says ${unitPrice} × ${quantity} = ${amount}`
    }
  }
})

/** Totals are the sums of lines and discounts, and what is payable is their difference. */
export const totals = ofInvoices(function* (invoice) {
  const { totalAmount, discountAmount, payableAmount } = invoice
  const [total, discount] = [amountsOf(invoice.lines), amountsOf(invoice.discounts)]
  if (totalAmount !== total) yield `totalAmount is ${totalAmount}, and the lines add up to ${total}`
  if (discountAmount !== discount) {
    yield `discountAmount is ${discountAmount}, and the discounts add up to ${discount}`
  }
  if (payableAmount !== totalAmount - discountAmount || !isAmount(payableAmount)) {
    yield `payableAmount is ${payableAmount}, of ${totalAmount} less ${discountAmount}`
  }
})

/** Discounts are positive, one coupon at most, whose parts add up to it, each voucher once, the coupon first. */
export const discounts = ofInvoices(function* (invoice) {
  const coupons = invoice.discounts.filter(({ type }) => type === "COUPON")
  const codes = invoice.discounts.map(({ type, code }) => `${type} ${code}`)
  if (invoice.discounts.some(({ amount }) => !isAmount(amount) || amount === 0)) {
    yield "A discount is of nothing, or of no amount"
  }
  if (coupons.length > 1) yield `${coupons.length} coupons discount it`
  const { couponParts } = invoice
  if (couponParts !== undefined && amountsOf(couponParts) !== amountsOf(coupons)) {
    yield `The parts of its coupon add up to ${amountsOf(couponParts)}, and it took ${amountsOf(coupons)} off`
  }
  if (new Set(codes).size < codes.length) yield "A code discounts it twice"
  if (coupons.length > 0 && invoice.discounts[0]?.type !== "COUPON") yield "A voucher comes before the coupon"
})

/** The amount paid is the sum that its receipts applied, each as much as was due. */
export const paid = ofInvoices(function* (invoice) {
  let due = invoice.payableAmount
  for (const { receiptId, amount, appliedAmount } of invoice.receipts) {
    // Money that comes for a VOID invoice pays nothing of it; what came before it was void did.
    const expected = Math.min(amount, due)
    if (appliedAmount !== expected && !(invoice.status === "VOID" && appliedAmount === 0)) {
      yield `Receipt ${receiptId} of ${amount} applied ${appliedAmount} where ${due} was due`
    }
    due -= appliedAmount
  }
  const applied = sum(invoice.receipts.map((receipt) => receipt.appliedAmount))
  if (invoice.amountPaid !== applied) {
    yield `amountPaid is ${invoice.amountPaid}, and its receipts applied ${applied}`
  }
})

const UNPAID: ReadonlySet<string> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE", "VOID"])

/** Paid in full, or not, by its receipts, as the status says; failed as its latest attempt that failed did. */
export const status = ofInvoices(function* (invoice) {
  const { status, payableAmount, paidAt, refunds } = invoice
  const applied = sum(invoice.receipts.map((receipt) => receipt.appliedAmount))
  const isPaid = !UNPAID.has(status)
  if (isPaid !== applied >= payableAmount) yield `It is ${status} with ${applied} of ${payableAmount} paid`
  if (isPaid !== (paidAt !== null)) yield `It is ${status}, and paidAt is ${paidAt}`
  const failures = invoice.attempts.filter((attempt) => FAILURES.has(attempt.status))
  const latestAt = Math.max(...failures.map(({ at }) => at))
  const latest = failures.filter(({ at }) => at === latestAt).map((attempt) => attempt.status)
  if (status === "OPEN" && failures.length > 0) yield "It is OPEN, and a payment of it failed"
  if (status === "PAYMENT_FAILED" && !latest.includes("DECLINED")) {
    yield "It is PAYMENT_FAILED, and no payment was refused last"
  }
  if (status === "EXPIRED" && !latest.includes("EXPIRED")) yield "It is EXPIRED, and no slip expired last"
  if (REFUNDED.has(status) && refunds.length === 0) yield `It is ${status} without a refund`
  if (status === "PAID" && refunds.length > 0) yield "It is PAID, and was refunded"
})

const FAILURES: ReadonlySet<string> = new Set(["DECLINED", "EXPIRED"])
const REFUNDED: ReadonlySet<string> = new Set(["REFUNDED", "PARTIALLY_REFUNDED"])

/**
 * What became of it kept its instants, as far as they are known: of a write-off, of a void, of each dispute. A record from
 * before they were kept has none.
 */
export const instants = ofInvoices(function* (invoice) {
  const { status, issuedAt, updatedAt, writtenOffAt, voidedAt, disputes = [] } = invoice
  const ends = disputes.map(({ openedAt, endedAt }) => [openedAt, endedAt ?? openedAt])
  const order = [issuedAt, ...ends.flat(), updatedAt]
  if (order.some((at, index) => at < (order[index - 1] ?? at))) yield "Its disputes are not in their order"
  for (const at of [writtenOffAt, voidedAt])
    if (at !== undefined && (at < issuedAt || at > updatedAt)) yield `It ended at ${at}, and not in its time`
  if (voidedAt !== undefined && status !== "VOID") yield `It is ${status}, and was voided at ${voidedAt}`
  if (writtenOffAt !== undefined && WAITING.has(status)) yield `It is ${status}, and was written off`
  const last = disputes.at(-1)
  if (last === undefined) return
  if ((status === "DISPUTED") !== (last.endedAt === null))
    yield `It is ${status}, and its last dispute ended at ${last.endedAt}`
  if ((status === "CHARGEBACK") !== (last.outcome === "LOST"))
    yield `It is ${status}, and its last dispute is ${last.outcome}`
})

const WAITING: ReadonlySet<string> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED"])

/**
 * It stands in a period of its subscription, numbered among its kind without a gap, due as its kind is: at the boundary
 * of its cycle, or at its issue.
 */
export function* documents(books: Books): Iterable<Fault> {
  const known = new Set(books.subscriptions.flatMap((own) => own.documents))
  for (const invoice of books.invoices) {
    if (!known.has(invoice)) yield faultOf("There is no such subscription", invoice.invoiceId)
  }
  for (const own of books.subscriptions) yield* invoicesOf(own)
}

function* invoicesOf({ subscription, periods, documents }: SubscriptionBooks): Iterable<Fault> {
  const endOf = new Map(periods.map(({ cycle, endAt }) => [cycle, endAt]))
  const startOf = new Map(periods.map(({ cycle, startAt }) => [cycle, startAt]))
  // A change of plan in the trial before a cycle may move its end.
  const moved = new Map(
    periods.map(({ cycle, startAt, segments }) => [cycle, segments.length > 1 ? startAt : 0]),
  )
  const issued = new Map<string, number>()
  for (const invoice of documents) {
    const { invoiceId, kind, cycle, sequence, dueAt, issuedAt } = invoice
    const endAt = endOf.get(cycle)
    if (endAt === undefined) yield faultOf(`There is no cycle ${cycle}`, invoiceId)
    const expected = issued.get(`${cycle} ${kind}`) ?? 0
    issued.set(`${cycle} ${kind}`, expected + 1)
    if (sequence !== expected) {
      yield faultOf(`It is the ${kind} ${sequence} of its cycle, where ${expected} was next`, invoiceId)
    }
    const startAt = startOf.get(cycle)
    // What bills a debt again is due when that was, so that nothing is later by it.
    const debts = documents.flatMap((one) =>
      one.rebilled && one.cycle === cycle ? Math.min(one.dueAt, issuedAt) : [],
    )
    const dueOf: Partial<Record<Invoice.BillingReason, ReadonlyArray<number | undefined>>> = {
      CYCLE: [endAt],
      CREATION: [startAt],
      PAUSE: [issuedAt, ...debts],
      CHANGE: [issuedAt, ...debts],
      FINAL: [...dueOfFinal(issuedAt, startAt, subscription.cancelledAt), ...debts],
      REISSUE: debts,
    }
    const due = dueOf[kind] ?? [issuedAt]
    if (endAt !== undefined && !due.includes(dueAt) && issuedAt >= (moved.get(cycle) ?? 0))
      yield faultOf(`It is due at ${dueAt} and not at ${due.join(" or ")}`, invoiceId)
  }
}

/** When a FINAL may be due: at its issue. One that a trial is to end with may be paid before, and is due with that end. */
const dueOfFinal = (
  issuedAt: number,
  startAt: number | undefined,
  cancelledAt: number | null,
): ReadonlyArray<number> => {
  if (startAt === undefined || issuedAt >= startAt) return [issuedAt]
  return issuedAt === cancelledAt ? [startAt, issuedAt] : [startAt]
}
