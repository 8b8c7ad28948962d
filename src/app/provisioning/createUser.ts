// Creating a user, who can sign in, with its permissions in each organization.
import * as Effect from "effect/Effect"
import {
  checkUser,
  type InvalidUser,
  type OrganizationNotFound,
  type User,
} from "../../core/identity/Access.ts"
import { normaliseEmail } from "../../core/identity/Otp.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import { useCase } from "../execution/useCase.ts"
import { type AlreadyExists, commitNew } from "./commitNew.ts"

/** A user; `null` as its id makes a new one. The address need not be normalised. */
export interface CreateUser extends Omit<User, "userId"> {
  readonly userId: string | null
}

/** Creates a user of existing organizations, with an address that no other user has. */
export const createUser = useCase("createUser")(function* (
  command: CreateUser,
): Effect.fn.Return<User, InvalidUser | OrganizationNotFound | AlreadyExists, BillingStore | IdSource> {
  const userId = command.userId ?? (yield* (yield* IdSource).next)
  const email = normaliseEmail(command.email)
  const record = yield* Effect.fromResult(checkUser({ ...command, userId, email }))
  for (const { organizationId } of record.memberships) yield* findOrganization(organizationId)
  yield* commitNew({ kind: "user", id: userId }, { kind: "User", record })
  return record
})
