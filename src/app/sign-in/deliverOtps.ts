// Sending the codes that commits left in the outbox. A message is acknowledged after it was sent, so that none is
// lost; one whose acknowledgement is lost is sent again. GAP-10
import * as Effect from "effect/Effect"
import { BillingStore } from "../../ports/BillingStore.ts"
import { OtpSender } from "../../ports/OtpSender.ts"

const BATCH_MAX = 100

/** Sends what waits, oldest first, at most a hundred messages; decoys too, which the sender drops. */
export const deliverOtps: Effect.Effect<void, never, BillingStore | OtpSender> = Effect.gen(function* () {
  const store = yield* BillingStore
  const sender = yield* OtpSender
  for (const waiting of yield* store.outbox({ kind: "OTP", limit: BATCH_MAX })) {
    if (waiting.kind !== "OTP") continue
    yield* sender.send(waiting.message)
    yield* store.acknowledge([waiting.messageId])
  }
})
