// From a use case to an answer: a rejection becomes the refusal on the wire, and a repeated call under a key gets the answer
// that was kept as a text. GAP-43
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  type ApiError,
  type ErrorCode,
  presentPage,
  type Rejection,
  refusalOf,
  type WirePage,
} from "../api/index.ts"
import {
  type BillingPorts,
  type BillingStore,
  type IdSource,
  type KeyedCall,
  type OtpSender,
  type Page,
  type PageRequest,
  type Secrets,
  type TokenIssuer,
  withIdempotencyKey,
} from "../index.ts"
import type { ResponseValue } from "./exchange.ts"

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

/** Answers a call with a key: by its action, or with the answer of the first call. */
export type AnswerOnce<R> = (
  call: KeyedCall,
  act: Effect.Effect<ResponseValue, never, R>,
) => Effect.Effect<ResponseValue, ApiError, R>

/** The conflicts that pass by themselves, so that the same call may act a little later. GAP-130 */
const transientConflicts: ReadonlySet<string> = new Set<ErrorCode>([
  "invoice.payment_in_progress",
  "idempotency_key.in_use",
])

/** Tells whether an answer says what became of the call for good: success, a refused payment, or a conflict that stays. */
const isKept = ({ status, body }: ResponseValue): boolean =>
  status === 409
    ? !transientConflicts.has(JSON.parse(String(body)).code)
    : (status >= 200 && status < 300) || status === 402

const text = {
  write: (answer: ResponseValue): string | null => (isKept(answer) ? JSON.stringify(answer) : null),
  read: (kept: string): ResponseValue => JSON.parse(kept),
}

/** Answers once by the records of `BillingStore`. An answer that was kept says so by `Idempotent-Replayed: true`. */
export const answerOnce = <R>(
  call: KeyedCall,
  act: Effect.Effect<ResponseValue, never, R>,
): Effect.Effect<ResponseValue, ApiError, R | BillingStore | IdSource> =>
  withIdempotencyKey(call, text, act).pipe(
    Effect.map(({ answer, replayed }) =>
      replayed ? { ...answer, headers: { ...answer.headers, "idempotent-replayed": "true" } } : answer,
    ),
    Effect.mapError(refusalOf),
  )
