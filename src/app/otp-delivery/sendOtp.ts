// Sending one code. Whatever the sender does, it ends in time and without a failure: what was not sent stays in the
// outbox. What goes wrong is reported without the code and the address. GAP-142
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SEND_MILLIS_MAX } from "../../core/identity/OtpDelivery.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { OtpSender, type WaitingOtp } from "../../ports/OtpSender.ts"
import { callPort } from "../ports/callPort.ts"

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
  const call = {
    operation: "OtpSender.send",
    key: messageId,
    deadlineMillis: SEND_MILLIS_MAX,
    secrets: "ALL",
  } as const
  const sent = yield* callPort(call, () => sender.send(message))
  if (Option.isNone(sent)) return false
  return yield* Effect.matchCauseEffect(store.acknowledge([messageId]), {
    onFailure: () =>
      Effect.as(
        Effect.logWarning("A one-time code was sent, and may be sent again", { otpId: messageId, attempts }),
        false,
      ),
    onSuccess: () => Effect.succeed(true),
  })
})
