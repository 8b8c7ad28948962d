// Viewing a user with its organizations and permissions. GAP-17, GAP-128
import * as Effect from "effect/Effect"
import { type UserNotFound, userNotFound } from "../../core/identity/Access.ts"
import type { Permission } from "../../core/identity/Permission.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { useCase } from "../execution/useCase.ts"
import { organizationsOf } from "./memberships.ts"

/** A user with its organizations, also INACTIVE ones, and the permissions that it can have there. */
export interface Profile {
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly organizations: ReadonlyArray<{
    readonly organizationId: string
    readonly name: string
    readonly permissions: ReadonlyArray<Permission>
  }>
}

/** The profile of a user. */
export const viewProfile = useCase("viewProfile")(function* (
  userId: string,
): Effect.fn.Return<Profile, UserNotFound, BillingStore> {
  const user = (yield* (yield* BillingStore).user(userId))?.value
  if (user === undefined) return yield* Effect.fail(userNotFound(userId))
  const { email, emailVerified, memberships } = user
  const organizations = yield* organizationsOf(user)
  return {
    userId,
    email,
    emailVerified,
    organizations: organizations.map(({ organizationId, name }) => ({
      organizationId,
      name,
      permissions: memberships.find((held) => held.organizationId === organizationId)?.permissions ?? [],
    })),
  }
})
