// The life of a subscription: its cycles, and the commands that change what accrues. Sections 2, 3 and 5 of the
// semantics.
import * as Result from "effect/Result"
import { Plan } from "../../../../src/index.ts"
import { monthsAfter } from "../../../../src/testing/oracle/calendar.ts"
import { credit } from "./credit.ts"
import { billAll } from "./documents.ts"
import { isInTrial, type Model, type Period, runningPeriod, type Segment, type Sub } from "./Model.ts"

const monthsOf = ({ interval }: Plan.PlanTerms): number => (interval === "MONTHLY" ? 1 : 12)

/** What a plan of a history comes to. */
export const termsOf = (plan: Plan.Plan): Plan.PlanTerms =>
  Result.getOrThrow(Plan.termsOf(plan, plan.intervals[0]?.id ?? ""))

/** When a cycle starts, counted from the anchor. */
const startOf = ({ anchor }: Sub, plan: Plan.PlanTerms, cycle: number): number =>
  monthsAfter(anchor.at, (cycle - anchor.firstCycle) * monthsOf(plan), anchor.day)

const segmentOf = (sub: Sub, plan: Plan.PlanTerms, startAt: number, isActive = true): Segment => ({
  plan,
  endAt: null,
  spans: isActive ? [{ from: startAt, to: null }] : [],
  quantities: new Map(),
  units: [{ quantity: quantityThen(sub), from: startAt }],
})

/** How many units the running period has: in the trial before it, those of its start. */
const quantityThen = (sub: Sub): number =>
  isInTrial(sub) ? (sub.scheduledQuantity ?? sub.quantity) : sub.quantity

const openPeriod = (sub: Sub, cycle: number, month: number): void => {
  const startAt = startOf(sub, sub.plan, cycle)
  const endAt = startOf(sub, sub.plan, cycle + 1)
  const segments = [segmentOf(sub, sub.plan, startAt, sub.status !== "PAUSED")]
  sub.periods.push({ sub, cycle, month, startAt, endAt, segments, items: [], credits: [] })
}

/** A new subscription; nothing is charged. */
export const subscribe = (
  model: Model,
  { plan, coupon, at }: { plan: Plan.Plan; coupon: Sub["coupon"]; at: number },
): void => {
  const days = plan.intervals[0]?.trialDays ?? null
  const isTried = model.triedPlans.has(plan.planId)
  if (days !== null && isTried) model.happened.add("second subscription without a trial")
  const trialEnd = days === null || isTried ? null : at + days * 86_400_000
  if (trialEnd !== null) model.triedPlans.add(plan.planId)
  const firstAt = trialEnd ?? at
  const sub: Sub = {
    periods: [],
    status: "ACTIVE",
    method: 0,
    coupon,
    couponEnd: null,
    createdAt: at,
    trialEnd,
    trialOver: false,
    anchor: { at: firstAt, day: new Date(firstAt).getUTCDate(), firstCycle: 0 },
    plan: termsOf(plan),
    scheduled: null,
    quantity: 1,
    scheduledQuantity: null,
    cancels: false,
    dunning: null,
  }
  model.subs.push(sub)
  openPeriod(sub, 0, 0)
}

const lastSegment = (period: Period): Segment => {
  const segment = period.segments.at(-1)
  if (segment === undefined) throw new Error("The oracle has a group without segments")
  return segment
}

const stop = (period: Period, at: number): void => {
  // In the trial before it, a period has had no time.
  for (const span of lastSegment(period).spans) span.to ??= Math.max(at, span.from)
}

const close = (period: Period, at: number): void => {
  stop(period, at)
  lastSegment(period).endAt = Math.max(at, period.startAt)
}

/** Another plan from now on; a coupon that no longer fits ends with what was before. */
const takePlan = (
  model: Model,
  sub: Sub,
  { plan, from, at }: { plan: Plan.PlanTerms; from: Period; at: number },
): void => {
  const { coupon } = sub
  sub.plan = plan
  sub.scheduled = null
  if (coupon === null || sub.couponEnd !== null) return
  const { duration, planIds } = coupon
  const fitsPlan = planIds === null || planIds.includes(plan.planId)
  const fitsInterval =
    plan.interval === "MONTHLY" || duration.type !== "REPEATING" || duration.months % 12 === 0
  if (fitsPlan && fitsInterval) return
  // In a trial it ends with the first cycle, which has no time under the plan before.
  const segment =
    at <= from.startAt && sub.trialEnd !== null ? Number.MAX_SAFE_INTEGER : from.segments.length - 1
  sub.couponEnd = { cycle: from.cycle, segment }
  model.happened.add("coupon ended by a change of plan")
}

/** The cycle after another, on the same grid or, where the length of the interval changed, on a new one. */
const nextPeriod = (sub: Sub, from: Period, before: Plan.PlanTerms, at: number): void => {
  const cycle = from.cycle + 1
  if (before.interval !== sub.plan.interval) {
    const date = new Date(at)
    const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    const isKept = Math.min(sub.anchor.day, days) === date.getUTCDate()
    sub.anchor = { at, day: isKept ? sub.anchor.day : date.getUTCDate(), firstCycle: cycle }
  }
  openPeriod(sub, cycle, from.month + monthsOf(before))
}

/** The end of a cycle. */
export const takeBoundary = (model: Model, sub: Sub, period: Period): void => {
  const at = period.endAt
  const isPaused = sub.status === "PAUSED"
  close(period, at)
  if (sub.cancels) {
    if (isPaused) model.happened.add("end while it is paused")
    billAll(model, period, isPaused ? "FINAL" : "CYCLE", at)
    sub.status = "CANCELLED"
    return
  }
  if (!isPaused) billAll(model, period, "CYCLE", at)
  const before = sub.plan
  if (sub.scheduled !== null) takePlan(model, sub, { plan: sub.scheduled, from: period, at })
  takeQuantity(model, sub)
  nextPeriod(sub, period, before, at)
}

/** The quantity that waited. */
const takeQuantity = (model: Model, sub: Sub): void => {
  if (sub.scheduledQuantity !== null) model.happened.add("scheduled quantity")
  sub.quantity = sub.scheduledQuantity ?? sub.quantity
  sub.scheduledQuantity = null
}

/** Another quantity: at once, or at the end of what runs. A fee that was billed for more goes back. */
export const changeQuantity = (
  model: Model,
  sub: Sub,
  { quantity, isNow, at }: { readonly quantity: number; readonly isNow: boolean; readonly at: number },
): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  if (isNow) sub.quantity = quantity
  sub.scheduledQuantity = isNow || quantity === sub.quantity ? null : quantity
  const { units } = lastSegment(period)
  const then = quantityThen(sub)
  if (units.at(-1)?.quantity === then) return
  model.happened.add(isInTrial(sub) ? "quantity changed in a trial" : "quantity changed")
  units.push({ quantity: then, from: Math.max(at, period.startAt) })
  credit(model, period, { reissue: false, at })
}

/** A pause, also one by the policy. */
export const pause = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  stop(period, at)
  sub.status = "PAUSED"
  credit(model, period, { reissue: false, at })
  billAll(model, period, "PAUSE", at)
}

export const resume = (sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  lastSegment(period).spans.push({ from: Math.max(at, period.startAt), to: null })
  sub.status = "ACTIVE"
}

/** The end, at once; by the policy the fee of what runs is kept as if it went on until the boundary. */
export const cancel = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  if (isInTrial(sub)) model.happened.add(sub.trialEnd === at ? "end with a trial" : "end in a trial")
  close(period, model.policy.cancellationFee === "FULL_CYCLE" && !isInTrial(sub) ? period.endAt : at)
  credit(model, period, { reissue: false, at })
  billAll(model, period, "FINAL", at)
  sub.status = "CANCELLED"
}

/** Another plan, at once: the current one takes back what was scheduled. */
export const changePlan = (model: Model, sub: Sub, plan: Plan.PlanTerms, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  if (plan.planIntervalId === sub.plan.planIntervalId) {
    changeLater(model, sub, plan, at)
    return
  }
  if (isInTrial(sub)) {
    model.happened.add("change of plan in a trial")
    model.triedPlans.add(plan.planId)
    changeFirstPeriod(model, sub, plan, at)
    takePlan(model, sub, { plan, from: period, at })
    return
  }
  close(period, at)
  credit(model, period, { reissue: false, at })
  billAll(model, period, "CHANGE", at)
  const before = sub.plan
  takePlan(model, sub, { plan, from: period, at })
  if (before.interval === plan.interval) period.segments.push(segmentOf(sub, plan, at))
  else nextPeriod(sub, period, before, at)
}

/** The first period, which a trial lies before, under another plan: it has no time under the one before. */
const changeFirstPeriod = (model: Model, sub: Sub, plan: Plan.PlanTerms, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  close(period, period.startAt)
  period.segments.push(segmentOf(sub, plan, period.startAt))
  period.endAt = startOf(sub, plan, 1)
  credit(model, period, { reissue: false, at })
}

/** Another plan at the end of what runs: the current one takes back what was scheduled. */
export const changeLater = (model: Model, sub: Sub, plan: Plan.PlanTerms, at: number): void => {
  const wanted = plan.planIntervalId === sub.plan.planIntervalId ? null : plan
  const isSame = sub.scheduled?.planIntervalId === wanted?.planIntervalId
  sub.scheduled = wanted
  if (!isSame && isInTrial(sub)) changeFirstPeriod(model, sub, plan, at)
}

/** The end of a trial: the first cycle begins, unless all ends with it. */
export const takeTrialEnd = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  if (sub.cancels) {
    cancel(model, sub, at)
    return
  }
  sub.trialOver = true
  if (sub.scheduled !== null) {
    model.happened.add("change of plan with the end of a trial")
    takePlan(model, sub, { plan: sub.scheduled, from: period, at })
  }
  takeQuantity(model, sub)
}

/** Where an event of an instant belongs: cycle and segment in which the subscription was active. */
export const segmentAt = (sub: Sub, at: number): Segment | null => {
  for (const { segments, startAt, endAt } of sub.periods) {
    if (at < startAt || at >= endAt) continue
    for (const segment of segments) {
      for (const { from, to } of segment.spans) if (at >= from && (to === null || at < to)) return segment
    }
  }
  return null
}
