// How a one-time code reaches its address. Sending goes through the outbox, so that known and unknown addresses
// take the same time and the same calls. GAP-10
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { OtpContext } from "../core/identity/Otp.ts"

/** A code on its way. It is secret: it belongs in no log. */
export interface OtpMessage {
  /** What it is validated under. */
  readonly otpId: string
  /** Where it goes, normalised. */
  readonly email: string
  /** Secret. */
  readonly code: string
  /** What it is for. */
  readonly context: OtpContext
  /** Milliseconds. */
  readonly createdAt: number
  /** Milliseconds; from then on it is of no use. */
  readonly expiresAt: number
  /** Nobody has this address: accept the message and send nothing. */
  readonly decoy: boolean
}

/** Sends codes. Accepting a message has to take as long for a decoy as for any other. */
export class OtpSender extends Context.Service<
  OtpSender,
  {
    /** The same message can come again, when nobody learned that it was accepted: its `otpId` tells. */
    readonly send: (message: OtpMessage) => Effect.Effect<void>
  }
>()("studio-billing/ports/OtpSender") {}
