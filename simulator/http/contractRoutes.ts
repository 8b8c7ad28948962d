// The contract as routes: each endpoint with its handler, and the order of its checks (GAP-70): token, organization,
// user, permission, media type, size, input, and then the operation. A malformed organization id names no organization
// that the caller has, so it is the organization's 404; every other malformed id is 400 at its name.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, apiError, Caller, type Handlers, type Permission } from "../../src/api/index.ts"
import { type Endpoint, endpoints } from "./endpoints.ts"
import { RequestId, type Route, type RouteRequest, readJson } from "./exchange.ts"

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

/** The routes of the contract, run by these handlers. */
export const contractRoutes = (options: {
  readonly handlers: Handlers
  readonly authenticate: Authenticate
}): ReadonlyArray<Route> => {
  const handlers = options.handlers as unknown as Record<string, Record<string, AnyHandler>>
  return endpoints.map((endpoint) => {
    const handler = handlers[endpoint.group]?.[endpoint.name]
    if (handler === undefined) throw new Error(`No handler for ${endpoint.group}.${endpoint.name}`)
    const run = runner(endpoint, handler, options.authenticate)
    return {
      method: endpoint.method,
      path: endpoint.path,
      handle: (request) =>
        Effect.catch(run(request), (error) => Effect.sync(() => endpoint.encodeError(error))),
    }
  })
}

const runner = (
  { required, takesBody, decode, encode }: Endpoint,
  handler: AnyHandler,
  authenticate: Authenticate,
) =>
  Effect.fnUntraced(function* (request: RouteRequest) {
    let scope = Context.make(RequestId, request.requestId) as Context.Context<Caller>
    if (required !== undefined) {
      const caller = yield* authenticate({
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
    return encode(yield* Effect.provideContext(handler(input.success as never), scope))
  })
