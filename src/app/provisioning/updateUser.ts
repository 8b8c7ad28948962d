// Changing a user: its address, and where it may do what. Who is forgotten gets an address that is nobody's. GAP-181, GAP-195
import * as Effect from "effect/Effect"
import {
  checkUser,
  type InvalidUser,
  type OrganizationNotFound,
  type User,
  type UserNotFound,
  userNotFound,
} from "../../core/identity/Access.ts"
import { normaliseEmail } from "../../core/identity/Otp.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import type { StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { changeRecord } from "./changeRecord.ts"
import { type AlreadyExists, alreadyExists } from "./commitNew.ts"

/** A user, and what changes; a member that is absent stays as it is, and `memberships` takes the place of all. */
export interface UpdateUser extends Partial<User> {
  readonly userId: string
}

/**
 * Changes a user. Another address is not verified, unless `emailVerified` says so. Who has no membership of an
 * organization any more is out of it at once; a permission that was taken away ends with the access token. GAP-181
 */
export const updateUser = useCase("updateUser")(
  (
    command: UpdateUser,
  ): Effect.Effect<
    User,
    InvalidUser | UserNotFound | OrganizationNotFound | AlreadyExists | StoreBusy,
    BillingStore
  > =>
    changeRecord({ kind: "user", id: command.userId }, changed(command), (record) => ({
      kind: "User",
      record,
    })),
)

const changed = Effect.fnUntraced(function* (change: UpdateUser) {
  const store = yield* BillingStore
  const found = yield* store.user(change.userId)
  if (found === null) return yield* Effect.fail(userNotFound(change.userId))
  const user = found.value
  const email = change.email === undefined ? user.email : normaliseEmail(change.email)
  const emailVerified = email === user.email && user.emailVerified
  const record = yield* Effect.fromResult(checkUser({ ...user, emailVerified, ...change, email }))
  const holder = yield* store.userByEmail(email)
  if (holder !== null && holder.value.userId !== user.userId) {
    return yield* Effect.fail(alreadyExists("user", holder.value.userId))
  }
  for (const { organizationId } of change.memberships ?? []) yield* findOrganization(organizationId)
  return record
})
