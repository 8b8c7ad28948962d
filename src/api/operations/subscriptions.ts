// Subscriptions of an organization. Models "Subscription", "Create a subscription", "Preview upcoming invoice" and
// "Check subscription status" of the specification; the status check, the history and viewing by GAP-30, the commands
// of a subscription's life by GAP-35.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { failsWith } from "../errors/errors.ts"
import { pageOf, paging } from "../records/paging.ts"
import { WireSubscription } from "../records/subscriptionRecord.ts"
import { organizationParams, Quantity, Text, Uuid } from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { WireInvoice } from "./invoices.ts"
import { bodyRefusals, couponRefusals, idempotencyHeaders, keyRefusals, operation } from "./operation.ts"

/** A subscription to create: the plan interval, the payment method and a coupon. */
export const WireNewSubscription = Schema.Struct({
  planId: Uuid,
  planIntervalId: Uuid,
  /** How many units, where the interval allows more than one; absent: 1. GAP-170 */
  quantity: Schema.optionalKey(Quantity),
  paymentMethodId: Text,
  coupon: Schema.optionalKey(Schema.Struct({ code: Text })),
})
export type WireNewSubscription = typeof WireNewSubscription.Type

/** The body of a command without members: any object is taken and ignored. GAP-75 */
const noMembers = [Schema.Record(Schema.String, Schema.Unknown), HttpApiSchema.NoContent] as const

/** When to cancel: at once, unless it says at the end of the period. GAP-35 */
export const WireCancellation = Schema.Struct({ atPeriodEnd: Schema.optionalKey(Schema.Boolean) })
export type WireCancellation = typeof WireCancellation.Type

/** Which plan to change to; at once, unless `when` says at the end of the period. GAP-35, GAP-89 */
export const WirePlanChange = Schema.Struct({
  planId: Uuid,
  planIntervalId: Uuid,
  when: Schema.optionalKey(Schema.Literals(["NOW", "PERIOD_END"])),
})
export type WirePlanChange = typeof WirePlanChange.Type

/** How many units to have; at once, unless `when` says at the end of the period. GAP-170 */
export const WireQuantityChange = Schema.Struct({
  quantity: Quantity,
  when: Schema.optionalKey(Schema.Literals(["NOW", "PERIOD_END"])),
})
export type WireQuantityChange = typeof WireQuantityChange.Type

/** The new payment method of a subscription. */
export const WireSubscriptionUpdate = Schema.Struct({ paymentMethodId: Text })
export type WireSubscriptionUpdate = typeof WireSubscriptionUpdate.Type

/** The operations on subscriptions. */
export const subscriptions = HttpApiGroup.make("subscriptions")
  .add(
    HttpApiEndpoint.post("create", "/", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: WireNewSubscription,
      success: WireSubscription.pipe(HttpApiSchema.status(201)),
      error: failsWith(
        "subscription.quantity_not_allowed",
        "plan.not_found",
        "payment_method.not_found",
        "coupon.not_found",
        "plan.inactive",
        "subscription.already_exists",
        "invoice.payment_in_progress",
        "organization.payment_method_required",
        "payment_method.currency_mismatch",
        "billing_threshold.currency_mismatch",
        ...couponRefusals,
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Create a subscription",
        description:
          "Subscribes the organization to an interval of a plan. Nothing is charged yet, unless its fee is due in advance; then the answer is the subscription after that charge.",
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
    HttpApiEndpoint.patch("update", "/", {
      params: organizationParams,
      payload: WireSubscriptionUpdate,
      success: WireSubscription,
      error: failsWith(
        "subscription.not_found",
        "payment_method.not_found",
        "subscription.invalid_transition",
        "payment_method.currency_mismatch",
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Change a subscription's payment method",
        description: "Charges the subscription with this method from now on.",
        permission: "subscription:write",
      }),
    ),
    HttpApiEndpoint.post("pause", "/pause", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: noMembers,
      success: WireSubscription,
      error: failsWith(
        "subscription.not_found",
        "subscription.in_trial",
        "subscription.invalid_transition",
        "subscription.too_many_changes",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Pause a subscription",
        description:
          "Stops it, and bills and charges what is owed so far. A paused one stays so; one in its trial cannot be paused.",
        permission: "subscription:write",
        bodyOptional: true,
        movesMoney: true,
      }),
    ),
    HttpApiEndpoint.post("resume", "/resume", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: noMembers,
      success: WireSubscription,
      error: failsWith(
        "subscription.not_found",
        "subscription.invalid_transition",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Resume a subscription",
        description:
          "Lets a paused one go on: PAST_DUE if one of its payments failed, else ACTIVE. The rest of a fee in advance is charged.",
        permission: "subscription:write",
        bodyOptional: true,
        movesMoney: true,
      }),
    ),
    HttpApiEndpoint.post("cancel", "/cancel", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: [WireCancellation, HttpApiSchema.NoContent],
      success: WireSubscription,
      error: failsWith(
        "subscription.not_found",
        "subscription.invalid_transition",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Cancel a subscription",
        description:
          "At once, which bills and charges what is owed so far; with `atPeriodEnd` when its period ends.",
        permission: "subscription:write",
        movesMoney: true,
        bodyOptional: true,
      }),
    ),
    HttpApiEndpoint.post("undoCancel", "/undo-cancel", {
      params: organizationParams,
      payload: noMembers,
      success: WireSubscription,
      error: failsWith("subscription.not_found", "subscription.invalid_transition", ...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Take a cancellation back",
        description: "One that waits for the end of the period. What has ended stays so.",
        permission: "subscription:write",
        bodyOptional: true,
      }),
    ),
    HttpApiEndpoint.post("changePlan", "/change-plan", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: WirePlanChange,
      success: WireSubscription,
      error: failsWith(
        "subscription.quantity_not_allowed",
        "subscription.not_found",
        "plan.not_found",
        "plan.inactive",
        "subscription.invalid_transition",
        "subscription.too_many_changes",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Change the plan of a subscription",
        description:
          "At once, which bills and charges what is owed under the old plan; or when its period ends. Choosing the plan in effect takes a waiting change back.",
        permission: "subscription:write",
        movesMoney: true,
      }),
    ),
    HttpApiEndpoint.post("changeQuantity", "/change-quantity", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: WireQuantityChange,
      success: WireSubscription,
      error: failsWith(
        "subscription.quantity_not_allowed",
        "subscription.not_found",
        "subscription.invalid_transition",
        "subscription.too_many_changes",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Change the quantity of a subscription",
        description:
          "How many units of the plan, such as seats: at once, or when its period ends. The fee is due at each quantity for its time. Choosing the quantity in effect takes a waiting change back.",
        permission: "subscription:write",
        movesMoney: true,
      }),
    ),
    HttpApiEndpoint.get("list", "/history", {
      params: organizationParams,
      query: paging,
      success: pageOf(WireSubscription),
    }).annotateMerge(
      operation({
        summary: "List subscriptions",
        description: "All subscriptions that the organization has had, newest first.",
        permission: "subscription:read",
      }),
    ),
    HttpApiEndpoint.get("get", "/:subscriptionId", {
      params: { ...organizationParams, subscriptionId: Uuid },
      success: WireSubscription,
      error: failsWith("subscription.not_found"),
    }).annotateMerge(
      operation({
        summary: "View a subscription",
        description: "One subscription of the organization, also one that has ended.",
        permission: "subscription:read",
      }),
    ),
  )
  .prefix("/organizations/:organizationId/subscriptions")
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Subscriptions", description: "One live subscription at most." }),
  )
