// Fees against the times in which a subscription was active: each segment's share of its cycle, billed once.
import type { BillingGroup, Invoice } from "../../src/index.ts"
import { share, sum } from "./arithmetic.ts"
import type { SubscriptionBooks } from "./Books.ts"
import { isOpen } from "./payments.ts"
import { ofSubscriptions } from "./subscriptions.ts"

/** Whether a document counts as billed: not one that was voided so that it is billed again. */
export const counts = ({ status, rebilled }: Invoice.Invoice): boolean => !(status === "VOID" && rebilled)

/** Whether nothing more can be billed of the fees of a group than stands billed. */
const isFinal = ({ subscription, groups }: SubscriptionBooks, group: BillingGroup.BillingGroup): boolean =>
  group !== groups.at(-1) || subscription.status === "PAUSED" || subscription.status === "CANCELLED"

const feeDue = (group: BillingGroup.BillingGroup, { terms, spans }: BillingGroup.Segment): number => {
  const active = sum(spans.map(({ from, to }) => Math.min(to ?? group.endAt, group.endAt) - from))
  return share(terms.amount, active, group.endAt - group.startAt)
}

interface BilledFee {
  readonly amount: number
  readonly isOpen: boolean
}

/** Of each segment of each cycle: what its lines bill, and whether a payment of one of them is in flight. */
const billedFees = (documents: ReadonlyArray<Invoice.Invoice>): ReadonlyMap<string, BilledFee> => {
  const fees = new Map<string, BilledFee>()
  for (const document of documents.filter(counts)) {
    for (const { item, amount } of document.lines) {
      if (item.kind !== "FEE") continue
      const key = `${item.cycle} ${item.segment}`
      const fee = fees.get(key) ?? { amount: 0, isOpen: false }
      fees.set(key, { amount: fee.amount + amount, isOpen: fee.isOpen || document.attempts.some(isOpen) })
    }
  }
  return fees
}

/**
 * The fee of a segment is billed for the share of its cycle in which it was active, no more; and no less once its cycle
 * is over, or the subscription is paused or cancelled. What was paid ahead waits for its payment to be corrected.
 */
export const fees = ofSubscriptions(function* (own) {
  const billed = billedFees(own.documents)
  const due = new Set<string>()
  for (const group of own.groups) {
    for (const [index, segment] of group.segments.entries()) {
      const key = `${group.cycle} ${index}`
      due.add(key)
      const fee = billed.get(key) ?? { amount: 0, isOpen: false }
      const credits = group.credits.filter((credit) => credit.segment === index)
      const amount = fee.amount - sum(credits.map((credit) => credit.amount))
      const expected = feeDue(group, segment)
      const isTooMuch = amount > expected && !fee.isOpen
      if (isTooMuch || amount < 0 || (amount < expected && isFinal(own, group))) {
        yield `The fee of segment ${index} of cycle ${group.cycle} is billed with ${amount}, and ${expected} is due`
      }
    }
  }
  for (const key of billed.keys()) if (!due.has(key)) yield `A fee is billed of cycle and segment ${key}`
})
