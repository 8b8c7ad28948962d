// Where a request goes, as RFC 9112 says: the authority of an absolute target takes the place of `Host` (3.2.2), and a
// request has one `Host` (3.2). GAP-132
import type { IncomingMessage } from "node:http"
import type { RequestValue } from "../exchange.ts"

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is

/** A request, of which a framework may have changed the target: then it keeps the one that was sent. */
type Mounted = IncomingMessage & { readonly originalUrl?: string }

const sentUrl = ({ originalUrl, url = "/" }: Mounted): string => originalUrl ?? url

/** The path of a request and its headers, with the `Host` that its target names, where it names one. */
export const targetOf = (request: IncomingMessage): Pick<RequestValue, "url" | "headers"> => {
  const { headers } = request
  const url = sentUrl(request)
  const [, host, rest = ""] = url.startsWith("/") ? [] : (ABSOLUTE.exec(url) ?? [])
  if (host === undefined) return { url, headers }
  return { url: rest.startsWith("/") ? rest : `/${rest}`, headers: { ...headers, host } }
}

/** What is wrong with the host that a request names, or null. One of HTTP/1.0 need not name any. */
export const hostFaultOf = (request: IncomingMessage): string | null => {
  const { httpVersion, rawHeaders, headers } = request
  const url = sentUrl(request)
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === "host",
  ).length
  if (hosts > 1) return "Expected one Host"
  if (headers.host === undefined && httpVersion !== "1.0") return "Expected a Host"
  const [, authority] = url.startsWith("/") ? [] : (ABSOLUTE.exec(url) ?? [])
  const isHost = authority === undefined || (authority !== "" && !authority.includes("@"))
  return isHost ? null : "Expected a host, without a user, in the target"
}
