// The records that sign-in writes: an address, a user and a session, each with the version it was decided on.
import type { User } from "../../core/identity/Access.ts"
import type { OtpAddress } from "../../core/identity/OtpAddress.ts"
import type { Session } from "../../core/identity/Session.ts"
import type { Versioned } from "../../ports/BillingStore.ts"
import type { ScopeChange } from "../execution/commitOf.ts"

/** The change of an address to `record`. */
export const addressChange = (
  { value, version }: Versioned<OtpAddress>,
  record: OtpAddress,
): ScopeChange => ({
  expects: { scope: { kind: "address", id: value.email }, version },
  puts: [{ kind: "OtpAddress", record }],
})

/** The change of a user to `record`; the same record is only read. */
export const userChange = ({ value, version }: Versioned<User>, record: User): ScopeChange => ({
  expects: { scope: { kind: "user", id: value.userId }, version },
  puts: record === value ? [] : [{ kind: "User", record }],
})

/** The change of a session to `record`; version 0 is a new one, and null one that still does not exist. */
export const sessionChange = (
  before: { readonly sessionId: string; readonly version: number },
  record: Session | null,
): ScopeChange => ({
  expects: { scope: { kind: "session", id: before.sessionId }, version: before.version },
  puts: record === null ? [] : [{ kind: "Session", record }],
})
