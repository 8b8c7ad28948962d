// Signing out: any refresh token of a session ends it. Models the revocation of `refreshToken`. GAP-16
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import { Session } from "../../core/identity/Session.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { commitOf, sessionChange } from "./changes.ts"

/**
 * Ends the session of a refresh token, also of a spent one. A token that is unknown, or whose session has ended,
 * succeeds and changes nothing. Access tokens that were issued before stay valid until they expire.
 */
export const signOut = Effect.fn("signOut")(
  (request: { readonly refreshToken: string }): Effect.Effect<void, StoreBusy, BillingStore | Secrets> =>
    retryConflicts<void, never, BillingStore | Secrets>(tryToSignOut(request.refreshToken)),
)

const tryToSignOut = Effect.fnUntraced(function* (
  refreshToken: string,
): Effect.fn.Return<void, VersionConflict, BillingStore | Secrets> {
  const store = yield* BillingStore
  const now = yield* Clock.currentTimeMillis
  const sessionId = (yield* Secrets).sessionOf(refreshToken)
  const session = sessionId === null ? null : yield* store.session(sessionId)
  if (sessionId === null || session === null) return
  const { state, events } = yield* Effect.orDie(
    Effect.fromResult(run(Session, session.value, { _tag: "SignOut", now })),
  )
  if (events.length === 0) return
  yield* store.commit(commitOf([sessionChange({ sessionId, version: session.version }, state)]))
})
