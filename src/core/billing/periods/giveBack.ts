// Giving back what was paid too much for a period: money as one new voucher an invoice, and what vouchers had paid to
// these vouchers, so that credit that expires never becomes credit that does not.
import * as Result from "effect/Result"
import {
  type Credit,
  couponAmount,
  creditAmount,
  type Invoice,
  type InvoiceRejection,
  receivedAmount,
  refundableAmount,
  releasable,
  type VoucherUse,
} from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, mulDiv } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { VoucherAmountInvalid } from "../../voucher/Voucher.ts"
import { applyToInvoice, type Change, type InvoicesNotLoaded, type Rules } from "../Account.ts"
import { grantVoucher } from "../collection/Receipts.ts"
import { releaseVouchers } from "../collection/voucherReleases.ts"
import { creditedParts } from "./Accrual.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"
import { couponOf, groupOf, groupsOf } from "./groups.ts"
import { ownInvoices } from "./PeriodDiscount.ts"
import type { Place } from "./places.ts"

/** Why nothing goes back: the records are inconsistent. */
export type CreditRejection = AmountOutOfRange | InvoiceRejection | InvoicesNotLoaded | VoucherAmountInvalid

/** The credits of a period that were not given back yet, because the period has not received them. GAP-119 */
export const creditOwed = (place: Place): number => {
  const { period, invoices } = place
  const left = creditedParts(period, invoices).reduce((sum, { amount }) => sum + amount, 0)
  const coupon = period.credits.reduce((sum, credit) => sum + credit.couponAmount, 0)
  const given = ownInvoices(place).reduce((sum, invoice) => sum + givenBackOf(invoice, period.cycle), 0)
  return Math.max(0, left - coupon - given)
}

/** What an invoice gave back of one cycle. */
const givenBackOf = ({ credits, cycle: own }: Invoice, of: number): number =>
  credits.reduce((sum, credit) => ((credit.cycle ?? own) === of ? sum + creditAmount(credit) : sum), 0)

/**
 * Gives back the credits of a period out of its invoices: first those whose lines were credited, the latest first, each
 * as far as it received money.
 */
export const giveBack = resultFn(function* (
  change: Change,
  place: Place,
  at: number,
  rules: Rules,
): Steps<Change, CreditRejection> {
  let rest = creditOwed(place)
  if (rest === 0) return change
  let next = change
  for (const invoice of sourcesOf(place)) {
    const most = Math.min(rest, yield* shareOf(invoice, place.period))
    const credit = creditOf(invoice, most, at, rules)
    if (credit === null) continue
    rest -= creditAmount(credit)
    const { cycle } = place.period
    next = yield* applyCredit(next, invoice, cycle === invoice.cycle ? credit : { ...credit, cycle })
  }
  return next
})

/** The invoices of a period, those with credited lines first, the latest first. */
const sourcesOf = (place: Place): ReadonlyArray<Invoice> => {
  const own = ownInvoices(place).toReversed()
  const left = new Set(creditedParts(place.period, place.invoices).map(({ invoiceId }) => invoiceId))
  return [
    ...own.filter(({ invoiceId }) => left.has(invoiceId)),
    ...own.filter(({ invoiceId }) => !left.has(invoiceId)),
  ]
}

/**
 * What an invoice may give back of a period: all that it holds, or, where it has lines of several, what it received for
 * the lines of this one, less what it gave back of it. GAP-179
 */
const shareOf = (invoice: Invoice, { cycle }: BillingPeriod): Result.Result<number, AmountOutOfRange> => {
  if (groupsOf(invoice).length === 1) return Result.succeed(invoice.totalAmount)
  const { lines, totalAmount } = invoice
  const own = lines.reduce((sum, line) => sum + (groupOf(line, invoice) === cycle ? line.amount : 0), 0)
  const net = totalAmount - couponAmount(invoice)
  if (net === 0) return Result.succeed(0)
  return Result.map(
    mulDiv(own - couponOf(invoice, cycle), receivedAmount(invoice), net),
    // A refund or a dispute may have taken what a credit gave.
    (received) => Math.max(0, received - givenBackOf(invoice, cycle)),
  )
}

/** The part of an amount that an invoice gives back: its money first, then vouchers; `null` where nothing is left. */
const creditOf = (invoice: Invoice, amount: number, at: number, rules: Rules): Credit | null => {
  const moneyAmount = Math.min(amount, refundableAmount(invoice))
  let rest = amount - moneyAmount
  const releases: Array<VoucherUse> = []
  for (const held of releasable(invoice)) {
    const released = Math.min(rest, held.amount)
    rest -= released
    if (released > 0) releases.push({ ...held, amount: released })
  }
  if (rest === amount) return null
  const creditId = rules.deriveId(`voucher/credit/${invoice.invoiceId}/${invoice.credits.length}`)
  return { creditId, moneyAmount, releases, at }
}

const applyCredit = resultFn(function* (
  change: Change,
  { invoiceId, currency, status }: Invoice,
  credit: Credit,
): Steps<Change, CreditRejection> {
  const { creditId, moneyAmount, releases, at } = credit
  const told = yield* applyToInvoice(change, invoiceId, { _tag: "Credit", credit, now: at })
  const granted = yield* grantVoucher(told, {
    voucherId: creditId,
    name: "Credit for unused time",
    currency,
    amount: moneyAmount,
    creditOf: invoiceId,
    frozen: status === "DISPUTED",
    at,
  })
  return yield* releaseVouchers(granted, releases, { cause: creditId, invoiceId, at })
})
