// Sessions by id and by user. One that was ended or is over answers nobody any more, so it may be forgotten.

import type { Session } from "../../src/index.ts"
import { type ForgettingTable, makeForgettingTable } from "./ForgettingTable.ts"

/** Sessions, some of them kept beyond their time. */
export interface SessionTable extends ForgettingTable<Session.Session> {
  /** Those of a user that can be refreshed at an instant. */
  readonly openOf: (userId: string, at: number) => ReadonlyArray<Session.Session>
}

/** An empty table. `forgotten` is told of each session that is dropped. */
export const makeSessionTable = (options: {
  readonly forgotten: (session: Session.Session) => void
  readonly kept?: number
}): SessionTable => {
  const openIds = new Map<string, Set<string>>()
  const close = ({ userId, sessionId }: Session.Session): void => {
    const ids = openIds.get(userId)
    ids?.delete(sessionId)
    if (ids?.size === 0) openIds.delete(userId)
  }
  const table = makeForgettingTable<Session.Session>({
    idOf: (session) => session.sessionId,
    // Not in the very commit that ends it, which still gives it a version.
    forgettableAt: ({ expiresAt, revokedAt }) => (revokedAt === null ? expiresAt : revokedAt + 1),
    seenAt: (session) => session.rotatedAt,
    forgotten: (session) => {
      close(session)
      options.forgotten(session)
    },
    ...(options.kept !== undefined && { kept: options.kept }),
  })
  return {
    ...table,
    put: (session) => {
      const { userId, sessionId, revokedAt } = session
      if (revokedAt !== null) close(session)
      else openIds.set(userId, (openIds.get(userId) ?? new Set<string>()).add(sessionId))
      table.put(session)
    },
    openOf: (userId, at) =>
      Array.from(openIds.get(userId) ?? [], (sessionId) => table.get(sessionId))
        .filter((session) => session !== undefined)
        .filter(({ expiresAt }) => at < expiresAt),
  }
}
