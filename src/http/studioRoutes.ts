// The contract by the use cases, whole or without its sign-in: what hosts serve.
import * as Effect from "effect/Effect"
import { refusalOf } from "../api/index.ts"
import { authenticate, type BillingPorts } from "../index.ts"
import { answerOnce, type StudioPorts } from "./answer.ts"
import { contractRoutes } from "./contractRoutes.ts"
import type { Route } from "./exchange.ts"
import { billingHandlers } from "./handlers/billingHandlers.ts"
import { signInHandlers } from "./handlers/signInHandlers.ts"
import type { RateLimit } from "./rateLimit.ts"
import type { Authenticate } from "./server/authenticate.ts"

/**
 * The whole contract. Callers are known by the access tokens of its sign-in unless `authenticate` says who calls; without
 * `rateLimit` calls are not counted.
 */
export const studioRoutes = (
  options: {
    readonly authenticate?: Authenticate<StudioPorts> | undefined
    readonly rateLimit?: RateLimit | undefined
  } = {},
): ReadonlyArray<Route<StudioPorts>> =>
  contractRoutes<StudioPorts>({
    handlers: { ...signInHandlers, ...billingHandlers },
    authenticate: options.authenticate ?? byAccessToken,
    rateLimit: options.rateLimit,
    answerOnce,
  })

const byAccessToken: Authenticate<StudioPorts> = (request) =>
  Effect.mapError(authenticate(request), refusalOf)

/**
 * The contract without `/studio/auth` and `/studio/profile`, for a host with a sign-in of its own: `authenticate` says who
 * calls. Without `rateLimit` calls are not counted.
 */
export const billingRoutes = <R = never>(options: {
  readonly authenticate: Authenticate<R>
  readonly rateLimit?: RateLimit | undefined
}): ReadonlyArray<Route<BillingPorts | R>> =>
  contractRoutes<BillingPorts | R>({ ...options, handlers: billingHandlers, answerOnce })
