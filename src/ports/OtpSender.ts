// The sender of one-time codes. Sending goes through the outbox, so that known and unknown addresses take the same time
// and the same calls. GAP-10
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { OtpContext } from "../core/identity/Otp.ts"

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

/** Sends codes. Accepting a message has to take as long for a decoy as for any other. */
export class OtpSender extends Context.Service<
  OtpSender,
  {
    /** The same message can come again, with the same `otpId`, when its acknowledgement was lost. */
    readonly send: (message: OtpMessage) => Effect.Effect<void>
  }
>()("studio-billing/ports/OtpSender") {}
