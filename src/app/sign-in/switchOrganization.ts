// Switching to another organization: new tokens, as if the user had signed in there. GAP-17, GAP-98
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OrganizationNotFound, OrganizationSelectionRequired } from "../../core/identity/Access.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { Secrets } from "../../ports/Secrets.ts"
import { type AccessTokenInvalid, accessTokenInvalid, type TokenIssuer } from "../../ports/TokenIssuer.ts"
import { about } from "../execution/about.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { commitOf, userChange } from "./changes.ts"
import { chosenMembership } from "./memberships.ts"
import { openSession } from "./openSession.ts"
import { type Grant, issueTokens, type Tokens } from "./tokens.ts"

/** A user and an organization. */
export interface SwitchOrganization {
  readonly userId: string
  readonly organizationId: string
}

/** Why a switch is refused. */
export type SwitchRejection = OrganizationNotFound | OrganizationSelectionRequired | AccessTokenInvalid

/**
 * Gives tokens for an organization of the user, with the permissions of its membership there. They begin a new session;
 * other sessions of the user stay. An organization that the user does not belong to is `OrganizationNotFound`; an
 * INACTIVE one can be chosen, as at sign-in.
 */
export const switchOrganization = Effect.fn("switchOrganization")(
  (
    request: SwitchOrganization,
  ): Effect.Effect<Tokens, SwitchRejection | StoreBusy, BillingStore | IdSource | Secrets | TokenIssuer> =>
    Effect.flatMap(retryConflicts(grantThere(request)), issueTokens),
  about,
)

const grantThere = Effect.fnUntraced(function* (
  request: SwitchOrganization,
): Effect.fn.Return<Grant, SwitchRejection | VersionConflict, BillingStore | IdSource | Secrets> {
  const store = yield* BillingStore
  const now = yield* Clock.currentTimeMillis
  const user = yield* store.user(request.userId)
  if (user === null) return yield* Effect.fail(accessTokenInvalid)
  const { organizationId, permissions } = yield* chosenMembership(user.value, request.organizationId)
  const grant = { userId: user.value.userId, organizationId, permissions, now }
  const { refreshToken, changes } = yield* openSession(grant)
  yield* store.commit(commitOf([userChange(user, user.value), ...changes]))
  return { ...grant, refreshToken }
})
