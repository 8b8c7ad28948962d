// What sign-in writes: the records of an address, a user and a session, each with the version it was decided on.
import type { User } from "../../core/identity/Access.ts"
import type { OtpAddress } from "../../core/identity/OtpAddress.ts"
import type { Session } from "../../core/identity/Session.ts"
import type { Commit, Expectation, OutboxMessage, Put, Versioned } from "../../ports/BillingStore.ts"

/** What one decision means for one scope. */
export interface ScopeChange {
  readonly expects: Expectation
  readonly puts: ReadonlyArray<Put>
}

/** An address that became `record`. */
export const addressChange = (
  { value, version }: Versioned<OtpAddress>,
  record: OtpAddress,
): ScopeChange => ({
  expects: { scope: { kind: "address", id: value.email }, version },
  puts: [{ kind: "OtpAddress", record }],
})

/** A user that became `record`, or was only read when it is the same one. */
export const userChange = ({ value, version }: Versioned<User>, record: User): ScopeChange => ({
  expects: { scope: { kind: "user", id: value.userId }, version },
  puts: record === value ? [] : [{ kind: "User", record }],
})

/** A session, version 0 before it was opened, that became `record`; null is one that still does not exist. */
export const sessionChange = (
  before: { readonly sessionId: string; readonly version: number },
  record: Session | null,
): ScopeChange => ({
  expects: { scope: { kind: "session", id: before.sessionId }, version: before.version },
  puts: record === null ? [] : [{ kind: "Session", record }],
})

/** The commit of these changes, with what has to be sent because of it. */
export const commitOf = (
  changes: ReadonlyArray<ScopeChange>,
  outbox: ReadonlyArray<OutboxMessage> = [],
): Commit => ({
  expects: changes.map((change) => change.expects),
  puts: changes.flatMap((change) => change.puts),
  deletes: [],
  outbox,
  couponCounts: [],
  due: [],
})
