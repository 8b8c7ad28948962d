// A session: the refresh tokens that began with one sign-in. One of them is current; each use replaces it by its
// successor. A spent one that comes back ends the session. Models `refreshToken` of the token response ("Refreshing
// tokens with refreshToken: not shown"). Tokens stay outside: the core has their hashes.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import { DAY_MILLIS } from "../time/Instant.ts"
import type { Permission } from "./Permission.ts"

/** How long a refresh token is valid after its issue. A session that is used goes on. GAP-16, GAP-85 */
export const REFRESH_TTL_MILLIS = 30 * DAY_MILLIS

/** How long a spent token still answers with the same successor, for a client that lost the answer. GAP-16 */
export const SAME_SUCCESSOR_MILLIS = 10_000

/** How many sessions of a user can be open at a time. GAP-99 */
export const SESSIONS_MAX = 100

/** A session, valid while `now < expiresAt` and not revoked. */
export interface Session {
  readonly sessionId: string
  readonly userId: string
  /** Where it acts now. */
  readonly organizationId: string
  /** The permissions of the sign-in; a token grants those that the membership it is for covers. */
  readonly permissions: ReadonlyArray<Permission>
  /** The hash of the current token. */
  readonly tokenHash: string
  /** The hash of the token before the current one; null before the first rotation and after a switch. */
  readonly previousHash: string | null
  /** When the current token was issued. */
  readonly rotatedAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
}

/**
 * The commands of a session. `Refresh` presents a token; its successor is derived from it (a keyed hash), so that
 * presenting it twice gives the same one. `Switch` goes on in another organization with a new token, derived from none.
 */
export type SessionCommand = { readonly now: number } & (
  | {
      readonly _tag: "Open"
      readonly sessionId: string
      readonly userId: string
      readonly organizationId: string
      readonly permissions: ReadonlyArray<Permission>
      readonly tokenHash: string
    }
  | { readonly _tag: "Refresh"; readonly presentedHash: string; readonly successorHash: string }
  | { readonly _tag: "Switch"; readonly organizationId: string; readonly tokenHash: string }
  | { readonly _tag: "SignOut" }
)

/** The events of a session. */
export type SessionEvent = { readonly sessionId: string; readonly at: number } & (
  | {
      readonly _tag: "SessionOpened"
      readonly userId: string
      readonly organizationId: string
      readonly permissions: ReadonlyArray<Permission>
      readonly tokenHash: string
      readonly expiresAt: number
    }
  | { readonly _tag: "SessionRotated"; readonly tokenHash: string; readonly expiresAt: number }
  | { readonly _tag: "SessionSwitched"; readonly organizationId: string; readonly tokenHash: string }
  | { readonly _tag: "SessionReuseDetected" }
  | { readonly _tag: "SessionSignedOut" }
)

/** The token is unknown, expired, or of a session that has ended. GAP-72 */
export interface TokenInvalid {
  readonly _tag: "TokenInvalid"
}

/** The token was already spent, so its session is ended. GAP-16 */
export interface TokenReused {
  readonly _tag: "TokenReused"
}

type Decided = Result.Result<ReadonlyArray<SessionEvent>, TokenInvalid>

/** Whether a session goes on at an instant: it was not ended and is not over. */
export const isOpen = ({ revokedAt, expiresAt }: Session, at: number): boolean =>
  revokedAt === null && at < expiresAt

const decide = (session: Session | null, command: SessionCommand): Decided => {
  const at = command.now
  switch (command._tag) {
    case "Open": {
      if (session !== null) return Result.succeed([])
      const { sessionId, userId, organizationId, permissions, tokenHash } = command
      const opened = { sessionId, userId, organizationId, permissions, tokenHash }
      return Result.succeed([{ _tag: "SessionOpened", ...opened, expiresAt: at + REFRESH_TTL_MILLIS, at }])
    }
    case "Refresh": {
      if (session === null || !isOpen(session, at)) return Result.fail({ _tag: "TokenInvalid" })
      const { sessionId } = session
      if (command.presentedHash === session.tokenHash) {
        const rotated = { tokenHash: command.successorHash, expiresAt: at + REFRESH_TTL_MILLIS }
        return Result.succeed([{ _tag: "SessionRotated", sessionId, ...rotated, at }])
      }
      const isLostAnswer =
        command.presentedHash === session.previousHash && at < session.rotatedAt + SAME_SUCCESSOR_MILLIS
      return Result.succeed(isLostAnswer ? [] : [{ _tag: "SessionReuseDetected", sessionId, at }])
    }
    case "Switch": {
      if (session === null || !isOpen(session, at)) return Result.fail({ _tag: "TokenInvalid" })
      const { organizationId, tokenHash } = command
      if (session.tokenHash === tokenHash) return Result.succeed([])
      const { sessionId } = session
      return Result.succeed([{ _tag: "SessionSwitched", sessionId, organizationId, tokenHash, at }])
    }
    case "SignOut": {
      if (session === null || session.revokedAt !== null) return Result.succeed([])
      return Result.succeed([{ _tag: "SessionSignedOut", sessionId: session.sessionId, at }])
    }
  }
}

const evolve = (session: Session | null, event: SessionEvent): Session | null => {
  if (session === null) return event._tag === "SessionOpened" ? opened(event) : null
  if (session.revokedAt !== null) return session
  switch (event._tag) {
    case "SessionOpened":
      return session
    case "SessionRotated":
      return {
        ...session,
        tokenHash: event.tokenHash,
        previousHash: session.tokenHash,
        rotatedAt: event.at,
        expiresAt: event.expiresAt,
      }
    case "SessionSwitched": {
      const { organizationId, tokenHash, at: rotatedAt } = event
      return { ...session, organizationId, tokenHash, previousHash: null, rotatedAt }
    }
    case "SessionReuseDetected":
    case "SessionSignedOut":
      return { ...session, revokedAt: event.at }
  }
}

/**
 * The life cycle of a session; null is an unknown one.
 *
 * The caller finds the session that the presented token belongs to, also for a token that was spent long ago. A
 * presented hash that is neither the current one nor the previous one within `SAME_SUCCESSOR_MILLIS` was spent
 * before: that succeeds with `SessionReuseDetected`, because it must be stored; commit it, then answer
 * `refusalOf(events)`. A refresh without events answers with the successor again.
 *
 * A switch puts a new token in the place of the current one and prolongs nothing: whoever switches with a stolen
 * access token ends the session when its owner refreshes next. GAP-128
 */
export const Session: Decider<Session | null, SessionCommand, SessionEvent, TokenInvalid> = { decide, evolve }

/** The refusal of a spent token, if one of the events is that; else null. */
export const refusalOf = (events: ReadonlyArray<SessionEvent>): TokenReused | null =>
  events.some((event) => event._tag === "SessionReuseDetected") ? { _tag: "TokenReused" } : null

/** The open sessions of a user that have to end so that one more can open: those used least recently. GAP-99 */
export const displaced = (open: ReadonlyArray<Session>): ReadonlyArray<Session> =>
  open
    .toSorted((a, b) => a.rotatedAt - b.rotatedAt || (a.sessionId < b.sessionId ? -1 : 1))
    .slice(0, Math.max(0, open.length + 1 - SESSIONS_MAX))

const opened = (event: SessionEvent & { readonly _tag: "SessionOpened" }): Session => ({
  sessionId: event.sessionId,
  userId: event.userId,
  organizationId: event.organizationId,
  permissions: event.permissions,
  tokenHash: event.tokenHash,
  previousHash: null,
  rotatedAt: event.at,
  expiresAt: event.expiresAt,
  revokedAt: null,
})
