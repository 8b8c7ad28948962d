// The sender of one-time codes. Sending goes through the outbox, so that known and unknown addresses take the same time
// and the same calls. GAP-10
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { OtpContext } from "../core/identity/Otp.ts"
import type { OtpDelivery, UndeliveredReason } from "../core/identity/OtpDelivery.ts"

/** A code on its way. It is secret and must not be logged. */
export interface OtpMessage {
  /** The id under which it is validated. */
  readonly otpId: string
  /** The address, normalised. */
  readonly email: string
  /** Secret. */
  readonly code: string
  /** The purpose. */
  readonly context: OtpContext
  /** Milliseconds. */
  readonly createdAt: number
  /** Milliseconds; from then on it is of no use. */
  readonly expiresAt: number
  /** Set for an address without a user: accept the message and send nothing. */
  readonly decoy: boolean
}

/** A code that is to be sent, and where its delivery stands. GAP-142 */
export interface WaitingOtp extends OtpDelivery {
  /** Tells it from other messages of the outbox. */
  readonly kind: "OTP"
  /** The `otpId`. */
  readonly messageId: string
  /** With the code: secret. */
  readonly message: OtpMessage
}

/** A code that could not be delivered, without the code. It is kept until an operator dismisses it, or for 30 days. GAP-143 */
export interface UndeliveredOtp {
  /** Tells it from other messages of the outbox. */
  readonly kind: "OTP_UNDELIVERED"
  /** The `otpId`. */
  readonly messageId: string
  /** The address, normalised. */
  readonly email: string
  /** What the code was for. */
  readonly context: OtpContext
  /** Why it was given up. */
  readonly reason: UndeliveredReason
  /** How many attempts were begun. */
  readonly attempts: number
  /** When it was requested. Milliseconds. */
  readonly createdAt: number
  /** When it was given up. Milliseconds. */
  readonly givenUpAt: number
}

/** Sends codes. A send has to take as long for a decoy as for any other, also where it fails: `withEqualTimes` sees to it. */
export class OtpSender extends Context.Service<
  OtpSender,
  {
    /**
     * It succeeds when the message is accepted; any failure is a defect, and the message comes again. After 5 seconds it
     * is interrupted, and comes again too. The same message can also come again, with the same `otpId`, when its
     * acknowledgement was lost.
     */
    readonly send: (message: OtpMessage) => Effect.Effect<void>
  }
>()("studio-billing/ports/OtpSender") {}
