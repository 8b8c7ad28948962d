// Whoever sees the requests of a server from their routes to their answers, for spans and metrics.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ApiError } from "../../api/index.ts"
import type { ResponseValue, Route, RouteRequest } from "../exchange.ts"

/** Handles a request by its route, and gives what the route gives. */
export type RequestObserver = <R>(
  route: Route<R>,
  request: RouteRequest,
) => Effect.Effect<ResponseValue, ApiError, R>

/** The observer of the requests of a server, which comes with its ports; none unless one is given. */
export const CurrentRequestObserver = Context.Reference<RequestObserver | null>(
  "studio-billing/http/RequestObserver",
  { defaultValue: () => null },
)
