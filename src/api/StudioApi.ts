// The wire contract as one value: from it come the types, the router, the decoders, the OpenAPI document and the typed
// client. Models "Endpoints" of the specification; everything is under /studio, and no path names a version (GAP-05).
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { auth } from "./auth.ts"
import { coupons } from "./coupons.ts"
import { WireEvent, webhooks } from "./events.ts"
import { headers } from "./headers.ts"
import { invoices } from "./invoices.ts"
import { AnyOperation, openRecords } from "./operation.ts"
import { paymentMethods } from "./paymentMethods.ts"
import { plans } from "./plans.ts"
import { profile } from "./profile.ts"
import { subscriptions } from "./subscriptions.ts"
import { thresholds } from "./thresholds.ts"
import { vouchers } from "./vouchers.ts"

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
      transform: (spec) => ({
        ...spec,
        webhooks,
        components: { ...openRecords(spec.components), headers },
      }),
    }),
  )
