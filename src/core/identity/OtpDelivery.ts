// The delivery of a one-time code: which attempt is made when, and when no further one is made. An attempt takes the
// message for a time, so that no other process sends it meanwhile; the same time is the wait before the next attempt.
// GAP-142
import * as Otp from "./Otp.ts"
import * as OtpAddress from "./OtpAddress.ts"

/** How long a sender may take to accept a message. */
export const SEND_MILLIS_MAX = 5_000

/** How often a message is tried to be sent. */
export const ATTEMPTS_MAX = 5

const RETRY_MILLIS = 30_000

/** Why a code was not delivered: it expired first, or no attempt succeeded. */
export const UNDELIVERED_REASONS = ["EXPIRED", "ATTEMPTS_EXHAUSTED"] as const

/** One of `UNDELIVERED_REASONS`. */
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number]

/** Where the delivery of a message stands. */
export interface OtpDelivery {
  /** How many attempts were begun. */
  readonly attempts: number
  /** The next attempt may begin then, unless the message was sent meanwhile. Milliseconds. */
  readonly readyAt: number
}

/** The delivery whose first attempt begins now, with the request itself. */
export const begin = (now: number): OtpDelivery => ({ attempts: 1, readyAt: now + RETRY_MILLIS })

/**
 * The next attempt of a delivery that is ready, or why there is none. The waits are 30 seconds, then 1, 2 and 4 minutes.
 *
 * @example
 * ```ts
 * import { OtpDelivery } from "studio-billing"
 *
 * OtpDelivery.next({ attempts: 1, readyAt: 30_000 }, { expiresAt: 600_000, now: 30_000 })
 * // { attempts: 2, readyAt: 90_000 }
 * OtpDelivery.next({ attempts: 1, readyAt: 30_000 }, { expiresAt: 600_000, now: 600_000 }) // "EXPIRED"
 * ```
 */
export const next = (
  { attempts }: OtpDelivery,
  { expiresAt, now }: { readonly expiresAt: number; readonly now: number },
): OtpDelivery | UndeliveredReason => {
  if (expiresAt <= now) return "EXPIRED"
  if (attempts >= ATTEMPTS_MAX) return "ATTEMPTS_EXHAUSTED"
  return { attempts: attempts + 1, readyAt: now + RETRY_MILLIS * 2 ** attempts }
}

/** Tells whether the code can still become right: its OTP is REQUESTED and not expired, and its address not locked. */
export const isAwaited = (address: OtpAddress.OtpAddress, otpId: string, now: number): boolean => {
  const otp = OtpAddress.find(address, otpId)
  if (otp === null || Otp.statusAt(otp, now) !== "REQUESTED") return false
  return address.unlocksAt === null || address.unlocksAt <= now
}
