// The public pages of a simulator: its console, an index, the contract, and the keys that its
// tokens are checked with.
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { studioDocument } from "../../src/api/index.ts"
import { keysRoute, type Route, respond, respondJson, type SigningKeys } from "../../src/http/index.ts"
import { VERSION } from "../cli/version.ts"
import { ControlApi } from "../control/contract/ControlApi.ts"
import type { Guard } from "../control/guard.ts"
import { DEFAULT_WORLD } from "../world/names.ts"
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
 * of the console, for the world of a name. `/` is the console for a browser, and for any other client an index whose links
 * stay in the world. `checkHost` refuses the console under other names; `origin` is known once the simulator listens.
 */
export const siteRoutes = ({
  keys,
  checkHost,
  origin,
  needsControlToken = false,
}: SiteOptions): ((world: string) => ReadonlyArray<Route>) => {
  // One for all worlds: they keep what they wrote once.
  const shared = [
    ...consoleRoutes(checkHost),
    ...referenceRoutes(origin, needsControlToken),
    documentRoute("/openapi.json", studioDocument),
    documentRoute("/openapi-control.json", () => OpenApi.fromApi(ControlApi)),
    keysRoute(keys),
  ]
  return (world) => [indexRoute(world, checkHost), ...shared]
}

const indexRoute = (world: string, checkHost: Guard): Route => {
  const index = indexOf(world === DEFAULT_WORLD ? "" : `/w/${world}`)
  return {
    method: "GET",
    path: "/",
    handle: (request) =>
      wantsPage(request)
        ? answerPage(request, checkHost)
        : Effect.succeed(respondJson(200, index, { vary: "Accept" })),
  }
}

/** The index, with links that begin with a prefix. */
const indexOf = (prefix: string) => ({
  name: "studio-simulator",
  version: VERSION,
  links: {
    console: `${prefix}/`,
    docs: `${prefix}/docs`,
    api: `${prefix}/studio/plans`,
    contract: `${prefix}/openapi.json`,
    keys: `${prefix}/.well-known/jwks.json`,
    health: `${prefix}/_simulator/health`,
  },
})

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
