// From a use case to an answer: a rejection becomes the refusal on the wire.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type ApiError, presentPage, type Rejection, refusalOf, type WirePage } from "../api/index.ts"
import type { BillingPorts, OtpSender, Page, PageRequest, Secrets, TokenIssuer } from "../index.ts"

/** The ports that the whole contract needs. */
export type StudioPorts = BillingPorts | OtpSender | Secrets | TokenIssuer

/** Runs a use case and refuses its rejections in the words of the wire. */
export const answer = <A, R>(useCase: Effect.Effect<A, Rejection, R>): Effect.Effect<A, ApiError, R> =>
  Effect.catch(useCase, refuse)

/** Runs a use case that lists records, and answers the page. */
export const answerPage = <A, B, R>(
  useCase: Effect.Effect<Page<A>, Rejection, R>,
  query: PageRequest,
  present: (record: A) => B,
): Effect.Effect<WirePage<B>, ApiError, R> =>
  answer(Effect.map(useCase, (page) => presentPage(page, query, present)))

const refuse = (rejection: Rejection): Effect.Effect<never, ApiError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(refusalOf(rejection, now)))
