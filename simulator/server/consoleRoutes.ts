// The routes of the console. Its files are not secret and need no token. They answer under the same names as the control
// plane that they call, so that another server's name gets no page that may read it (DNS rebinding). GAP-112
import * as Effect from "effect/Effect"
import type { ApiError } from "../../src/api/index.ts"
import {
  type RequestValue,
  type ResponseValue,
  type Route,
  respond,
  respondEmpty,
} from "../../src/http/index.ts"
import type { Guard } from "../control/guard.ts"
import type { ConsoleFile } from "./bundleConsole.ts"
import { consoleAssets } from "./consoleAssets.ts"

/** Tells whether a request is of a browser that is to show a page. */
export const wantsPage = ({ method, headers }: RequestValue): boolean =>
  (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(String(headers.accept ?? ""))

/** Answers with the page of the console. */
export const answerPage = (request: RequestValue, checkHost: Guard): Effect.Effect<ResponseValue, ApiError> =>
  answerFile("index.html", request, checkHost)

/** `GET /console/app.js` and `/console/app.css`. */
export const consoleRoutes = (checkHost: Guard): ReadonlyArray<Route> =>
  (["app.js", "app.css"] as const).map((file) => ({
    method: "GET",
    path: `/console/${file}`,
    handle: (request) => answerFile(file, request, checkHost),
  }))

const types: { readonly [K in ConsoleFile]: string } = {
  "index.html": "text/html; charset=utf-8",
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const answerFile = Effect.fnUntraced(function* (
  file: ConsoleFile,
  request: RequestValue,
  checkHost: Guard,
): Effect.fn.Return<ResponseValue, ApiError> {
  const refusal = checkHost(request)
  if (refusal !== null) return yield* Effect.fail(refusal)
  const { bytes, etag } = (yield* Effect.promise(consoleAssets))[file]
  const headers = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
    etag,
    ...(file === "index.html" && { vary: "Accept" }),
  }
  return has(request, etag) ? respondEmpty(304, headers) : respond(200, types[file], bytes, headers)
})

/** Tells whether the client has the file of this tag already. */
const has = ({ headers }: RequestValue, etag: string): boolean =>
  String(headers["if-none-match"] ?? "")
    .split(",")
    .some((known) => known.trim().replace(/^W\//, "") === etag)
