// Sending the codes in the outbox. A message is acknowledged after it was sent, so that none is lost. If the
// acknowledgement is lost, it is sent again. GAP-10
import * as Effect from "effect/Effect"
import { BillingStore } from "../../ports/BillingStore.ts"
import { OtpSender } from "../../ports/OtpSender.ts"

const BATCH_MAX = 100

/** Sends at most a hundred waiting messages, oldest first; decoys too, which the sender drops. */
export const deliverOtps: Effect.Effect<void, never, BillingStore | OtpSender> = Effect.gen(function* () {
  const store = yield* BillingStore
  const sender = yield* OtpSender
  for (const waiting of yield* store.outbox({ kind: "OTP", limit: BATCH_MAX })) {
    if (waiting.kind !== "OTP") continue
    yield* sender.send(waiting.message)
    yield* store.acknowledge([waiting.messageId])
  }
})
