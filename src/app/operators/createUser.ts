// Creating a user: somebody who can sign in, and what it may do in which organization.
import * as Effect from "effect/Effect"
import {
  checkUser,
  type InvalidUser,
  type OrganizationNotFound,
  organizationNotFound,
  type User,
} from "../../core/identity/Access.ts"
import { normaliseEmail } from "../../core/identity/Otp.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { type AlreadyExists, commitNew } from "./commitNew.ts"

/** A user; a fresh id with `null`. The address need not be normalised. */
export interface CreateUser extends Omit<User, "userId"> {
  readonly userId: string | null
}

/** Creates a user of organizations that there are, with an address that nobody has. */
export const createUser = Effect.fn("createUser")(function* (
  command: CreateUser,
): Effect.fn.Return<User, InvalidUser | OrganizationNotFound | AlreadyExists, BillingStore | IdSource> {
  const userId = command.userId ?? (yield* (yield* IdSource).next)
  const email = normaliseEmail(command.email)
  const record = yield* Effect.fromResult(checkUser({ ...command, userId, email }))
  const store = yield* BillingStore
  for (const { organizationId } of record.memberships) {
    if ((yield* store.organization(organizationId)) !== null) continue
    return yield* Effect.fail(organizationNotFound(organizationId))
  }
  yield* commitNew({ kind: "user", id: userId }, { kind: "User", record })
  return record
})
