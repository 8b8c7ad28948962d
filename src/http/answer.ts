// From a use case to an answer: what it refuses, in the words of the wire.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type ApiError, presentPage, type Rejection, refusalOf, type WirePage } from "../api/index.ts"
import type { BillingPorts, OtpSender, Page, PageRequest, Secrets, TokenIssuer } from "../index.ts"

/** The ports that the whole contract needs. */
export type StudioPorts = BillingPorts | OtpSender | Secrets | TokenIssuer

/** Makes an answer of a use case. */
export const answer = <A, R>(useCase: Effect.Effect<A, Rejection, R>): Effect.Effect<A, ApiError, R> =>
  Effect.catch(useCase, refuse)

/** Makes an answer of a use case that lists records: the page that was asked for. */
export const answerPage = <A, B, R>(
  useCase: Effect.Effect<Page<A>, Rejection, R>,
  query: PageRequest,
  present: (record: A) => B,
): Effect.Effect<WirePage<B>, ApiError, R> =>
  answer(Effect.map(useCase, (page) => presentPage(page, query, present)))

const refuse = (rejection: Rejection): Effect.Effect<never, ApiError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(refusalOf(rejection, now)))
