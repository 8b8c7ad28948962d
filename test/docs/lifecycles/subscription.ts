import * as Coupon from "../../../src/core/coupon/Coupon.ts"
import type { PlanTerms } from "../../../src/core/plan/Plan.ts"
import * as Dunning from "../../../src/core/subscription/Dunning.ts"
import * as Subscription from "../../../src/core/subscription/Subscription.ts"
import { just, LATER, NOW, ofEvents } from "./Lifecycle.ts"

const terms: PlanTerms = {
  planId: "plan-1",
  planName: "Pro",
  planIntervalId: "interval-1",
  interval: "MONTHLY",
  amount: 1000,
  currency: "BRL",
  prices: [],
}
const otherTerms: PlanTerms = { ...terms, planId: "plan-2", planIntervalId: "interval-2" }
const anchor = { anchorAt: 0, anchorDay: 1, interval: "MONTHLY", firstCycle: 0 } as const
const cycle = { cycle: 0, startAt: 0, endAt: LATER }
const nextCycle = { cycle: 1, startAt: LATER, endAt: LATER + 1 }
const period = { cycle: 0, month: 0, months: 1 }
const coupon: Coupon.Coupon = {
  couponId: "coupon-1",
  code: "HALF3",
  name: "Half",
  discount: { type: "PERCENTAGE", basisPoints: 5000 },
  duration: { type: "REPEATING", months: 3 },
  planIds: null,
  redemptionsMax: null,
  redeemBy: null,
  timesRedeemed: 1,
  amountRedeemed: 0,
  createdAt: 0,
}

const inStatus = (status: Subscription.SubscriptionStatus): Subscription.Subscription => ({
  subscriptionId: "subscription-1",
  organizationId: "organization-1",
  status,
  pastDueReason: status === "PAST_DUE" ? "PAYMENT_DECLINED" : null,
  pastDueAt: status === "PAST_DUE" ? 0 : null,
  terms,
  paymentMethodId: "method-1",
  coupon: Coupon.apply(coupon, 0),
  anchor,
  anchorMonth: 0,
  cycle,
  scheduledTerms: null,
  cancelAt: null,
  dunning: null,
  pausedAt: status === "PAUSED" ? 0 : null,
  cancelledAt: status === "CANCELLED" ? 0 : null,
  createdAt: 0,
  updatedAt: 0,
})

const create = {
  _tag: "Create",
  subscriptionId: "subscription-1",
  organizationId: "organization-1",
  terms,
  paymentMethodId: "method-1",
  coupon,
  anchor,
  cycle,
  now: NOW,
} as const

const change = { _tag: "ChangePlan", anchor, anchorMonth: 0, cycle, now: NOW } as const

const onTrial = (state: Subscription.Subscription | null): Subscription.Subscription | null =>
  state === null ? null : { ...state, trial: { endAt: LATER, announced: false, ended: false } }

const byQuantity = (state: Subscription.Subscription | null): Subscription.Subscription | null =>
  state === null ? null : { ...state, terms: { ...terms, quantityAllowed: true } }

const subscriptionStates: Readonly<
  Record<"none" | Subscription.SubscriptionStatus, Subscription.Subscription | null>
> = {
  none: null,
  ACTIVE: inStatus("ACTIVE"),
  PAST_DUE: inStatus("PAST_DUE"),
  PAUSED: inStatus("PAUSED"),
  CANCELLED: inStatus("CANCELLED"),
}

export const subscription = ofEvents<
  Subscription.Subscription,
  Subscription.SubscriptionCommand,
  Subscription.SubscriptionEvent
>({
  decider: Subscription.Subscription,
  states: subscriptionStates,
  nameOf: ({ status }) => status,
  columns: {
    Create: just(create),
    "Assess (delinquent)": just({ _tag: "Assess", delinquent: "PAYMENT_ERROR", now: NOW }),
    "Assess (nothing owed)": just({ _tag: "Assess", delinquent: null, now: NOW }),
    Pause: just({ _tag: "Pause", now: NOW }),
    "Pause (a change or an end is scheduled)": (state) => [
      state === null ? null : { ...state, cancelAt: LATER },
      { _tag: "Pause", now: NOW },
    ],
    "Pause (in its trial)": (state) => [onTrial(state), { _tag: "Pause", now: NOW }],
    "AnnounceTrialEnd (in its trial)": (state) => [onTrial(state), { _tag: "AnnounceTrialEnd", now: NOW }],
    "EndTrial (in its trial)": (state) => [onTrial(state), { _tag: "EndTrial", now: NOW }],
    "EndTrial (without one)": just({ _tag: "EndTrial", now: NOW }),
    Suspend: just({ _tag: "Suspend", now: NOW }),
    "Resume (delinquent)": just({ _tag: "Resume", delinquent: "PAYMENT_ERROR", now: NOW }),
    "Resume (nothing owed)": just({ _tag: "Resume", delinquent: null, now: NOW }),
    Cancel: just({ _tag: "Cancel", now: NOW }),
    ScheduleCancel: just({ _tag: "ScheduleCancel", cancelAt: LATER, now: NOW }),
    UndoCancel: (state) => [
      // Only where an end can be scheduled there is one to take back.
      state === null || !["ACTIVE", "PAST_DUE"].includes(state.status)
        ? state
        : { ...state, cancelAt: LATER },
      { _tag: "UndoCancel", now: NOW },
    ],
    ChangePlan: just({ ...change, terms: otherTerms }),
    "ChangePlan (another currency)": just({ ...change, terms: { ...otherTerms, currency: "USD" } }),
    "ChangePlan (an end is scheduled)": (state) => [
      state === null ? null : { ...state, cancelAt: LATER },
      { ...change, terms: otherTerms },
    ],
    SchedulePlanChange: just({ _tag: "SchedulePlanChange", terms: otherTerms, now: NOW }),
    "SchedulePlanChange (an end is scheduled)": (state) => [
      state === null ? null : { ...state, cancelAt: LATER },
      { _tag: "SchedulePlanChange", terms: otherTerms, now: NOW },
    ],
    "SchedulePlanChange (the current plan)": just({ _tag: "SchedulePlanChange", terms, now: NOW }),
    TakeScheduledChange: (state) => [
      // Only in these states a change can wait for the boundary.
      state === null || !["ACTIVE", "PAST_DUE"].includes(state.status)
        ? state
        : { ...state, scheduledTerms: otherTerms },
      { _tag: "TakeScheduledChange", anchor, anchorMonth: 0, cycle: nextCycle, now: LATER },
    ],
    "ChangeQuantity (sold by quantity)": (state) => [
      byQuantity(state),
      { _tag: "ChangeQuantity", quantity: 3, now: NOW },
    ],
    "ChangeQuantity (sold once)": just({ _tag: "ChangeQuantity", quantity: 3, now: NOW }),
    "ScheduleQuantityChange (sold by quantity)": (state) => [
      byQuantity(state),
      { _tag: "ScheduleQuantityChange", quantity: 3, now: NOW },
    ],
    "TakeScheduledQuantity (one is scheduled)": (state) => [
      state === null ? null : { ...state, scheduledQuantity: 3 },
      { _tag: "TakeScheduledQuantity", now: LATER },
    ],
    "TakeScheduledQuantity (none is)": just({ _tag: "TakeScheduledQuantity", now: LATER }),
    ChangePaymentMethod: just({ _tag: "ChangePaymentMethod", paymentMethodId: "method-2", now: NOW }),
    CollectBy: just({ _tag: "CollectBy", paymentMethodId: "method-2", now: NOW }),
    SetDunning: just({ _tag: "SetDunning", dunning: Dunning.start(NOW), now: NOW }),
    StartCycle: just({ _tag: "StartCycle", cycle: nextCycle, now: LATER }),
    "ApplyCoupon (it has none)": (state) => [
      state === null ? null : { ...state, coupon: null },
      { _tag: "ApplyCoupon", coupon: Coupon.apply(coupon, NOW), now: NOW },
    ],
    RemoveCoupon: just({ _tag: "RemoveCoupon", before: { cycle: 0 }, now: NOW }),
    RecordDiscount: just({ _tag: "RecordDiscount", period, now: NOW }),
    ReturnDiscount: (state) => [
      state?.coupon ? { ...state, coupon: Coupon.withDiscounted(state.coupon, period) } : state,
      { _tag: "ReturnDiscount", cycle: 0, now: NOW },
    ],
  },
})
