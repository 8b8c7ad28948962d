// A billing period as its documents and credits leave it: what was billed of it, what its coupon gave, what left it.
import type { BillingPeriod, Coupon, Invoice } from "../../src/index.ts"
import { amountsOf, share, sum } from "./books/arithmetic.ts"
import type { SubscriptionBooks } from "./books/Books.ts"
import { couponOf } from "./books/received.ts"
import { unitsOf } from "./books/units.ts"

/** Tells whether a document counts as billed: not one that was voided so that it is billed again. */
export const counts = ({ status, rebilled }: Invoice.Invoice): boolean => !(status === "VOID" && rebilled)

/** The cycle whose coupon a line is under: a fee that of its service, anything else that of its document. */
const couponCycleOf = (
  { item }: Invoice.Invoice["lines"][number],
  { cycle }: Pick<Invoice.Invoice, "cycle">,
): number => (item.kind === "FEE" ? item.cycle : cycle)

/** The documents of a period, with those that bill its fee in advance. */
export const documentsIn = (
  { documents }: SubscriptionBooks,
  { cycle }: BillingPeriod.BillingPeriod,
): ReadonlyArray<Invoice.Invoice> =>
  documents.filter(
    (one) => one.cycle === cycle || one.lines.some((line) => couponCycleOf(line, one) === cycle),
  )

/** The amount of the lines of an invoice that are of one cycle. */
export const billedIn = (invoice: Invoice.Invoice, cycle: number): number =>
  amountsOf(invoice.lines.filter((line) => couponCycleOf(line, invoice) === cycle))

/** The discount of the coupon that an invoice says of one cycle. */
export const couponIn = (invoice: Invoice.Invoice, cycle: number): number =>
  invoice.couponParts === undefined
    ? couponOf(invoice) * (invoice.cycle === cycle ? 1 : 0)
    : amountsOf(invoice.couponParts.filter((part) => part.cycle === cycle))

/** The fee of a segment for its active time up to an instant, of each unit that it had then. */
export const feeDue = (
  { startAt, endAt }: BillingPeriod.BillingPeriod,
  segment: BillingPeriod.Segment,
  until: number = endAt,
): number => {
  const end = Math.min(until, endAt)
  const active = segment.spans.map(({ from, to }) => {
    const unitMillis = unitsOf(segment).map(
      (stretch) =>
        stretch.quantity *
        Math.max(0, Math.min(to ?? end, stretch.to ?? end, end) - Math.max(from, stretch.from)),
    )
    return sum(unitMillis)
  })
  return share(segment.terms.amount, sum(active), endAt - startAt)
}

/** The amount that an invoice bills of the fee of a segment. */
export const feeOn = ({ lines }: Invoice.Invoice, cycle: number, segment: number): number =>
  amountsOf(
    lines.filter(({ item }) => item.kind === "FEE" && item.cycle === cycle && item.segment === segment),
  )

/** The amount that credits took back of the fee of a segment on an invoice. */
export const creditedOf = (
  credits: ReadonlyArray<BillingPeriod.FeeCredit>,
  invoiceId: string,
  segment: number,
): number => {
  const parts = credits.flatMap((credit) => credit.parts)
  return amountsOf(parts.filter((part) => part.invoiceId === invoiceId && part.segment === segment))
}

/** The discount of a coupon on one invoice of a size. */
export const discountOf = (discount: Coupon.CouponDiscount, size: number): number =>
  discount.type === "FIXED" ? Math.min(discount.amount, size) : share(size, discount.basisPoints, 10_000)

/** Gross that a coupon may discount, and what it gave of that. */
export interface Discounted {
  readonly size: number
  readonly given: number
}

/** The amounts that some invoices and credits of a period leave for its coupon, without parts of other invoices. */
export const discountedOf = (
  coupon: Coupon.AppliedCoupon | null,
  period: BillingPeriod.BillingPeriod,
  of: {
    readonly documents: ReadonlyArray<Invoice.Invoice>
    readonly credits: ReadonlyArray<BillingPeriod.FeeCredit>
  },
): Discounted => {
  const isOfPlan = (planId: string | undefined): boolean =>
    planId === undefined ? (coupon?.planIds ?? null) === null : (coupon?.planIds?.includes(planId) ?? true)
  // A coupon for some months that are no whole years is for no plan by the year.
  const isOfInterval = (cycle: number, segment: number): boolean => {
    const billed = cycle === period.cycle ? period.segments[segment] : undefined
    return (
      billed?.terms.interval !== "YEARLY" ||
      coupon?.duration.type !== "REPEATING" ||
      coupon.duration.months % 12 === 0
    )
  }
  // What is of the time before the coupon came, or after it ended, is not discounted, wherever it stands. GAP-177, GAP-191
  const isOfItsTime = (cycle: number, segment: number): boolean => {
    const {
      startCycle = cycle,
      endedCycle = null,
      endedSegment = segment,
      endedNextSegment = -1,
    } = coupon ?? {}
    if (cycle < startCycle) return false
    if (endedCycle === null || cycle < endedCycle) return true
    return segment <= (cycle === endedCycle ? endedSegment : cycle === endedCycle + 1 ? endedNextSegment : -1)
  }
  const ids = new Set(of.documents.map(({ invoiceId }) => invoiceId))
  const parts = of.credits.flatMap((credit) => credit.parts).filter(({ invoiceId }) => ids.has(invoiceId))
  const lines = of.documents.flatMap((one) =>
    one.lines.filter((line) => couponCycleOf(line, one) === period.cycle),
  )
  const isFor = (planId: string | undefined, cycle: number, segment: number): boolean =>
    isOfPlan(planId) && isOfInterval(cycle, segment) && isOfItsTime(cycle, segment)
  const gross = amountsOf(
    // An item is of the segment that it was billed under.
    lines.filter(({ planId, item }) => isFor(planId, item.cycle, item.segment ?? 0)),
  )
  const left = amountsOf(
    parts.filter(({ segment }) => isFor(period.segments[segment]?.terms.planId, period.cycle, segment)),
  )
  const discounts = of.documents.map((one) => couponIn(one, period.cycle))
  const given = sum(discounts) - sum(of.credits.map(({ couponAmount }) => couponAmount))
  return { size: gross - left, given }
}
