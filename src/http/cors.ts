// The pages of other origins that may call the contract from a browser. Tokens travel in a header, so cookies stay off.
import { isOfContract, type RequestHeaders, type ResponseValue } from "./exchange.ts"

/** The headers that let the page of a request read the answer; undefined where none are needed. */
export type Cors = (request: {
  readonly method: string
  readonly path: string
  readonly headers: RequestHeaders
}) => ResponseValue["headers"] | undefined

/** Allows the origins that `allows` accepts. A host names its headers beside those of the contract. */
export const makeCors = (options: {
  readonly allows: (origin: string) => boolean
  readonly requestHeaders?: ReadonlyArray<string>
  readonly answerHeaders?: ReadonlyArray<string>
}): Cors => {
  const { allows, requestHeaders = [], answerHeaders = [] } = options
  const sent = ["Authorization", "Content-Type", "Idempotency-Key", ...requestHeaders]
  const preflight = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": sent.join(", "),
    "access-control-max-age": "600",
  }
  const exposed = ["X-Request-Id", ...answerHeaders, ...contractHeaders].join(", ")
  return ({ method, path, headers: { origin } }) => {
    if (typeof origin !== "string" || !isOfContract(path)) return undefined
    if (!allows(origin)) return { vary: "Origin" }
    return {
      vary: "Origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": exposed,
      ...(method === "OPTIONS" && preflight),
    }
  }
}

const contractHeaders = [
  "Idempotent-Replayed",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Allow",
  "WWW-Authenticate",
]
