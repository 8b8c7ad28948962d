// From a use case to an answer: what it refuses, in the words of the wire.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type ApiError, type Rejection, refusalOf } from "../api/index.ts"
import type { BillingPorts, OtpSender, Secrets, TokenIssuer } from "../index.ts"

/** The ports that the whole contract needs. */
export type StudioPorts = BillingPorts | OtpSender | Secrets | TokenIssuer

/** Makes an answer of a use case. */
export const answer = <A, R>(useCase: Effect.Effect<A, Rejection, R>): Effect.Effect<A, ApiError, R> =>
  Effect.catch(useCase, refuse)

const refuse = (rejection: Rejection): Effect.Effect<never, ApiError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(refusalOf(rejection, now)))
