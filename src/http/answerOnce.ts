// Repeated calls under a key: an answer is kept as a text and sent again. GAP-43
import * as Effect from "effect/Effect"
import { type ApiError, refusalOf } from "../api/index.ts"
import { type BillingStore, type IdSource, type KeyedCall, withIdempotencyKey } from "../index.ts"
import type { ResponseValue } from "./exchange.ts"

/** Answers a call with a key: by its action, or with the answer of the first call. */
export type AnswerOnce<R> = (
  call: KeyedCall,
  act: Effect.Effect<ResponseValue, never, R>,
) => Effect.Effect<ResponseValue, ApiError, R>

/** Tells whether an answer says what became of the call: success, a refused payment, or a conflict. */
const isKept = (status: number): boolean =>
  (status >= 200 && status < 300) || status === 402 || status === 409

const text = {
  write: (answer: ResponseValue): string | null => (isKept(answer.status) ? JSON.stringify(answer) : null),
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
