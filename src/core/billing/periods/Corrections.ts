// Corrections: a fee that was billed ahead for a whole cycle and is then no longer due in full, because the subscription
// was paused, cancelled or changed. A document that nobody paid is voided, and what is due of it is billed again. Of any
// other, what was received for the part leaves its period with its share of the coupon, and goes back.
import * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import { isEligible } from "../../invoice/computeInvoice.ts"
import {
  amountDue,
  attemptInFlight,
  couponAmount,
  type Invoice,
  isPayable,
  receivedAmount,
} from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, mulDiv } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import type { Change, Rules } from "../Account.ts"
import { type VoidRejection, voidAndRelease } from "../invoicing/Voids.ts"
import { billedItems, counts, creditedParts, feeBilled, feeDue } from "./Accrual.ts"
import type { CreditedPart } from "./BillingPeriod.ts"
import { giveBack } from "./giveBack.ts"
import { periodDiscount, placeOfPeriod, recountDiscount } from "./PeriodDiscount.ts"
import { type Place, placeAfter, placesOf, withPeriod } from "./places.ts"

/** What a correction did: the change, and the documents that it voided. */
export interface Corrected {
  readonly change: Change
  readonly voided: ReadonlyArray<string>
}

/**
 * Corrects every fee of the account's periods, or of some of them, that stands billed beyond what is due: a document of it
 * that is not paid is voided; one whose payment is in flight waits for its answer; of any other, the received share of the
 * part leaves the period. What that makes the period cheaper goes back to the customer, as far as the period received it; the
 * rest follows when it arrives.
 */
export const correctFees = resultFn(function* (
  change: Change,
  at: number,
  rules: Rules,
  among: (place: Place) => boolean = () => true,
): Steps<Corrected, VoidRejection> {
  let next = change
  const voided: Array<string> = []
  for (const place of placesOf(change.account).filter(among)) {
    // What a former subscription owes was corrected before another one took its place. GAP-87, GAP-88
    const isFormer = place.subscription !== change.account.subscription
    for (const { invoiceId } of isFormer ? [] : yield* overbilledAndUnpaid(place)) {
      next = yield* voidAndRelease(next, { invoiceId, rebill: true, now: at }, rules)
      voided.push(invoiceId)
    }
    next = yield* takeOut(next, placeAfter(next, place) ?? place, at)
    next = yield* giveBack(next, placeAfter(next, place) ?? place, at, rules)
  }
  return { change: next, voided }
})

/** The part of each segment's fee that stands billed and is not due. */
const overbilled = resultFn(function* ({
  period,
  documents,
}: Place): Steps<ReadonlyArray<number>, AmountOutOfRange> {
  const billed = billedItems(documents, [period])
  const parts: Array<number> = []
  for (const [index, segment] of period.segments.entries()) {
    const due = yield* feeDue(period, segment, period.endAt)
    parts.push(Math.max(0, feeBilled(period, index, billed) - due))
  }
  return parts
})

/** What a document bills of a segment's fee. */
const feeOn = ({ lines }: Invoice, cycle: number, segment: number): number =>
  lines.find(({ item }) => item.kind === "FEE" && item.cycle === cycle && item.segment === segment)?.amount ??
  0

/** Whether a payment in flight may still pay an invoice, also one that was written off. What is paid waits for none. */
export const isAwaited = (invoice: Invoice): boolean =>
  isPayable(invoice) && amountDue(invoice) > 0 && attemptInFlight(invoice) !== null

/** Whether an invoice is still to be collected: not written off, and with no payment on its way. */
const isUnpaid = (invoice: Invoice): boolean =>
  isPayable(invoice) &&
  amountDue(invoice) > 0 &&
  attemptInFlight(invoice) === null &&
  invoice.status !== "UNCOLLECTIBLE"

const overbilledAndUnpaid = resultFn(function* (
  place: Place,
): Steps<ReadonlyArray<Invoice>, AmountOutOfRange> {
  const parts = yield* overbilled(place)
  const isOverbilled = (invoice: Invoice): boolean =>
    parts.some((part, segment) => part > 0 && feeOn(invoice, place.period.cycle, segment) > 0)
  return place.documents.filter((invoice) => isUnpaid(invoice) && isOverbilled(invoice))
})

/** Takes out of a period what is not due any more, latest document first, and what the coupon had given for it. */
const takeOut = resultFn(function* (change: Change, place: Place, at: number): Steps<Change, VoidRejection> {
  const parts: Array<CreditedPart> = []
  for (const [segment, overbilledAmount] of (yield* overbilled(place)).entries()) {
    let rest = overbilledAmount
    for (const invoice of place.documents.toReversed()) {
      if (rest === 0 || !counts(invoice)) continue
      const credited = creditedOf(place, segment, invoice)
      const part = Math.min(rest, feeOn(invoice, place.period.cycle, segment) - credited)
      rest -= part
      if (part === 0 || isAwaited(invoice)) continue
      // The whole of the line that is not due counts, so that what went back before is not given again.
      const amount = (yield* receivedShare(invoice, part + credited)) - credited
      if (amount > 0) parts.push({ segment, invoiceId: invoice.invoiceId, amount })
    }
  }
  let next = change
  for (const { invoiceId } of place.documents.toReversed()) {
    const own = parts.filter((part) => part.invoiceId === invoiceId)
    if (own.length > 0) next = yield* withCredit(next, placeAfter(next, place) ?? place, own, at)
  }
  return next
})

const creditedOf = (place: Place, segment: number, { invoiceId }: Invoice): number =>
  creditedParts(place.period, place.documents).reduce(
    (sum, part) => (part.segment === segment && part.invoiceId === invoiceId ? sum + part.amount : sum),
    0,
  )

/** The part of a line that was really paid: the share that the invoice received of what it was to receive. */
const receivedShare = (invoice: Invoice, part: number): Result.Result<number, AmountOutOfRange> => {
  const net = invoice.totalAmount - couponAmount(invoice)
  return net === 0 ? Result.succeed(part) : mulDiv(part, receivedAmount(invoice), net)
}

/** Takes parts of one document out of a period, with what its coupon gives the period less for that. */
const withCredit = resultFn(function* (
  change: Change,
  place: Place,
  parts: ReadonlyArray<CreditedPart>,
  at: number,
): Steps<Change, VoidRejection> {
  const { period, subscription } = place
  const discount = yield* periodDiscount(place)
  const { coupon } = subscription
  const gross = parts.reduce((sum, { amount }) => sum + amount, 0)
  const eligible = parts.reduce(
    (sum, { segment, amount }) =>
      isEligible(coupon?.planIds ?? null, period.segments[segment]?.terms.planId) ? sum + amount : sum,
    0,
  )
  const due =
    coupon === null || !Coupon.covers(coupon, placeOfPeriod(period))
      ? 0
      : yield* Coupon.discountOf(coupon.discount, discount.eligibleAmount - eligible)
  const couponAmount = coupon === null ? 0 : Math.min(gross, discount.givenAmount - due)
  const credits = [...period.credits, { parts, couponAmount, at }]
  return yield* recountDiscount(change, withPeriod(change, { ...period, credits }), period, at)
})
