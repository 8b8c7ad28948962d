// Corrections: a fee was billed for a whole cycle, and then a pause, a cancellation or a change of plan makes part of
// it no longer due. An unpaid invoice is voided and billed again. Of a paid one, what was received for that part goes
// back, less its share of the coupon.
import * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import {
  attemptInFlight,
  couponAmount,
  type Invoice,
  isAwaited,
  isPayable,
  receivedAmount,
} from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, mulDiv } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { type Change, findInvoice, type Rules } from "../Account.ts"
import { rebill, type VoidRejection, voidAndRelease, waitsUnpaid } from "../invoicing/Voids.ts"
import { billedItems, counts, creditedParts, feeBilled, feeDue, feeOn } from "./Accrual.ts"
import type { CreditedPart } from "./BillingPeriod.ts"
import { giveBack } from "./giveBack.ts"
import { isCovered, isSegmentDiscounted, periodDiscount, recountDiscount } from "./PeriodDiscount.ts"
import { type Place, placeIn, placesOf, withPeriod } from "./places.ts"

/** A correction: the change, and the invoices that it voided and that are not billed again yet. */
export interface Corrected {
  readonly change: Change
  readonly voided: ReadonlyArray<string>
  /** When what bills them again is due: now, or when the first of them was. GAP-93 */
  readonly dueAt: number
}

/**
 * Corrects every fee that is billed beyond what is due, in all periods or some of them. An unpaid invoice is voided;
 * one whose payment is in flight waits for its answer; of a paid one, the received share of the part leaves the period.
 * The period then gives back what it received too much. A voided invoice of a cycle that is over is billed again at
 * once, with what is still due of its fee in advance: no other document will do it.
 */
export const correctFees = resultFn(function* (
  change: Change,
  at: number,
  rules: Rules,
  among: (place: Place) => boolean = () => true,
): Steps<Corrected, VoidRejection> {
  let next = change
  const voided: Array<string> = []
  const places = placesOf(change.account).filter(among)
  const now = (place: Place): Place => placeIn(next, place.period) ?? place
  for (const place of places) {
    // A former subscription was corrected before another one took its place. GAP-87, GAP-88
    const isFormer = place.subscription !== change.account.subscription
    for (const { invoiceId } of isFormer ? [] : yield* overbilledAndUnpaid(now(place))) {
      next = yield* voidAndRelease(next, { invoiceId, rebill: true, now: at }, rules)
      voided.push(invoiceId)
    }
  }
  // What is left of two periods on one document is known only now.
  for (const place of places) {
    next = yield* takeOut(next, now(place), at)
    next = yield* giveBack(next, now(place), at, rules)
  }
  const running = next.account.subscription?.cycle.cycle ?? 0
  const isOver = (invoiceId: string): boolean =>
    (findInvoice(next.account, invoiceId)?.cycle ?? running) < running
  const over = voided.filter(isOver)
  for (const invoiceId of over) next = yield* rebill(next, invoiceId, at, rules)
  const rest = voided.filter((invoiceId) => !over.includes(invoiceId))
  const dueAt = rest.reduce((first, id) => Math.min(first, findInvoice(next.account, id)?.dueAt ?? first), at)
  return { change: next, voided: rest, dueAt }
})

/** Bills again what a correction voided, where no invoice of a command does: not what waits for the upcoming invoice. */
export const rebillUnpaid = resultFn(function* (
  { change, voided }: Corrected,
  at: number,
  rules: Rules,
): Steps<Change, VoidRejection> {
  let next = change
  for (const invoiceId of voided) next = yield* rebill(next, invoiceId, at, rules, waitsUnpaid)
  return next
})

/** The part of each segment's fee that is billed and not due. */
const overbilled = resultFn(function* ({
  period,
  invoices,
}: Place): Steps<ReadonlyArray<number>, AmountOutOfRange> {
  const billed = billedItems(invoices, [period])
  const parts: Array<number> = []
  for (const [index, segment] of period.segments.entries()) {
    const due = yield* feeDue(period, segment, period.endAt)
    parts.push(Math.max(0, feeBilled(period, index, billed) - due))
  }
  return parts
})

/** Tells whether an invoice waits to be paid: not written off, and no payment on its way. */
const isUnpaid = (invoice: Invoice): boolean =>
  isPayable(invoice) && attemptInFlight(invoice) === null && invoice.status !== "UNCOLLECTIBLE"

const overbilledAndUnpaid = resultFn(function* (
  place: Place,
): Steps<ReadonlyArray<Invoice>, AmountOutOfRange> {
  const parts = yield* overbilled(place)
  const isOverbilled = (invoice: Invoice): boolean =>
    parts.some((part, segment) => part > 0 && feeOn(invoice, place.period.cycle, segment) > 0)
  return place.invoices.filter((invoice) => isUnpaid(invoice) && isOverbilled(invoice))
})

/** Takes out of a period what is no longer due, latest invoice first, and what the coupon had given for it. */
const takeOut = resultFn(function* (change: Change, place: Place, at: number): Steps<Change, VoidRejection> {
  const parts: Array<CreditedPart> = []
  for (const [segment, overbilledAmount] of (yield* overbilled(place)).entries()) {
    let rest = overbilledAmount
    for (const invoice of place.invoices.toReversed()) {
      if (rest === 0 || !counts(invoice)) continue
      const credited = creditedOf(place, segment, invoice)
      const part = Math.min(rest, feeOn(invoice, place.period.cycle, segment) - credited)
      rest -= part
      if (part === 0 || isAwaited(invoice)) continue
      // Counted from the whole part of the line that is not due, so that earlier credits are not given again.
      const amount = (yield* receivedShare(invoice, part + credited)) - credited
      if (amount > 0) parts.push({ segment, invoiceId: invoice.invoiceId, amount })
    }
  }
  let next = change
  for (const part of parts) next = yield* withCredit(next, placeIn(next, place.period) ?? place, part, at)
  return next
})

const creditedOf = (place: Place, segment: number, { invoiceId }: Invoice): number =>
  creditedParts(place.period, place.invoices).reduce(
    (sum, part) => (part.segment === segment && part.invoiceId === invoiceId ? sum + part.amount : sum),
    0,
  )

/** The paid part of a line: the share that the invoice received of its net total. */
const receivedShare = (invoice: Invoice, part: number): Result.Result<number, AmountOutOfRange> => {
  const net = invoice.totalAmount - couponAmount(invoice)
  return net === 0 ? Result.succeed(part) : mulDiv(part, receivedAmount(invoice), net)
}

/** Takes a part of one invoice out of a period, with the discount that the period loses by that. */
const withCredit = resultFn(function* (
  change: Change,
  place: Place,
  part: CreditedPart,
  at: number,
): Steps<Change, VoidRejection> {
  const { period, subscription } = place
  const { coupon } = subscription
  let couponAmount = 0
  // A part that the coupon is not for takes nothing of it with it.
  if (coupon !== null && isSegmentDiscounted(coupon, period, part.segment)) {
    const { eligibleAmount, givenAmount } = yield* periodDiscount(place)
    const left = eligibleAmount - part.amount
    const due = isCovered(period, coupon) ? yield* Coupon.discountOf(coupon.discount, left) : 0
    couponAmount = Math.min(part.amount, givenAmount - due)
  }
  const credits = [...period.credits, { parts: [part], couponAmount, at }]
  return yield* recountDiscount(change, withPeriod(change, { ...period, credits }), period, at)
})
