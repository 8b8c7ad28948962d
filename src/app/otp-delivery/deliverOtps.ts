// The pump of codes: it sends what requests left behind, because a sender failed or a process ended. Several processes may
// run it: each takes a message before it sends it. GAP-142, GAP-143
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as OtpDelivery from "../../core/identity/OtpDelivery.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { OtpSender, UndeliveredOtp, WaitingOtp } from "../../ports/OtpSender.ts"
import { sendOtp } from "./sendOtp.ts"

const BATCH_MAX = 16
const BATCHES_MAX = 100

/** What became of the codes that were ready. */
export interface OtpDeliveryReport {
  /** The sender accepted them. */
  readonly sent: number
  /** They are tried again after a while. */
  readonly failed: number
  /** They were given up, and are in `listUndeliveredOtps`. */
  readonly undelivered: number
}

type Outcome = keyof OtpDeliveryReport | "passedOver"

/**
 * Sends the codes that are ready, oldest first and sixteen at a time; decoys too, which the sender drops. Run it every few
 * seconds.
 *
 * A code whose attempt failed is ready again after 30 seconds, then 1, 2 and 4 minutes. One that expired is never sent, and
 * one that nobody waits for any more, because its OTP is verified or locked, is dropped. A fault of the store holds up no
 * other code, and ends the run when the others had their turn.
 */
export const deliverOtps: Effect.Effect<OtpDeliveryReport, never, BillingStore | OtpSender> = Effect.gen(
  function* () {
    const store = yield* BillingStore
    const report = { sent: 0, failed: 0, undelivered: 0, passedOver: 0 }
    let fault: Cause.Cause<never> | null = null
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const now = yield* Clock.currentTimeMillis
      const ready = yield* store.readyOtps({ now, limit: BATCH_MAX })
      const exits = yield* Effect.forEach(ready, (waiting) => Effect.exit(deliver(waiting, now)), {
        concurrency: BATCH_MAX,
      })
      for (const exit of exits) {
        if (Exit.isSuccess(exit)) report[exit.value] += 1
        else fault ??= exit.cause
      }
      if (exits.every(Exit.isFailure)) break
    }
    if (fault !== null) return yield* Effect.failCause(fault)
    const { passedOver: _, ...told } = report
    return told
  },
)

const deliver = Effect.fnUntraced(function* (
  waiting: WaitingOtp,
  now: number,
): Effect.fn.Return<Outcome, never, BillingStore | OtpSender> {
  const store = yield* BillingStore
  const { messageId, message } = waiting
  const next = OtpDelivery.next(waiting, { expiresAt: message.expiresAt, now })
  if (typeof next === "string") {
    if (message.decoy) return yield* Effect.as(store.acknowledge([messageId]), "passedOver" as const)
    const letter = undeliveredOf(waiting, next, now)
    return (yield* store.replaceOtp(waiting, letter)) ? "undelivered" : "passedOver"
  }
  const address = yield* store.otpAddressOf(messageId)
  if (address === null || !OtpDelivery.isAwaited(address.value, messageId, now)) {
    return yield* Effect.as(store.acknowledge([messageId]), "passedOver" as const)
  }
  const taken = { ...waiting, ...next }
  if (!(yield* store.replaceOtp(waiting, taken))) return "passedOver"
  return (yield* sendOtp(taken)) ? "sent" : "failed"
})

const undeliveredOf = (
  { messageId, message, attempts }: WaitingOtp,
  reason: OtpDelivery.UndeliveredReason,
  givenUpAt: number,
): UndeliveredOtp => {
  const { email, context, createdAt } = message
  return { kind: "OTP_UNDELIVERED", messageId, email, context, reason, attempts, createdAt, givenUpAt }
}
