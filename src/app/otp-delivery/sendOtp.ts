// Sending one code. Whatever the sender does, it ends in time and without a failure: what was not sent stays in the
// outbox. The log tells of it without the code and the address, and so without the error, which may quote them. GAP-150
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SEND_MILLIS_MAX } from "../../core/identity/OtpDelivery.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { WaitingOtp } from "../../ports/OtpSender.ts"
import { OtpSender } from "../../ports/OtpSender.ts"
import { within } from "./within.ts"

/**
 * Sends a code that was taken, and acknowledges it; false when that is not known to have succeeded. If the acknowledgement
 * is lost, it is sent again. GAP-10
 */
export const sendOtp = Effect.fnUntraced(function* ({
  messageId,
  message,
  attempts,
}: WaitingOtp): Effect.fn.Return<boolean, never, BillingStore | OtpSender> {
  const store = yield* BillingStore
  const sender = yield* OtpSender
  const sent = within(
    Effect.suspend(() => sender.send(message)),
    SEND_MILLIS_MAX,
  )
  const failure = yield* Effect.matchCauseEffect(sent, {
    onFailure: (cause) => Effect.succeed(Cause.hasDies(cause) ? "FAILED" : "INTERRUPTED"),
    onSuccess: (answer) =>
      Option.isNone(answer)
        ? Effect.succeed("TIMED_OUT")
        : Effect.matchCause(store.acknowledge([messageId]), {
            onFailure: () => "NOT_ACKNOWLEDGED",
            onSuccess: () => null,
          }),
  })
  if (failure === null) return true
  yield* Effect.logWarning("A one-time code was not sent", { otpId: messageId, attempts, failure })
  return false
})
