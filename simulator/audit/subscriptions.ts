// Subscriptions against the facts: how many run, whether they are PAST_DUE as their invoices say, and whether their
// cycles and the times in which they were active tile the line.
import type { BillingPeriod, Invoice } from "../../src/index.ts"
import { monthsLater } from "./books/arithmetic.ts"
import { type Books, type Fault, faultOf, type SubscriptionBooks } from "./books/Books.ts"
import { runsTrial } from "./books/trials.ts"
import { unitsOf } from "./books/units.ts"
import { isOpen } from "./payments.ts"

type SubscriptionRule = (own: SubscriptionBooks, books: Books) => Iterable<string>

/** A rule of each subscription as a rule of an organization. */
export const ofSubscriptions = (rule: SubscriptionRule) =>
  function* (books: Books): Iterable<Fault> {
    for (const own of books.subscriptions) {
      for (const message of rule(own, books)) yield faultOf(message, own.subscription.subscriptionId)
    }
  }

/** At most one runs. */
export function* oneLive({ subscriptions }: Books): Iterable<Fault> {
  const live = subscriptions.filter(({ subscription }) => subscription.status !== "CANCELLED")
  if (live.length < 2) return
  const ids = live.map(({ subscription }) => subscription.subscriptionId)
  yield faultOf(`${live.length} subscriptions are live`, ...ids)
}

/**
 * Since when an attempt has been in flight for an invoice without a break; null where none is. A slip that was cancelled
 * when another attempt took its place is no break.
 */
const inFlightSince = ({ attempts }: Invoice.Invoice): number | null => {
  let since: number | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  for (const attempt of attempts) {
    const { status, startedAt, at } = attempt
    if (since === null || endedAt < startedAt) since = startedAt
    if (isOpen(attempt)) return since
    if (status === "CANCELLED") endedAt = at
    else since = null
  }
  return null
}

/** Its payment failed, its slip expired, or it is open past its day with no attempt in flight since before, or its issue in time. */
const isDelinquent = (invoice: Invoice.Invoice, at: number, graceMillis: number): boolean => {
  if (invoice.status === "PAYMENT_FAILED" || invoice.status === "EXPIRED") return true
  const from = invoice.dueAt + graceMillis
  const since = inFlightSince(invoice)
  const isKept = since !== null && (since < from || (since === invoice.issuedAt && since <= invoice.dueAt))
  return invoice.status === "OPEN" && at >= from && !isKept
}

/** PAST_DUE, with a reason and a date, while an invoice is delinquent, and ACTIVE while none is. */
export const pastDue = ofSubscriptions(function* ({ subscription, documents }, { judgedAt, policy }) {
  const { status, pastDueReason, pastDueAt } = subscription
  const isPastDue = status === "PAST_DUE"
  if (isPastDue !== (pastDueReason !== null) || isPastDue !== (pastDueAt !== null)) {
    yield `It is ${status}, for the reason ${pastDueReason}, since ${pastDueAt}`
  }
  if (!isPastDue && status !== "ACTIVE") return
  const fits = (at: number): boolean =>
    documents.some((invoice) => isDelinquent(invoice, at, policy.graceMillis)) === isPastDue
  if (!judgedAt.some(fits)) {
    const delinquent = documents.filter((one) => isDelinquent(one, judgedAt[0] ?? 0, policy.graceMillis))
    yield `It is ${status} with ${delinquent.length} delinquent invoices`
  }
})

/**
 * Dunning runs while an invoice is delinquent, and while none is it does not, whatever became of the subscription; what bills
 * a debt again and nobody has tried is delinquent from the start.
 */
export const dunned = ofSubscriptions(function* ({ subscription, documents }, { judgedAt, policy }) {
  const isDunned = subscription.dunning !== null
  const goesOn =
    subscription.dunning?.refusedMethodIds !== undefined &&
    documents.some(({ status, attempts }) => status === "OPEN" && attempts.length === 0)
  const fits = (at: number): boolean =>
    (goesOn || documents.some((invoice) => isDelinquent(invoice, at, policy.graceMillis))) === isDunned
  if (judgedAt.some(fits)) return
  yield isDunned
    ? "It is dunned, and no invoice is delinquent"
    : "An invoice is delinquent, and nobody collects it"
})

/** Cycles follow one another without gap or overlap, each where the anchor puts it; the last one is running. */
export const cycles = ofSubscriptions(function* ({ subscription, periods }, { judgedAt }) {
  const { anchor, cycle, status } = subscription
  const boundary = (number: number): number =>
    monthsLater(
      anchor.anchorAt,
      (number - anchor.firstCycle) * (anchor.interval === "YEARLY" ? 12 : 1),
      anchor.anchorDay,
    )
  const last = periods.at(-1)
  if (last === undefined || last.cycle !== cycle.cycle) {
    yield `Cycle ${cycle.cycle} runs, and the latest period is of cycle ${last?.cycle}`
  } else if (last.startAt !== cycle.startAt || last.endAt !== cycle.endAt) {
    yield `Cycle ${cycle.cycle} is not where its period is`
  }
  for (const [index, period] of periods.entries()) {
    if (period.cycle !== index) yield `Cycle ${index} has no period`
    const onGrid = period.startAt === boundary(period.cycle) && period.endAt === boundary(period.cycle + 1)
    if (period.cycle >= anchor.firstCycle && !onGrid)
      yield `Cycle ${period.cycle} is not where its anchor puts it`
    const next = periods[index + 1]
    if (next !== undefined && next.startAt !== closedAt(period)) {
      yield `Cycle ${period.cycle} ended at ${closedAt(period)}, and the next one starts at ${next.startAt}`
    }
  }
  // A trial lies before the first cycle.
  const isIn = (at: number): boolean => (runsTrial(subscription) || cycle.startAt <= at) && at < cycle.endAt
  if (status !== "CANCELLED" && !judgedAt.some(isIn)) yield `Cycle ${cycle.cycle} does not run now`
})

/** When a period ended: its last segment may have ended before its cycle. */
export const closedAt = (period: BillingPeriod.BillingPeriod): number =>
  period.segments.at(-1)?.endAt ?? period.endAt

/** Segments tile their cycle, active times lie in order within them, and the last one is open while it is active. */
export const activity = ofSubscriptions(function* ({ subscription, periods }) {
  const isActive = subscription.status === "ACTIVE" || subscription.status === "PAST_DUE"
  const endsWithTrial = subscription.trial?.ended === false && subscription.cancelAt !== null
  for (const period of periods) {
    const isLast = period === periods.at(-1)
    const name = `cycle ${period.cycle}`
    let end: number | null = period.startAt
    for (const [index, segment] of period.segments.entries()) {
      if (segment.startAt !== end) yield `Segment ${index} of ${name} does not begin where another ended`
      end = segment.endAt
      let from = segment.startAt
      for (const span of segment.spans) {
        if (span.from < from || (span.to ?? span.from) < span.from) {
          yield `The active times of segment ${index} of ${name} overlap`
        }
        from = span.to ?? period.endAt
      }
      if (from > (segment.endAt ?? period.endAt)) yield `Segment ${index} of ${name} is active beyond its end`
    }
    const isRunning = isLast && subscription.status !== "CANCELLED"
    if ((end === null) !== isRunning) {
      yield `The last segment of ${name} ${end === null ? "has not ended" : "ended"}`
    }
    const open = period.segments.flatMap(({ spans }) => spans).filter(({ to }) => to === null)
    const lastSpan = period.segments.at(-1)?.spans.at(-1)
    // Where all ends with the trial, nothing of the first cycle will be.
    const expected = isLast && isActive && !endsWithTrial ? 1 : 0
    if (open.length !== expected || (expected === 1 && lastSpan?.to !== null)) {
      yield `In ${name} ${open.length} active times are open, and it is ${subscription.status}`
    }
  }
})

/**
 * A trial lies between the creation and the first cycle, and has ended when that begins. A plan that was tried is known
 * from then on, and with each trial one more is.
 */
export function* trials({ subscriptions, judgedAt }: Books): Iterable<Fault> {
  let known: ReadonlyArray<string> = []
  for (const { subscription, periods } of subscriptions) {
    const { subscriptionId, trial, trialPlanIds = [], createdAt } = subscription
    const tried = new Set(trialPlanIds)
    if (known.some((planId) => !tried.has(planId)) || tried.size < trialPlanIds.length) {
      yield faultOf(
        `It knows of trials of ${trialPlanIds.length} plans, and there were ${known.length}`,
        subscriptionId,
      )
    }
    if (trial !== undefined && tried.size === known.length) {
      yield faultOf("It has a trial of a plan that was tried before", subscriptionId)
    }
    known = trialPlanIds
    if (trial === undefined) continue
    const first = periods.find(({ cycle }) => cycle === 0)
    if (trial.endAt <= createdAt || (first !== undefined && first.startAt !== trial.endAt)) {
      yield faultOf(
        `Its trial ends at ${trial.endAt}, and its first cycle starts at ${first?.startAt}`,
        subscriptionId,
      )
    }
    if (runsTrial(subscription) && judgedAt.every((at) => trial.endAt <= at)) {
      yield faultOf(`Its trial was over at ${trial.endAt}, and has not ended`, subscriptionId)
    }
    if (trial.ended && judgedAt.every((at) => at < trial.endAt)) {
      yield faultOf(`Its trial has ended before ${trial.endAt}`, subscriptionId)
    }
  }
}

/**
 * A segment has units from its start on, a whole number of them, more than one only under terms that allow it, and
 * another number with each change. What runs has those of its subscription; in the trial before it, the scheduled ones.
 */
export const quantities = ofSubscriptions(function* ({ subscription, periods }) {
  for (const period of periods) {
    for (const [index, segment] of period.segments.entries()) {
      const where = `segment ${index} of cycle ${period.cycle}`
      let before = { quantity: 0, from: segment.startAt - 1 }
      for (const unit of unitsOf(segment)) {
        const { quantity, from } = unit
        if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 1_000_000) {
          yield `There are ${quantity} units in ${where}`
        }
        if (quantity !== 1 && segment.terms.quantityAllowed !== true) {
          yield `There are ${quantity} units in ${where}, and its terms allow one`
        }
        const isFirst = before.quantity === 0
        if (isFirst ? from !== segment.startAt : from <= before.from || quantity === before.quantity) {
          yield `The units of ${where} change at ${from} from ${before.quantity} to ${quantity}`
        }
        before = unit
      }
    }
  }
  const { quantity = 1, scheduledQuantity = quantity, status } = subscription
  const wanted = runsTrial(subscription) ? scheduledQuantity : quantity
  const last = periods.at(-1)?.segments.at(-1)
  const running = last === undefined ? wanted : unitsOf(last).at(-1)?.quantity
  if (status !== "CANCELLED" && running !== wanted) {
    yield `It has ${wanted} units, and its running segment ${running}`
  }
})
