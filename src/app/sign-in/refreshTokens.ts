// Refreshing tokens: a refresh token is exchanged for its successor and a new access token. A spent one that comes back
// ends its session. If it was spent just now, its answer was lost, and it gets the same successor again. Models
// `refreshToken` of the token response. GAP-16
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import { covered } from "../../core/identity/Permission.ts"
import { refusalOf, Session, type TokenInvalid, type TokenReused } from "../../core/identity/Session.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import { Secrets } from "../../ports/Secrets.ts"
import type { TokenIssuer } from "../../ports/TokenIssuer.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { sessionChange, userChange } from "./changes.ts"
import { type Grant, issueTokens, type Tokens } from "./tokens.ts"

/**
 * Exchanges a refresh token for new tokens. They carry the permissions of the sign-in that the user's membership still
 * covers. Without the user or the membership the token is `TokenInvalid`, and the session stays as it is.
 */
export const refreshTokens = useCase("refreshTokens")(
  (request: {
    readonly refreshToken: string
  }): Effect.Effect<Tokens, TokenInvalid | TokenReused | StoreBusy, BillingStore | Secrets | TokenIssuer> =>
    Effect.flatMap(retryConflicts(rotate(request.refreshToken)), issueTokens),
)

const rotate = Effect.fnUntraced(function* (
  presented: string,
): Effect.fn.Return<Grant, TokenInvalid | TokenReused | VersionConflict, BillingStore | Secrets> {
  const store = yield* BillingStore
  const secrets = yield* Secrets
  const now = yield* Clock.currentTimeMillis
  const sessionId = secrets.sessionOf(presented)
  const session = sessionId === null ? null : yield* store.session(sessionId)
  if (sessionId === null || session === null) return yield* Effect.fail(invalid)

  const refreshToken = secrets.successor(presented)
  const presentedHash = secrets.digest({ subject: sessionId, text: presented })
  const successorHash = secrets.digest({ subject: sessionId, text: refreshToken })
  const { state, events } = yield* Effect.fromResult(
    run(Session, session.value, { _tag: "Refresh", presentedHash, successorHash, now }),
  )
  const change = sessionChange({ sessionId, version: session.version }, state)
  const refusal = refusalOf(events)
  if (refusal !== null) {
    yield* store.commit(commitOfScopes([change]))
    return yield* Effect.fail(refusal)
  }

  const { userId, organizationId, permissions: wanted } = session.value
  const user = yield* store.user(userId)
  const membership = user?.value.memberships.find((held) => held.organizationId === organizationId)
  if (user === null || membership === undefined) return yield* Effect.fail(invalid)
  if (events.length > 0) yield* store.commit(commitOfScopes([change, userChange(user, user.value)]))
  const permissions = covered({ wanted, granted: membership.permissions })
  return { userId, organizationId, permissions, sessionId, refreshToken, now }
})

const invalid: TokenInvalid = { _tag: "TokenInvalid" }
