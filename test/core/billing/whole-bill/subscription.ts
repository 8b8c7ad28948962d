// The life of a subscription: its cycles, and the commands that change what accrues. Sections 2, 3 and 5 of the
// semantics.
import * as Result from "effect/Result"
import { type Coupon, Plan } from "../../../../src/index.ts"
import { anchorFrom, followAhead, lookAhead, periodFrom, startOf } from "./ahead.ts"
import { allLines, feeBilled, feeLines } from "./billable.ts"
import { creditRunning } from "./credit.ts"
import { fits } from "./discounts.ts"
import { billAll, issueAndCharge } from "./documents.ts"
import {
  docsOf,
  isCounted,
  isInTrial,
  type Model,
  type Period,
  runningPeriod,
  type Segment,
  type Sub,
} from "./Model.ts"

/** What a plan of a history comes to. */
export const termsOf = (plan: Plan.Plan): Plan.PlanTerms =>
  Result.getOrThrow(Plan.termsOf(plan, plan.intervals[0]?.id ?? ""))

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

/** Begins a cycle, which may have been billed in advance. */
const begin = (model: Model, sub: Sub, plan: Plan.PlanTerms, at: number): void => {
  const period = periodFrom(model, sub, { plan, quantity: quantityThen(sub), at })
  sub.anchor = anchorFrom(sub, plan, { cycle: period.cycle, at })
  sub.plan = plan
  sub.ahead = null
  sub.periods.push(period)
}

/** A new subscription; nothing is charged but a fee in advance. */
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
    ahead: null,
    status: "ACTIVE",
    pausedAt: null,
    method: 0,
    coupon,
    couponStart: 0,
    lengths: new Map(),
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
  begin(model, sub, sub.plan, firstAt)
  if (trialEnd === null) billFirst(model, sub, at)
}

/** The first fee, where it is due in advance. */
const billFirst = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null || sub.plan.feeTiming !== "ADVANCE") return
  model.happened.add("first fee in advance")
  billAll(model, period, { kind: "CREATION", at })
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

/** A coupon that does not fit the plan that comes ends with what was before. */
const endCoupon = (model: Model, sub: Sub, { plan, from }: { plan: Plan.PlanTerms; from: Period }): void => {
  const { coupon, ahead, couponEnd } = sub
  sub.scheduled = null
  // One that was taken off goes on until its cycle is over.
  const goesOn = couponEnd?.cycle === from.cycle && couponEnd.segment === Number.POSITIVE_INFINITY
  if (coupon === null || (couponEnd !== null && !goesOn) || fits(coupon, plan)) return
  if (goesOn) model.happened.add("coupon taken off and ended by a change of plan")
  // What was billed in advance under the plan before keeps it.
  sub.couponEnd = {
    cycle: from.cycle,
    segment: from.segments.length - 1,
    ahead: Math.min((ahead?.segments.length ?? 1) - 2, couponEnd?.ahead ?? Number.POSITIVE_INFINITY),
  }
  model.happened.add("coupon ended by a change of plan")
}

/** A coupon for a subscription that has none, from the first cycle on that no document stands of. */
export const applyCoupon = (model: Model, sub: Sub, coupon: Coupon.Coupon): void => {
  const period = runningPeriod(sub)
  if (period === null || sub.coupon !== null) return
  const isBilled = (one: Period): boolean => docsOf(model, one).some(isCounted)
  sub.coupon = coupon
  sub.couponStart = period.cycle
  model.happened.add("coupon that comes later")
  if (!isBilled(period)) return
  sub.couponStart += 1
  model.happened.add("coupon that comes to the next cycle")
  if (sub.ahead === null || !isBilled(sub.ahead)) return
  sub.couponStart += 1
  model.happened.add("coupon that comes after a fee paid ahead")
}

/** Takes the coupon off: it is for what runs, and for a fee that was billed ahead of its cycle. */
export const removeCoupon = (model: Model, sub: Sub): void => {
  const period = runningPeriod(sub)
  if (period === null || sub.coupon === null || sub.couponEnd !== null) return
  const { cycle } = period
  model.happened.add(isInTrial(sub) ? "coupon taken off in a trial" : "coupon taken off")
  if (isInTrial(sub)) {
    sub.couponEnd = { cycle, segment: lastBilled(model, period), ahead: -1 }
    return
  }
  const ahead = sub.ahead === null ? -1 : lastBilled(model, sub.ahead)
  if (ahead >= 0) model.happened.add("coupon taken off beside a fee paid ahead")
  sub.couponEnd = { cycle, segment: Number.POSITIVE_INFINITY, ahead }
}

/** The last segment with a fee that stands billed, or with a one-off charge. */
const lastBilled = (model: Model, { sub, cycle, segments }: Period): number => {
  const charged = model.docs
    .filter((doc) => doc.period.sub === sub && isCounted(doc))
    .flatMap(({ lines }) => lines.flatMap((line) => (line.cycle === cycle ? (line.under ?? []) : [])))
  return segments.findLastIndex(
    (_, segment) => feeBilled(model, sub, cycle, segment) > 0 || charged.includes(segment),
  )
}

/** The end of a cycle. */
export const takeBoundary = (model: Model, sub: Sub, period: Period): void => {
  const at = period.endAt
  const isPaused = sub.status === "PAUSED"
  close(period, at)
  if (sub.cancels) {
    if (isPaused) model.happened.add("end while it is paused")
    billAll(model, period, { kind: isPaused ? "FINAL" : "CYCLE", at })
    sub.status = "CANCELLED"
    return
  }
  if (!isPaused) billAll(model, period, { kind: "CYCLE", next: lookAhead(model, sub), at })
  followAhead(model, sub)
  const plan = sub.scheduled ?? sub.plan
  if (sub.scheduled !== null) endCoupon(model, sub, { plan, from: period })
  takeQuantity(model, sub)
  begin(model, sub, plan, at)
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
  const isMore = isNow && quantity > sub.quantity
  if (isNow) sub.quantity = quantity
  sub.scheduledQuantity = isNow || quantity === sub.quantity ? null : quantity
  const { units } = lastSegment(period)
  const then = quantityThen(sub)
  if (units.at(-1)?.quantity !== then) {
    model.happened.add(isInTrial(sub) ? "quantity changed in a trial" : "quantity changed")
    units.push({ quantity: then, from: Math.max(at, period.startAt) })
  }
  followAhead(model, sub)
  creditRunning(model, period, at, { reissue: true })
  if (!isMore || isInTrial(sub) || sub.plan.feeTiming !== "ADVANCE") return
  model.happened.add("increase charged at once")
  issueAndCharge(model, { period, kind: "QUANTITY_CHANGE", lines: feeLines(model, period), at })
}

/** A pause, also one by the policy. */
export const pause = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  stop(period, at)
  sub.status = "PAUSED"
  sub.pausedAt = at
  followAhead(model, sub)
  const dueAt = creditRunning(model, period, at)
  billAll(model, period, { kind: "PAUSE", dueAt, at })
}

export const resume = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  sub.status = "ACTIVE"
  sub.pausedAt = null
  if (isInTrial(sub)) expectFirst(sub, period)
  else lastSegment(period).spans.push({ from: at, to: null })
  followAhead(model, sub)
  if (isInTrial(sub) || sub.plan.feeTiming !== "ADVANCE") return
  model.happened.add("rest of the fee charged with a resume")
  issueAndCharge(model, { period, kind: "RESUME", lines: feeLines(model, period), at })
}

/** The first period, which a trial lies before: it has no time where all ends with the trial, and none yet in a pause. */
const expectFirst = (sub: Sub, period: Period): void => {
  const { spans } = lastSegment(period)
  if (spans.at(-1)?.to === null) spans.pop()
  if (!sub.cancels && sub.status !== "PAUSED") spans.push({ from: period.startAt, to: null })
}

/** The end with what runs, or no end after all. */
export const cancelLater = (model: Model, sub: Sub, cancels: boolean, at: number): void => {
  const period = runningPeriod(sub)
  sub.cancels = cancels
  if (period !== null && isInTrial(sub)) {
    const { length } = period.credits
    expectFirst(sub, period)
    creditRunning(model, period, at)
    if (period.credits.length > length)
      model.happened.add("payment ahead given back before the end of a trial")
    return
  }
  if (period === null || sub.ahead === null) return
  followAhead(model, sub)
  creditRunning(model, period, at)
}

/**
 * The end, at once; by the policy the fee of what runs is kept as if it went on until the boundary, also where it was
 * paused in this cycle: then as if the pause were over.
 */
export const cancel = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  if (isInTrial(sub)) model.happened.add(sub.trialEnd === at ? "end with a trial" : "end in a trial")
  const isKept = model.policy.cancellationFee === "FULL_CYCLE" && !isInTrial(sub)
  if (isKept && sub.pausedAt !== null && sub.pausedAt >= period.startAt) {
    model.happened.add("end of a cycle that is kept, in a pause")
    lastSegment(period).spans.push({ from: at, to: null })
  }
  close(period, isKept ? period.endAt : at)
  sub.cancels = true
  followAhead(model, sub)
  const dueAt = creditRunning(model, period, at)
  billAll(model, period, { kind: "FINAL", dueAt, at })
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
    sub.scheduled = null
    sub.plan = plan
    return
  }
  close(period, at)
  sub.scheduled = plan
  if (plan.feeTiming === "ADVANCE") model.happened.add("plan changed now to a fee in advance")
  if (sub.plan.interval === plan.interval) changeSegment(model, sub, { period, plan, at })
  else changeCycle(model, sub, { period, plan, at })
}

interface Change {
  readonly period: Period
  readonly plan: Plan.PlanTerms
  readonly at: number
}

/** Another plan from now on in the same cycle. */
const changeSegment = (model: Model, sub: Sub, { period, plan, at }: Change): void => {
  followAhead(model, sub)
  const dueAt = creditRunning(model, period, at)
  const rest = allLines(model, period)
  const segment = segmentOf(sub, plan, at)
  const before = { ...period, segments: [...period.segments] }
  if (plan.feeTiming === "ADVANCE") period.segments.push(segment)
  issueAndCharge(model, { period, kind: "CHANGE", lines: [...feeLines(model, period), ...rest], dueAt, at })
  endCoupon(model, sub, { plan, from: before })
  sub.plan = plan
  if (plan.feeTiming !== "ADVANCE") period.segments.push(segment)
}

/** Another plan of another length: the next cycle begins now. */
const changeCycle = (model: Model, sub: Sub, { period, plan, at }: Change): void => {
  const nextNow = (): Period => periodFrom(model, sub, { plan, quantity: sub.quantity, at })
  if (sub.ahead !== null) sub.ahead = nextNow()
  const dueAt = creditRunning(model, period, at)
  billAll(model, period, { kind: "CHANGE", next: plan.feeTiming === "ADVANCE" ? nextNow() : null, dueAt, at })
  endCoupon(model, sub, { plan, from: period })
  begin(model, sub, plan, at)
}

/** The first period, which a trial lies before, under another plan: it has no time under the one before. */
const changeFirstPeriod = (model: Model, sub: Sub, plan: Plan.PlanTerms, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null) return
  // What was billed names its segment, which then stays.
  if (docsOf(model, period).length === 0) period.segments.length = 0
  else close(period, period.startAt)
  period.segments.push(segmentOf(sub, plan, period.startAt))
  period.endAt = startOf(sub.anchor, plan, 1)
  expectFirst(sub, period)
  creditRunning(model, period, at)
}

/** Another plan at the end of what runs: the current one takes back what was scheduled. */
export const changeLater = (model: Model, sub: Sub, plan: Plan.PlanTerms, at: number): void => {
  const wanted = plan.planIntervalId === sub.plan.planIntervalId ? null : plan
  const isSame = sub.scheduled?.planIntervalId === wanted?.planIntervalId
  sub.scheduled = wanted
  if (isSame) return
  if (isInTrial(sub)) {
    changeFirstPeriod(model, sub, plan, at)
    return
  }
  const period = runningPeriod(sub)
  if (period === null || sub.ahead === null) return
  followAhead(model, sub)
  creditRunning(model, period, at)
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
    sub.plan = sub.scheduled
    sub.scheduled = null
  }
  // Until now the plan could change again.
  if (sub.coupon !== null && sub.couponEnd === null && !fits(sub.coupon, sub.plan)) {
    sub.couponEnd = { cycle: period.cycle, segment: period.segments.length - 2, ahead: -1 }
    model.happened.add("coupon ended with a trial")
  }
  takeQuantity(model, sub)
  if (sub.status === "PAUSED") model.happened.add("end of a trial in a pause")
  else billFirst(model, sub, at)
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
