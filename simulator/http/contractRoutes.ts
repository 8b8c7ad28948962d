// The contract as routes: each endpoint with its handler, and the order of its checks (GAP-70): token, organization,
// user, permission, media type, size, input, idempotency key, and then the operation. A malformed organization id names
// no organization that the caller has, so it is the organization's 404; every other malformed id is 400 at its name.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, apiError, Caller, type Handlers, type Permission } from "../../src/api/index.ts"
import type { AnswerOnce } from "./answerOnce.ts"
import { type Endpoint, endpoints } from "./endpoints.ts"
import { RequestId, type ResponseValue, type Route, type RouteRequest, readJson } from "./exchange.ts"

/**
 * Who calls, if it may: 401, then the organization's 404, then the 403s, in the order of GAP-70. `organizationId` is
 * the one of the path as it was sent, well-formed or not; null where the path has none.
 */
export type Authenticate = (request: {
  readonly authorization: string | undefined
  readonly organizationId: string | null
  readonly required: Permission
}) => Effect.Effect<Caller["Service"], ApiError>

type AnyHandler = (request: never) => Effect.Effect<unknown, ApiError, Caller>

interface Implementation {
  readonly handlers: Handlers
  readonly authenticate: Authenticate
  /** Without it, keys are checked and then ignored. */
  readonly answerOnce?: AnswerOnce
}

/** The routes of the contract, run by these handlers. */
export const contractRoutes = (options: Implementation): ReadonlyArray<Route> => {
  const handlers = options.handlers as unknown as Record<string, Record<string, AnyHandler>>
  return endpoints.map((endpoint) => {
    const handler = handlers[endpoint.group]?.[endpoint.name]
    if (handler === undefined) throw new Error(`No handler for ${endpoint.group}.${endpoint.name}`)
    const run = runner(endpoint, handler, options)
    return {
      method: endpoint.method,
      path: endpoint.path,
      handle: (request) => refused(endpoint, run(request)),
    }
  })
}

const refused = ({ encodeError }: Endpoint, answer: Effect.Effect<ResponseValue, ApiError>) =>
  Effect.catch(answer, (error) => Effect.sync(() => encodeError(error)))

/** What every decoded request may have beside what its handler takes. */
interface Decoded {
  readonly headers?: { readonly "idempotency-key"?: string }
  readonly payload?: unknown
}

const runner = (endpoint: Endpoint, handler: AnyHandler, { authenticate, answerOnce }: Implementation) =>
  Effect.fnUntraced(function* (request: RouteRequest) {
    const { required, takesBody, decode, encode } = endpoint
    let caller: Caller["Service"] | undefined
    let scope = Context.make(RequestId, request.requestId) as Context.Context<Caller>
    if (required !== undefined) {
      caller = yield* authenticate({
        authorization: request.headers.authorization as string | undefined,
        organizationId: request.params.organizationId ?? null,
        required,
      })
      scope = Context.add(scope, Caller, caller)
    }
    const payload = takesBody ? yield* readJson(request) : undefined
    const input = decode(request, payload)
    if (Result.isFailure(input)) {
      return yield* Effect.fail(apiError("validation_error", { errors: input.failure }))
    }
    const called = Effect.suspend(() => handler(input.success as never))
    const answer = Effect.map(Effect.provideContext(called, scope), encode)
    const { headers, payload: body } = input.success as Decoded
    const key = headers?.["idempotency-key"]
    if (key === undefined || caller === undefined || answerOnce === undefined) return yield* answer
    return yield* answerOnce(
      { key, caller, operation: operationOf(endpoint, request), body },
      refused(endpoint, answer),
    )
  })

/** The method and the path of a request, written in one way only. */
const operationOf = ({ method, path }: Endpoint, { params }: RouteRequest): string =>
  `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] as string))}`
