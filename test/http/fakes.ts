// Handlers and an authentication without anything behind them, and a client that needs no socket.
import * as Effect from "effect/Effect"
import { type ApiError, apiError, type Handlers } from "../../src/api/index.ts"
import { ALL_PERMISSIONS, type Permission } from "../../src/core/identity/Permission.ts"
import type { AnswerOnce } from "../../src/http/answer.ts"
import type { Dispatcher } from "../../src/http/dispatcher.ts"
import { endpoints } from "../../src/http/endpoints.ts"
import type { Authenticate } from "../../src/http/server/authenticate.ts"
import { type ExampleRequest, examples } from "../api/examples.ts"
import { organizationId } from "../api/records.ts"

/** Handlers that all do the same with what they are given. */
export const fakeHandlers = (
  run: (endpoint: string, request: object) => Effect.Effect<unknown, ApiError, never>,
): Handlers => {
  const handlers: Record<string, Record<string, unknown>> = {}
  for (const { group, name } of endpoints) {
    handlers[group] = { ...handlers[group], [name]: (request: object) => run(`${group}.${name}`, request) }
  }
  return handlers as unknown as Handlers
}

/** Tokens that say by their name who the caller is: "none" may nothing, everybody else everything. */
export const authenticate: Authenticate = (request) => {
  const token = /^Bearer (\w+)$/.exec(request.authorization ?? "")?.[1]
  if (token === undefined || token === "wrong") return Effect.fail(apiError("unauthorized"))
  const permissions: ReadonlyArray<Permission> = token === "none" ? [] : ALL_PERMISSIONS
  const caller = { userId: token, organizationId, permissions, sessionId: null }
  if (request.required === null) return Effect.succeed(caller)
  if ((request.organizationId ?? organizationId) !== organizationId) {
    return Effect.fail(apiError("organization.not_found"))
  }
  if (token === "unverified") return Effect.fail(apiError("user.not_verified"))
  if (token === "inactive") return Effect.fail(apiError("organization.inactive"))
  return permissions.includes(request.required) ? Effect.succeed(caller) : Effect.fail(apiError("forbidden"))
}

/** Remembers no key: each call acts. */
export const answerOnce: AnswerOnce<never> = (_, act) => act

export interface FakeRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface FakeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

/** Sends a request to a dispatcher. */
export const send = async (dispatcher: Dispatcher, request: FakeRequest): Promise<FakeResponse> => {
  const { method, url, headers = {}, body } = request
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const response = await Effect.runPromise(
    dispatcher({
      method,
      url,
      headers,
      body:
        bytes === undefined
          ? null
          : (bytesMax) =>
              bytes.byteLength > bytesMax
                ? Effect.fail(apiError("payload_too_large"))
                : Effect.succeed(new Uint8Array(bytes)),
    }),
  )
  const text = response.body === null ? "" : Buffer.from(response.body).toString()
  return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) }
}

/** The request of an example, with a token of everything and a JSON body where it has one. */
export const requestOf = (
  { method, path }: { readonly method: string; readonly path: string },
  { params = {}, query = "", headers = {}, body }: ExampleRequest,
): FakeRequest => ({
  method,
  url: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] as string) + query,
  headers: {
    authorization: "Bearer everything",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

export const exampleOf = ({ group, name }: { readonly group: string; readonly name: string }) =>
  (examples as unknown as Record<string, Record<string, (typeof examples)["plans"]["list"]>>)[group]?.[name]
