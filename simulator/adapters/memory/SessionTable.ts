// Sessions by id and by user. One that was ended or is over answers nobody any more, so it may be forgotten. A table
// never changes: what would change it gives another one.

import type { Session } from "../../../src/index.ts"
import { type ForgettingTable, type Forgotten, makeForgettingTable } from "./ForgettingTable.ts"
import { byText, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** An empty table. */
export const makeSessionTable = (options: { readonly kept?: number } = {}): SessionTable =>
  new SessionTable(
    makeForgettingTable({
      idOf: (session) => session.sessionId,
      // Not in the very commit that ends it, which still gives it a version.
      forgettableAt: ({ expiresAt, revokedAt }) => (revokedAt === null ? expiresAt : revokedAt + 1),
      ...options,
    }),
    makeSortedMap(byText),
  )

/** Ids of sessions, as keys. */
type Ids = SortedMap<string, true>

const noIds: Ids = makeSortedMap(byText)

/** Sessions, some of them kept beyond their time. */
export class SessionTable {
  private readonly table: ForgettingTable<Session.Session>
  /** The sessions of each user that were not ended. */
  private readonly openIds: SortedMap<string, Ids>

  constructor(table: ForgettingTable<Session.Session>, openIds: SortedMap<string, Ids>) {
    this.table = table
    this.openIds = openIds
  }

  get(sessionId: string): Session.Session | undefined {
    return this.table.get(sessionId)
  }

  put(session: Session.Session): SessionTable {
    const { userId, sessionId, revokedAt } = session
    const openIds =
      revokedAt === null
        ? this.openIds.set(userId, (this.openIds.get(userId) ?? noIds).set(sessionId, true))
        : closed(this.openIds, session)
    return new SessionTable(this.table.put(session), openIds)
  }

  /** As `ForgettingTable` does. */
  forget(now: number, put: Session.Session): Forgotten<Session.Session, SessionTable> {
    const { table, forgotten } = this.table.forget(now, put)
    return { table: new SessionTable(table, forgotten.reduce(closed, this.openIds)), forgotten }
  }

  records(): Iterable<Session.Session> {
    return this.table.records()
  }

  /** The sessions of a user that can be refreshed at an instant, in the order of their ids. */
  openOf(userId: string, at: number): ReadonlyArray<Session.Session> {
    return Array.from(this.openIds.get(userId) ?? noIds, ([sessionId]) => this.table.get(sessionId))
      .filter((session) => session !== undefined)
      .filter(({ expiresAt }) => at < expiresAt)
  }
}

const closed = (
  openIds: SortedMap<string, Ids>,
  { userId, sessionId }: Session.Session,
): SortedMap<string, Ids> => {
  const rest = (openIds.get(userId) ?? noIds).delete(sessionId)
  return rest.size() === 0 ? openIds.delete(userId) : openIds.set(userId, rest)
}
