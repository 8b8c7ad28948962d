// The records of an organization beside its invoices.
import * as Schema from "effect/Schema"
import { WireSubscription, WireVoucherUsage } from "../../../../src/api/index.ts"
import type {
  PaymentMethod as PaymentMethods,
  Records,
  Subscription as Subscriptions,
  Voucher as Vouchers,
} from "../../../../src/index.ts"
import { AppliedCoupon, PlanTerms } from "./catalogue.ts"
import { At, AtOrNull, Interval, Natural, owner } from "./scalars.ts"

const methodMembers = {
  paymentMethodId: Schema.String,
  ...owner,
  isDefault: Schema.Boolean,
  billingDetails: Schema.Struct({
    name: Schema.NullOr(Schema.String),
    email: Schema.NullOr(Schema.String),
    phone: Schema.optionalKey(Schema.String),
    address: Schema.optionalKey(
      Schema.Struct({
        line1: Schema.String,
        city: Schema.String,
        state: Schema.String,
        postalCode: Schema.String,
        country: Schema.String,
      }),
    ),
  }),
  test: Schema.Boolean,
  createdAt: At,
}

/** A payment method. */
export const PaymentMethod: Schema.Codec<PaymentMethods.PaymentMethod> = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("CARD"),
    ...methodMembers,
    brand: Schema.String,
    last4: Schema.String,
    expMonth: Natural,
    expYear: Natural,
    gatewayReference: Schema.String,
  }),
  Schema.Struct({ type: Schema.Literal("BOLETO"), ...methodMembers }),
])

/** A subscription. */
export const Subscription: Schema.Codec<Subscriptions.Subscription> = Schema.Struct({
  subscriptionId: Schema.String,
  ...owner,
  status: WireSubscription.fields.status,
  pastDueReason: WireSubscription.fields.pastDueReason,
  pastDueAt: AtOrNull,
  terms: PlanTerms,
  quantity: Schema.optionalKey(Natural),
  scheduledQuantity: Schema.optionalKey(Natural),
  paymentMethodId: Schema.String,
  coupon: Schema.NullOr(AppliedCoupon),
  anchor: Schema.Struct({ anchorAt: At, anchorDay: Natural, interval: Interval, firstCycle: Natural }),
  anchorMonth: Natural,
  trial: Schema.optionalKey(Schema.Struct({ endAt: At, announced: Schema.Boolean, ended: Schema.Boolean })),
  trialPlanIds: Schema.optionalKey(Schema.Array(Schema.String)),
  cycle: Schema.Struct({ cycle: Natural, startAt: At, endAt: At }),
  scheduledTerms: Schema.NullOr(PlanTerms),
  cancelAt: AtOrNull,
  dunning: Schema.NullOr(
    Schema.Struct({
      startedAt: At,
      tries: Natural,
      attemptId: Schema.NullOr(Schema.String),
      waitedUntil: AtOrNull,
      exhaustedAt: AtOrNull,
      refusedMethodIds: Schema.optionalKey(Schema.Array(Schema.String)),
    }),
  ),
  pausedAt: AtOrNull,
  pauseReason: WireSubscription.fields.pauseReason,
  cancelledAt: AtOrNull,
  createdAt: At,
  updatedAt: At,
})

/** A billing period with its owner. */
export const BillingPeriod: Schema.Codec<Records["BillingPeriod"]> = Schema.Struct({
  subscriptionId: Schema.String,
  cycle: Natural,
  month: Natural,
  startAt: At,
  endAt: At,
  segments: Schema.Array(
    Schema.Struct({
      terms: PlanTerms,
      startAt: At,
      endAt: AtOrNull,
      spans: Schema.Array(Schema.Struct({ from: At, to: AtOrNull })),
      usage: Schema.Array(Schema.Struct({ meter: Schema.String, quantity: Natural })),
      stretches: Schema.optionalKey(Schema.Array(Schema.Struct({ quantity: Natural, from: At }))),
    }),
  ),
  credits: Schema.Array(
    Schema.Struct({
      parts: Schema.Array(Schema.Struct({ segment: Natural, invoiceId: Schema.String, amount: Natural })),
      // Negative where the invoices had got less of the coupon than one invoice of what is left.
      couponAmount: Schema.Int,
      at: At,
    }),
  ),
  items: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        itemId: Schema.String,
        name: Schema.String,
        unitPrice: Natural,
        quantity: Natural,
        createdAt: At,
      }),
    ),
  ),
  advanceInvoiceIds: Schema.optionalKey(Schema.Array(Schema.String)),
  settled: Schema.Boolean,
  ...owner,
})

/** A voucher. */
export const Voucher: Schema.Codec<Vouchers.Voucher> = Schema.Struct({
  voucherId: Schema.String,
  ...owner,
  name: Schema.String,
  currency: Schema.String,
  amount: Natural,
  balance: Natural,
  amountRedeemed: Natural,
  payouts: Schema.optionalKey(
    Schema.Array(Schema.Struct({ payoutId: Schema.String, amount: Natural, at: At })),
  ),
  version: Natural,
  effectiveAt: At,
  expiresAt: AtOrNull,
  creditOf: Schema.NullOr(Schema.String),
  frozen: Schema.Boolean,
  revokedAt: AtOrNull,
  createdAt: At,
})

/** An entry of a voucher's ledger with its owner. */
export const VoucherEntry: Schema.Codec<Records["VoucherEntry"]> = Schema.Struct({
  voucherId: Schema.String,
  sequence: Natural,
  kind: WireVoucherUsage.fields.type,
  cause: Schema.String,
  invoiceId: Schema.NullOr(Schema.String),
  amount: Natural,
  at: At,
  ...owner,
})

/** A threshold with its owner. */
export const BillingThreshold: Schema.Codec<Records["BillingThreshold"]> = Schema.Struct({
  value: Natural,
  currency: Schema.String,
  ...owner,
})

/** The use of a coupon with its owner. */
export const CouponUse: Schema.Codec<Records["CouponUse"]> = Schema.Struct({
  couponId: Schema.String,
  code: Schema.String,
  subscriptionId: Schema.String,
  currency: Schema.String,
  amountRedeemed: Natural,
  at: At,
  ...owner,
})

/** A usage event with its owner. */
export const UsageEvent: Schema.Codec<Records["UsageEvent"]> = Schema.Struct({
  eventId: Schema.String,
  meter: Schema.String,
  quantity: Natural,
  occurredAt: At,
  billedAt: At,
  ...owner,
})
