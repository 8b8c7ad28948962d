// Coupons: what they gave each billing period, for how long, and how that was counted.
import type { BillingPeriod, Coupon, Invoice } from "../../src/index.ts"
import { sum } from "./books/arithmetic.ts"
import { type Fault, faultOf, type SubscriptionBooks, type WorldBooks } from "./books/Books.ts"
import { couponOf } from "./books/received.ts"
import { isOpen } from "./payments.ts"
import {
  counts,
  couponIn,
  creditedOf,
  type Discounted,
  discountedOf,
  discountOf,
  documentsIn,
  feeOn,
} from "./periods.ts"
import { ofSubscriptions } from "./subscriptions.ts"

/** Tells whether a coupon discounts every period: after its end, what comes late of the time before. */
const isForEver = (coupon: Coupon.AppliedCoupon | null): boolean => coupon?.duration.type === "FOREVER"

/** Tells whether no document of a period will come any more. One whose payment is awaited may still be billed again. */
const isOver = (own: SubscriptionBooks, period: BillingPeriod.BillingPeriod): boolean =>
  (period.cycle < (own.periods.at(-1)?.cycle ?? 0) || own.subscription.status === "CANCELLED") &&
  !documentsIn(own, period).some(isAwaited)

const isAwaited = ({ status, attempts, amountPaid, payableAmount }: Invoice.Invoice): boolean =>
  status !== "VOID" && amountPaid < payableAmount && attempts.some(isOpen)

/**
 * No period got more than one invoice of its size would get; what left it takes its share of the discount with it. Until
 * the lines of a voided document are billed again, the others keep what they got of its share (GAP-172), its rounding, and
 * what moved to them with a credit; a credit may have taken the rounding of a share that is voided later. One that is over
 * got no less either, where the coupon is for it.
 */
export const budget = ofSubscriptions(function* (own) {
  const { coupon } = own.subscription
  for (const period of own.allPeriods) {
    const documents = documentsIn(own, period)
    const counted = documents.filter(counts)
    const { credits, cycle } = period
    const { size, given } = discountedOf(coupon, period, { documents: counted, credits })
    if (given === 0 && !isForEver(coupon)) continue
    const isFixed = coupon?.discount.type === "FIXED"
    const waiting = discountedOf(coupon, period, {
      documents: documents.filter((one) => !counts(one)),
      credits: [],
    })
    const moved = isFixed && credits.length > 0 ? waiting.size : 0
    const gives = (of: number): number => (coupon === null ? 0 : discountOf(coupon.discount, of))
    const share = Math.max(0, gives(waiting.size) - waiting.given)
    const rounding = isFixed ? 0 : documents.length - counted.length
    const kept = isFixed ? 0 : share + 2 * rounding
    const most = gives(size + moved)
    const isTooLittle = isOver(own, period) && given < gives(size)
    if (isTooLittle || given < -rounding || given > most + kept)
      yield `A coupon gave cycle ${cycle} ${given}, of ${most}`
  }
})

/** The amounts of a period that are left for its coupon. */
const left = (own: SubscriptionBooks, period: BillingPeriod.BillingPeriod): Discounted =>
  discountedOf(own.subscription.coupon, period, {
    documents: documentsIn(own, period).filter(counts),
    credits: period.credits,
  })

/** It discounted no more periods than it lasts, and those that it says; every discount is by its code. */
export const duration = ofSubscriptions(function* (own) {
  const { allPeriods: periods, documents } = own
  const { coupon } = own.subscription
  const discounted = documents.filter((document) => counts(document) && couponOf(document) > 0)
  const codes = new Set(
    discounted.flatMap(({ discounts }) =>
      discounts.flatMap(({ type, code }) => (type === "COUPON" ? [code] : [])),
    ),
  )
  if (coupon !== null) codes.delete(coupon.code)
  for (const code of codes) yield `${code} discounted it, and it has no such coupon`
  if (coupon === null || coupon.duration.type === "FOREVER") return
  const has = periods.filter((period) => left(own, period).given > 0)
  const cycles = new Set(has.map(({ cycle }) => cycle))
  // Cycles below 0 were another system's: they count for the duration, and have no period here.
  const earlier = coupon.discounted.filter(({ cycle }) => cycle < 0)
  const known = new Set(coupon.discounted.flatMap(({ cycle }) => (cycle < 0 ? [] : cycle)))
  // One of which a credit took all that was given is no longer meant where nothing is left to be discounted.
  const unsure = periods.filter(
    (period) => left(own, period).size > 0 && discounted.some((one) => couponIn(one, period.cycle) > 0),
  )
  const meant = new Set([...cycles, ...unsure.map(({ cycle }) => cycle)])
  if ([...cycles].some((cycle) => !known.has(cycle)) || [...known].some((cycle) => !meant.has(cycle))) {
    yield `The coupon discounted the cycles ${[...cycles].join(", ")}, and says ${[...known].join(", ")}`
  }
  if (coupon.duration.type === "ONCE") {
    const count = cycles.size + earlier.length
    if (count > 1) yield `The coupon is for one cycle, and discounted ${count}`
    return
  }
  // A fee that was billed ahead may leave a segment of another interval. Of those of which a fee is left the audit does not
  // look which was discounted: the shorter one counts. A year is discounted only by whole years, and after its end the
  // coupon has only lines left of months before.
  const { months: lasts } = coupon.duration
  const lengthOf = (period: BillingPeriod.BillingPeriod): number => {
    const { segments, cycle, credits } = period
    if (lasts % 12 !== 0 || cycle > (coupon.endedCycle ?? cycle)) return 1
    const counted = documentsIn(own, period).filter(counts)
    const feeLeft = (segment: number): number =>
      sum(counted.map((one) => feeOn(one, cycle, segment) - creditedOf(credits, one.invoiceId, segment)))
    const billed = segments.filter((_, segment) => feeLeft(segment) > 0)
    return (billed.length > 0 ? billed : segments).every(({ terms }) => terms.interval === "YEARLY") ? 12 : 1
  }
  const spans = periods
    .filter(({ cycle }) => cycles.has(cycle))
    .map((period) => [period.month, period.month + lengthOf(period)] as const)
  const starts = [...spans.map(([start]) => start), ...earlier.map(({ month }) => month)]
  const months = spans.length === 0 ? 0 : Math.max(...spans.map(([, end]) => end)) - Math.min(...starts)
  if (months > lasts) {
    yield `The coupon is for ${lasts} months, and discounted ${months}`
  }
})

/** The coupon's discounts on the invoices of a subscription, less the part that left with credits. */
const givenTo = ({ documents, allPeriods }: SubscriptionBooks): number =>
  sum(documents.filter(counts).map(couponOf)) -
  sum(allPeriods.flatMap(({ credits }) => credits.map(({ couponAmount }) => couponAmount)))

/** Redemptions and amounts are those of the organizations that used it, and redemptions at most those that it has. */
export function* couponCounts({ organizations, coupons, couponsBefore }: WorldBooks): Iterable<Fault> {
  const uses = new Map<string, { times: number; amount: number }>()
  for (const books of organizations) {
    for (const { couponId, subscriptionId, amountRedeemed } of books.couponUses) {
      const own = books.subscriptions.find((one) => one.subscription.subscriptionId === subscriptionId)
      const given = own === undefined ? 0 : givenTo(own)
      if (amountRedeemed !== given) {
        const message = `The use of the coupon says ${amountRedeemed}, and invoices gave ${given}`
        yield faultOf(message, couponId, subscriptionId)
      }
      const { times, amount } = uses.get(couponId) ?? { times: 0, amount: 0 }
      uses.set(couponId, { times: times + 1, amount: amount + amountRedeemed })
    }
  }
  for (const { couponId, timesRedeemed, amountRedeemed, redemptionsMax } of coupons) {
    const before = couponsBefore.find((one) => one.couponId === couponId)
    const { times, amount } = uses.get(couponId) ?? { times: 0, amount: 0 }
    const redeemed = times + (before?.timesRedeemed ?? 0)
    const given = amount + (before?.amountRedeemed ?? 0)
    if (timesRedeemed !== redeemed) {
      yield faultOf(`It was redeemed ${redeemed} times, and says ${timesRedeemed}`, couponId)
    }
    if (amountRedeemed !== given) yield faultOf(`It gave ${given}, and says ${amountRedeemed}`, couponId)
    if (redemptionsMax !== null && timesRedeemed > redemptionsMax) {
      yield faultOf(`It was redeemed ${timesRedeemed} times, of ${redemptionsMax}`, couponId)
    }
  }
}
