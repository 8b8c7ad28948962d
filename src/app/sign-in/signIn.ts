// Signing in: a verified one-time password is exchanged for tokens, at most once, also under concurrency. The same
// commit uses it up and opens the session. Models "Complete passwordless sign-in" of the specification. GAP-13, GAP-17
import * as Effect from "effect/Effect"
import type { OrganizationNotFound, OrganizationSelectionRequired } from "../../core/identity/Access.ts"
import type { OtpAddressRejection } from "../../core/identity/OtpAddress.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { Secrets } from "../../ports/Secrets.ts"
import type { TokenIssuer } from "../../ports/TokenIssuer.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { about, useCase } from "../execution/useCase.ts"
import { userChange } from "./changes.ts"
import { chosenMembership } from "./memberships.ts"
import { openSession } from "./openSession.ts"
import { presentCode } from "./presentCode.ts"
import { type Grant, issueTokens, type Tokens } from "./tokens.ts"

/** A verified OTP with its code; `organizationId` may be null when the user has only one. */
export interface SignIn {
  readonly otpId: string
  readonly code: string
  readonly organizationId: string | null
}

/** Why a sign-in is refused. */
export type SignInRejection = OtpAddressRejection | OrganizationNotFound | OrganizationSelectionRequired

/**
 * Exchanges a verified OTP for tokens with the permissions of the user's membership.
 *
 * The code is checked first. A refused choice of the organization leaves the OTP as it was, so that the call can be
 * repeated with another choice.
 *
 * @example
 * ```ts
 * const { otpId } = yield* requestOtp({ email: "owner@example.com", context: "MAGIC_AUTH" })
 * // …the code arrives at the address…
 * yield* validateOtp({ otpId, email: "owner@example.com", code: "402913", context: "MAGIC_AUTH" })
 * yield* signIn({ otpId, code: "402913", organizationId: null })
 * // { accessToken: "eyJ…", refreshToken: "…", expiresIn: 3600 }
 * yield* signIn({ otpId, code: "402913", organizationId: null })
 * // fails with { _tag: "OtpAlreadyUsed" }
 * ```
 */
export const signIn = useCase("signIn")(
  (
    request: SignIn,
  ): Effect.Effect<Tokens, SignInRejection | StoreBusy, BillingStore | IdSource | Secrets | TokenIssuer> =>
    Effect.flatMap(retryConflicts(exchange(request)), issueTokens),
  about,
)

const exchange = Effect.fnUntraced(function* (
  request: SignIn,
): Effect.fn.Return<Grant, SignInRejection | VersionConflict, BillingStore | IdSource | Secrets> {
  const store = yield* BillingStore
  const { change, user, now } = yield* presentCode(request, (facts) => ({ _tag: "Exchange", ...facts }))
  const { organizationId, permissions } = yield* chosenMembership(user.value, request.organizationId)
  const grant = { userId: user.value.userId, organizationId, permissions, now }
  const { changes, ...opened } = yield* openSession(grant)
  yield* store.commit(commitOfScopes([change, userChange(user, user.value), ...changes]))
  return { ...grant, ...opened }
})
