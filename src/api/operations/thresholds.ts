// The billing threshold of an organization: at how much unbilled usage an invoice is cut in the middle of a cycle (rule 3
// of the specification). Paths and members by GAP-47.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { failsWith } from "../errors/errors.ts"
import { SafeInteger } from "../records/SafeInteger.ts"
import { Currency, organizationParams } from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { bodyRefusals, operation } from "./operation.ts"

/** A billing threshold; its currency is that of the live subscription. */
export const WireBillingThreshold = Schema.Struct({
  value: SafeInteger.check(Schema.isGreaterThan(0, { expected: "a positive integer" })),
  currency: Currency,
}).annotate({ identifier: "BillingThreshold" })
export type WireBillingThreshold = typeof WireBillingThreshold.Type

/** The operations on the billing threshold. */
export const thresholds = HttpApiGroup.make("thresholds")
  .add(
    HttpApiEndpoint.get("get", "/", {
      params: organizationParams,
      success: WireBillingThreshold,
      error: failsWith("billing_threshold.not_found"),
    }).annotateMerge(
      operation({
        summary: "View the billing threshold",
        description: "The threshold of the organization.",
        permission: "billing_threshold:read",
      }),
    ),
    HttpApiEndpoint.put("set", "/", {
      params: organizationParams,
      payload: WireBillingThreshold,
      success: WireBillingThreshold,
      error: failsWith(...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Set the billing threshold",
        description:
          "Sets it, or changes it. Usage beyond it that has accumulated already is billed and charged at once.",
        permission: "billing_threshold:write",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/", {
      params: organizationParams,
      success: HttpApiSchema.NoContent,
      error: failsWith("billing_threshold.not_found"),
    }).annotateMerge(
      operation({
        summary: "Remove the billing threshold",
        description: "Takes it away: from then on usage is billed when a cycle ends.",
        permission: "billing_threshold:write",
      }),
    ),
  )
  .prefix("/organizations/:organizationId/billing-threshold")
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Billing threshold",
      description: "When usage is billed before its cycle ends.",
    }),
  )
