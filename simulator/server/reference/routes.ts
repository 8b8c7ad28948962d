// Where the reference is: the page and its stylesheet, static texts that say nothing of whoever asks.
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { StudioApi } from "../../../src/api/index.ts"
import { type Route, respond } from "../../../src/http/index.ts"
import type { ReferenceDocument } from "./document.ts"
import { referencePage } from "./page.ts"
import { stylesheet } from "./stylesheet.ts"

const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `GET /docs` and `/docs/reference.css`. The page is made when it is first asked for. */
export const referenceRoutes = (origin: () => string, needsControlToken: boolean): ReadonlyArray<Route> => {
  let page: string | undefined
  const pageOf = (): string => {
    page ??= referencePage(documentOf(), origin(), needsControlToken)
    return page
  }
  return [
    {
      method: "GET",
      path: "/docs",
      handle: () => Effect.sync(() => shown("text/html; charset=utf-8", pageOf())),
    },
    {
      method: "GET",
      path: "/docs/reference.css",
      handle: () => Effect.succeed(shown("text/css; charset=utf-8", stylesheet)),
    },
  ]
}

const documentOf = () => OpenApi.fromApi(StudioApi) as unknown as ReferenceDocument

const shown = (contentType: string, text: string) =>
  respond(200, contentType, text, {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  })
