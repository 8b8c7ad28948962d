// Switching to another organization: new tokens of the same session, which then acts there. GAP-17, GAP-128
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import type {
  Caller,
  OrganizationNotFound,
  OrganizationSelectionRequired,
} from "../../core/identity/Access.ts"
import { covered } from "../../core/identity/Permission.ts"
import { Session } from "../../core/identity/Session.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { type AccessTokenInvalid, accessTokenInvalid, type TokenIssuer } from "../../ports/TokenIssuer.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { about, useCase } from "../execution/useCase.ts"
import { sessionChange, userChange } from "./changes.ts"
import { chosenMembership } from "./memberships.ts"
import { type Grant, issueTokens, type Tokens } from "./tokens.ts"

/** A user, the session of its access token, and the organization to switch to. */
export interface SwitchOrganization extends Pick<Caller, "userId" | "sessionId"> {
  readonly organizationId: string
}

/** Why a switch is refused. */
export type SwitchRejection = OrganizationNotFound | OrganizationSelectionRequired | AccessTokenInvalid

/**
 * Gives tokens of the same session for an organization of the user. They take the place of the refresh token that the
 * session had, last as long as that one, and have those permissions of the sign-in that the membership there covers.
 *
 * A token whose session has ended, or that is of none, is `AccessTokenInvalid`. An organization that the user does not
 * belong to is `OrganizationNotFound`; an INACTIVE one can be chosen, as at sign-in.
 */
export const switchOrganization = useCase("switchOrganization")(
  (
    request: SwitchOrganization,
  ): Effect.Effect<Tokens, SwitchRejection | StoreBusy, BillingStore | Secrets | TokenIssuer> =>
    Effect.flatMap(retryConflicts(grantThere(request)), issueTokens),
  about,
)

const grantThere = Effect.fnUntraced(function* (
  request: SwitchOrganization,
): Effect.fn.Return<Grant, SwitchRejection | VersionConflict, BillingStore | Secrets> {
  const store = yield* BillingStore
  const secrets = yield* Secrets
  const now = yield* Clock.currentTimeMillis
  const { userId, sessionId } = request
  const user = yield* store.user(userId)
  const session = sessionId === null ? null : yield* store.session(sessionId)
  if (user === null || sessionId === null || session?.value.userId !== userId) {
    return yield* Effect.fail(accessTokenInvalid)
  }
  const refreshToken = yield* secrets.refreshToken(sessionId)
  const tokenHash = secrets.digest({ subject: sessionId, text: refreshToken })
  const { organizationId } = request
  const command = { _tag: "Switch", organizationId, tokenHash, now } as const
  const { state } = yield* Effect.mapError(
    Effect.fromResult(run(Session, session.value, command)),
    () => accessTokenInvalid,
  )
  const membership = yield* chosenMembership(user.value, organizationId)
  const permissions = covered({ wanted: session.value.permissions, granted: membership.permissions })
  const change = sessionChange({ sessionId, version: session.version }, state)
  yield* store.commit(commitOfScopes([change, userChange(user, user.value)]))
  return { userId, organizationId, permissions, sessionId, refreshToken, now }
})
