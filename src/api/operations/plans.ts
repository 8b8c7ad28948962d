// Plans: what an organization can subscribe to. Models "Plan", "PlanInterval" and "List plans" of the specification.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { pageOf, paging } from "../records/paging.ts"
import { Amount, Count, Currency, Uuid } from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { operation } from "./operation.ts"

/** Tells whether a plan can be subscribed to. GAP-38 */
export const WirePlanStatus = Schema.Literals(["ACTIVE", "INACTIVE"])

/** One way to pay for a plan; its `id` is the `planIntervalId` of a new subscription. */
export const WirePlanInterval = Schema.Struct({
  id: Uuid,
  interval: Schema.Literals(["MONTHLY", "YEARLY"]),
  amount: Amount,
  currency: Currency,
  /** How many days the trial of a new subscription lasts; absent without one. GAP-167 */
  trialDays: Schema.optionalKey(Count),
  /** Whether a subscription may have more than one unit; the amount is that of one. Absent: it may not. GAP-170 */
  quantityAllowed: Schema.optionalKey(Schema.Boolean),
  /** ADVANCE where the fee of a cycle is billed as it begins; absent: as it ends. GAP-174 */
  feeTiming: Schema.optionalKey(Schema.Literals(["ARREARS", "ADVANCE"])),
}).annotate({ identifier: "PlanInterval" })
export type WirePlanInterval = typeof WirePlanInterval.Type

/** A plan of the catalogue. */
export const WirePlan = Schema.Struct({
  planId: Uuid,
  name: Schema.String,
  description: Schema.String,
  intervals: Schema.Array(WirePlanInterval),
  status: WirePlanStatus,
}).annotate({ identifier: "Plan" })
export type WirePlan = typeof WirePlan.Type

/** The operations on plans. */
export const plans = HttpApiGroup.make("plans")
  .add(
    HttpApiEndpoint.get("list", "/plans", {
      query: { ...paging, status: Schema.optionalKey(WirePlanStatus) },
      success: pageOf(WirePlan),
    }).annotateMerge(
      operation({
        summary: "List plans",
        description: "The plans of the catalogue; `status` leaves those of one status.",
        permission: "plan:read",
      }),
    ),
  )
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Plans", description: "What can be subscribed to." }))
