// Subscriptions of an organization. Models "Subscription", "Create a subscription", "Preview upcoming invoice" and
// "Check subscription status" of the specification; the status check by GAP-30, further members by GAP-32, GAP-33 and
// GAP-36.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Authorization } from "./authorization.ts"
import { failsWith } from "./errors.ts"
import { WireInvoice } from "./invoices.ts"
import { bodyRefusals, operation } from "./operation.ts"
import { Amount, Count, Currency, organizationParams, Text, Timestamp, Uuid } from "./wire.ts"

const coupon = {
  couponId: Uuid,
  code: Text,
  status: Schema.Literals(["ACTIVE", "DEPLETED", "EXPIRED"]),
  duration: Schema.Literals(["ONCE", "REPEATING", "FOREVER"]),
  durationInMonths: Schema.NullOr(Count),
  createdAt: Timestamp,
}

const percent = Schema.Finite.check(
  Schema.makeFilter((value: number) => value >= 0 && value <= 100 && Number(value.toFixed(2)) === value, {
    expected: "a percentage with at most two decimals",
    toJsonSchema: () => ({ minimum: 0, maximum: 100 }),
  }),
)

/** The coupon of a subscription; `amount` is in percent or in minor units, by its type. GAP-32 */
export const WireSubscriptionCoupon = Schema.Union([
  Schema.Struct({ ...coupon, type: Schema.Literal("PERCENTAGE"), amount: percent }),
  Schema.Struct({ ...coupon, type: Schema.Literal("FIXED"), amount: Amount }),
]).annotate({ identifier: "SubscriptionCoupon" })
export type WireSubscriptionCoupon = typeof WireSubscriptionCoupon.Type

/** A subscription. `coupons` has one element at most; what does not apply is null. */
export const WireSubscription = Schema.Struct({
  subscriptionId: Uuid,
  organizationId: Uuid,
  planId: Uuid,
  planIntervalId: Uuid,
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
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Timestamp,
  usageAllowed: Schema.Boolean,
  cancelAt: Schema.NullOr(Timestamp),
  pastDueAt: Schema.NullOr(Timestamp),
  pausedAt: Schema.NullOr(Timestamp),
  cancelledAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).annotate({ identifier: "Subscription" })
export type WireSubscription = typeof WireSubscription.Type

/** What to subscribe to, paid how, with which coupon. */
export const WireNewSubscription = Schema.Struct({
  planId: Uuid,
  planIntervalId: Uuid,
  paymentMethodId: Text,
  coupon: Schema.optionalKey(Schema.Struct({ code: Text })),
})
export type WireNewSubscription = typeof WireNewSubscription.Type

/** The operations on subscriptions. */
export const subscriptions = HttpApiGroup.make("subscriptions")
  .add(
    HttpApiEndpoint.post("create", "/", {
      params: organizationParams,
      payload: WireNewSubscription,
      success: WireSubscription.pipe(HttpApiSchema.status(201)),
      error: failsWith(
        "plan.not_found",
        "payment_method.not_found",
        "coupon.not_found",
        "plan.inactive",
        "subscription.already_exists",
        "invoice.payment_in_progress",
        "organization.payment_method_required",
        "payment_method.currency_mismatch",
        "billing_threshold.currency_mismatch",
        "coupon.not_for_plan",
        "coupon.not_for_interval",
        "coupon.expired",
        "coupon.depleted",
        "coupon.currency_mismatch",
        "coupon.already_used",
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Create a subscription",
        description: "Subscribes the organization to an interval of a plan. Nothing is charged yet.",
        permission: "subscription:write",
        movesMoney: true,
      }),
    ),
    HttpApiEndpoint.get("check", "/", {
      params: organizationParams,
      success: WireSubscription,
      error: failsWith("subscription.not_found"),
    }).annotateMerge(
      operation({
        summary: "Check subscription status",
        description: "The live subscription of the organization, or else the one cancelled last.",
        permission: "subscription:read",
      }),
    ),
    HttpApiEndpoint.get("previewUpcomingInvoice", "/upcoming-invoice", {
      params: organizationParams,
      success: WireInvoice,
      error: failsWith("subscription.not_found", "invoice.no_upcoming"),
    }).annotateMerge(
      operation({
        summary: "Preview upcoming invoice",
        description: "The running document, under the id that it will be issued with.",
        permission: "subscription:read",
      }),
    ),
  )
  .prefix("/organizations/:organizationId/subscriptions")
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Subscriptions", description: "One live subscription at most." }),
  )
