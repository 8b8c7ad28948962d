// What a simulator shows of itself to everybody: where things are, the contract, and the keys that its tokens are
// checked with.
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { StudioApi } from "../src/api/index.ts"
import { type Route, respond, respondJson } from "./http/exchange.ts"
import type { SigningKeys } from "./security/SigningKeys.ts"
import { VERSION } from "./version.ts"

/** `GET /`, `/openapi.json` and `/.well-known/jwks.json`. */
export const siteRoutes = (keys: SigningKeys): ReadonlyArray<Route> => [
  { method: "GET", path: "/", handle: () => Effect.succeed(respondJson(200, index)) },
  {
    method: "GET",
    path: "/openapi.json",
    handle: () => Effect.sync(() => respond(200, "application/json", openApi())),
  },
  {
    method: "GET",
    path: "/.well-known/jwks.json",
    handle: () => Effect.map(Effect.promise(keys.jwks), (jwks) => respondJson(200, jwks)),
  },
]

const index = {
  name: "studio-simulator",
  version: VERSION,
  links: {
    api: "/studio/plans",
    contract: "/openapi.json",
    keys: "/.well-known/jwks.json",
    health: "/_simulator/health",
  },
  note: "There is no console yet; the control plane under /_simulator is JSON only.",
}

let document: string | undefined

/** Written when it is first asked for: no start has to wait for it. */
const openApi = (): string => {
  document ??= JSON.stringify(OpenApi.fromApi(StudioApi))
  return document
}
