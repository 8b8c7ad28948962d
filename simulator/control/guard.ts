// The guard of the control plane, which can do anything to a world: it refuses pages of another origin, and names that
// another server can take (DNS rebinding).
import { createHash, timingSafeEqual } from "node:crypto"
import { type ApiError, apiError } from "../../src/api/index.ts"
import type { Cors, RequestValue } from "../../src/http/index.ts"
import { hostNameOf, isLoopback, normaliseHost } from "./hosts.ts"

/** The refusal of a request that may not use the control plane; null where it may. */
export type Guard = (request: RequestValue) => ApiError | null

/**
 * The guard of a control plane: 403 for a `Host` that is neither loopback nor one of `hosts`, for an `Origin` other
 * than its own and for `Sec-Fetch-Site: cross-site`; 401 without the `token` where there is one; 415 for a call
 * that changes something and is not `application/json`, with a body or without. A DELETE needs no media type: browsers
 * ask before they send one to another origin, and are refused.
 */
export const makeGuard = (options: {
  readonly hosts: ReadonlyArray<string>
  readonly token?: string | undefined
}): Guard => {
  const checkHost = makeHostCheck(options.hosts)
  const authorization = options.token === undefined ? undefined : digest(`Bearer ${options.token}`)
  return (request) => {
    const { method, headers } = request
    const refusal = checkHost(request)
    if (refusal !== null) return refusal
    if (headers.origin !== undefined && !isOwn(text(headers.origin), text(headers.host))) {
      return forbid("The control plane does not answer pages of another Origin.")
    }
    if (headers["sec-fetch-site"] === "cross-site") {
      return forbid("The control plane does not answer pages of another site.")
    }
    if (
      authorization !== undefined &&
      !timingSafeEqual(digest(withScheme(text(headers.authorization))), authorization)
    ) {
      return apiError("unauthorized", { message: "The control plane's token is needed." })
    }
    return ["GET", "HEAD", "DELETE"].includes(method) || isJson(text(headers["content-type"]))
      ? null
      : apiError("unsupported_media_type", {
          message: "A POST, PUT or PATCH has to be application/json, also without a body.",
        })
  }
}

/** The part of a guard that a page needs as well: 403 for a `Host` that is neither loopback nor one of `hosts`. */
export const makeHostCheck = (hosts: ReadonlyArray<string>): Guard => {
  const names = new Set(hosts.map(normaliseHost))
  return ({ headers }) => {
    const name = hostNameOf(text(headers.host))
    return name !== null && (isLoopback(name) || names.has(name))
      ? null
      : forbid("There is no answer under this Host; --allow-host adds one.")
  }
}

/**
 * Who may begin a world: 403 for a `Host` that the control plane would not answer, and for a page of another site that
 * may not call the contract, since either could take up the room that there is for worlds. GAP-109
 */
export const makeBeginCheck = (options: {
  readonly hosts: ReadonlyArray<string>
  readonly cors: Cors
}): Guard => {
  const checkHost = makeHostCheck(options.hosts)
  return (request) => {
    const refusal = checkHost(request)
    if (refusal !== null || request.headers["sec-fetch-site"] !== "cross-site") return refusal
    const allowed = options.cors({ ...request, path: request.url })?.["access-control-allow-origin"]
    return allowed === undefined
      ? forbid("No page of another site begins a world: open the address of the world first.")
      : null
  }
}

const text = (header: string | ReadonlyArray<string> | undefined): string => String(header ?? "")

const forbid = (message: string): ApiError => apiError("forbidden", { message })

/** A proxy may end TLS in front, so its own origin is the `Host` under either scheme. */
const isOwn = (origin: string, host: string): boolean =>
  /^https?:\/\/(.*)$/i.exec(origin)?.[1]?.toLowerCase() === host.toLowerCase()

const isJson = (type: string): boolean => type.split(";", 1)[0]?.trim().toLowerCase() === "application/json"

/** The scheme of a header in the case in which it is compared; HTTP has none for it. */
const withScheme = (header: string): string => header.replace(/^bearer +/i, "Bearer ")

/** A digest: a comparison in constant time needs texts of one length. */
const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest()
