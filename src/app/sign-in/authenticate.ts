// Authenticates and authorizes a call: the token, then the organization, the user, the organization's status and the
// permission. Models "Authentication" of the specification. GAP-18, GAP-70, GAP-128
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type AccessRejection, authorize, type Caller } from "../../core/identity/Access.ts"
import type { Permission } from "../../core/identity/Permission.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type AccessTokenInvalid, accessTokenInvalid, TokenIssuer } from "../../ports/TokenIssuer.ts"
import { callPortOrDie } from "../ports/callPort.ts"
import { CurrentTokenDeadline } from "./tokens.ts"

/** The token of a call, and what the call needs. */
export interface Authenticate {
  /** The header as it was sent. */
  readonly authorization: string | undefined
  /** The organization of the path; null where the path names none. */
  readonly organizationId: string | null
  /** Null where a valid token is enough: then neither its organization nor the user's address is checked. */
  readonly required: Permission | null
}

/** The caller of a bearer token. A token whose user no longer exists is `AccessTokenInvalid`, like any wrong one. */
export const authenticate = Effect.fnUntraced(function* (
  request: Authenticate,
): Effect.fn.Return<Caller, AccessTokenInvalid | AccessRejection, BillingStore | TokenIssuer> {
  const store = yield* BillingStore
  const issuer = yield* TokenIssuer
  const { organizationId: pathOrganizationId, required } = request
  const accessToken = bearerOf(request.authorization)
  if (accessToken === undefined) return yield* Effect.fail(accessTokenInvalid)
  const now = yield* Clock.currentTimeMillis
  const caller = yield* callPortOrDie(
    {
      operation: "TokenIssuer.verify",
      refusal: "AccessTokenInvalid",
      deadlineMillis: yield* CurrentTokenDeadline,
      secrets: [accessToken],
    },
    () => issuer.verify(accessToken, now),
    isCaller,
  )
  const user = (yield* store.user(caller.userId))?.value
  if (user === undefined) return yield* Effect.fail(accessTokenInvalid)
  if (required === null) return caller
  const organization = yield* store.organization(caller.organizationId)
  yield* Effect.fromResult(authorize({ caller, user, organization, pathOrganizationId, required }))
  return caller
})

/** The token that a header has. One pattern for all of it costs six times as much. */
const bearerOf = (authorization = ""): string | undefined => {
  const scheme = /^Bearer +(?=\S)/i.exec(authorization)?.[0]
  if (scheme === undefined) return undefined
  const token = authorization.slice(scheme.length)
  return /\s/.test(token) ? undefined : token
}

const isCaller = Schema.is(
  Schema.Struct({
    userId: Schema.NonEmptyString,
    organizationId: Schema.NonEmptyString,
    permissions: Schema.Array(Schema.String),
    sessionId: Schema.NullOr(Schema.NonEmptyString),
  }),
)
