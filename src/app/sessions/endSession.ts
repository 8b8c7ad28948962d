// Ending one session of a user, for example one on a device that was lost. GAP-129
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import { Session } from "../../core/identity/Session.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { sessionChange } from "../sign-in/changes.ts"

/** Whose session ends, and which. */
export interface EndSession {
  readonly userId: string
  readonly sessionId: string
}

/**
 * Ends a session: it can no longer be refreshed, nor can its access tokens switch the organization; they stay valid for
 * other calls until they expire. A session that is unknown, of another user or ended succeeds and changes nothing.
 */
export const endSession = useCase("endSession")(
  ({ userId, sessionId }: EndSession): Effect.Effect<void, StoreBusy, BillingStore> =>
    retryConflicts<void, never, BillingStore>(tryToEnd(sessionId, (session) => session.userId === userId)),
)

/** Ends a session that may be ended. */
export const tryToEnd = Effect.fnUntraced(function* (
  sessionId: string,
  mayEnd: (session: Session) => boolean = () => true,
): Effect.fn.Return<void, VersionConflict, BillingStore> {
  const store = yield* BillingStore
  const now = yield* Clock.currentTimeMillis
  const session = yield* store.session(sessionId)
  if (session === null || !mayEnd(session.value)) return
  const { state, events } = yield* Effect.orDie(
    Effect.fromResult(run(Session, session.value, { _tag: "SignOut", now })),
  )
  if (events.length === 0) return
  yield* store.commit(commitOfScopes([sessionChange({ sessionId, version: session.version }, state)]))
})
