// Reading what an adapter of a gateway gives. Types do not hold at run time, so each value is checked before a rule sees
// it. GAP-138
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Card } from "../payment-method/PaymentMethod.ts"
import { isInstant } from "../time/Instant.ts"
import { DECLINE_CODES, type DeclineCode, type GatewayAnswer, type LookupAnswer } from "./PaymentAttempt.ts"

/** What is wrong with an answer: it cannot be read, or it is a refusal with a code that the rules do not know. */
export type AnswerFault = "UNREADABLE" | "UNKNOWN_DECLINE_CODE"

/** An answer as the rules take it, and what was wrong with it. */
export interface ReadAnswer<Answer> {
  readonly answer: Answer
  readonly fault: AnswerFault | null
}

const Instant = Schema.Number.check(Schema.makeFilter(isInstant, { expected: "an instant in milliseconds" }))
const Slip = Schema.Struct({
  barcode: Schema.NonEmptyString,
  digitableLine: Schema.NonEmptyString,
  expiresAt: Instant,
})
const Answer = Schema.Union([
  Schema.Struct({ _tag: Schema.Literal("Approved") }),
  Schema.Struct({
    _tag: Schema.Literal("Declined"),
    declineCode: Schema.String,
    retryable: Schema.Boolean,
  }),
  Schema.Struct({ _tag: Schema.Literal("Pending"), slip: Slip }),
  Schema.Struct({ _tag: Schema.Literal("Unknown") }),
  Schema.Struct({ _tag: Schema.Literal("NotFound") }),
])

const decodeAnswer = Schema.decodeUnknownResult(Answer)

const isDeclineCode = (code: string): code is DeclineCode => DECLINE_CODES.some((known) => known === code)

/**
 * Reads the answer to a look-up or a cancellation. An answer that cannot be read is Unknown, never a refusal. A refusal
 * with a code that the rules do not know is a refusal as `processing_error`.
 */
export const readLookupAnswer = (value: unknown): ReadAnswer<LookupAnswer> => {
  const decoded = decodeAnswer(value)
  if (Result.isFailure(decoded)) return unreadable
  const answer = decoded.success
  if (answer._tag !== "Declined") return { answer, fault: null }
  const { _tag, declineCode, retryable } = answer
  return isDeclineCode(declineCode)
    ? { answer: { _tag, declineCode, retryable }, fault: null }
    : { answer: { _tag, declineCode: "processing_error", retryable }, fault: "UNKNOWN_DECLINE_CODE" }
}

/** Reads the answer to a charge, like the answer to a look-up. A charge cannot be NotFound. */
export const readChargeAnswer = (value: unknown): ReadAnswer<GatewayAnswer> => {
  const { answer, fault } = readLookupAnswer(value)
  return answer._tag === "NotFound" ? unreadable : { answer, fault }
}

const unreadable = { answer: { _tag: "Unknown" }, fault: "UNREADABLE" } as const

const TokenizedCard = Schema.Struct({
  brand: Schema.NonEmptyString,
  last4: Schema.String.check(Schema.isPattern(/^[0-9]{4}$/)),
  expMonth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  expYear: Schema.Int.check(Schema.isBetween({ minimum: 2000, maximum: 9999 })),
  gatewayReference: Schema.NonEmptyString,
  test: Schema.Boolean,
})

const decodeCard = Schema.decodeUnknownResult(TokenizedCard)

/** Reads a card that the gateway stored; `null` where it cannot be read. */
export const readCard = (
  value: unknown,
): (Card & { readonly gatewayReference: string; readonly test: boolean }) | null =>
  Result.getOrElse(decodeCard(value), () => null)
