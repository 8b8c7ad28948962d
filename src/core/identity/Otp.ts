// A one-time password: REQUESTED, then VERIFIED, then EXCHANGED for tokens at most once; LOCKED or EXPIRED instead. A
// wrong code is stored as events, and `OtpAddress.refusalOf` gives the refusal. Models "OTP" under "States and
// transitions" of the specification. Codes are compared outside.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import type { OtpPolicy } from "./OtpPolicy.ts"

/** The purposes of an OTP; only `MAGIC_AUTH` leads to sign-in. GAP-10 */
export const OTP_CONTEXTS = ["MAGIC_AUTH", "EMAIL_VERIFICATION", "RESET_PASSWORD"] as const

/** One of `OTP_CONTEXTS`. */
export type OtpContext = (typeof OTP_CONTEXTS)[number]

/** REQUESTED and VERIFIED are live; EXCHANGED, LOCKED and EXPIRED are final. */
export const OTP_STATUSES = ["REQUESTED", "VERIFIED", "EXCHANGED", "LOCKED", "EXPIRED"] as const

/** One of `OTP_STATUSES`. */
export type OtpStatus = (typeof OTP_STATUSES)[number]

/** A one-time password, valid while `now < expiresAt`. */
export interface Otp {
  readonly otpId: string
  /** Normalised by `normaliseEmail`. */
  readonly email: string
  readonly context: OtpContext
  /** A keyed hash of the code; the code itself is never stored. GAP-12 */
  readonly codeHash: string
  /** Set for an address without a user: it answers like any other, and no code is ever right. GAP-10 */
  readonly decoy: boolean
  /** The status of the last event; `statusAt` also knows the time. */
  readonly status: OtpStatus
  readonly wrongAttempts: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly verifiedAt: number | null
  readonly exchangedAt: number | null
}

/**
 * The commands of an OTP. `codeMatches` tells whether the presented code has the OTP's `codeHash`, compared outside in
 * constant time. For an unknown id it is false.
 */
export type OtpCommand = { readonly otpId: string; readonly now: number } & (
  | {
      readonly _tag: "Request"
      readonly email: string
      readonly context: OtpContext
      readonly codeHash: string
      readonly decoy: boolean
    }
  | {
      readonly _tag: "Validate"
      readonly email: string
      readonly context: OtpContext
      readonly codeMatches: boolean
    }
  | { readonly _tag: "Exchange"; readonly codeMatches: boolean }
  | { readonly _tag: "Expire" }
)

/** The events of an OTP. `OtpVerified` also verifies the user's e-mail address (GAP-19). */
export type OtpEvent = { readonly otpId: string; readonly at: number } & (
  | {
      readonly _tag: "OtpRequested"
      readonly email: string
      readonly context: OtpContext
      readonly codeHash: string
      readonly decoy: boolean
      readonly expiresAt: number
    }
  | { readonly _tag: "OtpVerified"; readonly email: string }
  | { readonly _tag: "OtpExchanged" }
  | { readonly _tag: "OtpAttemptFailed" }
  | { readonly _tag: "OtpAttemptsExhausted" }
  | { readonly _tag: "OtpLapsed" }
)

/**
 * Wrong code, wrong address, wrong context, unknown id, or not verified yet; the caller does not learn which. GAP-11,
 * GAP-72
 */
export interface OtpInvalid {
  readonly _tag: "OtpInvalid"
}

/** The OTP has expired. GAP-11, GAP-72 */
export interface OtpExpired {
  readonly _tag: "OtpExpired"
}

/** Too many wrong codes. GAP-11, GAP-72 */
export interface OtpLocked {
  readonly _tag: "OtpLocked"
  /** When the address is open again; null when only this OTP is locked, which is final. */
  readonly retryAt: number | null
}

/** The OTP was already exchanged for tokens; validation is then refused too. GAP-13, GAP-72, GAP-82 */
export interface OtpAlreadyUsed {
  readonly _tag: "OtpAlreadyUsed"
}

/** Why an OTP refuses a command. */
export type OtpRejection = OtpInvalid | OtpExpired | OtpLocked | OtpAlreadyUsed

type Decided = Result.Result<ReadonlyArray<OtpEvent>, OtpRejection>

/**
 * The life cycle of an OTP; null is one that was never requested.
 *
 * A code is compared only while it could help: at validation while REQUESTED or VERIFIED, at sign-in while VERIFIED.
 * Only a wrong code that was compared counts. A wrong address or context does not count, because it tells nothing about
 * the code, and a stranger could lock the OTP with it. GAP-11, GAP-12
 */
export const decider = (policy: OtpPolicy): Decider<Otp | null, OtpCommand, OtpEvent, OtpRejection> => ({
  decide: (otp, command) => decide(policy, otp, command),
  evolve,
})

const decide = (policy: OtpPolicy, otp: Otp | null, command: OtpCommand): Decided => {
  const { otpId, now } = command
  switch (command._tag) {
    case "Request": {
      if (otp !== null) return Result.succeed([])
      const { context, codeHash, decoy } = command
      const email = normaliseEmail(command.email)
      const expiresAt = now + policy.otpTtlMillis
      return Result.succeed([
        { _tag: "OtpRequested", otpId, email, context, codeHash, decoy, expiresAt, at: now },
      ])
    }
    case "Validate": {
      if (otp === null || otp.context !== command.context) return refuse("OtpInvalid")
      if (otp.email !== normaliseEmail(command.email)) return refuse("OtpInvalid")
      const status = statusAt(otp, now)
      if (status !== "REQUESTED" && status !== "VERIFIED") return refuseFinal(status)
      if (!isRight(otp, command.codeMatches)) return failAttempt(policy, otp, now)
      if (status === "VERIFIED") return Result.succeed([])
      return Result.succeed([{ _tag: "OtpVerified", otpId, email: otp.email, at: now }])
    }
    case "Exchange": {
      if (otp === null || otp.context !== "MAGIC_AUTH") return refuse("OtpInvalid")
      const status = statusAt(otp, now)
      if (status === "REQUESTED") return refuse("OtpInvalid")
      if (status !== "VERIFIED") return refuseFinal(status)
      if (!isRight(otp, command.codeMatches)) return failAttempt(policy, otp, now)
      return Result.succeed([{ _tag: "OtpExchanged", otpId, at: now }])
    }
    case "Expire": {
      const lapses = otp !== null && !isFinal(otp.status) && statusAt(otp, now) === "EXPIRED"
      return Result.succeed(lapses ? [{ _tag: "OtpLapsed", otpId, at: now }] : [])
    }
  }
}

const evolve = (otp: Otp | null, event: OtpEvent): Otp | null => {
  if (otp === null) return event._tag === "OtpRequested" ? requested(event) : null
  if (isFinal(otp.status)) return otp
  switch (event._tag) {
    case "OtpRequested":
      return otp
    case "OtpVerified":
      return { ...otp, status: "VERIFIED", verifiedAt: event.at }
    case "OtpExchanged":
      return { ...otp, status: "EXCHANGED", exchangedAt: event.at }
    case "OtpAttemptFailed":
      return { ...otp, wrongAttempts: otp.wrongAttempts + 1 }
    case "OtpAttemptsExhausted":
      return { ...otp, status: "LOCKED" }
    case "OtpLapsed":
      return { ...otp, status: "EXPIRED" }
  }
}

/** The status at an instant: a status that is not final is EXPIRED from `expiresAt` on. */
export const statusAt = (otp: Otp, now: number): OtpStatus =>
  isFinal(otp.status) || now < otp.expiresAt ? otp.status : "EXPIRED"

/** Tells whether a code of this OTP can still be right at an instant. */
export const isLive = (otp: Otp, now: number): boolean => !isFinal(statusAt(otp, now))

/**
 * The form in which addresses are stored and compared: without blanks around, ASCII letters in lower case.
 *
 * Other letters stay as they are. The lower case of Unicode would make one address of two, such as the Kelvin sign and
 * `k`, and the owner of one could ask for codes of the other.
 */
export const normaliseEmail = (email: string): string =>
  email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const isFinal = (status: OtpStatus): boolean => status !== "REQUESTED" && status !== "VERIFIED"

// Nobody got a decoy's code, so it was guessed.
const isRight = (otp: Otp, codeMatches: boolean): boolean => codeMatches && !otp.decoy

const failAttempt = (policy: OtpPolicy, { otpId, wrongAttempts }: Otp, at: number): Decided => {
  const failed: OtpEvent = { _tag: "OtpAttemptFailed", otpId, at }
  const exhausted = wrongAttempts + 1 >= policy.wrongAttemptsMax
  return Result.succeed(exhausted ? [failed, { _tag: "OtpAttemptsExhausted", otpId, at }] : [failed])
}

const refuse = (_tag: "OtpInvalid" | "OtpExpired" | "OtpAlreadyUsed"): Decided => Result.fail({ _tag })

const refuseFinal = (status: "EXCHANGED" | "LOCKED" | "EXPIRED"): Decided => {
  switch (status) {
    case "EXCHANGED":
      return refuse("OtpAlreadyUsed")
    case "LOCKED":
      return Result.fail({ _tag: "OtpLocked", retryAt: null })
    case "EXPIRED":
      return refuse("OtpExpired")
  }
}

const requested = (event: OtpEvent & { readonly _tag: "OtpRequested" }): Otp => ({
  otpId: event.otpId,
  email: event.email,
  context: event.context,
  codeHash: event.codeHash,
  decoy: event.decoy,
  status: "REQUESTED",
  wrongAttempts: 0,
  createdAt: event.at,
  expiresAt: event.expiresAt,
  verifiedAt: null,
  exchangedAt: null,
})
