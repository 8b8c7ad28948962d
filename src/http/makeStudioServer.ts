// A server of one's own: the contract over the ports of a host, with its health and the keys of its tokens. It answers
// values and web requests; the entry for Node has a listener for it. GAP-151

import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { BillingPorts } from "../index.ts"
import type { StudioPorts } from "./answer.ts"
import type { Authenticate } from "./contractRoutes.ts"
import type { Cors } from "./cors.ts"
import { type Defect, type Dispatcher, makeDispatcher } from "./dispatcher.ts"
import { type Route, respondJson } from "./exchange.ts"
import { healthRoutes } from "./healthRoutes.ts"
import { type Fetch, makeFetch } from "./makeFetch.ts"
import type { RateLimit } from "./rateLimit.ts"
import { billingRoutes, studioRoutes } from "./studioRoutes.ts"
import type { SigningKeys } from "./tokens/SigningKeys.ts"

interface Shared {
  /** Told of each internal error; the client learns only the id of its request. */
  readonly onDefect: (defect: Defect) => void
  /** Counts calls; without it, they are not counted. */
  readonly rateLimit?: RateLimit
  /** Lets pages of other origins call; none unless it is given. */
  readonly cors?: Cors
  /** Names requests; at random unless it is given. */
  readonly makeRequestId?: () => string
}

/** What a server is made of: the whole contract with our tokens, or all but its sign-in with `authenticate`. */
export type StudioServerOptions = Shared &
  (
    | {
        readonly ports: Layer.Layer<StudioPorts, unknown>
        /** Published under `/.well-known/jwks.json`, for other services that check our tokens. */
        readonly keys?: SigningKeys
        readonly authenticate?: undefined
      }
    | {
        readonly ports: Layer.Layer<BillingPorts, unknown>
        readonly authenticate: Authenticate<BillingPorts>
        readonly keys?: undefined
      }
  )

/** A server without a socket. */
export interface StudioServer {
  /** Answers a request as a value: what a listener is given. */
  readonly dispatcher: Dispatcher
  /** Answers a web request, on any runtime that has them. */
  readonly fetch: Fetch
  /** From now on `/health/ready` says no, so that a balancer sends no more. Calls are still answered. */
  readonly retire: () => void
  /** Retires, waits for calls in flight, and lets go of the ports. */
  readonly close: () => Promise<void>
}

/**
 * A server of the contract over these ports, which are built with the first call and let go of by `close`. Ports that
 * cannot be built are a defect of each call.
 */
export const makeStudioServer = (options: StudioServerOptions): StudioServer => {
  const runtime = ManagedRuntime.make(options.ports as Layer.Layer<StudioPorts, unknown>)
  // Asked for with each call: a runtime that was let go of gives none.
  const ports = Effect.suspend(() => runtime.contextEffect)
  let retired = false
  let inFlight = 0
  let whenIdle = (): void => undefined
  const { onDefect, rateLimit, cors, makeRequestId } = options
  const routes: ReadonlyArray<Route<StudioPorts>> = [
    ...(options.authenticate === undefined
      ? studioRoutes({ rateLimit })
      : billingRoutes<BillingPorts>({ authenticate: options.authenticate, rateLimit })),
  ]
  const provided = routes.map(
    (route): Route => ({
      ...route,
      handle: (request) =>
        Effect.flatMap(Effect.orDie(ports), (context) =>
          Effect.provideContext(route.handle(request), context),
        ),
    }),
  )
  const dispatch = makeDispatcher({
    routes: [
      ...provided,
      ...healthRoutes({ takesCalls: () => !retired, ports }),
      ...(options.keys === undefined ? [] : [keysRoute(options.keys)]),
    ],
    onDefect,
    ...(cors !== undefined && { cors }),
    ...(makeRequestId !== undefined && { makeRequestId }),
  })
  const settle = Effect.sync(() => {
    inFlight -= 1
    if (inFlight === 0) whenIdle()
  })
  const dispatcher: Dispatcher = (request) =>
    Effect.suspend(() => {
      inFlight += 1
      return Effect.ensuring(dispatch(request), settle)
    })
  const retire = (): void => {
    retired = true
  }
  return {
    dispatcher,
    fetch: makeFetch(dispatcher, "http://localhost"),
    retire,
    close: async () => {
      retire()
      if (inFlight > 0) await new Promise<void>((resolve) => (whenIdle = resolve))
      await runtime.dispose()
    },
  }
}

const keysRoute = (keys: SigningKeys): Route => ({
  method: "GET",
  path: "/.well-known/jwks.json",
  handle: () => Effect.map(Effect.promise(keys.jwks), (jwks) => respondJson(200, jwks)),
})
