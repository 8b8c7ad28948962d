// Signing out: any refresh token of a session ends it. Models the revocation of `refreshToken`. GAP-16
import type * as Effect from "effect/Effect"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { tryToEnd } from "../sessions/endSession.ts"

/**
 * Ends the session of a refresh token, also of a spent one. A token that is unknown, or whose session has ended,
 * succeeds and changes nothing. Access tokens that were issued before stay valid until they expire, and can no longer
 * switch the organization.
 */
export const signOut = useCase("signOut")(function* (request: {
  readonly refreshToken: string
}): Effect.fn.Return<void, StoreBusy, BillingStore | Secrets> {
  const sessionId = (yield* Secrets).sessionOf(request.refreshToken)
  if (sessionId !== null) yield* retryConflicts<void, never, BillingStore>(tryToEnd(sessionId))
})
