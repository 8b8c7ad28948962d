// Validating a one-time password proves that its code arrived, and so verifies the user's address. Models "Validate an
// OTP" of the specification. GAP-11, GAP-19
import * as Effect from "effect/Effect"
import { verifyEmail } from "../../core/identity/Access.ts"
import type { OtpContext } from "../../core/identity/Otp.ts"
import type { OtpAddressRejection } from "../../core/identity/OtpAddress.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import type { Secrets } from "../../ports/Secrets.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { userChange } from "./changes.ts"
import { presentCode } from "./presentCode.ts"

/** The code that arrived, with the address and the context that it was requested for. */
export interface ValidateOtp {
  readonly otpId: string
  readonly email: string
  readonly code: string
  readonly context: OtpContext
}

/**
 * Verifies an OTP by its code, and its user's address in the same commit. A repeat with the right code succeeds and
 * changes nothing.
 */
export const validateOtp = useCase("validateOtp")(
  (validation: ValidateOtp): Effect.Effect<void, OtpAddressRejection | StoreBusy, BillingStore | Secrets> =>
    retryConflicts(tryToValidate(validation)),
)

const tryToValidate = Effect.fnUntraced(function* (
  validation: ValidateOtp,
): Effect.fn.Return<void, OtpAddressRejection | VersionConflict, BillingStore | Secrets> {
  const store = yield* BillingStore
  const { email, context } = validation
  const { events, change, user } = yield* presentCode(validation, (facts) => ({
    _tag: "Validate",
    email,
    context,
    ...facts,
  }))
  if (events.length === 0) return
  yield* store.commit(commitOfScopes([change, userChange(user, verifyEmail(user.value))]))
})
