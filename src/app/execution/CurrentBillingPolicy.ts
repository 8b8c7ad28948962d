// The billing policy that use cases follow; an embedding service provides its own.
import * as Context from "effect/Context"
import { type BillingPolicy, defaultPolicy } from "../../core/policy/BillingPolicy.ts"

/** The billing policy of the running service; the documented defaults unless another one is provided. */
export const CurrentBillingPolicy = Context.Reference<BillingPolicy>("studio-billing/app/BillingPolicy", {
  defaultValue: () => defaultPolicy,
})
