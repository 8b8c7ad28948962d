// The token response: an access token for an hour, and the refresh token for the next one. Models "Token response" of
// the specification. GAP-15
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Caller } from "../../core/identity/Access.ts"
import { TokenIssuer } from "../../ports/TokenIssuer.ts"
import { callPortOrDie } from "../ports/callPort.ts"

/** How long an access token is valid. GAP-15 */
const ACCESS_TOKEN_SECONDS = 3600

/** The tokens of sign-in and refresh. Both are secret; `expiresIn` is in seconds, of the access token. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number
}

/** A committed grant, to be signed. */
export interface Grant extends Caller {
  readonly refreshToken: string
  readonly now: number
}

/** How many milliseconds the issuer of tokens may take for one; infinite for one that only computes. GAP-139 */
export const CurrentTokenDeadline = Context.Reference<number>("studio-billing/app/TokenDeadline", {
  defaultValue: () => 30_000,
})

/** Signs the access token of a grant. */
export const issueTokens = Effect.fnUntraced(function* ({
  refreshToken,
  ...caller
}: Grant): Effect.fn.Return<Tokens, never, TokenIssuer> {
  const issuer = yield* TokenIssuer
  const { organizationId } = caller
  const accessToken = yield* callPortOrDie(
    {
      operation: "TokenIssuer.issue",
      organizationId,
      deadlineMillis: yield* CurrentTokenDeadline,
      secrets: [refreshToken],
    },
    () => issuer.issue({ ...caller, expiresInSeconds: ACCESS_TOKEN_SECONDS }),
    isToken,
  )
  return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS }
})

const isToken = Schema.is(Schema.NonEmptyString)
