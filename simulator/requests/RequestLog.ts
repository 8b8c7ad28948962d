// The latest exchanges of a world, for whoever debugs a client. An exchange costs a copy of its small bodies: they are
// parsed, and their secrets removed, when somebody looks. Headers and queries are not kept.

import * as Effect from "effect/Effect"
import type { Recording, RequestValue, ResponseValue } from "../../src/http/index.ts"
import { Iso, type Page, type PageRequest, paginate } from "../../src/index.ts"
import type { LoggedRequest } from "../control/contract/world.ts"
import { redact } from "./redact.ts"

/** The most exchanges that are kept; the oldest goes first. */
export const REQUESTS_MAX = 1000

/** The most bytes of a body that is kept. */
export const KEPT_BYTES_MAX = 8 * 1024

/**
 * Tells whether a request is in the log. Reads of the control plane are not: a watcher reads after each change, and the log
 * would hold little else. GAP-113
 */
const isLogged = (method: string, path: string): boolean =>
  (method !== "GET" && method !== "HEAD") || !/^\/(?:$|console\/|_simulator\/)/.test(path)

/** The part of a body that was read. */
interface Read {
  bytes: number
  kept: Buffer | null
}

/** The requests that are wanted; a member that is missing is any. */
export interface RequestFilter {
  readonly organizationId?: string
  readonly method?: string
  /** One, or a class of them: `4xx`. */
  readonly status?: string
  /** How the path begins. */
  readonly path?: string
  /** A part of the path or of the id, in upper or lower case. */
  readonly search?: string
}

/** The log of a world. */
export interface RequestLog {
  readonly record: (request: RequestValue) => Recording
  /** Newest first. */
  readonly list: (page: PageRequest, wanted?: RequestFilter) => Page<LoggedRequest>
}

interface Kept extends Omit<LoggedRequest, "at" | "requestBody" | "responseBody"> {
  readonly at: number
  readonly request: Buffer | null
  readonly response: ResponseValue["body"]
}

/** An empty log. `now` is the world's clock; `changed` is told of each new entry. */
export const makeRequestLog = (now: () => number, changed: () => void = () => undefined): RequestLog => {
  const entries: Array<Kept> = []
  return {
    record: (request) => {
      const { method } = request
      const read: Read = { bytes: 0, kept: null }
      const [at, startedAt] = [now(), performance.now()]
      const end: Recording["end"] = ({ requestId, path, organizationId, response }) => {
        if (!isLogged(method, path)) return
        const length = response.headers["content-length"]
        const bytes =
          response.pieces === undefined && response.stream === undefined ? Number(length ?? 0) : null
        entries.push({
          requestId,
          at,
          method,
          path,
          organizationId,
          status: response.status,
          durationMillis: Math.round((performance.now() - startedAt) * 100) / 100,
          request: read.kept,
          requestBytes: read.bytes,
          response: isKept(bytes ?? 0) ? response.body : null,
          responseBytes: bytes,
        })
        if (entries.length > REQUESTS_MAX) entries.shift()
        changed()
      }
      return { request: keeping(request, read), end }
    },
    list: (page, wanted = {}) => {
      const { items, totalItems } = paginate(entries.filter(isWanted(wanted)).reverse(), page)
      return { items: items.map(entryOf), totalItems }
    },
  }
}

const isWanted = ({ organizationId, method, status, path = "", search = "" }: RequestFilter) => {
  const part = search.toLowerCase()
  return (entry: Kept): boolean =>
    (organizationId === undefined || entry.organizationId === organizationId) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (status === undefined || String(entry.status).startsWith(status.replace("xx", ""))) &&
    entry.path.startsWith(path) &&
    `${entry.path} ${entry.requestId}`.toLowerCase().includes(part)
}

const isKept = (bytes: number): boolean => bytes <= KEPT_BYTES_MAX

/** The request, of whose body is kept what is read of it. */
const keeping = (request: RequestValue, read: Read): RequestValue => {
  const { body } = request
  if (body === null) return request
  const keep = (bytes: Uint8Array): Uint8Array => {
    read.bytes = bytes.byteLength
    // A copy, because a small body may lie in a large buffer.
    read.kept = isKept(bytes.byteLength) ? Buffer.from(bytes) : null
    return bytes
  }
  return { ...request, body: (bytesMax) => Effect.map(body(bytesMax), keep) }
}

const entryOf = ({ at, request, response, ...entry }: Kept): LoggedRequest => ({
  requestId: entry.requestId,
  at: Iso.toIso(at),
  method: entry.method,
  path: entry.path,
  organizationId: entry.organizationId,
  status: entry.status,
  durationMillis: entry.durationMillis,
  requestBody: redact({ path: entry.path, status: null, json: parsed(request) }),
  requestBytes: entry.requestBytes,
  responseBody: redact({ path: entry.path, status: entry.status, json: parsed(response) }),
  responseBytes: entry.responseBytes,
})

/** A record or a list; what is neither has no names by which secrets could be told. */
const parsed = (body: string | Uint8Array | null): unknown => {
  if (body === null) return null
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString())
    return typeof value === "object" ? value : null
  } catch {
    return null
  }
}
