// The commands and events of a subscription, and why it refuses a command.
import type * as Coupon from "../coupon/Coupon.ts"
import type { PlanTerms } from "../plan/Plan.ts"
import type { Anchor, Cycle } from "../time/BillingCycle.ts"
import type { Dunning } from "./Dunning.ts"
import type { QuantityRejection } from "./Quantity.ts"
import type {
  PastDueReason,
  PauseReason,
  Subscription,
  SubscriptionStatus,
  Trial,
} from "./SubscriptionRecord.ts"

/**
 * The commands of a subscription. `Assess` and `Resume` carry a derived fact: why it is delinquent, or null. `Suspend`
 * is the pause after exhausted dunning. GAP-94
 */
export type SubscriptionCommand = { readonly now: number } & (
  | {
      readonly _tag: "Create"
      readonly subscriptionId: string
      readonly organizationId: string
      readonly terms: PlanTerms
      /** Absent: 1. */
      readonly quantity?: number
      readonly paymentMethodId: string
      readonly coupon: Coupon.Coupon | null
      readonly anchor: Anchor
      readonly cycle: Cycle
      readonly trial?: Trial
      readonly trialPlanIds?: ReadonlyArray<string>
    }
  | { readonly _tag: "AnnounceTrialEnd" }
  | {
      readonly _tag: "EndTrial"
      /** The last segment before that of the plan with which the trial ends; absent: none. */
      readonly before?: Coupon.BeforeChange
    }
  | { readonly _tag: "StartCycle"; readonly cycle: Cycle }
  | { readonly _tag: "Assess"; readonly delinquent: PastDueReason | null }
  | { readonly _tag: "Pause" }
  | { readonly _tag: "Suspend" }
  | { readonly _tag: "Resume"; readonly delinquent: PastDueReason | null }
  | { readonly _tag: "Cancel" }
  | { readonly _tag: "ScheduleCancel"; readonly cancelAt: number }
  | { readonly _tag: "UndoCancel" }
  | {
      readonly _tag: "ChangePlan"
      readonly terms: PlanTerms
      /** The anchor from now on: a new one only when the interval's length changes. */
      readonly anchor: Anchor
      readonly anchorMonth: number
      readonly cycle: Cycle
      /** The last segment before it; absent: all of the running cycle. */
      readonly before?: Coupon.BeforeChange
    }
  | {
      /** The scheduled change, at the boundary. The anchor is a new one only when the length changes. */
      readonly _tag: "TakeScheduledChange"
      readonly anchor: Anchor
      readonly anchorMonth: number
      readonly cycle: Cycle
      /** The last segment before it; absent: all of the running cycle. */
      readonly before?: Coupon.BeforeChange
    }
  | {
      readonly _tag: "SchedulePlanChange"
      readonly terms: PlanTerms
      /** In a trial: the first cycle, which lies ahead and is that of the next plan. */
      readonly first?: FirstCycle
    }
  | { readonly _tag: "ChangeQuantity"; readonly quantity: number }
  | { readonly _tag: "ScheduleQuantityChange"; readonly quantity: number }
  /** The scheduled quantity, at the boundary. */
  | { readonly _tag: "TakeScheduledQuantity" }
  | { readonly _tag: "RecordDiscount"; readonly period: Coupon.DiscountedPeriod }
  | { readonly _tag: "ReturnDiscount"; readonly cycle: number }
  | { readonly _tag: "ApplyCoupon"; readonly coupon: Coupon.AppliedCoupon }
  | {
      readonly _tag: "RemoveCoupon"
      /** What the coupon still discounts. */
      readonly before: Coupon.BeforeChange
    }
  | { readonly _tag: "SetDunning"; readonly dunning: Dunning | null }
  | { readonly _tag: "ChangePaymentMethod"; readonly paymentMethodId: string }
  /** The debt of a cancelled subscription is charged to this method from now on. */
  | { readonly _tag: "CollectBy"; readonly paymentMethodId: string }
)

/** The grid of a first cycle that lies ahead. */
export interface FirstCycle {
  readonly anchor: Anchor
  readonly anchorMonth: number
  readonly cycle: Cycle
}

/** The events of a subscription. */
export type SubscriptionEvent =
  | { readonly _tag: "SubscriptionCreated"; readonly subscription: Subscription }
  | { readonly _tag: "SubscriptionTrialChanged"; readonly trial: Trial; readonly at: number }
  | { readonly _tag: "SubscriptionCycleStarted"; readonly cycle: Cycle; readonly at: number }
  | { readonly _tag: "SubscriptionBecamePastDue"; readonly reason: PastDueReason; readonly at: number }
  | { readonly _tag: "SubscriptionPastDueReasonChanged"; readonly reason: PastDueReason; readonly at: number }
  | { readonly _tag: "SubscriptionRecovered"; readonly at: number }
  | { readonly _tag: "SubscriptionPaused"; readonly reason?: PauseReason; readonly at: number }
  | { readonly _tag: "SubscriptionResumed"; readonly delinquent: PastDueReason | null; readonly at: number }
  | { readonly _tag: "SubscriptionCancelled"; readonly at: number }
  | { readonly _tag: "SubscriptionCancelScheduled"; readonly cancelAt: number; readonly at: number }
  | { readonly _tag: "SubscriptionCancelUndone"; readonly at: number }
  | {
      readonly _tag: "SubscriptionPlanChanged"
      readonly terms: PlanTerms
      readonly anchor: Anchor
      readonly anchorMonth: number
      readonly cycle: Cycle
      /** The last segment before it; absent: all of the running cycle. */
      readonly before?: Coupon.BeforeChange
      readonly at: number
    }
  | {
      readonly _tag: "SubscriptionPlanChangeScheduled"
      /** `null` removes a change that was scheduled. */
      readonly terms: PlanTerms | null
      /** In a trial: the first cycle, which lies ahead and is that of the next plan. */
      readonly first?: FirstCycle
      readonly at: number
    }
  | {
      readonly _tag: "SubscriptionQuantityChanged"
      readonly quantity: number
      /** The quantity that waits for the boundary; `null` for none. */
      readonly scheduledQuantity: number | null
      readonly at: number
    }
  | { readonly _tag: "SubscriptionCouponChanged"; readonly coupon: Coupon.AppliedCoupon; readonly at: number }
  | {
      readonly _tag: "SubscriptionPaymentMethodChanged"
      readonly paymentMethodId: string
      readonly at: number
    }
  | { readonly _tag: "SubscriptionDunningChanged"; readonly dunning: Dunning | null; readonly at: number }

/** The command is not allowed in this status. GAP-35 */
export interface SubscriptionTransitionInvalid {
  readonly _tag: "SubscriptionTransitionInvalid"
  readonly subscriptionId: string | null
  readonly status: SubscriptionStatus | null
  readonly command: SubscriptionCommand["_tag"]
}

/** The plan is in another currency; a subscription keeps its currency for life. GAP-76 */
export interface PlanCurrencyMismatch {
  readonly _tag: "PlanCurrencyMismatch"
  readonly currency: string
  readonly planCurrency: string
}

/** The subscription cannot be paused in its trial: cancel it, or wait for the trial's end. */
export interface SubscriptionInTrial {
  readonly _tag: "SubscriptionInTrial"
  readonly subscriptionId: string
  readonly trialEndsAt: number
}

/** Why a command is refused. */
export type SubscriptionRejection =
  | SubscriptionTransitionInvalid
  | PlanCurrencyMismatch
  | SubscriptionInTrial
  | QuantityRejection
