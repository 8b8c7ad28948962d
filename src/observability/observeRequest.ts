// A request to the server as a span and a duration, by the semantic conventions for HTTP. The caller's `traceparent` is
// the parent.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Headers from "effect/http/Headers"
import { w3c } from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import { nameOf } from "../app/telemetry/quietTracer.ts"
import { attribute, spanName } from "../app/telemetry/telemetry.ts"
import type { RequestObserver, ResponseValue, RouteRequest } from "../http/index.ts"
import { update } from "./metrics.ts"
import { timed } from "./observedCall.ts"

/** Handles a request in a span of it. A defect is logged by its name and the id of the request. */
export const observeRequest: RequestObserver = (route, request) => {
  const { method, requestId } = request
  const { organizationId } = request.params
  const attributes = {
    [attribute.httpMethod]: method,
    [attribute.httpRoute]: route.path,
    [attribute.urlPath]: pathOf(route.path, request),
    [attribute.requestId]: requestId,
    ...(isId(organizationId) && { [attribute.organizationId]: organizationId }),
  }
  const name = spanName.request.replace("{method}", method).replace("{route}", route.path)
  const parent = parentOf(request)
  return Effect.useSpan(
    name,
    { kind: "server", attributes, ...(parent !== undefined && { parent }) },
    (span) =>
      timed(
        Effect.withParentSpan(
          Effect.tapCause(
            Effect.suspend(() => route.handle(request)),
            (cause) => logDefect(cause, requestId),
          ),
          span,
          { captureStackTrace: false },
        ),
        (exit, seconds) => {
          const status = statusOf(exit)
          span.attribute(attribute.httpStatus, status)
          if (status >= 400 && Exit.isSuccess(exit)) span.attribute(attribute.rejection, codeOf(exit.value))
          if (status >= 500) span.attribute(attribute.errorType, errorOf(exit) ?? String(status))
          return update("requestDuration", seconds, {
            [attribute.httpMethod]: method,
            [attribute.httpRoute]: route.path,
            [attribute.httpStatus]: String(status),
          })
        },
      ),
  )
}

const isId = (value: string | undefined): value is string =>
  value !== undefined && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value)

/** The path with what are ids. All else is left out of it: a code is one of the parameters, and any may be wrong. GAP-163 */
const pathOf = (route: string, { params }: RouteRequest): string =>
  route.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = params[name]
    return isId(value) ? value : all
  })

const parentOf = ({ headers }: RouteRequest) => {
  const { traceparent } = headers
  if (typeof traceparent !== "string") return undefined
  return Option.getOrUndefined(w3c(Headers.fromInput({ traceparent })))
}

type Answered = Exit.Exit<ResponseValue, { readonly statusCode: number }>

const statusOf = (exit: Answered): number => {
  if (Exit.isSuccess(exit)) return exit.value.status
  return Option.match(Cause.findErrorOption(exit.cause), {
    onSome: ({ statusCode }) => statusCode,
    onNone: () => 500,
  })
}

/** The code of a refusal that was made an answer on the way. */
const codeOf = ({ body }: ResponseValue): string => /"code":"([^"]+)"/.exec(String(body))?.[1] ?? "Unknown"

/** The name of a defect, or the code of a refusal. */
const errorOf = (exit: Answered): string | undefined =>
  Exit.isFailure(exit) ? nameOf(Cause.squash(exit.cause)) : undefined

const logDefect = (cause: Cause.Cause<unknown>, requestId: string): Effect.Effect<void> =>
  Cause.hasFails(cause)
    ? Effect.void
    : Effect.annotateLogs(Effect.logError("A request ended by a defect"), {
        [attribute.requestId]: requestId,
        [attribute.errorType]: nameOf(Cause.squash(cause)),
      })
