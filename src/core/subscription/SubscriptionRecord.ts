// A subscription as it is stored. Models "Subscription" of the specification, with its states.
import type * as Coupon from "../coupon/Coupon.ts"
import type { PlanTerms } from "../plan/Plan.ts"
import type { Anchor, Cycle } from "../time/BillingCycle.ts"
import type { Dunning } from "./Dunning.ts"

/** The four states of the specification. */
export type SubscriptionStatus = "ACTIVE" | "PAST_DUE" | "PAUSED" | "CANCELLED"

/** Why a subscription is PAST_DUE. GAP-33 */
export type PastDueReason =
  | "PAYMENT_DECLINED"
  | "INSUFFICIENT_FUNDS"
  | "CARD_EXPIRED"
  | "NO_PAYMENT_METHOD"
  | "BOLETO_EXPIRED"
  | "PAYMENT_ERROR"

/** Why a subscription is PAUSED, where nobody asked for it: dunning was exhausted. GAP-193 */
export type PauseReason = "UNPAID"

/** The trial of a subscription. It begins when the subscription is created. */
export interface Trial {
  /** The start of the first cycle. */
  readonly endAt: number
  /** Set when its end was announced. */
  readonly announced: boolean
  /** Set when it is over. */
  readonly ended: boolean
}

/** A subscription. */
export interface Subscription {
  readonly subscriptionId: string
  readonly organizationId: string
  readonly status: SubscriptionStatus
  /** `null` unless PAST_DUE. */
  readonly pastDueReason: PastDueReason | null
  readonly pastDueAt: number | null
  /** The agreed plan, interval, fee, currency and prices, frozen when it subscribed. */
  readonly terms: PlanTerms
  /** How many units of the plan it has; absent: 1. */
  readonly quantity?: number
  /** The quantity that waits for the boundary; absent for none. */
  readonly scheduledQuantity?: number
  /** The method of automatic charges, whatever the organization's default is. */
  readonly paymentMethodId: string
  readonly coupon: Coupon.AppliedCoupon | null
  /** Every cycle is computed from it. Pausing, cutting and paying never move it. */
  readonly anchor: Anchor
  /** The month, counted from the first one of the subscription, in which the anchor's first cycle starts. */
  readonly anchorMonth: number
  /** Absent without a trial. The grid of cycles begins at its end. */
  readonly trial?: Trial
  /** The plans whose trial the organization has used, with this subscription or an earlier one; absent for none. */
  readonly trialPlanIds?: ReadonlyArray<string>
  /** The running cycle, which begins in the future while a trial runs. Its number goes on counting when the anchor changes. */
  readonly cycle: Cycle
  /** A change of plan that waits for the boundary. */
  readonly scheduledTerms: PlanTerms | null
  /** The boundary at which it ends, when it was cancelled for the end of its period. */
  readonly cancelAt: number | null
  /** Set while one of its invoices is delinquent, also when it is paused or cancelled. */
  readonly dunning: Dunning | null
  readonly pausedAt: number | null
  /** Absent where somebody asked for the pause, and unless PAUSED. */
  readonly pauseReason?: PauseReason
  readonly cancelledAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
