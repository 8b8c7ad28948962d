// Faults of calls: refusals that nothing is behind, delays, and connections that close before or after the call acts.
// They concern the contract, never the control plane.
import * as Effect from "effect/Effect"
import { type ApiError, apiError, type ErrorCode } from "../../src/api/index.ts"
import { endpoints, noAnswer, type ResponseValue, type Route, respondError } from "../../src/http/index.ts"
import type { FaultEffectOf, FaultTarget } from "./Fault.ts"
import type { FaultBook } from "./FaultBook.ts"
import type { RandomFaults } from "./randomFaults.ts"

/** Handles a call of a route, with the target that it is. */
export type Around<R> = (route: Route<R>, target: FaultTarget) => Route<R>["handle"]

/** The routes with the faults of a world. `around` is what is put around a route's handler beside them. */
export const withCallFaults = <R>(
  routes: ReadonlyArray<Route<R>>,
  faults: {
    readonly book: FaultBook
    readonly random: RandomFaults
    readonly sleep: (millis: number) => Effect.Effect<void>
    readonly around: Around<R>
  },
): ReadonlyArray<Route<R>> => {
  const { book, random, sleep, around } = faults
  return routes.map((route) => {
    const { method, path } = route
    const refusals = endpoints.find((one) => one.method === method && one.path === path)?.refusals
    return {
      ...route,
      handle: (request) =>
        Effect.suspend(() => {
          const target = { method, path, refusals, organizationId: request.params.organizationId ?? null }
          const act = around(route, target)(request)
          const effect = book.strike(KINDS, target)?.effect ?? random.onCall()
          switch (effect?.kind) {
            case undefined:
              return act
            case "respond":
              return Effect.succeed(refusalOf(effect))
            case "delay":
              return Effect.andThen(sleep(effect.delayMs), act)
            case "drop_before":
              return Effect.succeed(noAnswer)
            case "drop_after":
              return Effect.as(act, noAnswer)
          }
        }),
    }
  })
}

const KINDS = ["respond", "delay", "drop_before", "drop_after"] as const

/** The codes that statuses have whatever they are about. GAP-02 */
const general: Readonly<Partial<Record<number, ErrorCode>>> = {
  400: "validation_error",
  401: "unauthorized",
  402: "payment.declined",
  403: "forbidden",
  404: "route.not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  500: "internal_server_error",
  503: "service_unavailable",
}

/** The refusal of a status, with the code that is wanted, or else the general one. */
const refusalOf = ({ status, code }: FaultEffectOf<"respond">): ResponseValue => {
  const known = general[status] ?? (status < 500 ? "validation_error" : "internal_server_error")
  const error = {
    // A fault has the common members of its code only.
    ...apiError(known as "forbidden"),
    statusCode: status,
    code: code ?? known,
    ...(known === "payment.declined" && { declineCode: "card_declined", retryable: true }),
    ...(known === "rate_limited" && { retryAfterSeconds: 1 }),
  }
  return respondError(error as unknown as ApiError)
}
