// The id of a request, by which an answer is found in logs: that of whoever stands in front, or one at random. GAP-153
import type { RequestHeaders } from "../exchange.ts"

/** What may stand in a log and in a header as it is. */
const READABLE = /^[\w.:=+/-]{1,128}$/

/** Takes the `X-Request-Id` of a request where it is readable, and makes one otherwise. */
export const requestIdOf = (headers: RequestHeaders): string => {
  const given = headers["x-request-id"]
  return typeof given === "string" && READABLE.test(given) ? given : crypto.randomUUID()
}

/** What may stand in a header, in any form that a host likes. */
const WRITABLE = /^[\x21-\x7e]{1,128}$/

/** The id that a host gave a request; one at random in place of what cannot be written. */
export const writableId = (given: unknown): string =>
  typeof given === "string" && WRITABLE.test(given) ? given : crypto.randomUUID()
