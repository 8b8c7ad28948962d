// From a request to its answer, as values: finds the route, runs it, and answers its result. It never fails: a defect of a
// route is a 500 without details, and a report to the log. GAP-02, GAP-08, GAP-70, GAP-81
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { apiError } from "../api/index.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import type { Cors } from "./cors.ts"
import {
  type RequestHeaders,
  type RequestValue,
  type ResponseValue,
  type Route,
  type RouteRequest,
  respondEmpty,
  respondError,
} from "./exchange.ts"
import { makeRouter, parameterNames } from "./router.ts"
import { writableId } from "./server/requestId.ts"
import { tell } from "./server/tell.ts"

/** Answers a request, with services `R`. It runs to its end, also where the client has left. */
export type Dispatcher<R = never> = (request: RequestValue) => Effect.Effect<ResponseValue, never, R>

/** An internal error, for the log. The client learns only the id of its request. */
export interface Defect {
  readonly cause: Cause.Cause<unknown>
  readonly requestId: string
  readonly method: string
  readonly path: string
}

/** Changes an answer before it gets the headers that every answer has. `route` is null where there is none at the path. */
export type Amend = (
  request: { readonly path: string; readonly route: Pick<Route, "method" | "path"> | null },
  response: ResponseValue,
) => ResponseValue

/** A request that is being recorded. */
export interface Recording {
  /** The request to go on with. */
  readonly request: RequestValue
  /** Told of the answer. */
  readonly end: (
    answered: Pick<RouteRequest, "requestId" | "path"> & {
      readonly organizationId: string | null
      readonly response: ResponseValue
    },
  ) => void
}

/** A dispatcher of these routes. */
export const makeDispatcher = <R = never>(options: {
  readonly routes: ReadonlyArray<Route<R>>
  /**
   * Told of each defect, hooks that throw among them, and of the error in it, such as what a port threw. What it throws
   * itself, or rejects with, disturbs nothing.
   */
  readonly onDefect: (defect: Defect, error: unknown) => void
  /** Lets pages of other origins call; none unless it is given. */
  readonly cors?: Cors
  /** Names requests, by their headers if it likes, with 1 to 128 visible characters of ASCII; at random otherwise. */
  readonly makeRequestId?: (headers: RequestHeaders) => string
  readonly amend?: Amend
  /** Begins to record a request. */
  readonly record?: (request: RequestValue) => Recording
}): Dispatcher<R> => {
  const { onDefect, cors, makeRequestId = () => crypto.randomUUID(), amend, record } = options
  const find = makeRouter(options.routes.map((route) => ({ ...route, names: parameterNames(route.path) })))

  const routed = (method: string, path: string): Routed<R> => {
    const place = find(path)
    if (place === undefined) return { params: {}, refusal: respondError(apiError("route.not_found")) }
    const { methods, values } = place
    const route = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined)
    if (route === undefined) return { params: {}, refusal: otherMethod(method, methods) }
    const params: Record<string, string> = {}
    for (const [index, name] of route.names.entries()) params[name] = values[index] as string
    return { params, route }
  }

  const refuseDefect = (cause: Cause.Cause<unknown>, at: Omit<Defect, "cause">): ResponseValue => {
    tell(onDefect, { cause, ...at }, Cause.squash(cause))
    return respondError(apiError("internal_server_error"))
  }

  const answer = (route: Route<R>, request: RouteRequest): Effect.Effect<ResponseValue, never, R> =>
    Effect.suspend(() => route.handle(request)).pipe(
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          const refusal = Cause.findError(cause)
          if (Result.isSuccess(refusal)) return respondError(refusal.success)
          const { method, path, requestId } = request
          return refuseDefect(cause, { requestId, method, path })
        }),
      ),
      Effect.provideService(CurrentRequest, { requestId: request.requestId, route }),
    )

  return (request) => {
    const { method, url } = request
    const end = url.indexOf("?")
    const path = end === -1 ? url : url.slice(0, end)
    const broken: Array<Cause.Cause<never>> = []
    const onThrow = (thrown: unknown): undefined => void broken.push(Cause.die(thrown))
    const requestId = writableId(ask(() => makeRequestId(request.headers), onThrow))
    const recording = record?.(request)
    const corsHeaders = cors && ask(() => cors({ method, path, headers: request.headers }), onThrow)
    const { params, route, refusal } = routed(method, path)
    const at = { requestId, method, path }
    const [fault] = broken
    const answered =
      fault !== undefined
        ? Effect.sync(() => refuseDefect(fault, at))
        : route === undefined
          ? Effect.succeed(refusal)
          : answer(route, { ...(recording?.request ?? request), path, params, requestId })
    const amended = (value: ResponseValue): ResponseValue =>
      ask(
        () => amend?.({ path, route: route ?? null }, value) ?? value,
        (thrown) => {
          value.stream?.leave()
          return refuseDefect(Cause.die(thrown), at)
        },
      )
    return Effect.map(answered, (value) => {
      const response = framed(amended(value), { method, requestId, corsHeaders })
      recording?.end({ requestId, path, organizationId: params.organizationId ?? null, response })
      return response
    })
  }
}

/** What a hook of a host gives, or what there is in its place where it throws. */
const ask = <A, B>(hook: () => A, onThrow: (thrown: unknown) => B): A | B => {
  try {
    return hook()
  } catch (thrown) {
    return onThrow(thrown)
  }
}

/** Frames answers to requests that never get to a dispatcher, as one would. */
export const makeFrame =
  (cors: Cors) =>
  ({ method, url: path, headers }: RequestValue, response: ResponseValue): ResponseValue =>
    framed(response, { method, requestId: crypto.randomUUID(), corsHeaders: cors({ method, path, headers }) })

/** Adds the headers that every answer has. GAP-108 */
const framed = (
  response: ResponseValue,
  exchange: {
    readonly method: string
    readonly requestId: string
    readonly corsHeaders: ResponseValue["headers"] | undefined
  },
): ResponseValue => {
  const { status, stream } = response
  const headers = { ...response.headers, "x-request-id": exchange.requestId, ...exchange.corsHeaders }
  if (exchange.method !== "HEAD") return { ...response, headers }
  stream?.leave()
  return { status, headers, body: null }
}

/** The route at a path with its parameters, or the refusal where there is none. */
type Routed<R> = { readonly params: RouteRequest["params"] } & (
  | { readonly route: Route<R>; readonly refusal?: undefined }
  | { readonly route?: undefined; readonly refusal: ResponseValue }
)

const otherMethod = (method: string, methods: ReadonlyMap<string, unknown>): ResponseValue => {
  const known = Array.from(methods.keys())
  const allow = [...known, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  return method === "OPTIONS"
    ? respondEmpty(204, { allow })
    : respondError(apiError("method_not_allowed"), { allow })
}
