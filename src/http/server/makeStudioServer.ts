// A server of one's own: the contract over the ports of a host, with its health and the keys of its tokens. It answers
// values and web requests; the entry for Node has a listener for it. GAP-151
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BillingPorts } from "../../index.ts"
import type { StudioPorts } from "../answer.ts"
import type { Cors } from "../cors.ts"
import { type Defect, type Dispatcher, makeDispatcher } from "../dispatcher.ts"
import type { RequestHeaders, Route } from "../exchange.ts"
import { type Fetch, makeFetch } from "../makeFetch.ts"
import type { RateLimit } from "../rateLimit.ts"
import { billingRoutes, studioRoutes } from "../studioRoutes.ts"
import type { SigningKeys } from "../tokens/SigningKeys.ts"
import type { Authenticate } from "./authenticate.ts"
import { builtPorts } from "./builtPorts.ts"
import { countInFlight } from "./countInFlight.ts"
import { healthRoutes } from "./healthRoutes.ts"
import { keysRoute } from "./keysRoute.ts"
import { once } from "./once.ts"
import { CurrentRequestObserver } from "./RequestObserver.ts"
import { requestIdOf } from "./requestId.ts"
import { type Answered, withAnswerLog } from "./withAnswerLog.ts"

interface Shared {
  /** Told of each internal error, with what was thrown; the client learns only the id of its request. */
  readonly onDefect: (defect: Defect, error: unknown) => void
  /** Told of each answer, for a log. */
  readonly onAnswer?: (answered: Answered) => void
  /** Counts calls; without it, they are not counted. */
  readonly rateLimit?: RateLimit
  /** Lets pages of other origins call; none unless it is given. */
  readonly cors?: Cors
  /** Names requests; `requestIdOf` unless it is given. */
  readonly makeRequestId?: (headers: RequestHeaders) => string
}

/** The whole contract. A host's own `authenticate` takes the place of the access tokens, where `signIn` says so. */
export type WithSignIn = Shared & {
  /** Published under `/.well-known/jwks.json`, for other services that check our tokens. */
  readonly keys?: SigningKeys
} & (
    | { readonly authenticate?: undefined; readonly signIn?: true }
    | { readonly authenticate: Authenticate<StudioPorts>; readonly signIn: true }
  )

/** All but `/studio/auth` and `/studio/profile`, with a sign-in of the host's. */
export type WithoutSignIn = Shared & {
  readonly authenticate: Authenticate<BillingPorts>
  readonly signIn?: false
  readonly keys?: undefined
}

/** What a server is made of: the whole contract, or all but its sign-in, and the ports that it needs. */
export type StudioServerOptions =
  | (WithSignIn & { readonly ports: Layer.Layer<StudioPorts, unknown> })
  | (WithoutSignIn & { readonly ports: Layer.Layer<BillingPorts, unknown> })

/** The longest that `close` waits for calls in flight: as long as a gateway may take for a charge. */
export const CLOSE_MILLIS_MAX = 30_000

/** A server without a socket. */
export interface StudioServer {
  /** Answers a request as a value: what a listener is given. */
  readonly dispatcher: Dispatcher
  /** Answers a web request, on any runtime that has them. */
  readonly fetch: Fetch
  /** From now on `/health/ready` says no, so that a balancer sends no more. Calls are still answered. */
  readonly retire: () => void
  /**
   * Retires, waits for calls in flight, for 30 seconds at most, and lets go of the ports. What a call left behind
   * by then is repaired as after a crash.
   */
  readonly close: () => Promise<void>
}

/**
 * A server of the contract over these ports, which are built with the first call and let go of by `close`. Ports that
 * cannot be built are a defect of the call, and the next one builds them anew. Throws a `TypeError` for options that cannot
 * be used, as a program without types may give them.
 */
export const makeStudioServer = (options: StudioServerOptions): StudioServer => {
  checkOptions(options)
  const { context: ports, close } = builtPorts(options.ports as Layer.Layer<StudioPorts, unknown>)
  let retired = false
  const { onDefect, onAnswer, cors, makeRequestId = requestIdOf } = options
  const provided = routesOf(options).map(
    (route): Route => ({
      ...route,
      handle: (request) =>
        Effect.flatMap(Effect.orDie(ports), (context) => {
          const observe = Context.get(context, CurrentRequestObserver)
          const answered = observe === null ? route.handle(request) : observe(route, request)
          return Effect.provideContext(answered, context)
        }),
    }),
  )
  const dispatching = makeDispatcher({
    routes: [
      ...provided,
      ...healthRoutes({ takesCalls: () => !retired, ports }),
      ...(options.keys === undefined ? [] : [keysRoute(options.keys)]),
    ],
    onDefect,
    makeRequestId,
    ...(cors !== undefined && { cors }),
  })
  const dispatch = onAnswer === undefined ? dispatching : withAnswerLog(dispatching, onAnswer)
  const { dispatcher, idle } = countInFlight(dispatch)
  const retire = (): void => {
    retired = true
  }
  return {
    dispatcher,
    fetch: makeFetch(dispatcher, "http://localhost"),
    retire,
    close: once(async () => {
      retire()
      await idle(CLOSE_MILLIS_MAX)
      await close()
    }),
  }
}

const routesOf = (options: WithSignIn | WithoutSignIn): ReadonlyArray<Route<StudioPorts>> =>
  options.authenticate === undefined || options.signIn === true
    ? studioRoutes(options)
    : [...billingRoutes<BillingPorts>({ authenticate: options.authenticate, rateLimit: options.rateLimit })]

const checkOptions = ({ ports, onDefect, authenticate }: StudioServerOptions): void => {
  if (!Layer.isLayer(ports)) {
    throw new TypeError(
      "makeStudioServer: ports has to be a layer of them; portsLayer of studio-billing/promises makes one of ports whose functions return promises",
    )
  }
  if (typeof onDefect !== "function") {
    throw new TypeError("makeStudioServer: onDefect has to be a function, which is told of internal errors")
  }
  if (authenticate !== undefined && typeof authenticate !== "function") {
    throw new TypeError("makeStudioServer: authenticate has to be a function that says who calls")
  }
}
