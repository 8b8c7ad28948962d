// The bounds of one-time passwords: the length and life of a code, and how often it may be wrong. The specification
// shows none of them ("OTP expiry and attempt limits: not shown").

/** The bounds of one-time passwords, whole numbers. GAP-12 */
export interface OtpPolicy {
  /** How many decimal digits a code has: 4 to 12. */
  readonly digits: number
  /** How long a code is valid, counted from its request: a second to a day. */
  readonly otpTtlMillis: number
  /** The wrong code of one OTP that locks it: at most the 100th. */
  readonly wrongAttemptsMax: number
  /** How many OTPs of one address may be live at a time: 1 to 100. */
  readonly liveMax: number
  /** The wrong code of one address and UTC day, over all its OTPs, that locks the address for the day: at most the 1,000th. */
  readonly wrongCodesPerDayMax: number
}

/**
 * The defaults. A guess succeeds with at most 5 in 10⁶ an OTP and 20 in 10⁶ an address and day, so that neither more
 * OTPs nor more patience help. GAP-12
 */
export const defaultOtpPolicy: OtpPolicy = {
  digits: 6,
  otpTtlMillis: 600_000,
  wrongAttemptsMax: 5,
  liveMax: 5,
  wrongCodesPerDayMax: 20,
}
