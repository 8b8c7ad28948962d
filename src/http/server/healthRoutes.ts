// Whether a server lives, and whether it is ready for calls: what a balancer and a supervisor ask. GAP-151
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { BillingStore } from "../../index.ts"
import { type ResponseValue, type Route, respondJson } from "../exchange.ts"

/** The longest that readiness waits for the store. */
export const READY_MILLIS_MAX = 2_000

/**
 * `GET /health/live` answers 200 while the process does. `GET /health/ready` answers 200 where calls are taken and the
 * store answers, and 503 otherwise. Neither says why: what is wrong with a store is for the log.
 */
export const healthRoutes = (options: {
  readonly takesCalls: () => boolean
  readonly ports: Effect.Effect<Context.Context<BillingStore>, unknown>
}): ReadonlyArray<Route> => [
  { method: "GET", path: "/health/live", handle: () => Effect.succeed(live) },
  {
    method: "GET",
    path: "/health/ready",
    handle: () => (options.takesCalls() ? askedOf(options.ports) : Effect.succeed(unready)),
  },
]

const noStore = { "cache-control": "no-store" }
const live: ResponseValue = respondJson(200, { status: "live" }, noStore)
const ready: ResponseValue = respondJson(200, { status: "ready" }, noStore)
const unready: ResponseValue = respondJson(503, { status: "unready" }, noStore)

/** By the cheapest read of a store. */
const askedOf = (
  ports: Effect.Effect<Context.Context<BillingStore>, unknown>,
): Effect.Effect<ResponseValue> =>
  Effect.flatMap(BillingStore, (store) => store.due({ until: 0, limit: 1 })).pipe(
    (asked) => Effect.flatMap(ports, (context) => Effect.provideContext(asked, context)),
    Effect.exit,
    inTime,
    Effect.map((exit) => (Option.isSome(exit) && Exit.isSuccess(exit.value) ? ready : unready)),
  )

/** In a fiber of its own: a timeout would wait for a store that cannot be interrupted. That one is left behind. */
const inTime = <A>(asked: Effect.Effect<A>): Effect.Effect<Option.Option<A>> =>
  Effect.flatMap(Effect.forkDetach(asked, { startImmediately: true }), (fiber) =>
    Effect.tap(Effect.timeoutOption(Fiber.join(fiber), READY_MILLIS_MAX), (answered) =>
      Effect.sync(() => (Option.isNone(answered) ? fiber.interruptUnsafe() : undefined)),
    ),
  )
