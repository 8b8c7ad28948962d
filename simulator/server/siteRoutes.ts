// The public pages of a simulator: its console, an index, the contract, and the keys that its
// tokens are checked with.
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { studioDocument } from "../../src/api/index.ts"
import { keysRoute, type Route, respond, respondJson, type SigningKeys } from "../../src/http/index.ts"
import { VERSION } from "../cli/version.ts"
import { ControlApi } from "../control/contract/ControlApi.ts"
import type { Guard } from "../control/guard.ts"
import { answerPage, consoleRoutes, wantsPage } from "./consoleRoutes.ts"
import { referenceRoutes } from "./reference/routes.ts"

interface SiteOptions {
  readonly keys: SigningKeys
  readonly checkHost: Guard
  readonly origin: () => string
  readonly needsControlToken?: boolean
}

/**
 * `GET /`, `/openapi.json`, `/openapi-control.json`, the reference under `/docs`, `/.well-known/jwks.json` and the files
 * of the console. `/` is the console for a browser, and an index for any other client. `checkHost` refuses the console
 * under other names; `origin` is known once the simulator listens.
 */
export const siteRoutes = ({
  keys,
  checkHost,
  origin,
  needsControlToken = false,
}: SiteOptions): ReadonlyArray<Route> => [
  {
    method: "GET",
    path: "/",
    handle: (request) =>
      wantsPage(request)
        ? answerPage(request, checkHost)
        : Effect.succeed(respondJson(200, index, { vary: "Accept" })),
  },
  ...consoleRoutes(checkHost),
  ...referenceRoutes(origin, needsControlToken),
  documentRoute("/openapi.json", studioDocument),
  documentRoute("/openapi-control.json", () => OpenApi.fromApi(ControlApi)),
  keysRoute(keys),
]

const index = {
  name: "studio-simulator",
  version: VERSION,
  links: {
    console: "/",
    docs: "/docs",
    api: "/studio/plans",
    contract: "/openapi.json",
    keys: "/.well-known/jwks.json",
    health: "/_simulator/health",
  },
}

/** Wherever the document is: so each world has its own. */
const servers = [{ url: ".", description: "This simulator." }]

/** Written when it is first asked for: no start has to wait for it. */
const documentRoute = (path: `/${string}`, documentOf: () => object): Route => {
  let document: string | undefined
  return {
    method: "GET",
    path,
    handle: () =>
      Effect.sync(() => {
        document ??= JSON.stringify({ ...documentOf(), servers })
        return respond(200, "application/json", document)
      }),
  }
}
