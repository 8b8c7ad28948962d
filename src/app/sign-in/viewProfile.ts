// Who a user is, and where it may do what. GAP-17, GAP-98
import * as Effect from "effect/Effect"
import type { Permission } from "../../core/identity/Permission.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type AccessTokenInvalid, accessTokenInvalid } from "../../ports/TokenIssuer.ts"
import { organizationsOf } from "./memberships.ts"

/** A user with the organizations that it belongs to, INACTIVE ones too, and what it may do there at most. */
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

/** The profile of a user. A user that is gone has no valid token any more. */
export const viewProfile = Effect.fn("viewProfile")(function* (
  userId: string,
): Effect.fn.Return<Profile, AccessTokenInvalid, BillingStore> {
  const user = (yield* (yield* BillingStore).user(userId))?.value
  if (user === undefined) return yield* Effect.fail(accessTokenInvalid)
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
