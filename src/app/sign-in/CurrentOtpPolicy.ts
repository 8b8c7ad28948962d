// The bounds of one-time passwords that use cases follow; an embedding service provides its own.
import * as Context from "effect/Context"
import { defaultOtpPolicy, type OtpPolicy } from "../../core/identity/OtpPolicy.ts"

/** The OTP policy of the running service; the documented defaults unless another one is provided. GAP-12 */
export const CurrentOtpPolicy = Context.Reference<OtpPolicy>("studio-billing/app/OtpPolicy", {
  defaultValue: () => defaultOtpPolicy,
})
