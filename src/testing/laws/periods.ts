// The billing periods of a history, as they stand at an instant: what the rules of accrual are given.
import type { BillingPeriod, MeterQuantity, Segment } from "../../core/billing/periods/BillingPeriod.ts"
import type { Span } from "../../core/time/Proration.ts"
import { METERS } from "../arbitraries/catalogue.ts"
import { type Active, type History, planSpans, quantitySpans } from "../oracle/bills.ts"
import { cyclesUntil, type NaiveCycle } from "../oracle/calendar.ts"

/** The periods of the cycles that have begun by then, with what was heard of by then. */
export const periodsAt = (history: History, at: number): ReadonlyArray<BillingPeriod> => {
  const { startAt, until, plans } = history
  const interval = plans[0]?.terms.interval ?? "MONTHLY"
  return cyclesUntil(startAt, interval, until)
    .filter((cycle) => cycle.startAt <= at)
    .map((cycle) => ({
      subscriptionId: "subscription-1",
      cycle: cycle.cycle,
      month: cycle.cycle * (interval === "MONTHLY" ? 1 : 12),
      startAt: cycle.startAt,
      endAt: cycle.endAt,
      segments: segmentsOf(history, cycle, at),
      credits: [],
      settled: false,
    }))
}

const segmentsOf = (history: History, cycle: NaiveCycle, at: number): ReadonlyArray<Segment> =>
  planSpans(history).flatMap((plan) => {
    const from = Math.max(plan.from, cycle.startAt)
    const to = Math.min(plan.to ?? cycle.endAt, cycle.endAt)
    if (from >= to || from > at) return []
    return [
      {
        terms: plan.terms,
        startAt: from,
        endAt: to < cycle.endAt || cycle.endAt <= at ? to : null,
        spans: history.active.flatMap((active) => spanWithin(active, from, to)),
        usage: METERS.map((meter) => usageWithin(history, meter, from, to, at)),
        ...stretchesWithin(history, from, Math.min(to, at)),
      },
    ]
  })

/** The quantities within a time; without any there is no member. */
const stretchesWithin = (history: History, from: number, to: number): Pick<Segment, "stretches"> => {
  if (history.quantities === undefined) return {}
  const within = quantitySpans(history).filter((span) => span.from <= to && (span.to ?? to) >= from)
  return {
    stretches: within.map(({ quantity, from: since }) => ({ quantity, from: Math.max(since, from) })),
  }
}

const spanWithin = (active: Active, from: number, to: number): ReadonlyArray<Span> => {
  const span = { from: Math.max(active.from, from), to: Math.min(active.to ?? to, to) }
  return span.from < span.to ? [span] : []
}

const usageWithin = (
  { usage }: History,
  meter: string,
  from: number,
  to: number,
  at: number,
): MeterQuantity => ({
  meter,
  quantity: usage.reduce(
    (total, event) =>
      event.meter === meter && event.arrivedAt <= at && event.occurredAt >= from && event.occurredAt < to
        ? total + event.quantity
        : total,
    0,
  ),
})
