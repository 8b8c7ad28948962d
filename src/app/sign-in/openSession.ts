// Opening a session: its first refresh token. A user has a bounded number of sessions: at the bound those used least
// recently end. GAP-16, GAP-99
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import { displaced, Session, type SessionCommand } from "../../core/identity/Session.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { Secrets } from "../../ports/Secrets.ts"
import type { ScopeChange } from "../execution/commitOf.ts"
import { sessionChange } from "./changes.ts"
import type { Grant } from "./tokens.ts"

/** A session that is decided and not committed yet. */
export interface OpenedSession {
  readonly sessionId: string
  readonly refreshToken: string
  /** Commit them with the version of the user, so that of two openings at the bound one decides again. */
  readonly changes: ReadonlyArray<ScopeChange>
}

/** Opens a session for a grant. */
export const openSession = Effect.fnUntraced(function* (
  grant: Omit<Grant, "refreshToken" | "sessionId">,
): Effect.fn.Return<OpenedSession, never, BillingStore | IdSource | Secrets> {
  const { userId, now } = grant
  const secrets = yield* Secrets
  const held = yield* (yield* BillingStore).openSessions(userId, now)
  const sessionId = yield* (yield* IdSource).next
  const refreshToken = yield* secrets.refreshToken(sessionId)
  const tokenHash = secrets.digest({ subject: sessionId, text: refreshToken })
  const opened = yield* told(null, { _tag: "Open", sessionId, tokenHash, ...grant })
  const changes = [sessionChange({ sessionId, version: 0 }, opened)]
  const ending = displaced(held.map(({ value }) => value))
  for (const { value, version } of held.filter((session) => ending.includes(session.value))) {
    const ended = yield* told(value, { _tag: "SignOut", now })
    changes.push(sessionChange({ sessionId: value.sessionId, version }, ended))
  }
  return { sessionId, refreshToken, changes }
})

const told = (session: Session | null, command: SessionCommand) =>
  Effect.map(Effect.orDie(Effect.fromResult(run(Session, session, command))), ({ state }) => state)
