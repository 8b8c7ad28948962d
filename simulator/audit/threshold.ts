// The billing threshold against the usage that is not billed, and the documents that it cut.
import type { Invoice, Subscription } from "../../src/index.ts"
import { sum } from "./books/arithmetic.ts"
import { type Books, type Fault, faultOf, type SubscriptionBooks } from "./books/Books.ts"
import { counts } from "./periods.ts"
import { bandsOfUsage } from "./usage.ts"

/**
 * Nothing waits from a pause or from an import: the subscription was here and active since the running cycle began, and
 * when the last one ended. Every pause ends a span, also one that lasted no time.
 */
const isUnbroken = ({ subscription, periods, documents }: SubscriptionBooks): boolean => {
  const [before, running] = [periods.at(-2), periods.at(-1)]
  const { createdAt, anchor } = subscription
  if (running !== undefined && running.startAt < createdAt) return false
  // It was brought here at the first instant of a cycle.
  if (running?.startAt === createdAt && anchor.anchorAt < createdAt) return false
  const segments = running?.segments ?? []
  const last = before?.segments.at(-1)
  return (
    segments.every(({ spans, startAt }) => spans.length === 1 && spans[0]?.from === startAt) &&
    (last === undefined || last.spans.at(-1)?.to === last.endAt) &&
    documents.every(counts)
  )
}

/**
 * Usage beyond the threshold is billed at once, without a fee, as often as the policy allows in a cycle. What arrives
 * during a pause, comes with an import, or returns by a void, waits for the next batch.
 */
export function* threshold(books: Books): Iterable<Fault> {
  for (const own of books.subscriptions) yield* cutFaults(own, books.policy.cutsMax)
  const { threshold } = books
  const live = books.subscriptions.find(({ subscription: { status } }) => BILLED.has(status))
  const cycle = live?.periods.at(-1)?.cycle
  if (threshold === null || live === undefined || !isUnbroken(live)) return
  const cuts = live.documents.filter((invoice) => invoice.kind === "CUT" && invoice.cycle === cycle)
  if (cuts.length >= books.policy.cutsMax) return
  const unbilled = bandsOfUsage(books).bands.filter(({ usage }) => usage.own === live)
  const amount = sum(
    unbilled.map(({ due, billed, unitPrice }) => Math.max(0, due - billed.quantity) * unitPrice),
  )
  if (amount <= threshold.value) return
  const message = `${amount} of usage is not billed, beyond the threshold of ${threshold.value}`
  yield faultOf(message, live.subscription.subscriptionId)
}

const BILLED: ReadonlySet<string> = new Set(["ACTIVE", "PAST_DUE"])

/**
 * Tells whether a document stands for what another system billed, which needed no threshold and took no voucher. No charge
 * was tried, and what was wanted is settled as it is issued. One of a period that begins with the import is told by that.
 */
export const isImported = (invoice: Invoice.Invoice, { createdAt }: Subscription.Subscription): boolean => {
  const { sequence, issuedAt, periodStartAt, attempts, receipts, payableAmount, discounts } = invoice
  if (sequence !== 0 || issuedAt !== createdAt || attempts.length > 0) return false
  const isSettled = receipts.some(
    ({ kind, at, amount }) => kind === "SETTLEMENT" && at === issuedAt && amount === payableAmount,
  )
  const wantsNothing = payableAmount === 0 && discounts.every(({ type }) => type === "COUPON")
  return periodStartAt < createdAt || wantsNothing || isSettled
}

function* cutFaults({ subscription, documents }: SubscriptionBooks, cutsMax: number): Iterable<Fault> {
  const cuts = new Map<number, number>()
  for (const document of documents) {
    const { invoiceId, kind, cycle, lines, totalAmount, billingThreshold } = document
    if (kind !== "CUT") continue
    cuts.set(cycle, (cuts.get(cycle) ?? 0) + 1)
    const fault = (message: string): Fault => faultOf(message, invoiceId)
    if ((cuts.get(cycle) ?? 0) > cutsMax) yield fault(`It is one cut more than ${cutsMax} of its cycle`)
    if (lines.some(({ item }) => item.kind !== "USAGE")) yield fault("It is a cut and bills more than usage")
    if (isImported(document, subscription)) continue
    const { accumulatedAmount = 0, value = 0, exceeded = false } = billingThreshold ?? {}
    if (!exceeded || accumulatedAmount <= value || accumulatedAmount !== totalAmount) {
      yield fault(`It is a cut of ${totalAmount} with ${accumulatedAmount} accumulated over ${value}`)
    }
  }
}
