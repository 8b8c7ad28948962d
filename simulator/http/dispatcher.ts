// From a request to its answer, as values: finds the route, runs it, and answers whatever comes of it. It never fails:
// what a route does not foresee is a 500 that says nothing, and a report to the log. GAP-02, GAP-08, GAP-70, GAP-81
import { randomUUID } from "node:crypto"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { apiError } from "../../src/api/index.ts"
import type { Present } from "../assumptions/Assumptions.ts"
import type { RequestLog } from "../requests/RequestLog.ts"
import { makeCors } from "./cors.ts"
import {
  CurrentRequest,
  type RequestValue,
  type ResponseValue,
  type Route,
  type RouteRequest,
  respondEmpty,
  respondError,
} from "./exchange.ts"
import { makeRouter, parameterNames } from "./router.ts"

/**
 * Answers a request, with services `R`. It is meant to run to its end: nothing of it depends on the client still being
 * there.
 */
export type Dispatcher<R = never> = (request: RequestValue) => Effect.Effect<ResponseValue, never, R>

/** What went wrong inside, for the log; the client learns nothing of it but the request's id. */
export interface Defect {
  readonly cause: Cause.Cause<unknown>
  readonly requestId: string
  readonly method: string
  readonly path: string
}

/** A dispatcher of these routes. `corsOrigin` is the one origin that pages may call from; loopback ones by default. */
export const makeDispatcher = <R = never>(options: {
  readonly routes: ReadonlyArray<Route<R>>
  readonly onDefect: (defect: Defect) => void
  readonly corsOrigin?: string
  readonly makeRequestId?: () => string
  /** How answers are shown, before anything else is said of them. */
  readonly present?: Present
  /** Where exchanges are recorded. */
  readonly log?: Pick<RequestLog, "begin" | "end">
}): Dispatcher<R> => {
  const { onDefect, makeRequestId = randomUUID, present = asItIs, log } = options
  const cors = makeCors(options.corsOrigin)
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

  const answer = (route: Route<R>, request: RouteRequest): Effect.Effect<ResponseValue, never, R> =>
    Effect.suspend(() => route.handle(request)).pipe(
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          const refusal = Cause.findError(cause)
          if (Result.isSuccess(refusal)) return respondError(refusal.success)
          const { method, path, requestId } = request
          onDefect({ cause, requestId, method, path })
          return respondError(apiError("internal_server_error"))
        }),
      ),
      Effect.provideService(CurrentRequest, { requestId: request.requestId, route }),
    )

  return (request) => {
    const { method, url } = request
    const end = url.indexOf("?")
    const path = end === -1 ? url : url.slice(0, end)
    const requestId = makeRequestId()
    const recording = log?.begin(request)
    const corsHeaders = cors({ method, path, headers: request.headers })
    const { params, route, refusal } = routed(method, path)
    const answered =
      route === undefined
        ? Effect.succeed(refusal)
        : answer(route, { ...(recording?.request ?? request), path, params, requestId })
    return Effect.map(answered, (value) => {
      const response = framed(present({ path, route: route ?? null }, value), {
        method,
        requestId,
        corsHeaders,
      })
      if (recording !== undefined) {
        log?.end(recording, { requestId, path, organizationId: params.organizationId ?? null, response })
      }
      return response
    })
  }
}

const asItIs: Present = (_, response) => response

/** Frames answers to requests that never get to a dispatcher, as one would. */
export const makeFrame = (corsOrigin?: string) => {
  const cors = makeCors(corsOrigin)
  return ({ method, url: path, headers }: RequestValue, response: ResponseValue): ResponseValue =>
    framed(response, {
      method,
      requestId: randomUUID(),
      corsHeaders: cors({ method, path, headers }),
    })
}

/** What every answer has, whatever it is. GAP-108 */
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

/** What is at a path: a route with its parameters, or the answer that there is none. */
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
