// Credit: what left a billing period because it was billed ahead and is no longer due, and what of that went back, from
// which money and to which vouchers.
import type { BillingPeriod, Coupon, Invoice } from "../../src/index.ts"
import { amountsOf, share, sum } from "./books/arithmetic.ts"
import type { SubscriptionBooks } from "./books/Books.ts"
import { creditableOf, heldBy, moneyOf, mostHeldBy, netOf, takenBy } from "./books/received.ts"
import { ofInvoices } from "./invoices.ts"
import { isOpen } from "./payments.ts"
import {
  billedIn,
  counts,
  couponIn,
  creditedOf,
  discountedOf,
  discountOf,
  documentsIn,
  feeDue,
  feeOn,
} from "./periods.ts"
import { closedAt, ofSubscriptions } from "./subscriptions.ts"

type Period = BillingPeriod.BillingPeriod

/** The share of a part that its invoice can have received by an instant; all of it where nothing was payable. */
const receivedShare = (part: number, invoice: Invoice.Invoice, at: number): number => {
  const net = netOf(invoice)
  return net === 0 ? part : share(part, Math.min(mostHeldBy(invoice, at), net), net)
}

/**
 * What left a period are parts of its fees' lines that were not due then, each in the share that its invoice had
 * received, and with them what its coupon had given for them.
 */
export const credited = ofSubscriptions(function* (own) {
  const { coupon, cancelledAt } = own.subscription
  for (const period of own.allPeriods) {
    const documents = documentsIn(own, period)
    // A period that was billed ahead may never begin.
    const overAt = Math.min(closedAt(period), cancelledAt ?? Number.POSITIVE_INFINITY)
    for (const index of period.credits.keys()) {
      yield* partFaults(period, index, documents)
      yield* couponFaults(coupon, { period, index, documents, overAt })
    }
  }
})

function* partFaults(
  period: Period,
  index: number,
  documents: ReadonlyArray<Invoice.Invoice>,
): Iterable<string> {
  const { parts = [], at = 0 } = period.credits[index] ?? {}
  const before = period.credits.slice(0, index)
  // Of what was issued in the same millisecond all may have been there.
  const issued = documents.filter(({ issuedAt }) => issuedAt <= at)
  for (const [number, segment] of period.segments.entries()) {
    const own = parts.filter((part) => part.segment === number)
    const leaving = amountsOf(own)
    if (leaving === 0) continue
    const billed = sum(
      issued.map((one) => feeOn(one, period.cycle, number) - creditedOf(before, one.invoiceId, number)),
    )
    const beyond = billed - feeDue(period, segment, at)
    if (leaving > beyond) {
      yield `${leaving} of the fee of segment ${number} of cycle ${period.cycle} left, of ${beyond} not due`
    }
    for (const { invoiceId, amount } of own) {
      const invoice = issued.find((one) => one.invoiceId === invoiceId)
      const line = invoice === undefined ? 0 : feeOn(invoice, period.cycle, number)
      const left = creditedOf(before, invoiceId, number)
      const part = Math.min(line, left + beyond)
      const most = invoice === undefined ? 0 : receivedShare(part, invoice, at)
      if (amount <= 0 || left + amount > most) {
        yield `${amount} left invoice ${invoiceId} after ${left}, where ${most} of ${line} may`
      }
    }
  }
}

/** Documents of which the records do not say whether they counted right then: issued or voided in that millisecond. */
const UNSURE_MAX = 4

function* couponFaults(
  coupon: Coupon.AppliedCoupon | null,
  of: {
    readonly period: Period
    readonly index: number
    readonly documents: ReadonlyArray<Invoice.Invoice>
    readonly overAt: number
  },
): Iterable<string> {
  const { period, index, documents, overAt } = of
  const credit = period.credits[index]
  if (credit === undefined) return
  const { parts, couponAmount, at } = credit
  const gross = amountsOf(parts)
  // Without parts it is what the documents of a period that has ended had got less of the coupon than one invoice, or what they
  // had got more of it when another one was voided.
  const isLate = parts.length === 0 && couponAmount < 0 && at >= overAt
  if (parts.length === 0 && couponAmount > 0 && documents.some((one) => !counts(one) && one.updatedAt >= at))
    return
  if (coupon === null || couponAmount > gross || (parts.length === 0 && !isLate)) {
    if (couponAmount !== 0) yield `${couponAmount} of a discount left with ${gross}`
    return
  }
  const there = documents.filter((one) => one.issuedAt <= at && (counts(one) || one.updatedAt >= at))
  const unsure = there.filter((one) => one.issuedAt === at || !counts(one))
  const sure = there.filter((one) => !unsure.includes(one))
  if (unsure.length > UNSURE_MAX || isOfRebilled(period, documents)) return
  const expected = subsets(unsure).flatMap((some) =>
    asItWas(coupon).flatMap((was) => {
      const those = { documents: [...sure, ...some] }
      const after = discountedOf(was, period, { ...those, credits: period.credits.slice(0, index + 1) })
      const given = after.given + couponAmount
      const beyond = given - discountOf(coupon.discount, after.size)
      // A document that was voided may have held a discount that those left have not got: it comes with the credit, unless
      // the coupon was not for the period at that moment.
      const known = [Math.min(gross, beyond), Math.max(0, Math.min(gross, beyond))]
      if (isLate) return [beyond]
      return mayOutlast(coupon, period) ? [...known, Math.min(gross, given)] : known
    }),
  )
  if (!expected.includes(couponAmount)) {
    yield `${couponAmount} of a discount left cycle ${period.cycle} with ${gross}, where ${expected[0]} was given for it`
  }
}

/** The coupon, and as it was before it ended, where that came after the credit: the records do not say when it was. */
const asItWas = (coupon: Coupon.AppliedCoupon): ReadonlyArray<Coupon.AppliedCoupon> =>
  coupon.endedCycle === null ? [coupon] : [coupon, { ...coupon, endedCycle: null }]

/** Tells whether a year in the place of a month may be longer than what a coupon has left, which is then for neither. */
const mayOutlast = ({ duration }: Coupon.AppliedCoupon, { segments }: Period): boolean =>
  duration.type === "REPEATING" && new Set(segments.map(({ terms }) => terms.interval)).size > 1

const subsets = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: 2 ** list.length }, (_, bits) => list.filter((_, index) => (bits >> index) % 2 === 1))

/** Tells whether something left with a document that is billed again: what was given for it is told no more. */
const isOfRebilled = ({ credits }: Period, documents: ReadonlyArray<Invoice.Invoice>): boolean => {
  const rebilled = new Set(documents.filter((one) => !counts(one)).map(({ invoiceId }) => invoiceId))
  return credits.some(({ parts }) => parts.some(({ invoiceId }) => rebilled.has(invoiceId)))
}

/** The amount that an invoice gave back as credit of one cycle. */
const givenBackOf = ({ credits, cycle: own }: Invoice.Invoice, of: number): number =>
  sum(
    credits
      .filter(({ cycle = own }) => cycle === of)
      .map(({ moneyAmount, releases }) => moneyAmount + amountsOf(releases)),
  )

/** The net amount that left a period and has not gone back; null where the records do not tell. */
const owedOf = (own: SubscriptionBooks, period: Period): number | null => {
  const documents = documentsIn(own, period)
  if (isOfRebilled(period, documents)) return null
  const net = sum(period.credits.map(({ parts, couponAmount }) => amountsOf(parts) - couponAmount))
  return net - sum(documents.filter(counts).map((one) => givenBackOf(one, period.cycle)))
}

/**
 * What a document holds that has to go back where something is owed. A new one that vouchers pay in part is looked at
 * when its money comes.
 */
const withheldBy = (invoice: Invoice.Invoice, { credits, cycle }: Period): number => {
  if (invoice.receipts.length === 0 && invoice.issuedAt >= (credits.at(-1)?.at ?? 0)) return 0
  const own = billedIn(invoice, cycle)
  if (own === invoice.totalAmount) return creditableOf(invoice)
  // Of one with lines of two cycles, the share of this one; a minor unit may be the rounding of both.
  const net = netOf(invoice)
  const held = net === 0 ? 0 : share(own - couponIn(invoice, cycle), heldBy(invoice), net)
  const left = held - givenBackOf(invoice, cycle)
  return Math.min(creditableOf(invoice), left > 1 ? left : 0)
}

/** The net amount that left a period went back: no more than that, and no less than its invoices received. */
export const returned = ofSubscriptions(function* (own) {
  for (const period of own.allPeriods) {
    const owed = owedOf(own, period)
    if (owed === null || owed === 0) continue
    const documents = documentsIn(own, period).filter(counts)
    const left = sum(documents.map((document) => withheldBy(document, period)))
    if (owed < 0) yield `${-owed} more went back of cycle ${period.cycle} than left it`
    else if (left > 0) yield `${owed} that left cycle ${period.cycle} did not go back, and it holds ${left}`
  }
})

/**
 * A period is settled when nothing of it can be billed or credited any more: nothing is owed, and no payment is in flight
 * that was when late usage could still come. A later one tries again what is due.
 */
export const settled = ofSubscriptions(function* (own, { policy }) {
  for (const period of own.periods.filter((one) => one.settled)) {
    const name = `Cycle ${period.cycle} is settled`
    const owed = owedOf(own, period) ?? 0
    if (owed > 0) yield `${name}, and owes ${owed}`
    const lastAt = closedAt(period) + policy.usageLateMillis
    for (const { invoiceId, attempts } of documentsIn(own, period)) {
      if (attempts.some((attempt) => isOpen(attempt) && attempt.startedAt < lastAt)) {
        yield `${name}, and a payment of ${invoiceId} is in flight`
      }
    }
  }
})

/** Money goes back before what vouchers paid, and that to these vouchers, what was taken last first. */
export const sources = ofInvoices(function* (invoice) {
  const released = new Map<string, number>()
  let money = 0
  for (const { creditId, moneyAmount, releases, at } of invoice.credits) {
    money += moneyAmount
    for (const release of releases) {
      if (release.amount <= 0) yield `Credit ${creditId} released nothing`
      released.set(keyOf(release), (released.get(keyOf(release)) ?? 0) + release.amount)
    }
    if (releases.length === 0) continue
    if (isMoneyLeft(invoice, money, at)) yield `Credit ${creditId} released vouchers while there was money`
    yield* orderFaults(invoice, { released, now: new Set(releases.map(keyOf)) }, at)
  }
})

const keyOf = ({ voucherId, cause }: { readonly voucherId: string; readonly cause: string }): string =>
  JSON.stringify([voucherId, cause])

const isMoneyLeft = (invoice: Invoice.Invoice, credited: number, at: number): boolean => {
  if (invoice.status === "CHARGEBACK") return false
  const refunded = sum(invoice.refunds.map((refund) => (refund.at <= at ? refund.amount : 0)))
  return moneyOf(invoice, (then) => then < at) - refunded > credited
}

function* orderFaults(
  invoice: Invoice.Invoice,
  { released, now }: { readonly released: ReadonlyMap<string, number>; readonly now: ReadonlySet<string> },
  at: number,
): Iterable<string> {
  const uses = takenBy(invoice).map((use) => ({ ...use, released: released.get(keyOf(use)) ?? 0 }))
  const known = new Set(uses.map(keyOf))
  for (const key of released.keys()) if (!known.has(key)) yield `It released ${key}, which it never took`
  for (const [index, use] of uses.entries()) {
    if (use.released > use.amount) yield `${use.released} were released of ${use.amount} by ${use.cause}`
    const isEarlier = uses.slice(index + 1).some((later) => later.at < at && later.released < later.amount)
    // What an earlier credit gave back came before what was taken since.
    if (now.has(keyOf(use)) && isEarlier) {
      yield `${use.released} were released of what was taken before ${use.cause} took more`
    }
  }
}
