// From a request to its answer, as values: finds the route, runs it, and answers whatever comes of it. It never fails:
// what a route does not foresee is a 500 that says nothing, and a report to the log. GAP-02, GAP-08, GAP-70, GAP-81
import { randomUUID } from "node:crypto"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { apiError } from "../../src/api/index.ts"
import { makeCors } from "./cors.ts"
import { type RequestValue, type ResponseValue, type Route, respondEmpty, respondError } from "./exchange.ts"
import { makeRouter, parameterNames } from "./router.ts"

/** Answers a request. It is meant to run to its end: nothing of it depends on the client still being there. */
export type Dispatcher = (request: RequestValue) => Effect.Effect<ResponseValue>

/** What went wrong inside, for the log; the client learns nothing of it but the request's id. */
export interface Defect {
  readonly cause: Cause.Cause<unknown>
  readonly requestId: string
  readonly method: string
  readonly path: string
}

/** A dispatcher of these routes. `corsOrigin` is the one origin that pages may call from; loopback ones by default. */
export const makeDispatcher = (options: {
  readonly routes: ReadonlyArray<Route>
  readonly onDefect: (defect: Defect) => void
  readonly corsOrigin?: string
  readonly makeRequestId?: () => string
}): Dispatcher => {
  const { onDefect, makeRequestId = randomUUID } = options
  const cors = makeCors(options.corsOrigin)
  const find = makeRouter(options.routes.map((route) => ({ ...route, names: parameterNames(route.path) })))

  const answer = (request: RequestValue, path: string, requestId: string): Effect.Effect<ResponseValue> => {
    const place = find(path)
    if (place === undefined) return Effect.succeed(respondError(apiError("route.not_found")))
    const { methods, values } = place
    const route = methods.get(request.method) ?? (request.method === "HEAD" ? methods.get("GET") : undefined)
    if (route === undefined) return Effect.succeed(otherMethod(request.method, methods))
    const params: Record<string, string> = {}
    for (const [index, name] of route.names.entries()) params[name] = values[index] as string
    return Effect.suspend(() => route.handle({ ...request, path, params, requestId })).pipe(
      Effect.catch((error) => Effect.succeed(respondError(error))),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          onDefect({ cause, requestId, method: request.method, path })
          return respondError(apiError("internal_server_error"))
        }),
      ),
    )
  }

  return (request) => {
    const { method, url } = request
    const end = url.indexOf("?")
    const path = end === -1 ? url : url.slice(0, end)
    const requestId = makeRequestId()
    const corsHeaders = cors({ method, path, headers: request.headers })
    return Effect.map(answer(request, path, requestId), (response) => ({
      status: response.status,
      headers: { ...response.headers, "x-request-id": requestId, ...corsHeaders },
      body: method === "HEAD" ? null : response.body,
    }))
  }
}

const otherMethod = (method: string, methods: ReadonlyMap<string, unknown>): ResponseValue => {
  const known = Array.from(methods.keys())
  const allow = [...known, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  return method === "OPTIONS"
    ? respondEmpty(204, { allow })
    : respondError(apiError("method_not_allowed"), { allow })
}
