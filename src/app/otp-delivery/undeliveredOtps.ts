// Codes that could not be delivered, for an operator to look at. They hold no code. GAP-143
import type * as Effect from "effect/Effect"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { UndeliveredOtp } from "../../ports/OtpSender.ts"
import { useCase } from "../execution/useCase.ts"

/** The undelivered codes, oldest first. They stay until they are dismissed, and in a store that sweeps for 30 days. */
export const listUndeliveredOtps = useCase("listUndeliveredOtps")(function* (list: {
  readonly limit: number
}): Effect.fn.Return<ReadonlyArray<UndeliveredOtp>, never, BillingStore> {
  const { limit } = list
  const letters = yield* (yield* BillingStore).outbox({ kind: "OTP_UNDELIVERED", limit })
  return letters.filter((letter) => letter.kind === "OTP_UNDELIVERED")
})

/** Forgets undelivered codes that an operator has seen; an unknown id changes nothing. */
export const dismissUndeliveredOtps = useCase("dismissUndeliveredOtps")(function* (
  otps: ReadonlyArray<UndeliveredOtp>,
): Effect.fn.Return<void, never, BillingStore> {
  yield* (yield* BillingStore).acknowledge(otps.map(({ messageId }) => messageId))
})
