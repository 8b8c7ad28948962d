// A payment attempt: one try to charge an invoice, under one idempotency key. At most one of an invoice is in flight.
// An unknown outcome is not a failure: it stays open until the outcome is known.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"

/** Every reason for which a gateway refuses a charge. */
export const DECLINE_CODES = [
  "card_declined",
  "insufficient_funds",
  "stolen_card",
  "expired_card",
  "processing_error",
] as const

/** Why a gateway refused a charge. */
export type DeclineCode = (typeof DECLINE_CODES)[number]

/** A boleto as the gateway registered it. */
export interface Slip {
  readonly barcode: string
  readonly digitableLine: string
  readonly expiresAt: number
}

/** The answer of a gateway to a charge. Only an explicit answer is Approved or Declined; all else is Unknown. */
export type GatewayAnswer =
  | { readonly _tag: "Approved" }
  | { readonly _tag: "Declined"; readonly declineCode: DeclineCode; readonly retryable: boolean }
  | { readonly _tag: "Pending"; readonly slip: Slip }
  | { readonly _tag: "Unknown" }

/** The answer of a gateway to a look-up. NotFound means that it does not know the key, or no longer. */
export type LookupAnswer = GatewayAnswer | { readonly _tag: "NotFound" }

/** The refusal of a charge with a code. Only a stolen card is refused for good. GAP-23 */
export const refusedWith = (
  declineCode: DeclineCode,
): Extract<GatewayAnswer, { readonly _tag: "Declined" }> => ({
  _tag: "Declined",
  declineCode,
  retryable: declineCode !== "stolen_card",
})

/** STARTED, UNKNOWN and PENDING are in flight; the others are outcomes. */
export type AttemptStatus =
  | "STARTED"
  | "UNKNOWN"
  | "PENDING"
  | "APPROVED"
  | "DECLINED"
  | "EXPIRED"
  | "CANCELLED"

/** A try to charge an invoice. `attemptId` is the gateway's idempotency key. */
export interface PaymentAttempt {
  readonly attemptId: string
  readonly paymentMethodId: string
  readonly amount: number
  readonly status: AttemptStatus
  readonly declineCode: DeclineCode | null
  readonly retryable: boolean
  readonly slip: Slip | null
  /** The number of look-ups of its unknown outcome. */
  readonly lookups: number
  /** How much later than by their schedule they were made, while the outcome is unknown; the next wait as long. GAP-137 */
  readonly lookupsLateMillis?: number
  /** When an operator was called, because the outcome is unknown and no look-up was left. GAP-140 */
  readonly operatorCalledAt?: number
  readonly startedAt: number
  /** When its charge was let go last, where that was later than its start: by a late step, or once more after a look-up. */
  readonly chargedAt?: number
  /** The instant of the status. */
  readonly at: number
}

/**
 * The commands of an attempt. `CountLookup` gives the number of look-ups with this one, and how late it is made. `CallOperator`
 * says that an operator is called, which is done once.
 * `MarkCharged` says that its charge is let go at an instant. `RecordSettlement` is money that arrived, however late.
 */
export type AttemptCommand = { readonly now: number } & (
  | {
      readonly _tag: "Start"
      readonly attemptId: string
      readonly paymentMethodId: string
      readonly amount: number
    }
  | { readonly _tag: "RecordAnswer"; readonly answer: GatewayAnswer }
  | { readonly _tag: "CountLookup"; readonly lookups: number; readonly lateMillis?: number }
  | { readonly _tag: "CallOperator" }
  | { readonly _tag: "MarkCharged"; readonly chargedAt: number }
  | { readonly _tag: "RecordSettlement" }
  | { readonly _tag: "Expire" }
  | { readonly _tag: "Cancel" }
)

/** The events of an attempt. */
export type AttemptEvent = { readonly at: number } & (
  | {
      readonly _tag: "AttemptStarted"
      readonly attemptId: string
      readonly paymentMethodId: string
      readonly amount: number
    }
  | { readonly _tag: "AttemptApproved" }
  | { readonly _tag: "AttemptDeclined"; readonly declineCode: DeclineCode; readonly retryable: boolean }
  | { readonly _tag: "AttemptPending"; readonly slip: Slip }
  | { readonly _tag: "AttemptUnknown" }
  | { readonly _tag: "AttemptLookedUp"; readonly lookups: number; readonly lateMillis?: number }
  | { readonly _tag: "AttemptOperatorCalled" }
  | { readonly _tag: "AttemptCharged"; readonly chargedAt: number }
  | { readonly _tag: "AttemptExpired" }
  | { readonly _tag: "AttemptCancelled" }
)

/** The command is not allowed in this status. */
export interface AttemptTransitionInvalid {
  readonly _tag: "AttemptTransitionInvalid"
  readonly status: AttemptStatus | null
  readonly command: AttemptCommand["_tag"]
}

type Decided = Result.Result<ReadonlyArray<AttemptEvent>, AttemptTransitionInvalid>

const decide = (state: PaymentAttempt | null, command: AttemptCommand): Decided => {
  const invalid = (): Decided =>
    Result.fail({
      _tag: "AttemptTransitionInvalid",
      status: state === null ? null : state.status,
      command: command._tag,
    })
  if (command._tag === "Start") {
    if (state !== null) return invalid()
    const { attemptId, paymentMethodId, amount, now } = command
    return Result.succeed([{ _tag: "AttemptStarted", attemptId, paymentMethodId, amount, at: now }])
  }
  if (state === null) return invalid()
  switch (command._tag) {
    case "RecordAnswer":
      return Result.succeed(
        isInFlight(state)
          ? answered(state, command.answer, command.now)
          : late(state, command.answer, command.now),
      )
    case "CountLookup":
      if (state.status !== "UNKNOWN") return invalid()
      return Result.succeed(command.lookups > state.lookups ? [lookedUp(command)] : [])
    case "CallOperator":
      if (state.status !== "UNKNOWN") return invalid()
      return Result.succeed(
        state.operatorCalledAt === undefined ? [{ _tag: "AttemptOperatorCalled", at: command.now }] : [],
      )
    case "MarkCharged": {
      if (state.status !== "STARTED" && state.status !== "UNKNOWN") return invalid()
      const { chargedAt, now } = command
      return Result.succeed(
        chargedAt > (state.chargedAt ?? state.startedAt)
          ? [{ _tag: "AttemptCharged", chargedAt, at: now }]
          : [],
      )
    }
    case "RecordSettlement":
      return Result.succeed(state.status === "APPROVED" ? [] : [{ _tag: "AttemptApproved", at: command.now }])
    case "Expire":
      if (state.status === "EXPIRED") return Result.succeed([])
      return state.status === "PENDING"
        ? Result.succeed([{ _tag: "AttemptExpired", at: command.now }])
        : invalid()
    case "Cancel":
      if (state.status === "CANCELLED") return Result.succeed([])
      return state.status === "PENDING"
        ? Result.succeed([{ _tag: "AttemptCancelled", at: command.now }])
        : invalid()
  }
}

const answered = (state: PaymentAttempt, answer: GatewayAnswer, at: number): ReadonlyArray<AttemptEvent> => {
  switch (answer._tag) {
    case "Approved":
      return [{ _tag: "AttemptApproved", at }]
    case "Declined":
      return [{ _tag: "AttemptDeclined", declineCode: answer.declineCode, retryable: answer.retryable, at }]
    case "Pending":
      return state.status === "PENDING" ? [] : [{ _tag: "AttemptPending", slip: answer.slip, at }]
    case "Unknown":
      return state.status === "STARTED" ? [{ _tag: "AttemptUnknown", at }] : []
  }
}

const lookedUp = ({
  lookups,
  lateMillis = 0,
  now,
}: Extract<AttemptCommand, { readonly _tag: "CountLookup" }>): AttemptEvent => ({
  _tag: "AttemptLookedUp",
  lookups,
  ...(lateMillis > 0 && { lateMillis }),
  at: now,
})

/** A late answer, when the outcome is known: only money that arrived changes anything. */
const late = (state: PaymentAttempt, answer: GatewayAnswer, at: number): ReadonlyArray<AttemptEvent> =>
  answer._tag === "Approved" && state.status !== "APPROVED" ? [{ _tag: "AttemptApproved", at }] : []

const evolve = (state: PaymentAttempt | null, event: AttemptEvent): PaymentAttempt | null => {
  if (event._tag === "AttemptStarted") {
    const { attemptId, paymentMethodId, amount, at } = event
    return {
      attemptId,
      paymentMethodId,
      amount,
      status: "STARTED",
      declineCode: null,
      retryable: false,
      slip: null,
      lookups: 0,
      startedAt: at,
      at,
    }
  }
  if (state === null) return null
  const { lookupsLateMillis, operatorCalledAt: _, ...known } = state
  switch (event._tag) {
    case "AttemptApproved":
      return { ...known, status: "APPROVED", declineCode: null, retryable: false, at: event.at }
    case "AttemptDeclined":
      return {
        ...known,
        status: "DECLINED",
        declineCode: event.declineCode,
        retryable: event.retryable,
        at: event.at,
      }
    case "AttemptPending":
      return { ...known, status: "PENDING", slip: event.slip, at: event.at }
    case "AttemptUnknown":
      return { ...state, status: "UNKNOWN", at: event.at }
    case "AttemptLookedUp":
      // `at` stays: look-ups count from the instant at which the outcome became unknown.
      return {
        ...state,
        lookups: event.lookups,
        ...(event.lateMillis !== undefined && {
          lookupsLateMillis: (lookupsLateMillis ?? 0) + event.lateMillis,
        }),
      }
    case "AttemptOperatorCalled":
      return { ...state, operatorCalledAt: event.at }
    case "AttemptCharged":
      return { ...state, chargedAt: event.chargedAt }
    case "AttemptExpired":
      return { ...state, status: "EXPIRED", at: event.at }
    case "AttemptCancelled":
      return { ...state, status: "CANCELLED", at: event.at }
  }
}

/**
 * The life cycle of an attempt.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Decider, PaymentAttempt } from "studio-billing"
 *
 * const { state } = Result.getOrThrow(Decider.run(PaymentAttempt.PaymentAttempt, null, {
 *   _tag: "Start", attemptId: "attempt-1", paymentMethodId: "card-1", amount: 9990, now: 0,
 * }))
 * PaymentAttempt.PaymentAttempt.decide(state, { _tag: "RecordAnswer", answer: { _tag: "Unknown" }, now: 1 })
 * // Result.succeed([{ _tag: "AttemptUnknown", at: 1 }])
 * PaymentAttempt.PaymentAttempt.decide(state, { _tag: "Expire", now: 1 })
 * // Result.fail({ _tag: "AttemptTransitionInvalid", status: "STARTED", command: "Expire" })
 * ```
 */
export const PaymentAttempt: Decider<
  PaymentAttempt | null,
  AttemptCommand,
  AttemptEvent,
  AttemptTransitionInvalid
> = { decide, evolve }

/** Tells whether the outcome of an attempt is still open, so that no other one may start. */
export const isInFlight = (attempt: PaymentAttempt): boolean =>
  attempt.status === "STARTED" || attempt.status === "UNKNOWN" || attempt.status === "PENDING"
