// The contract as routes: each endpoint with its handler, and the order of its checks (GAP-70): token, organization,
// user, permission, the caller's rate limit, media type, size, input, the address's rate limit or the idempotency key,
// and then the operation. A malformed organization id is 404, as an unknown one; every other malformed id is 400.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, apiError, Caller, type Handlers } from "../api/index.ts"
import { Otp } from "../index.ts"
import type { AnswerOnce } from "./answer.ts"
import { effectOf } from "./effectOf.ts"
import { type Endpoint, endpoints } from "./endpoints.ts"
import { type ResponseValue, type Route, type RouteRequest, readJson } from "./exchange.ts"
import type { Limited, RateLimit } from "./rateLimit.ts"
import { type Authenticate, callerOf } from "./server/authenticate.ts"

type AnyHandler<R> = (request: never) => Effect.Effect<unknown, ApiError, Caller | R>

/** An answer that may be a refusal. */
type Answer<R> = Effect.Effect<ResponseValue, ApiError, R>

interface Implementation<R> {
  /** Groups that have none are not served. */
  readonly handlers: Partial<Handlers<R>>
  readonly authenticate: Authenticate<R>
  /** Answers a call that has a key. */
  readonly answerOnce: AnswerOnce<R>
  /** Without it, calls are not counted. */
  readonly rateLimit?: RateLimit | undefined
}

/** The routes of the contract, run by these handlers. */
export const contractRoutes = <R = never>(options: Implementation<R>): ReadonlyArray<Route<R>> => {
  const groups = options.handlers as unknown as Record<string, Record<string, AnyHandler<R>> | undefined>
  return endpoints.flatMap((endpoint): ReadonlyArray<Route<R>> => {
    const { group, name, method, path } = endpoint
    const handler = groups[group]?.[name]
    if (handler === undefined) return []
    const run = runner(endpoint, handler, options)
    return [{ method, path, handle: (request) => refused(endpoint, run(request)) }]
  })
}

/** Turns a refusal into an answer. */
const refused = <R>({ encodeError }: Endpoint, answer: Answer<R>): Effect.Effect<ResponseValue, never, R> =>
  Effect.catch(answer, (error) => Effect.sync(() => encodeError(error)))

const runner = <R>(endpoint: Endpoint, handler: AnyHandler<R>, implementation: Implementation<R>) => {
  const { required } = endpoint
  const { authenticate, rateLimit } = implementation
  return (request: RouteRequest): Answer<R> => {
    const call = { endpoint, handler, implementation, request }
    if (required === undefined) return perform({ ...call, caller: null })
    const wanted = request.params.organizationId ?? null
    const given = authenticate({
      authorization: request.headers.authorization as string | undefined,
      organizationId: wanted,
      required,
    })
    return Effect.flatMap(callerOf(given), (caller) => {
      const { userId, organizationId } = caller
      // A host that does not compare the two lets nobody into another organization.
      if (wanted !== null && wanted !== organizationId) return Effect.fail(apiError("organization.not_found"))
      const limited = { policy: "caller", userId, organizationId } as const
      return counted(rateLimit, limited, endpoint, perform({ ...call, caller }))
    })
  }
}

/** Counts a call before it goes on, and adds the rest of the limit to its answer. */
const counted = <R>(
  rateLimit: RateLimit | undefined,
  limited: Limited,
  endpoint: Endpoint,
  answer: Answer<R>,
): Answer<R> =>
  rateLimit === undefined
    ? answer
    : Effect.flatMap(effectOf("rateLimit", rateLimit(limited)), ({ headers, refusal }) =>
        Effect.map(refused(endpoint, refusal === null ? answer : Effect.fail(refusal)), (response) => ({
          ...response,
          headers: { ...response.headers, ...headers },
        })),
      )

/** The parts of a decoded request that the checks look at. */
interface Decoded {
  readonly headers?: { readonly "idempotency-key"?: string }
  readonly payload?: { readonly email?: string; readonly recipient?: string }
}

interface Call<R> {
  readonly endpoint: Endpoint
  readonly handler: AnyHandler<R>
  readonly implementation: Implementation<R>
  readonly request: RouteRequest
  readonly caller: Caller["Service"] | null
}

/** Goes on with a call that its caller may make: body, input, and then the operation. */
const perform = <R>(call: Call<R>): Answer<R> =>
  call.endpoint.takesBody
    ? Effect.flatMap(readJson(call.request), (body) => operate(call, body))
    : Effect.suspend(() => operate(call, undefined))

const operate = <R>(call: Call<R>, body: object | undefined): Answer<R> => {
  const { endpoint, handler, request, caller } = call
  const { answerOnce, rateLimit } = call.implementation
  const input = endpoint.decode(request, body)
  if (Result.isFailure(input)) {
    return Effect.fail(apiError("validation_error", { errors: input.failure }))
  }
  const { headers, payload } = input.success as Decoded
  const handled = Effect.suspend(() => handler(input.success as never))
  if (caller === null) {
    // An endpoint without a token has no caller in scope.
    const answer = Effect.map(handled as Effect.Effect<unknown, ApiError, R>, endpoint.encode)
    const email = payload?.email ?? payload?.recipient
    if (email === undefined) return answer
    return counted(rateLimit, { policy: "email", email: Otp.normaliseEmail(email) }, endpoint, answer)
  }
  const answer = Effect.map(withCaller(handled, caller), endpoint.encode)
  const key = headers?.["idempotency-key"]
  if (key === undefined) return answer
  const operation = operationOf(endpoint, request)
  return answerOnce({ key, caller, operation, body: payload }, refused(endpoint, answer))
}

const withCaller = <A, R>(
  handled: Effect.Effect<A, ApiError, Caller | R>,
  caller: Caller["Service"],
): Effect.Effect<A, ApiError, R> =>
  Effect.provideService(handled, Caller, caller) as Effect.Effect<A, ApiError, R>

/** The method and the path of a request, written in one way only. */
const operationOf = ({ method, path }: Endpoint, { params }: RouteRequest): string =>
  `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] as string))}`
