// The billing policy that use cases follow; an embedding service provides its own.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { type BillingPolicy, defaultPolicy } from "../../core/policy/BillingPolicy.ts"
import { checkPolicy } from "../../core/policy/checkPolicy.ts"

/** The billing policy of the running service; the documented defaults unless another one is provided. */
export const CurrentBillingPolicy = Context.Reference<BillingPolicy>("studio-billing/app/BillingPolicy", {
  defaultValue: () => defaultPolicy,
})

/** Provides a policy that `checkPolicy` finds sound. With any other one the service ends at its start, and says why. */
export const billingPolicy = (policy: BillingPolicy): Layer.Layer<never> =>
  Layer.effect(
    CurrentBillingPolicy,
    Effect.suspend(() => {
      const checked = checkPolicy(policy)
      if (Result.isSuccess(checked)) return Effect.succeed(checked.success)
      const { failure } = checked
      const fault =
        failure._tag === "PolicyMemberInvalid"
          ? failure.message
          : `${failure.rule}, change ${failure.members.map((member) => `${member} (${policy[member]})`).join(" or ")}`
      return Effect.die(new Error(`The billing policy cannot be kept: ${fault}`))
    }),
  )
