// The life of a subscription to one interval of a plan, from creation to cancellation. PAST_DUE is derived from facts
// about its invoices, so that they may arrive in any order. Models "Subscription" and its states of the specification;
// transitions by GAP-34.
import * as Result from "effect/Result"
import * as Coupon from "../coupon/Coupon.ts"
import type { Decider } from "../Decider.ts"
import { type Decided, invalid, nothing, one } from "./decided.ts"
import { pause, withPauseReason } from "./pauses.ts"
import { changePlan, changeQuantity } from "./planChanges.ts"
import { quantities, quantityOf, withQuantities } from "./Quantity.ts"
import type { SubscriptionCommand, SubscriptionEvent, SubscriptionRejection } from "./SubscriptionCommands.ts"
import type { PastDueReason, Subscription as SubscriptionRecord, Trial } from "./SubscriptionRecord.ts"
import { inTrial, trialsUsed, withPlan } from "./Trial.ts"

export type * from "./SubscriptionCommands.ts"
export type * from "./SubscriptionRecord.ts"

/** A subscription. */
export type Subscription = SubscriptionRecord

const decide = (state: Subscription | null, command: SubscriptionCommand): Decided => {
  if (command._tag === "Create") {
    return state === null
      ? one({ _tag: "SubscriptionCreated", subscription: created(command) })
      : invalid(state, command)
  }
  if (state === null) return invalid(state, command)
  if (command._tag === "RecordDiscount" || command._tag === "ReturnDiscount") return discount(state, command)
  if (command._tag === "SetDunning") return setDunning(state, command)
  if (state.status === "CANCELLED") return decideCancelled(state, command)
  const at = command.now
  switch (command._tag) {
    case "StartCycle":
      return command.cycle.cycle <= state.cycle.cycle
        ? nothing
        : one({ _tag: "SubscriptionCycleStarted", cycle: command.cycle, at })
    case "AnnounceTrialEnd":
      return changeTrial(state, { announced: true }, at)
    case "EndTrial":
      return endTrial(state, command)
    case "Assess":
      return updateDelinquency(state, command.delinquent, at)
    case "Pause":
    case "Suspend":
      return pause(state, command)
    case "Resume":
      return state.status === "PAUSED"
        ? one({ _tag: "SubscriptionResumed", delinquent: command.delinquent, at })
        : nothing
    case "Cancel":
      return one({ _tag: "SubscriptionCancelled", at })
    case "ScheduleCancel":
      if (state.status === "PAUSED") return invalid(state, command)
      return state.cancelAt === null
        ? one({ _tag: "SubscriptionCancelScheduled", cancelAt: command.cancelAt, at })
        : nothing
    case "UndoCancel":
      return state.cancelAt === null ? nothing : one({ _tag: "SubscriptionCancelUndone", at })
    case "ChangePlan":
    case "SchedulePlanChange":
      return changePlan(state, command)
    case "ChangeQuantity":
    case "ScheduleQuantityChange":
      return changeQuantity(state, command)
    case "TakeScheduledQuantity":
      return state.scheduledQuantity === undefined
        ? nothing
        : one({
            _tag: "SubscriptionQuantityChanged",
            quantity: state.scheduledQuantity,
            scheduledQuantity: null,
            at,
          })
    case "TakeScheduledChange": {
      const { scheduledTerms: terms } = state
      const { now: _, ...change } = command
      return terms === null ? nothing : one({ ...change, _tag: "SubscriptionPlanChanged", terms, at })
    }
    case "ChangePaymentMethod":
      return state.paymentMethodId === command.paymentMethodId
        ? nothing
        : one({ _tag: "SubscriptionPaymentMethodChanged", paymentMethodId: command.paymentMethodId, at })
    case "ApplyCoupon":
      return state.coupon === null ? changeCoupon(state, command.coupon, at) : invalid(state, command)
    case "RemoveCoupon":
      return changeCoupon(state, state.coupon && Coupon.remove(state.coupon, command.before), at)
    case "CollectBy":
      return invalid(state, command)
  }
}

/**
 * Commands after the end: facts change nothing, a repeated cancellation is already in effect, and its debt can be
 * charged to another method. All else is refused.
 */
const decideCancelled = (state: Subscription, command: SubscriptionCommand): Decided => {
  if (command._tag === "Assess" || command._tag === "Cancel") return nothing
  if (command._tag !== "CollectBy") return invalid(state, command)
  const { paymentMethodId, now: at } = command
  return state.paymentMethodId === paymentMethodId
    ? nothing
    : one({ _tag: "SubscriptionPaymentMethodChanged", paymentMethodId, at })
}

/** A running trial is announced once and ends once. */
const changeTrial = ({ trial }: Subscription, members: Partial<Trial>, at: number): Decided =>
  trial === undefined || trial.ended || (members.announced === true && trial.announced)
    ? nothing
    : one({ _tag: "SubscriptionTrialChanged", trial: { ...trial, ...members }, at })

/** With a trial ends a coupon that does not fit the plan of the first cycle. Until then the plan may change again. GAP-168 */
const endTrial = (state: Subscription, command: SubscriptionCommand & { _tag: "EndTrial" }): Decided => {
  const { coupon, cycle, terms, scheduledTerms } = state
  const { before = { cycle: cycle.cycle, segment: -1 }, now: at } = command
  const ended = coupon && Coupon.afterPlanChange(coupon, scheduledTerms ?? terms, before)
  return Result.map(changeTrial(state, { ended: true }, at), (events) =>
    events.length === 0 || ended === null || ended === coupon
      ? events
      : [...events, { _tag: "SubscriptionCouponChanged", coupon: ended, at }],
  )
}

const updateDelinquency = (state: Subscription, delinquent: PastDueReason | null, at: number): Decided => {
  if (state.status === "PAUSED") return nothing
  if (delinquent === null) {
    return state.status === "PAST_DUE" ? one({ _tag: "SubscriptionRecovered", at }) : nothing
  }
  if (state.status === "ACTIVE") return one({ _tag: "SubscriptionBecamePastDue", reason: delinquent, at })
  return state.pastDueReason === delinquent
    ? nothing
    : one({ _tag: "SubscriptionPastDueReasonChanged", reason: delinquent, at })
}

/** The coupon of a subscription also changes after its end, because invoices are still issued and voided. */
const discount = (
  state: Subscription,
  command: SubscriptionCommand & { _tag: "RecordDiscount" | "ReturnDiscount" },
): Decided => {
  if (state.coupon === null) return nothing
  const coupon =
    command._tag === "RecordDiscount"
      ? Coupon.withDiscounted(state.coupon, command.period)
      : Coupon.withoutDiscounted(state.coupon, command.cycle)
  return changeCoupon(state, coupon, command.now)
}

const changeCoupon = (state: Subscription, coupon: Coupon.AppliedCoupon | null, at: number): Decided =>
  coupon === null || coupon === state.coupon
    ? nothing
    : one({ _tag: "SubscriptionCouponChanged", coupon, at })

/** Debt is also collected after the end. */
const setDunning = (state: Subscription, command: SubscriptionCommand & { _tag: "SetDunning" }): Decided =>
  state.dunning === command.dunning
    ? nothing
    : one({ _tag: "SubscriptionDunningChanged", dunning: command.dunning, at: command.now })

const created = (command: SubscriptionCommand & { _tag: "Create" }): Subscription => ({
  subscriptionId: command.subscriptionId,
  organizationId: command.organizationId,
  status: "ACTIVE",
  pastDueReason: null,
  pastDueAt: null,
  terms: command.terms,
  ...quantities({ quantity: command.quantity ?? 1, scheduledQuantity: null }),
  paymentMethodId: command.paymentMethodId,
  coupon: command.coupon === null ? null : Coupon.apply(command.coupon, command.now),
  anchor: command.anchor,
  anchorMonth: 0,
  ...(command.trial !== undefined && { trial: command.trial }),
  ...(command.trialPlanIds !== undefined && { trialPlanIds: command.trialPlanIds }),
  cycle: command.cycle,
  scheduledTerms: null,
  cancelAt: null,
  dunning: null,
  pausedAt: null,
  cancelledAt: null,
  createdAt: command.now,
  updatedAt: command.now,
})

const evolve = (state: Subscription | null, event: SubscriptionEvent): Subscription | null => {
  if (event._tag === "SubscriptionCreated") return event.subscription
  if (state === null) return null
  const next = withPauseReason({ ...state, ...changes(state, event), updatedAt: event.at })
  if (event._tag === "SubscriptionQuantityChanged") return withQuantities(next, event)
  // Nothing waits for the end of what has ended.
  return event._tag === "SubscriptionCancelled" && state.scheduledQuantity !== undefined
    ? withQuantities(next, { quantity: quantityOf(state), scheduledQuantity: null })
    : next
}

const changes = (
  state: Subscription,
  event: Exclude<SubscriptionEvent, { _tag: "SubscriptionCreated" }>,
): Partial<Subscription> => {
  switch (event._tag) {
    case "SubscriptionTrialChanged":
      return { trial: event.trial }
    case "SubscriptionCycleStarted":
      return { cycle: event.cycle }
    case "SubscriptionBecamePastDue":
      return { status: "PAST_DUE", pastDueReason: event.reason, pastDueAt: event.at }
    case "SubscriptionPastDueReasonChanged":
      return { pastDueReason: event.reason }
    case "SubscriptionRecovered":
      return { status: "ACTIVE", pastDueReason: null, pastDueAt: null }
    case "SubscriptionPaused":
      return {
        status: "PAUSED",
        pastDueReason: null,
        pastDueAt: null,
        pausedAt: event.at,
        ...(event.reason !== undefined && { pauseReason: event.reason }),
      }
    case "SubscriptionResumed":
      return {
        status: event.delinquent === null ? "ACTIVE" : "PAST_DUE",
        pastDueReason: event.delinquent,
        pastDueAt: event.delinquent === null ? null : event.at,
        pausedAt: null,
      }
    case "SubscriptionCancelled":
      return {
        status: "CANCELLED",
        pastDueReason: null,
        pastDueAt: null,
        pausedAt: null,
        scheduledTerms: null,
        cancelAt: null,
        cancelledAt: event.at,
      }
    case "SubscriptionCancelScheduled":
      return { cancelAt: event.cancelAt }
    case "SubscriptionCancelUndone":
      return { cancelAt: null }
    case "SubscriptionPlanChanged":
      return {
        terms: event.terms,
        anchor: event.anchor,
        anchorMonth: event.anchorMonth,
        cycle: event.cycle,
        scheduledTerms: null,
        ...(inTrial(state) && { trialPlanIds: withPlan(trialsUsed(state), event.terms.planId) }),
        coupon:
          state.coupon === null || inTrial(state)
            ? state.coupon
            : Coupon.afterPlanChange(state.coupon, event.terms, event.before ?? state.cycle),
      }
    case "SubscriptionPlanChangeScheduled":
      return { scheduledTerms: event.terms, ...event.first }
    case "SubscriptionQuantityChanged":
      return {}
    case "SubscriptionCouponChanged":
      return { coupon: event.coupon }
    case "SubscriptionPaymentMethodChanged":
      return { paymentMethodId: event.paymentMethodId }
    case "SubscriptionDunningChanged":
      return { dunning: event.dunning }
  }
}

/**
 * The life cycle of a subscription.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { BillingCycle, Decider, Subscription } from "studio-billing"
 *
 * const now = Date.parse("2026-01-31")
 * const terms = { planId: "starter", planName: "Starter", planIntervalId: "monthly", interval: "MONTHLY", amount: 9990, currency: "BRL", prices: [] } as const
 * const anchor = BillingCycle.anchorOf({ at: now, interval: terms.interval })
 * const cycle = Result.getOrThrow(BillingCycle.cycleOf(anchor, 0))
 * const created = Result.getOrThrow(Decider.run(Subscription.Subscription, null, {
 *   _tag: "Create", subscriptionId: "sub-1", organizationId: "org-1", paymentMethodId: "card-1", coupon: null, terms, anchor, cycle, now,
 * }))
 * Subscription.Subscription.decide(created.state, { _tag: "Pause", now: now + 1 })
 * // Result.succeed([{ _tag: "SubscriptionPaused", at: now + 1 }])
 * ```
 */
export const Subscription: Decider<
  Subscription | null,
  SubscriptionCommand,
  SubscriptionEvent,
  SubscriptionRejection
> = { decide, evolve }

/** Tells whether a subscription is not cancelled; an organization has at most one such. GAP-31 */
export const isLive = (subscription: Subscription): boolean => subscription.status !== "CANCELLED"
