// The contract as routes: each endpoint with its handler, and the order of its checks (GAP-70): token, organization,
// user, permission, the caller's rate limit, media type, size, input, the address's rate limit or the idempotency key,
// and then the operation. A malformed organization id names no organization that the caller has, so it is the
// organization's 404; every other malformed id is 400 at its name.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, apiError, Caller, type Handlers, type Permission } from "../../src/api/index.ts"
import { Otp } from "../../src/index.ts"
import type { AnswerOnce } from "./answerOnce.ts"
import { type Endpoint, endpoints } from "./endpoints.ts"
import { type ResponseValue, type Route, type RouteRequest, readJson } from "./exchange.ts"
import type { Limited, RateLimit } from "./rateLimit.ts"

/**
 * Who calls, if it may: 401, then the organization's 404, then the 403s, in the order of GAP-70. `organizationId` is
 * the one of the path as it was sent, well-formed or not; null where the path has none.
 */
export type Authenticate = (request: {
  readonly authorization: string | undefined
  readonly organizationId: string | null
  readonly required: Permission | null
}) => Effect.Effect<Caller["Service"], ApiError>

type AnyHandler = (request: never) => Effect.Effect<unknown, ApiError, Caller>

interface Implementation {
  readonly handlers: Handlers
  readonly authenticate: Authenticate
  /** Without it, keys are checked and then ignored. */
  readonly answerOnce?: AnswerOnce
  /** Without it, calls are not counted. */
  readonly rateLimit?: RateLimit
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

/** Answers what an endpoint refuses. */
const refused = ({ encodeError }: Endpoint, answer: Effect.Effect<ResponseValue, ApiError>) =>
  Effect.catch(answer, (error) => Effect.sync(() => encodeError(error)))

const runner = (endpoint: Endpoint, handler: AnyHandler, implementation: Implementation) => {
  const { required } = endpoint
  const { authenticate, rateLimit } = implementation
  return Effect.fnUntraced(function* (request: RouteRequest) {
    const scope = Context.empty() as Context.Context<Caller>
    const call = { endpoint, handler, implementation, request }
    if (required === undefined) return yield* perform({ ...call, scope, caller: null })
    const caller = yield* authenticate({
      authorization: request.headers.authorization as string | undefined,
      organizationId: request.params.organizationId ?? null,
      required,
    })
    const answer = perform({ ...call, scope: Context.add(scope, Caller, caller), caller })
    const { userId, organizationId } = caller
    return yield* counted(rateLimit, { policy: "caller", userId, organizationId }, endpoint, answer)
  })
}

/** Counts a call before it goes on, and says in its answer what is left. */
const counted = (
  rateLimit: RateLimit | undefined,
  limited: Limited,
  endpoint: Endpoint,
  answer: Effect.Effect<ResponseValue, ApiError>,
): Effect.Effect<ResponseValue, ApiError> =>
  rateLimit === undefined
    ? answer
    : Effect.suspend(() => {
        const { headers, refusal } = rateLimit(limited)
        return Effect.map(
          refused(endpoint, refusal === null ? answer : Effect.fail(refusal)),
          (response) => ({
            ...response,
            headers: { ...response.headers, ...headers },
          }),
        )
      })

/** What a decoded request may have beside what its handler takes. */
interface Decoded {
  readonly headers?: { readonly "idempotency-key"?: string }
  readonly payload?: { readonly email?: string; readonly recipient?: string }
}

/** What is left of a call once its caller may make it: body, input, and then the operation. */
const perform = Effect.fnUntraced(function* (call: {
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
  readonly implementation: Implementation
  readonly request: RouteRequest
  readonly scope: Context.Context<Caller>
  readonly caller: Caller["Service"] | null
}): Effect.fn.Return<ResponseValue, ApiError> {
  const { endpoint, handler, request, scope, caller } = call
  const { answerOnce, rateLimit } = call.implementation
  const input = endpoint.decode(request, endpoint.takesBody ? yield* readJson(request) : undefined)
  if (Result.isFailure(input)) {
    return yield* Effect.fail(apiError("validation_error", { errors: input.failure }))
  }
  const { headers, payload } = input.success as Decoded
  const handled = Effect.suspend(() => handler(input.success as never))
  const answer = Effect.map(Effect.provideContext(handled, scope), endpoint.encode)
  if (caller === null) {
    const email = payload?.email ?? payload?.recipient
    if (email === undefined) return yield* answer
    return yield* counted(rateLimit, { policy: "email", email: Otp.normaliseEmail(email) }, endpoint, answer)
  }
  const key = headers?.["idempotency-key"]
  if (key === undefined || answerOnce === undefined) return yield* answer
  const operation = operationOf(endpoint, request)
  return yield* answerOnce({ key, caller, operation, body: payload }, refused(endpoint, answer))
})

/** The method and the path of a request, written in one way only. */
const operationOf = ({ method, path }: Endpoint, { params }: RouteRequest): string =>
  `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] as string))}`
