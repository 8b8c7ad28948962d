// The bounds of one-time passwords that use cases follow; an embedding service provides its own.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { checkOtpPolicy } from "../../core/identity/checkOtpPolicy.ts"
import { defaultOtpPolicy, type OtpPolicy } from "../../core/identity/OtpPolicy.ts"

/** The OTP policy of the running service; the documented defaults unless another one is provided. GAP-12 */
export const CurrentOtpPolicy = Context.Reference<OtpPolicy>("studio-billing/app/OtpPolicy", {
  defaultValue: () => defaultOtpPolicy,
})

/** Provides bounds that can be kept. With any others the service ends at its start, and says which to change. */
export const otpPolicy = (policy: OtpPolicy): Layer.Layer<never> =>
  Layer.effect(
    CurrentOtpPolicy,
    Effect.suspend(() => {
      const checked = checkOtpPolicy(policy)
      if (Result.isSuccess(checked)) return Effect.succeed(checked.success)
      return Effect.die(new Error(`The OTP policy cannot be kept: ${checked.failure.message}`))
    }),
  )
