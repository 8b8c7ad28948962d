// A subscription as it is kept. Models "Subscription" of the specification; its states are those that it names.
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

/** A subscription. */
export interface Subscription {
  readonly subscriptionId: string
  readonly organizationId: string
  readonly status: SubscriptionStatus
  /** `null` unless PAST_DUE. */
  readonly pastDueReason: PastDueReason | null
  readonly pastDueAt: number | null
  /** What it agreed to: plan, interval, fee, currency and prices, frozen when it subscribed. */
  readonly terms: PlanTerms
  /** What automatic charges use; an organization's default plays no part in them. */
  readonly paymentMethodId: string
  readonly coupon: Coupon.AppliedCoupon | null
  /** From which every cycle is computed. Pausing, cutting and paying never move it. */
  readonly anchor: Anchor
  /** The month, counted from the first one of the subscription, in which the anchor's first cycle starts. */
  readonly anchorMonth: number
  /** The running cycle. Its number goes on counting when the anchor changes. */
  readonly cycle: Cycle
  /** A change of plan that waits for the boundary. */
  readonly scheduledTerms: PlanTerms | null
  /** The boundary at which it ends, when it was cancelled for the end of its period. */
  readonly cancelAt: number | null
  /** Set while an invoice of it is delinquent, also when it is paused or ended. */
  readonly dunning: Dunning | null
  readonly pausedAt: number | null
  readonly cancelledAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
