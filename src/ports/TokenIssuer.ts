// Access tokens: signed claims that anybody can check against published keys. GAP-15
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller } from "../core/access/Access.ts"

/** A signed token and for how long it is valid. */
export interface AccessToken {
  readonly accessToken: string
  readonly expiresInSeconds: number
}

/** The token is malformed, tampered with, expired, or not for this service. Which one is nobody's business. */
export interface AccessTokenInvalid {
  readonly _tag: "AccessTokenInvalid"
}

/** Signs and verifies access tokens. */
export class TokenIssuer extends Context.Service<
  TokenIssuer,
  {
    readonly issue: (
      token: Caller & { readonly now: number; readonly expiresInSeconds?: number },
    ) => Effect.Effect<AccessToken>
    readonly verify: (accessToken: string, now: number) => Effect.Effect<Caller, AccessTokenInvalid>
  }
>()("studio-billing/ports/TokenIssuer") {}
