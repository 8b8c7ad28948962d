// The wire contract as one value: from it come the types, the router, the decoders, the OpenAPI document and the typed
// client. Models "Endpoints" of the specification; everything is under /studio, and no path names a version (GAP-05).
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { auth } from "./operations/auth.ts"
import { coupons } from "./operations/coupons.ts"
import { invoices } from "./operations/invoices.ts"
import { AnyOperation, openRecords, withIntegers } from "./operations/operation.ts"
import { paymentMethods } from "./operations/paymentMethods.ts"
import { plans } from "./operations/plans.ts"
import { profile } from "./operations/profile.ts"
import { subscriptions } from "./operations/subscriptions.ts"
import { thresholds } from "./operations/thresholds.ts"
import { vouchers } from "./operations/vouchers.ts"
import { WireEvent } from "./records/events.ts"

/** The contract of the billing service. */
export const StudioApi = HttpApi.make("studio")
  .add(auth, plans, paymentMethods, subscriptions, invoices, coupons, vouchers, thresholds, profile)
  .prefix("/studio")
  .middleware(AnyOperation)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.AdditionalSchemas, [WireEvent])
  .annotateMerge(
    OpenApi.annotations({
      title: "Studio billing",
      version: "1",
      description: "Plans, payment methods, subscriptions, invoices and passwordless sign-in.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "http://127.0.0.1:4010", description: "The simulator, where it starts by itself." }],
      transform: (spec) => ({ ...spec, components: withIntegers(openRecords(spec.components)) }),
    }),
  )
