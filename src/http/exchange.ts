// A request and its answer as values, apart from any socket: what a server, a test or an in-process client hands to the
// dispatcher, and what it gets back.
import * as Effect from "effect/Effect"
import { type ApiError, apiError } from "../api/index.ts"

/** The most bytes of a body, unless its route has another limit. GAP-08 */
export const BODY_BYTES_MAX = 64 * 1024

/** The headers of a request, by lower-case name. */
export type RequestHeaders = { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** A request as it arrived. */
export interface RequestValue {
  readonly method: string
  /** Path and query: `/studio/plans?page=2`. */
  readonly url: string
  readonly headers: RequestHeaders
  /** Reads the body, once, up to a bound: more of it is `payload_too_large`. Null when the request has none. */
  readonly body: ((bytesMax: number) => Effect.Effect<Uint8Array, ApiError>) | null
}

/** An answer, complete with `content-length` unless it comes in pieces or as a stream. */
export interface ResponseValue {
  readonly status: number
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array | null
  /** A body of unknown size that is made as it is sent, in place of `body`. It is never whole in memory. */
  readonly pieces?: Iterable<string>
  /** A body that goes on, in place of `body`. */
  readonly stream?: BodyStream
}

/** A body that goes on while somebody reads it. Each text is made when the one before has left. Its owner has to leave it. */
export interface BodyStream {
  /** Gives the next text as soon as there is one; null at the end. One call at a time. */
  readonly next: () => Promise<string | null>
  /** Ends it. A second call does nothing. */
  readonly leave: () => void
}

/** A request that a route was found for. */
export interface RouteRequest extends RequestValue {
  readonly path: string
  readonly params: { readonly [name: string]: string }
  readonly requestId: string
}

/** One method of one path, with services `R`; `{name}` segments are parameters. A failure is answered as an error body. */
export interface Route<R = never> {
  readonly method: string
  readonly path: `/${string}`
  /** Answers a request of this route. */
  readonly handle: (request: RouteRequest) => Effect.Effect<ResponseValue, ApiError, R>
}

/** Tells whether a path belongs to the contract, and not to the host's own routes. */
export const isOfContract = (path: string): boolean => path.startsWith("/studio/")

const encoder = new TextEncoder()
const scratch = new Uint8Array(BODY_BYTES_MAX)

/** The bytes of a text. Most texts fit into the scratch buffer, which costs a tenth of a new one. */
const bytesOf = (text: string): number => {
  const { read, written } = encoder.encodeInto(text, scratch)
  return read === text.length ? written : encoder.encode(text).byteLength
}

/** An answer with a body of the given type. */
export const respond = (
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers?: ResponseValue["headers"],
): ResponseValue => ({
  status,
  headers: {
    "content-type": contentType,
    "content-length": String(typeof body === "string" ? bytesOf(body) : body.byteLength),
    "cache-control": "no-store",
    ...headers,
  },
  body,
})

/** An answer with a JSON body. */
export const respondJson = (
  status: number,
  value: unknown,
  headers?: ResponseValue["headers"],
): ResponseValue => respond(status, "application/json", JSON.stringify(value), headers)

/** An answer whose body is made as it is sent. */
export const respondPieces = (
  status: number,
  contentType: string,
  pieces: Iterable<string>,
): ResponseValue => ({
  status,
  headers: { "content-type": contentType, "cache-control": "no-store" },
  body: null,
  pieces,
})

/** An answer whose body goes on; nothing on the way may gather it. */
export const respondStream = (status: number, contentType: string, stream: BodyStream): ResponseValue => ({
  status,
  headers: { "content-type": contentType, "cache-control": "no-store", "x-accel-buffering": "no" },
  body: null,
  stream,
})

/** An answer without a body. */
export const respondEmpty = (status: number, headers: ResponseValue["headers"] = {}): ResponseValue => ({
  status,
  headers,
  body: null,
})

/** A refusal as it is sent; `ApiError` has those of the contract. */
export type Refusal = Pick<ApiError, "message" | "errors"> & {
  readonly statusCode: number
  readonly code: string
}

/** The answer to a refusal. GAP-01, GAP-06 */
export const respondError = (error: Refusal, headers?: ResponseValue["headers"]): ResponseValue =>
  respondJson(error.statusCode, error, { ...headersOf(error), ...headers })

const headersOf = (error: Refusal): ResponseValue["headers"] | undefined => {
  if (error.statusCode === 401) return { "www-authenticate": "Bearer" }
  if (error.statusCode === 503) return { "retry-after": "1" }
  return "retryAfterSeconds" in error ? { "retry-after": String(error.retryAfterSeconds) } : undefined
}

/** The query as a record; a name that occurs more than once has a list of values. */
export const queryOf = ({
  url,
}: RequestValue): { readonly [name: string]: string | ReadonlyArray<string> } => {
  const query: Record<string, string | Array<string>> = Object.create(null)
  const start = url.indexOf("?")
  if (start === -1) return query
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const known = query[name]
    if (Array.isArray(known)) known.push(value)
    else query[name] = known === undefined ? value : [known, value]
  }
  return query
}

/** Reads the JSON object of a body; undefined for none or an empty one. Refuses 415, 413, then 400. GAP-08, GAP-70, GAP-75 */
export const readJson = (
  { body, headers }: RequestValue,
  bytesMax: number = BODY_BYTES_MAX,
): Effect.Effect<object | undefined, ApiError> => {
  if (body === null) return Effect.undefined
  const refusal = mediaRefusalOf(headers)
  if (refusal === null) return Effect.flatMap(body(bytesMax), parseJson)
  // An empty body is none, whatever type a platform gives it.
  return Effect.mapError(
    Effect.flatMap(body(0), () => Effect.undefined),
    (fault) => (fault.code === "payload_too_large" ? refusal : fault),
  )
}

/** The refusal of a body that is not to be read; null where it is JSON as it is. */
const mediaRefusalOf = (headers: RequestHeaders): ApiError | null => {
  const type = String(headers["content-type"] ?? "").split(";", 1)[0]
  if (type?.trim().toLowerCase() !== "application/json") return apiError("unsupported_media_type")
  const encoding = String(headers["content-encoding"] ?? "identity")
  if (encoding.toLowerCase() === "identity") return null
  return apiError("unsupported_media_type", {
    message: "The body has to be sent without a Content-Encoding.",
  })
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const parseJson = (bytes: Uint8Array): Effect.Effect<object | undefined, ApiError> => {
  if (bytes.byteLength === 0) return Effect.undefined
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    return notJson
  }
  // Null is refused: where every member is optional it could pass for an empty object.
  if (typeof value !== "object" || value === null || Array.isArray(value)) return noObject
  return isDeep(value) ? tooDeep : Effect.succeed(value)
}

/** How deep the JSON of a body may be nested. No operation needs more than a few; what walks it would run out of stack. */
const LEVELS_MAX = 100

const isDeep = (body: object): boolean => {
  let level: ReadonlyArray<object> = [body]
  for (let depth = 0; depth < LEVELS_MAX && level.length > 0; depth++) {
    level = level.flatMap((one) => Object.values(one).filter(isObject))
  }
  return level.length > 0
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const invalidBody = (message: string) =>
  Effect.fail(apiError("validation_error", { errors: [{ message, path: "" }] }))
const notJson = invalidBody("Expected a valid JSON body")
const noObject = invalidBody("Expected an object")
const tooDeep = invalidBody(`Expected at most ${LEVELS_MAX} levels`)
