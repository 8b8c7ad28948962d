// Which pages of other origins may call the interface from a browser: by default those of this machine. Credentials are
// bearer tokens in a header, so cookies are never allowed along.
import { isOfContract, type RequestHeaders, type ResponseValue } from "./exchange.ts"

const LOOPBACK =
  /^https?:\/\/(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

const preflight = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, X-Simulator-World",
  "access-control-max-age": "600",
}

const exposed =
  "X-Request-Id, X-Assumption, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy, Allow, WWW-Authenticate"

/** The headers that let the page of a request read the answer, or undefined where it may not. */
export type Cors = (request: {
  readonly method: string
  readonly path: string
  readonly headers: RequestHeaders
}) => ResponseValue["headers"] | undefined

/** Allows one origin, or every one for "*"; without a name, those on loopback. */
export const makeCors =
  (allowed?: string): Cors =>
  ({ method, path, headers }) => {
    const { origin } = headers
    if (typeof origin !== "string" || !isOfContract(path)) return undefined
    const allows = allowed === undefined ? LOOPBACK.test(origin) : allowed === "*" || allowed === origin
    if (!allows) return { vary: "Origin" }
    return {
      vary: "Origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": exposed,
      ...(method === "OPTIONS" && preflight),
    }
  }
