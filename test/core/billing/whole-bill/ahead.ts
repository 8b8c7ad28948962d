// The cycle after the running one, as things stand: a fee in advance is billed of it. Section 1 of the terms of a plan.
import type { Plan } from "../../../../src/index.ts"
import { monthsAfter } from "../../../../src/testing/oracle/calendar.ts"
import { linesOf } from "./billable.ts"
import { isInTrial, type Model, type Period, runningPeriod, type Segment, type Sub } from "./Model.ts"

export const monthsOf = ({ interval }: Plan.PlanTerms): number => (interval === "MONTHLY" ? 1 : 12)

/** When a cycle starts, counted from the anchor. */
export const startOf = (anchor: Sub["anchor"], plan: Plan.PlanTerms, cycle: number): number =>
  monthsAfter(anchor.at, (cycle - anchor.firstCycle) * monthsOf(plan), anchor.day)

/** The grid from a cycle on that begins at an instant: another one where the length of the interval changes. */
export const anchorFrom = (
  { anchor, plan: before }: Sub,
  plan: Plan.PlanTerms,
  { cycle, at }: { readonly cycle: number; readonly at: number },
): Sub["anchor"] => {
  if (before.interval === plan.interval) return anchor
  const date = new Date(at)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const isKept = Math.min(anchor.day, days) === date.getUTCDate()
  return { at, day: isKept ? anchor.day : date.getUTCDate(), firstCycle: cycle }
}

/** A cycle that begins at an instant, under a plan; of one that was billed in advance, with what was billed of it. */
export const periodFrom = (
  model: Model,
  sub: Sub,
  { plan, quantity, at }: { readonly plan: Plan.PlanTerms; readonly quantity: number; readonly at: number },
): Period => {
  const from = sub.periods.at(-1)
  const cycle = (from?.cycle ?? -1) + 1
  const anchor = anchorFrom(sub, plan, { cycle, at })
  const startAt = startOf(anchor, plan, cycle)
  const segment: Segment = {
    plan,
    endAt: null,
    spans: sub.status === "PAUSED" ? [] : [{ from: startAt, to: null }],
    quantities: new Map(),
    units: [{ quantity, from: startAt }],
  }
  const { ahead } = sub
  return {
    sub,
    cycle,
    month: from === undefined ? 0 : from.month + monthsOf(sub.plan),
    startAt,
    endAt: startOf(anchor, plan, cycle + 1),
    segments: [...keptOf(model, ahead, plan).map((one) => without(one, startAt)), segment],
    items: [],
    credits: ahead?.credits ?? [],
  }
}

/** What was billed of it under other plans has no time any more. */
const without = (segment: Segment, startAt: number): Segment => ({ ...segment, endAt: startAt, spans: [] })

/** The segments of a billed period that stay: all but the last one, and that where its fee was another and was billed. */
const keptOf = (model: Model, ahead: Period | null, plan: Plan.PlanTerms): ReadonlyArray<Segment> => {
  const last = ahead?.segments.at(-1)
  if (ahead === null || last === undefined) return []
  const isSame =
    last.plan.planIntervalId === plan.planIntervalId &&
    last.plan.amount === plan.amount &&
    last.plan.feeTiming === plan.feeTiming
  const item = { cycle: ahead.cycle, segment: ahead.segments.length - 1, meter: null, band: 0 }
  const isBilled = linesOf(model, ahead.sub, item).length > 0
  return isSame || !isBilled ? ahead.segments.slice(0, -1) : ahead.segments
}

/** The cycle that comes next; null where none does, or where a trial lies before the first one. */
export const lookAhead = (model: Model, sub: Sub): Period | null => {
  const period = runningPeriod(sub)
  if (period === null || sub.cancels || isInTrial(sub)) return null
  const plan = sub.scheduled ?? sub.plan
  return periodFrom(model, sub, { plan, quantity: sub.scheduledQuantity ?? sub.quantity, at: period.endAt })
}

/** What was billed of the next cycle follows the subscription: there may be no time in it any more. */
export const followAhead = (model: Model, sub: Sub): void => {
  if (sub.ahead === null) return
  const next = lookAhead(model, sub)
  const { segments } = sub.ahead
  const over = segments.map((segment) => ({ ...segment, spans: [] }))
  segments.splice(0, segments.length, ...(next?.segments ?? over))
  if (next !== null) sub.ahead = { ...next, credits: sub.ahead.credits }
}
