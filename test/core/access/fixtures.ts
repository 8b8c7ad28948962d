import * as Result from "effect/Result"
import { run } from "../../../src/core/Decider.ts"
import { refusalOf, Session, type SessionCommand } from "../../../src/core/identity/Session.ts"

export const NOON = Date.UTC(2024, 0, 31, 12)
export const SECOND = 1000
export const DAY = 86_400_000

export const open = (now = NOON): SessionCommand => ({
  _tag: "Open",
  sessionId: "session-1",
  userId: "user-1",
  organizationId: "org-1",
  permissions: ["plan:read"],
  tokenHash: "#0",
  now,
})
/** Presents the `token`-th token of the family; each has the next one as its successor. */
export const refresh = (token: number, now = NOON): SessionCommand => ({
  _tag: "Refresh",
  presentedHash: `#${token}`,
  successorHash: `#${token + 1}`,
  now,
})
/** Goes on elsewhere with the `token`-th token of the family. */
export const switchTo = (organizationId: string, token: number, now = NOON): SessionCommand => ({
  _tag: "Switch",
  organizationId,
  tokenHash: `#${token}`,
  now,
})
export const signOut = (now = NOON): SessionCommand => ({ _tag: "SignOut", now })

export const fresh: Session = {
  sessionId: "session-1",
  userId: "user-1",
  organizationId: "org-1",
  permissions: ["plan:read"],
  tokenHash: "#0",
  previousHash: null,
  rotatedAt: NOON,
  expiresAt: NOON + 30 * DAY,
  revokedAt: null,
}
export const walk = (commands: ReadonlyArray<SessionCommand>, from: Session | null = null) => {
  let before = from
  return commands.map((command) => {
    const decided = run(Session, before, command)
    const { state: after, events } = Result.getOrElse(decided, () => ({ state: before, events: [] }))
    const answer = Result.isFailure(decided) ? decided.failure : refusalOf(events)
    const step = { command, before, after, events, answer: answer?._tag ?? "ok" }
    before = after
    return step
  })
}
export const answers = (commands: ReadonlyArray<SessionCommand>, from: Session | null = null) =>
  walk(commands, from).map((step) => step.answer)
