// Access tokens: signed claims that anybody can check against published keys. GAP-15
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller } from "../core/identity/Access.ts"

/** The token is malformed, changed, expired, or not for this service. The caller does not learn which. */
export interface AccessTokenInvalid {
  readonly _tag: "AccessTokenInvalid"
}

/** The rejection of every token that is not accepted. */
export const accessTokenInvalid: AccessTokenInvalid = { _tag: "AccessTokenInvalid" }

/** Signs and verifies access tokens. */
export class TokenIssuer extends Context.Service<
  TokenIssuer,
  {
    /** A token for a caller, valid from `now` on for `expiresInSeconds`. */
    readonly issue: (
      token: Caller & { readonly now: number; readonly expiresInSeconds: number },
    ) => Effect.Effect<string>
    /** The caller of a token that this service issued and that has not expired at `now`. */
    readonly verify: (accessToken: string, now: number) => Effect.Effect<Caller, AccessTokenInvalid>
  }
>()("studio-billing/ports/TokenIssuer") {}
