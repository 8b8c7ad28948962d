// Fees against the times in which a subscription was active: each segment's share of its cycle, billed once.
import type { BillingPeriod, Invoice } from "../../src/index.ts"
import { sum } from "./books/arithmetic.ts"
import type { SubscriptionBooks } from "./books/Books.ts"
import { heldBy, netOf } from "./books/received.ts"
import { runsTrial } from "./books/trials.ts"
import { isOpen } from "./payments.ts"
import { counts, creditedOf, documentsIn, feeDue, feeOn } from "./periods.ts"
import { ofSubscriptions } from "./subscriptions.ts"

/** Tells whether no later document may bill more of the fees of a period than stands billed. */
const isFinal = (own: SubscriptionBooks, period: BillingPeriod.BillingPeriod): boolean =>
  period.cycle < (own.periods.at(-1)?.cycle ?? 0) ||
  own.subscription.status === "PAUSED" ||
  own.subscription.status === "CANCELLED" ||
  isBilledInAdvance(own, period)

/** Tells whether all of a running cycle's fee was to be billed by now: nothing of it waits for being billed again. */
const isBilledInAdvance = (own: SubscriptionBooks, period: BillingPeriod.BillingPeriod): boolean =>
  period === own.periods.at(-1) &&
  period.segments.at(-1)?.terms.feeTiming === "ADVANCE" &&
  beganHere(own, period) &&
  documentsIn(own, period).every(counts)

/** Tells whether a cycle began with the subscription or later, and not in another system; and no trial lies before it. */
const beganHere = ({ subscription }: SubscriptionBooks, { startAt }: BillingPeriod.BillingPeriod): boolean =>
  startAt >= subscription.createdAt && !runsTrial(subscription)

/** A line of a fee, with what left of it since. */
interface FeeLine {
  readonly document: Invoice.Invoice
  readonly amount: number
  readonly left: number
}

const linesOf = (
  documents: ReadonlyArray<Invoice.Invoice>,
  period: BillingPeriod.BillingPeriod,
  segment: number,
): ReadonlyArray<FeeLine> =>
  documents.flatMap((document) => {
    const amount = feeOn(document, period.cycle, segment)
    const left = creditedOf(period.credits, document.invoiceId, segment)
    return amount === 0 && left === 0 ? [] : [{ document, amount, left }]
  })

const OWED: ReadonlySet<string> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED"])

/** The amount of a line that may stay billed although it is not due: forgiven, written off or refunded. */
const forgivenOf = ({ document, amount, left }: FeeLine, beyond: number): number => {
  const [net, held] = [netOf(document), heldBy(document)]
  if (OWED.has(document.status) || held >= net) return 0
  return Math.ceil((Math.min(amount, left + beyond) * (net - held)) / net)
}

/**
 * The fee of a segment is billed for the share of its cycle in which it was active: no less once its cycle is over, or the
 * subscription is paused or cancelled, or at any time where it is due in advance; and no more than that and what was
 * forgiven or refunded, which stays billed. What was paid ahead waits for its payment to be corrected.
 */
export const fees = ofSubscriptions(function* (own) {
  const known = new Set<string>()
  for (const period of own.allPeriods) {
    const documents = documentsIn(own, period).filter(counts)
    for (const [index, segment] of period.segments.entries()) {
      known.add(`${period.cycle} ${index} ${period.cycle}`)
      if (segment.terms.feeTiming === "ADVANCE") known.add(`${period.cycle} ${index} ${period.cycle - 1}`)
      const lines = linesOf(documents, period, index)
      const amount = sum(lines.map((line) => line.amount - line.left))
      const expected = feeDue(period, segment)
      const beyond = amount - expected
      const isWaiting = lines.some(({ document }) => document.attempts.some(isOpen))
      const forgiven = sum(lines.map((line) => forgivenOf(line, Math.max(0, beyond))))
      if ((beyond > forgiven && !isWaiting) || amount < 0 || (beyond < 0 && isFinal(own, period))) {
        yield `The fee of segment ${index} of cycle ${period.cycle} is billed with ${amount}, and ${expected} is due`
      }
    }
  }
  for (const { cycle, lines } of own.documents.filter(counts)) {
    for (const { item } of lines) {
      if (item.kind !== "FEE" || known.has(`${item.cycle} ${item.segment} ${cycle}`)) continue
      yield `A fee is billed of cycle ${item.cycle} and segment ${item.segment} with cycle ${cycle}`
    }
  }
})

/** Tells whether a cycle began under a fee in advance, and the subscription was active then and right before. */
const beganInAdvance = (own: SubscriptionBooks, period: BillingPeriod.BillingPeriod): boolean => {
  const { cycle, startAt, segments } = period
  const [first] = segments
  return (
    own.periods.every((before) => before.cycle !== cycle - 1 || isActiveAtEnd(before)) &&
    first !== undefined &&
    first.terms.feeTiming === "ADVANCE" &&
    first.terms.amount > 0 &&
    first.startAt < (first.endAt ?? Number.POSITIVE_INFINITY) &&
    first.spans[0]?.from === startAt &&
    beganHere(own, period)
  )
}

const isActiveAtEnd = ({ segments }: BillingPeriod.BillingPeriod): boolean => {
  const last = segments.at(-1)
  return last?.spans.at(-1)?.to === last?.endAt
}

/** A fee in advance was billed as its cycle began, or before, whatever became of that document. */
export const advance = ofSubscriptions(function* (own) {
  for (const period of own.periods.filter((one) => beganInAdvance(own, one))) {
    const { cycle, startAt } = period
    const isBilled = documentsIn(own, period).some(
      ({ lines, issuedAt }) =>
        issuedAt <= startAt && lines.some(({ item }) => item.kind === "FEE" && item.cycle === cycle),
    )
    if (!isBilled)
      yield `The fee of cycle ${cycle} was due in advance at its start, and no document of then bills it`
  }
})
