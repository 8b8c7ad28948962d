// The record of a subscription, as its operations answer with it. Models "Subscription" of the specification; further
// members by GAP-32, GAP-33, GAP-36 and GAP-90.
import * as Schema from "effect/Schema"
import { Amount, Count, Currency, Percent, Text, Timestamp, Uuid } from "./wire.ts"

const coupon = {
  couponId: Uuid,
  code: Text,
  status: Schema.Literals(["ACTIVE", "DEPLETED", "EXPIRED"]),
  duration: Schema.Literals(["ONCE", "REPEATING", "FOREVER"]),
  durationInMonths: Schema.NullOr(Count),
  createdAt: Timestamp,
}

/** The coupon of a subscription; `amount` is in percent or in minor units, by its type. GAP-32 */
export const WireSubscriptionCoupon = Schema.Union([
  Schema.Struct({ ...coupon, type: Schema.Literal("PERCENTAGE"), amount: Percent }),
  Schema.Struct({ ...coupon, type: Schema.Literal("FIXED"), amount: Amount }),
]).annotate({ identifier: "SubscriptionCoupon" })
export type WireSubscriptionCoupon = typeof WireSubscriptionCoupon.Type

/** A subscription. `coupons` has one element at most; what does not apply is null. */
export const WireSubscription = Schema.Struct({
  subscriptionId: Uuid,
  organizationId: Uuid,
  planId: Uuid,
  planIntervalId: Uuid,
  /** How many units it has; absent where the interval does not allow more than one. GAP-170 */
  quantity: Schema.optionalKey(Count),
  paymentMethodId: Text,
  currency: Currency,
  status: Schema.Literals(["ACTIVE", "PAST_DUE", "PAUSED", "CANCELLED"]),
  pastDueReason: Schema.NullOr(
    Schema.Literals([
      "PAYMENT_DECLINED",
      "INSUFFICIENT_FUNDS",
      "CARD_EXPIRED",
      "NO_PAYMENT_METHOD",
      "BOLETO_EXPIRED",
      "PAYMENT_ERROR",
    ]),
  ),
  coupons: Schema.Array(WireSubscriptionCoupon),
  /** The end of the running trial; null once it is over, and absent where there was none. GAP-167 */
  trialEndsAt: Schema.optionalKey(Schema.NullOr(Timestamp)),
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Timestamp,
  usageAllowed: Schema.Boolean,
  scheduledChange: Schema.NullOr(
    Schema.Struct({ planId: Uuid, planIntervalId: Uuid, effectiveAt: Timestamp }),
  ),
  /** The quantity that waits for the end of the period; absent where `quantity` is. */
  scheduledQuantityChange: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ quantity: Count, effectiveAt: Timestamp })),
  ),
  cancelAt: Schema.NullOr(Timestamp),
  pastDueAt: Schema.NullOr(Timestamp),
  pausedAt: Schema.NullOr(Timestamp),
  /** `UNPAID` where exhausted dunning paused it; absent where somebody asked for that, and unless PAUSED. GAP-193 */
  pauseReason: Schema.optionalKey(Schema.Literal("UNPAID")),
  cancelledAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).annotate({ identifier: "Subscription" })
export type WireSubscription = typeof WireSubscription.Type
