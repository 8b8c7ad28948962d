// An idempotency key: a client gives it to a call, so that the call can be repeated and acts once. It is IN_USE while
// the call runs, ANSWERED with the first answer, and FREE again when no answer is kept. It belongs to one caller and
// operation, and to one request. Models "The operation is not idempotent" of "Pay an invoice". GAP-43
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import { DAY_MILLIS } from "../time/Instant.ts"

/** How long a key is known after a call took it. GAP-43 */
export const KEY_LIFE_MILLIS = DAY_MILLIS

/**
 * How long a call without an answer holds its key, by whichever clock is right: clocks may be apart, so the next one acts
 * when their skew has passed as well. A longer call has most likely crashed. The next one charges nobody twice, because a
 * started attempt is still in flight. GAP-43
 */
export const IN_USE_MILLIS = 60_000

/** The statuses of a key. */
export const IDEMPOTENCY_KEY_STATUSES = ["IN_USE", "ANSWERED", "FREE"] as const

/** A key that is known while `now < expiresAt`. */
export interface IdempotencyKey {
  /** Made of the caller, the operation and the key itself. */
  readonly keyId: string
  readonly status: (typeof IDEMPOTENCY_KEY_STATUSES)[number]
  /** The call that took the key last. */
  readonly callId: string
  /** The fingerprint of the request. */
  readonly fingerprint: string
  /** The answer of an ANSWERED key, else null. */
  readonly answer: string | null
  readonly takenAt: number
  readonly expiresAt: number
}

/** The commands of a key: `Take` before a call acts, then one of the others. */
export type IdempotencyKeyCommand =
  | {
      readonly _tag: "Take"
      readonly keyId: string
      readonly callId: string
      readonly fingerprint: string
      readonly now: number
      /** How far the clock of the call that has the key may be behind `now`. */
      readonly clockSkewMillis: number
    }
  | { readonly _tag: "Answer"; readonly callId: string; readonly answer: string }
  | { readonly _tag: "Release"; readonly callId: string }

/** The events of a key. */
export type IdempotencyKeyEvent =
  | {
      readonly _tag: "KeyTaken"
      readonly keyId: string
      readonly callId: string
      readonly fingerprint: string
      readonly expiresAt: number
      readonly at: number
    }
  | { readonly _tag: "KeyAnswered"; readonly answer: string }
  | { readonly _tag: "KeyReleased" }

/** The key was used for another request. */
export interface IdempotencyKeyReused {
  readonly _tag: "IdempotencyKeyReused"
}

/** The call that took the key is still running. */
export interface IdempotencyKeyInUse {
  readonly _tag: "IdempotencyKeyInUse"
}

/** Why a call may neither act nor have an answer. */
export type IdempotencyKeyRejection = IdempotencyKeyReused | IdempotencyKeyInUse

type Decided = Result.Result<ReadonlyArray<IdempotencyKeyEvent>, IdempotencyKeyRejection>

const decide = (key: IdempotencyKey | null, command: IdempotencyKeyCommand): Decided => {
  if (command._tag === "Take") return take(key, command)
  // A call that took too long has lost its key, and its answer is not kept.
  if (key === null || key.status !== "IN_USE" || key.callId !== command.callId) return Result.succeed([])
  return Result.succeed([
    command._tag === "Answer" ? { _tag: "KeyAnswered", answer: command.answer } : { _tag: "KeyReleased" },
  ])
}

const take = (
  key: IdempotencyKey | null,
  {
    keyId,
    callId,
    fingerprint,
    now,
    clockSkewMillis,
  }: Extract<IdempotencyKeyCommand, { readonly _tag: "Take" }>,
): Decided => {
  const expiresAt = now + KEY_LIFE_MILLIS
  const taken = Result.succeed([
    { _tag: "KeyTaken", keyId, callId, fingerprint, expiresAt, at: now } as const,
  ])
  if (key === null || key.status === "FREE" || now >= key.expiresAt) return taken
  if (key.fingerprint !== fingerprint) return Result.fail({ _tag: "IdempotencyKeyReused" })
  if (key.status === "ANSWERED" || key.callId === callId) return Result.succeed([])
  return now < key.takenAt + IN_USE_MILLIS + clockSkewMillis
    ? Result.fail({ _tag: "IdempotencyKeyInUse" })
    : taken
}

const evolve = (key: IdempotencyKey | null, event: IdempotencyKeyEvent): IdempotencyKey | null => {
  if (event._tag === "KeyTaken") {
    const { keyId, callId, fingerprint, expiresAt, at: takenAt } = event
    return { keyId, status: "IN_USE", callId, fingerprint, answer: null, takenAt, expiresAt }
  }
  if (key === null || key.status !== "IN_USE") return key
  return event._tag === "KeyAnswered"
    ? { ...key, status: "ANSWERED", answer: event.answer }
    : { ...key, status: "FREE" }
}

/**
 * The life cycle of a key; null is an unknown key.
 *
 * A `Take` without events finds the key ANSWERED: the call gets that answer and must not act. GAP-43
 *
 * @example
 * ```ts
 * import { IdempotencyKey } from "studio-billing"
 *
 * const { decide } = IdempotencyKey.IdempotencyKey
 * const answered = {
 *   keyId: "key-1",
 *   status: "ANSWERED",
 *   callId: "call-1",
 *   fingerprint: "body-1",
 *   answer: "200",
 *   takenAt: 0,
 *   expiresAt: IdempotencyKey.KEY_LIFE_MILLIS,
 * } as const
 * const take = {
 *   _tag: "Take",
 *   keyId: "key-1",
 *   callId: "call-2",
 *   fingerprint: "body-1",
 *   now: 1,
 *   clockSkewMillis: 900_000,
 * } as const
 *
 * decide(answered, take) // Result.succeed([])
 * decide(answered, { ...take, fingerprint: "body-2" }) // Result.fail({ _tag: "IdempotencyKeyReused" })
 * decide({ ...answered, status: "IN_USE" }, take) // Result.fail({ _tag: "IdempotencyKeyInUse" })
 * ```
 */
export const IdempotencyKey: Decider<
  IdempotencyKey | null,
  IdempotencyKeyCommand,
  IdempotencyKeyEvent,
  IdempotencyKeyRejection
> = { decide, evolve }
