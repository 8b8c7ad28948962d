// Plans and coupons, as an account manager would define them. GAP-49, GAP-101, GAP-114
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  Count,
  pageOf,
  paging,
  Timestamp,
  WireCoupon,
  WirePlanInterval,
  WirePlanStatus,
} from "../../../src/api/index.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"
import { CouponChange, CouponWish, couponFits, PlanChange, PlanWish } from "./records.ts"

const metered = { meter: Schema.String, name: Schema.String, currency: Schema.String }

/** A plan with its price book, and how many are subscribed to it. */
export const DefinedPlan = Schema.Struct({
  planId: Schema.String,
  name: Schema.String,
  description: Schema.String,
  status: WirePlanStatus,
  intervals: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      interval: WirePlanInterval.fields.interval,
      amount: Schema.Int,
      currency: Schema.String,
      trialDays: Schema.optionalKey(Schema.Int),
      quantityAllowed: Schema.optionalKey(Schema.Boolean),
      feeTiming: WirePlanInterval.fields.feeTiming,
    }),
  ),
  prices: Schema.Array(
    Schema.Union([
      Schema.Struct({ ...metered, model: Schema.Literal("STANDARD"), unitPrice: Schema.Int }),
      Schema.Struct({
        ...metered,
        model: Schema.Literal("PACKAGE"),
        packageSize: Schema.Int,
        packagePrice: Schema.Int,
        freeUnits: Schema.Int,
      }),
      Schema.Struct({
        ...metered,
        model: Schema.Literal("GRADUATED"),
        bands: Schema.Array(Schema.Struct({ upTo: Schema.NullOr(Schema.Int), unitPrice: Schema.Int })),
      }),
    ]),
  ),
  /** How many live subscriptions are to it. */
  liveSubscriptions: Count,
}).annotate({ identifier: "DefinedPlan" })
export type DefinedPlan = typeof DefinedPlan.Type

const own = { planIds: Schema.NullOr(Schema.Array(Schema.String)), createdAt: Timestamp }

/** A coupon as clients see it, with what they are not told of it. */
export const DefinedCoupon = Schema.Union(
  WireCoupon.members.map((member) => Schema.Struct({ ...member.fields, ...own })),
).annotate({ identifier: "DefinedCoupon" })
export type DefinedCoupon = typeof DefinedCoupon.Type

/** The calls about plans and coupons. */
export const catalogue = HttpApiGroup.make("catalogue")
  .add(
    HttpApiEndpoint.get("plans", "/plans", { query: paging, success: pageOf(DefinedPlan) }).annotateMerge(
      call({
        summary: "List plans",
        answer: "The plans with their prices, and how many live subscriptions each has.",
      }),
    ),
    HttpApiEndpoint.post("createPlan", "/plans", {
      payload: PlanWish,
      success: DefinedPlan.pipe(HttpApiSchema.status(201)),
      error: failsWith("plan.already_exists", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Make a plan",
        answer: "The plan.",
        body: {
          name: "Nova",
          description: "Newly made",
          intervals: [{ interval: "MONTHLY", amount: 4900, currency: "BRL" }],
          prices: [{ meter: "seats", name: "Seats", currency: "BRL", model: "STANDARD", unitPrice: 100 }],
        },
      }),
    ),
    HttpApiEndpoint.patch("updatePlan", "/plans/:planId", {
      params: { planId: Schema.String },
      payload: PlanChange,
      success: DefinedPlan,
      error: failsWith("plan.not_found", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Change a plan",
        description:
          "Renames, describes, retires (`INACTIVE`) or reopens a plan; what is left out stays. Fees and prices never change: make another plan. Subscriptions keep their terms.",
        answer: "The plan as it is now.",
        body: { status: "INACTIVE" },
      }),
    ),
    HttpApiEndpoint.get("coupons", "/coupons", {
      query: paging,
      success: pageOf(DefinedCoupon),
    }).annotateMerge(call({ summary: "List coupons", answer: "The coupons." })),
    HttpApiEndpoint.post("createCoupon", "/coupons", {
      payload: CouponWish.check(couponFits),
      success: DefinedCoupon.pipe(HttpApiSchema.status(201)),
      error: failsWith("plan.not_found", "coupon.already_exists", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Make a coupon",
        answer: "The coupon.",
        body: { code: "SPRING", name: "Spring", type: "PERCENTAGE", amount: 12.5, duration: "ONCE" },
      }),
    ),
    HttpApiEndpoint.patch("updateCoupon", "/coupons/:code", {
      params: { code: Schema.String },
      payload: CouponChange,
      success: DefinedCoupon,
      error: failsWith("coupon.not_found", "plan.not_found", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Change a coupon",
        description:
          "Changes who can redeem a coupon from now on; what is left out stays, and null removes a limit. A `redeemBy` that has passed ends it. Whoever redeemed it keeps the discount.",
        answer: "The coupon as it is now.",
        body: { maxRedemptions: 100 },
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Catalogue", description: "Plans and coupons." }))
