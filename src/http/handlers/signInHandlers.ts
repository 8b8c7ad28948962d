// The operations on one-time passwords, sessions and the profile, by their use cases.
import * as Effect from "effect/Effect"
import { Caller, type Handlers } from "../../api/index.ts"
import {
  Iso,
  refreshTokens,
  requestOtp,
  signIn,
  signOut,
  switchOrganization,
  validateOtp,
  viewProfile,
} from "../../index.ts"
import { answer, type StudioPorts } from "../answer.ts"

/** Implements the groups `auth` and `profile`. */
export const signInHandlers: Pick<Handlers<StudioPorts>, "auth" | "profile"> = {
  auth: {
    requestOtp: ({ payload }) => {
      const { email, recipient, context } = payload
      return answer(
        Effect.map(requestOtp({ email: email ?? recipient ?? "", context }), ({ otpId, expiresAt }) => ({
          otpId,
          expiresAt: Iso.toIso(expiresAt),
        })),
      )
    },
    validateOtp: ({ params, payload }) => answer(validateOtp({ ...payload, ...params })),
    signIn: ({ payload }) => answer(signIn({ ...payload, organizationId: payload.organizationId ?? null })),
    refresh: ({ payload }) => answer(refreshTokens(payload)),
    signOut: ({ payload }) => answer(signOut(payload)),
  },
  profile: {
    get: () =>
      answer(
        Effect.flatMap(Caller, ({ userId }) =>
          // A token of a user that is gone since it was looked at is of nobody.
          Effect.mapError(viewProfile(userId), () => ({ _tag: "AccessTokenInvalid" }) as const),
        ),
      ),
    switchOrganization: ({ payload: { organizationId } }) =>
      answer(
        Effect.flatMap(Caller, ({ userId, sessionId }) =>
          switchOrganization({ userId, sessionId, organizationId }),
        ),
      ),
  },
}
