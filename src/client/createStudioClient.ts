// The Promise form of the client: a function an operation, over the platform's `fetch`. One call is one request: it never
// makes another by itself, since only its caller knows whether a payment may be tried again.
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { StudioApi } from "../api/StudioApi.ts"
import { StudioApiError, StudioClientError } from "./errors.ts"
import { type AnyRequest, type Operation, operationsOf, urlOf } from "./operations.ts"
import { isBearerToken, NO_BEARER_TOKEN } from "./token.ts"

/** Where the service is, and as whom to call it. */
export interface StudioClientOptions {
  /** What comes before `/studio`: `https://api.example.com`. */
  readonly baseUrl: string
  /** The access token. Operations of sign-in are called without one. */
  readonly accessToken?: string
  /** Asked for the access token before each call that wants one, in place of `accessToken`. */
  readonly getAccessToken?: () => string | Promise<string>
  /** In place of the platform's: that of a simulator, for example. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** `idempotency-key` as it is usually written. */
type HeaderName<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}-${HeaderName<Rest>}`
  : Name extends string
    ? Capitalize<Name>
    : never

type OptionalKeys<A> = {
  [Key in keyof A]-?: Record<never, never> extends Pick<A, Key> ? Key : never
}[keyof A]

/** What has a default need not be said. */
type Sent<Decoded, Encoded> = Omit<Decoded, OptionalKeys<Encoded>> &
  Partial<Pick<Decoded, OptionalKeys<Encoded> & keyof Decoded>>

type Part<Name extends string, A> = [A] extends [never]
  ? unknown
  : Record<never, never> extends A
    ? { readonly [Key in Name]?: A }
    : { readonly [Key in Name]: A }

type Payload<A> = [A] extends [never]
  ? unknown
  : undefined extends A
    ? { readonly payload?: Extract<A, object> }
    : { readonly payload: A }

type Keyed<A> = [A] extends [never]
  ? unknown
  : { readonly headers: { readonly [Key in keyof A as HeaderName<Key>]-?: Exclude<A[Key], undefined> } }

/** A query is made of texts; what it is in the contract says which of its members have a default. */
type Query<A> = [A] extends [never]
  ? unknown
  : A extends Schema.toCodecStringTree<infer Inner extends Schema.Top>
    ? Part<"query", Sent<Inner["Type"], Inner["Encoded"]>>
    : never

/** What a call takes: what its endpoint does, and a signal to abort it with. */
export type StudioRequest<Endpoint extends HttpApiEndpoint.Constraint> = Part<
  "params",
  HttpApiEndpoint.Params<Endpoint>["Type"]
> &
  Query<HttpApiEndpoint.Query<Endpoint>> &
  Payload<HttpApiEndpoint.Payload<Endpoint>["Type"]> &
  Keyed<HttpApiEndpoint.Headers<Endpoint>["Type"]> & { readonly signal?: AbortSignal }

/** Calls an endpoint. */
export type StudioCall<Endpoint extends HttpApiEndpoint.Constraint> = (
  ...request: Record<never, never> extends StudioRequest<Endpoint>
    ? [request?: StudioRequest<Endpoint>]
    : [request: StudioRequest<Endpoint>]
) => Promise<Endpoint["~Success"]["Type"]>

/** The operations of an API as functions, by group and endpoint. */
export type ClientOf<Api extends { readonly groups: Readonly<Record<string, HttpApiGroup.Constraint>> }> = {
  readonly [Group in keyof Api["groups"]]: {
    readonly [Name in keyof Api["groups"][Group]["endpoints"]]: Api["groups"][Group]["endpoints"][Name] extends infer Endpoint extends
      HttpApiEndpoint.Constraint
      ? StudioCall<Endpoint>
      : never
  }
}

/** The operations of the contract as functions. */
export type StudioClient = ClientOf<typeof StudioApi>

/**
 * The operations of an API as functions, by group and endpoint; `send` makes a call of one. What it is to give is what
 * the endpoint declares.
 */
export const callsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  send: (operation: Operation, request: AnyRequest) => Promise<unknown>,
): ClientOf<HttpApi.HttpApi<Id, Groups>> => {
  const client: Record<string, Record<string, unknown>> = {}
  for (const operation of operationsOf(api)) {
    const group = client[operation.group] ?? {}
    client[operation.group] = group
    group[operation.name] = async (request: AnyRequest = {}) => send(operation, request)
  }
  return client as unknown as ClientOf<HttpApi.HttpApi<Id, Groups>>
}

/**
 * A client. Its calls reject with `StudioApiError` for a refusal of the contract, with `StudioClientError` for all that
 * is no answer of it, and with the reason of an aborted signal.
 *
 * A POST that moves money wants an `Idempotency-Key` of the caller: whoever tries again after an unknown outcome has to
 * use the same one, so it has to be known, and best be stored, before the first try. A key made here would be lost.
 */
export const createStudioClient = (options: StudioClientOptions): StudioClient =>
  callsOf(StudioApi, (operation, request) => call(operation, options, request))

const call = async (
  operation: Operation,
  options: StudioClientOptions,
  request: AnyRequest,
): Promise<unknown> => {
  const { fetch = globalThis.fetch } = options
  const { signal } = request
  const { url, init } = await messageOf(operation, options, request)
  try {
    const response = await fetch(url, { ...init, ...(signal !== undefined && { signal }) })
    return answerOf(operation, response, await response.text())
  } catch (fault) {
    // What was answered is known, also to who gave up meanwhile.
    if (fault instanceof StudioApiError || fault instanceof StudioClientError) throw fault
    if (signal?.aborted) throw signal.reason
    // Not with its cause, which may repeat the request.
    throw new StudioClientError("NO_ANSWER", "There was no answer; what became of the call is unknown")
  }
}

const messageOf = async (operation: Operation, options: StudioClientOptions, request: AnyRequest) => {
  const { method, secured } = operation
  const { payload, headers = {} } = request
  const url = options.baseUrl.replace(/\/+$/, "") + urlOf(operation, request)
  const token = secured ? await tokenOf(options) : undefined
  const init: RequestInit = {
    method,
    headers: headersOf({
      ...headers,
      ...(payload !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    }),
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
    credentials: "omit",
    redirect: "manual",
  }
  return { url, init }
}

const tokenOf = async ({ accessToken, getAccessToken }: StudioClientOptions): Promise<string | undefined> => {
  const token = getAccessToken === undefined ? accessToken : await getAccessToken()
  if (token !== undefined && !isBearerToken(token)) throw new StudioClientError("NOT_SENT", NO_BEARER_TOKEN)
  return token
}

const headersOf = (headers: Readonly<Record<string, string>>): Headers => {
  try {
    return new Headers(headers)
  } catch {
    throw new StudioClientError("NOT_SENT", "A header has a value that cannot be sent")
  }
}

const answerOf = (operation: Operation, response: Response, text: string): unknown => {
  const { status: statusCode, headers } = response
  const requestId = headers.get("x-request-id")
  const said = operation.read(statusCode, text === "" ? undefined : jsonOf(text))
  if (said === null) {
    const message = `The answer, with status ${statusCode}, is none of the contract`
    throw new StudioClientError("UNEXPECTED_ANSWER", message, { statusCode, requestId })
  }
  if (Result.isSuccess(said)) return said.success
  const seconds = headers.get("retry-after") ?? ""
  const retryAfterSeconds = /^\d+$/.test(seconds) ? Number(seconds) : null
  throw new StudioApiError(said.failure, { requestId, retryAfterSeconds })
}

/** What is no JSON is something that no schema takes. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return Symbol("no JSON")
  }
}
