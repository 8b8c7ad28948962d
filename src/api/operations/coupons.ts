// Coupons: whether one can be used, and those that an organization used. Models the coupons of "What the service does"
// and the availability operation of "Create a subscription" of the specification; GAP-37, GAP-49.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { failsWith } from "../errors/errors.ts"
import { pageOf, paging } from "../records/paging.ts"
import {
  Amount,
  Count,
  Currency,
  organizationParams,
  Percent,
  Text,
  Timestamp,
  Uuid,
} from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { operation } from "./operation.ts"

const coupon = {
  couponId: Uuid,
  code: Text,
  name: Schema.String,
  duration: Schema.Literals(["ONCE", "REPEATING", "FOREVER"]),
  durationInMonths: Schema.NullOr(Count),
  maxRedemptions: Schema.NullOr(Count),
  redeemBy: Schema.NullOr(Timestamp),
  timesRedeemed: Count,
  amountRedeemed: Amount,
  status: Schema.Literals(["ACTIVE", "DEPLETED", "EXPIRED"]),
}
const percentage = { type: Schema.Literal("PERCENTAGE"), amount: Percent, currency: Schema.Null }
const fixed = { type: Schema.Literal("FIXED"), amount: Amount, currency: Currency }

/**
 * A coupon; `amount` is in percent, or in minor units of `currency`, by its type. `timesRedeemed` and `amountRedeemed`
 * count every organization. GAP-49
 */
export const WireCoupon = Schema.Union([
  Schema.Struct({ ...coupon, ...percentage }),
  Schema.Struct({ ...coupon, ...fixed }),
]).annotate({ identifier: "Coupon" })
export type WireCoupon = typeof WireCoupon.Type

const redemption = {
  redemption: Schema.Struct({
    subscriptionId: Uuid,
    currency: Currency,
    amountRedeemed: Amount,
    redeemedAt: Timestamp,
  }),
}

/** A coupon that an organization used; `redemption` is what this organization got of it so far. GAP-49 */
export const WireRedeemedCoupon = Schema.Union([
  Schema.Struct({ ...coupon, ...percentage, ...redemption }),
  Schema.Struct({ ...coupon, ...fixed, ...redemption }),
]).annotate({ identifier: "RedeemedCoupon" })
export type WireRedeemedCoupon = typeof WireRedeemedCoupon.Type

/** The coupon of a code, and whether it can be used; `reason` is null where it can. GAP-37 */
export const WireCouponAvailability = Schema.Struct({
  coupon: Schema.NullOr(WireCoupon),
  meta: Schema.Struct({
    available: Schema.Boolean,
    reason: Schema.NullOr(
      Schema.Literals([
        "not_found",
        "expired",
        "depleted",
        "not_for_plan",
        "not_for_interval",
        "currency_mismatch",
        "already_used",
      ]),
    ),
  }),
}).annotate({ identifier: "CouponAvailability" })
export type WireCouponAvailability = typeof WireCouponAvailability.Type

/** With which interval of which plan; both or none. */
const chosenInterval = Schema.Struct({
  planId: Schema.optionalKey(Uuid),
  planIntervalId: Schema.optionalKey(Uuid),
}).check(
  Schema.makeFilter(
    ({ planId, planIntervalId }: { readonly planId?: string; readonly planIntervalId?: string }) =>
      (planId === undefined) === (planIntervalId === undefined)
        ? undefined
        : { path: [planId === undefined ? "planId" : "planIntervalId"], issue: "Required" },
  ),
)

/** The operations on coupons. */
export const coupons = HttpApiGroup.make("coupons")
  .add(
    HttpApiEndpoint.get("checkAvailability", "/coupons/:code/availability", {
      params: { code: Text },
      query: chosenInterval,
      success: WireCouponAvailability,
      error: failsWith("plan.not_found", "plan.inactive"),
    }).annotateMerge(
      operation({
        summary: "Check a coupon's availability",
        description:
          "Whether the caller's organization could subscribe with this coupon now, to this interval of this plan; without them only what does not depend on a plan is checked.",
        permission: "coupon:read",
      }),
    ),
    HttpApiEndpoint.get("list", "/organizations/:organizationId/coupons", {
      params: organizationParams,
      query: paging,
      success: pageOf(WireRedeemedCoupon),
    }).annotateMerge(
      operation({
        summary: "List used coupons",
        description: "The coupons that the organization used, the latest first, with what it got of each.",
        permission: "coupon:read",
      }),
    ),
  )
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Coupons", description: "Discounts by code." }))
