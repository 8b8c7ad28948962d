// The public keys of access tokens, for other services that check them.
import * as Effect from "effect/Effect"
import { type Route, respondJson } from "../exchange.ts"
import type { SigningKeys } from "../tokens/SigningKeys.ts"

/** `GET /.well-known/jwks.json` answers the public keys. */
export const keysRoute = (keys: SigningKeys): Route => ({
  method: "GET",
  path: "/.well-known/jwks.json",
  handle: () => Effect.map(Effect.promise(keys.jwks), (jwks) => respondJson(200, jwks)),
})
