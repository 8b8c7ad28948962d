// Acting once under a key of the client: one commit takes the key, the call acts, and a second commit keeps its answer.
// Only the commits are ever retried, never the act between them. GAP-43
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { run } from "../../core/Decider.ts"
import type { Caller } from "../../core/identity/Access.ts"
import {
  IdempotencyKey,
  type IdempotencyKeyCommand,
  type IdempotencyKeyRejection,
} from "../../core/identity/IdempotencyKey.ts"
import { BillingStore, type VersionConflict, type Versioned } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { CurrentBillingPolicy } from "./CurrentBillingPolicy.ts"
import { commitOfScopes } from "./commitOf.ts"
import { retryConflicts, type StoreBusy } from "./retryConflicts.ts"
import { runToCompletion } from "./runToCompletion.ts"

/** A call with a key. The key belongs to the caller and the operation, so that others may use the same one. */
export interface KeyedCall {
  readonly key: string
  readonly caller: Pick<Caller, "userId" | "organizationId">
  /** The method and the path with its parameters filled in. */
  readonly operation: string
  /** The decoded body, as JSON would write it; members may be in any order. No body is the same as an empty one. */
  readonly body: unknown
}

/** The text of an answer. An answer whose text is null is not kept and frees the key. */
export interface AnswerText<Answer> {
  /** The text that is kept, or null. */
  readonly write: (answer: Answer) => string | null
  /** The answer of a text that was kept. */
  readonly read: (text: string) => Answer
}

/** An answer, and whether it is the repeated answer of an earlier call. */
export interface OnceAnswered<Answer> {
  readonly answer: Answer
  readonly replayed: boolean
}

/**
 * Acts once for each key: the first answer that is kept is the answer of every call with the same key, caller,
 * operation and body, for `KEY_LIFE_MILLIS`. A call that fails, is interrupted, or gives an answer that is not kept
 * frees its key. Another body is `IdempotencyKeyReused`; a call beside a running one is `IdempotencyKeyInUse`.
 *
 * It runs to its end, also when the caller is interrupted. If the answer cannot be kept, the caller still gets it, and
 * the key is in use for `IN_USE_MILLIS` and the policy's `clockSkewMillis`. GAP-43
 *
 * @example
 * ```ts
 * const call = { key: "order-17", caller, operation: `POST /invoices/${invoiceId}/pay`, body: {} }
 * yield* withIdempotencyKey(call, { write: JSON.stringify, read: JSON.parse }, payInvoice(command))
 * // { answer: { status: "PAID", … }, replayed: false }
 * ```
 */
export const withIdempotencyKey = <Answer, E, R>(
  call: KeyedCall,
  text: AnswerText<Answer>,
  act: Effect.Effect<Answer, E, R>,
): Effect.Effect<
  OnceAnswered<Answer>,
  E | IdempotencyKeyRejection | StoreBusy,
  R | BillingStore | IdSource
> => runToCompletion(actOnce(call, text, act))

const actOnce = Effect.fnUntraced(function* <Answer, E, R>(
  call: KeyedCall,
  text: AnswerText<Answer>,
  act: Effect.Effect<Answer, E, R>,
): Effect.fn.Return<
  OnceAnswered<Answer>,
  E | IdempotencyKeyRejection | StoreBusy,
  R | BillingStore | IdSource
> {
  const taken = yield* take(call)
  if (taken.answer !== null) return { answer: text.read(taken.answer), replayed: true }
  const answer = yield* Effect.onExit(act, (exit) =>
    settle(taken, () => (Exit.isSuccess(exit) ? text.write(exit.value) : null)),
  )
  return { answer, replayed: false }
})

/** A key at its version, as far as it is known. */
type Known = Versioned<IdempotencyKey | null>

/** A key that was taken by a call, or that has an answer for it. */
interface Taken {
  readonly keyId: string
  readonly callId: string
  readonly answer: string | null
  readonly known: Known
}

const take = Effect.fnUntraced(function* ({
  key,
  caller,
  operation,
  body,
}: KeyedCall): Effect.fn.Return<Taken, IdempotencyKeyRejection | StoreBusy, BillingStore | IdSource> {
  const { derive, next } = yield* IdSource
  const { userId, organizationId } = caller
  const keyId = derive(JSON.stringify(["idempotency", userId, organizationId, operation, key]))
  const fingerprint = derive(`idempotency-body/${canonical(body ?? {})}`)
  const callId = yield* next
  const now = yield* Clock.currentTimeMillis
  const { clockSkewMillis } = yield* CurrentBillingPolicy
  // Most keys are new, so it is looked for only where it turns out to be there.
  const command = { _tag: "Take", keyId, callId, fingerprint, now, clockSkewMillis } as const
  const known = yield* decideOnKey(command, keyId, {
    value: null,
    version: 0,
  })
  return { keyId, callId, answer: known.value?.answer ?? null, known }
})

/** Keeps the answer or frees the key. The call has acted, so a failure here must not hide its result. */
const settle = (
  { keyId, callId, known }: Taken,
  write: () => string | null,
): Effect.Effect<void, never, BillingStore> =>
  Effect.ignoreCause(
    Effect.suspend(() => {
      const answer = write()
      const command =
        answer === null
          ? ({ _tag: "Release", callId } as const)
          : ({ _tag: "Answer", callId, answer } as const)
      return decideOnKey(command, keyId, known)
    }),
  )

/** Decides on what is known of the key, and after a conflict on what it is then. */
const decideOnKey = (command: IdempotencyKeyCommand, keyId: string, known: Known) =>
  Effect.catchTag(commitKey(command, keyId, known), "VersionConflict", () =>
    retryConflicts<Known, IdempotencyKeyRejection, BillingStore>(
      Effect.flatMap(readKey(keyId), (found) => commitKey(command, keyId, found)),
    ),
  )

const readKey = (keyId: string): Effect.Effect<Known, never, BillingStore> =>
  Effect.flatMap(BillingStore, (store) =>
    Effect.map(store.idempotencyKey(keyId), (found) => found ?? { value: null, version: 0 }),
  )

const commitKey = Effect.fnUntraced(function* (
  command: IdempotencyKeyCommand,
  keyId: string,
  { value, version }: Known,
): Effect.fn.Return<Known, IdempotencyKeyRejection | VersionConflict, BillingStore> {
  const { state, events } = yield* Effect.fromResult(run(IdempotencyKey, value, command))
  if (events.length === 0 || state === null) return { value: state, version }
  const expects = { scope: { kind: "idempotency_key", id: keyId }, version } as const
  const puts = [{ kind: "IdempotencyKey", record: state }] as const
  yield* (yield* BillingStore).commit(commitOfScopes([{ expects, puts }]))
  return { value: state, version: version + 1 }
})

/** The same text for the same value, whatever the order of its members. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
