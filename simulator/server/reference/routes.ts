// The routes of the reference: its pages and their stylesheet, the same for every reader.
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { studioDocument } from "../../../src/api/index.ts"
import { type Route, respond } from "../../../src/http/index.ts"
import { ControlApi } from "../../control/contract/ControlApi.ts"
import type { ReferenceDocument } from "./document.ts"
import { contractPage, controlPage, type PageKind, referencePage } from "./page.ts"
import { stylesheet } from "./stylesheet.ts"

const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `GET /docs`, `/docs/control` and `/docs/reference.css`. A page is made when it is first asked for. */
export const referenceRoutes = (origin: () => string, needsControlToken: boolean): ReadonlyArray<Route> => {
  const page = (path: `/${string}`, document: () => object, kind: PageKind): Route => {
    let text: string | undefined
    return {
      method: "GET",
      path,
      handle: () =>
        Effect.sync(() => {
          text ??= referencePage(document() as ReferenceDocument, origin(), needsControlToken, kind)
          return shown("text/html; charset=utf-8", text)
        }),
    }
  }
  return [
    page("/docs", () => studioDocument(), contractPage),
    page("/docs/control", () => OpenApi.fromApi(ControlApi), controlPage),
    {
      method: "GET",
      path: "/docs/reference.css",
      handle: () => Effect.succeed(shown("text/css; charset=utf-8", stylesheet)),
    },
  ]
}

const shown = (contentType: string, text: string) =>
  respond(200, contentType, text, {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  })
