// An e-mail address with all its one-time passwords. It is loaded, decided on and committed as one, so that its bounds
// hold under concurrency. OTPs never cancel each other; wrong codes of all of them add up by UTC day. An address
// without a user behaves in the same way. Models "OTP request and validation" of the specification.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import { DAY_MILLIS } from "../time/Instant.ts"
import * as Otp from "./Otp.ts"
import type { OtpPolicy } from "./OtpPolicy.ts"

/** The record of an address. */
export interface OtpAddress {
  /** Normalised by `Otp.normaliseEmail`. */
  readonly email: string
  /** The live OTPs and the latest others, oldest request first. */
  readonly otps: ReadonlyArray<Otp.Otp>
  /** The number of wrong codes in the UTC day that begins at `dayAt`. */
  readonly wrongCodes: { readonly dayAt: number; readonly count: number }
  /** The end of the latest lock of the address; null when it was never locked. */
  readonly unlocksAt: number | null
}

/** The commands of an address: each names one of its OTPs. */
export type OtpAddressCommand = Otp.OtpCommand

/** The events of an address. */
export type OtpAddressEvent =
  | Otp.OtpEvent
  | {
      readonly _tag: "OtpAddressLocked"
      readonly email: string
      readonly unlocksAt: number
      readonly at: number
    }

/** The address has the maximum of live OTPs. GAP-12 */
export interface TooManyOtps {
  readonly _tag: "TooManyOtps"
  readonly liveMax: number
  /** When the first of the live ones expires. */
  readonly retryAt: number
}

/** Why an address refuses a command. */
export type OtpAddressRejection = Otp.OtpRejection | TooManyOtps

type Decided = Result.Result<ReadonlyArray<OtpAddressEvent>, OtpAddressRejection>

/** An address without OTPs. Every address begins so, with a user or without. */
export const empty = (email: string): OtpAddress => ({
  email: Otp.normaliseEmail(email),
  otps: [],
  wrongCodes: { dayAt: 0, count: 0 },
  unlocksAt: null,
})

/** The OTP of that id, or null. */
export const find = (address: OtpAddress, otpId: string): Otp.Otp | null =>
  address.otps.find((otp) => otp.otpId === otpId) ?? null

/**
 * The life cycle of an address: at most `liveMax` live OTPs, and `wrongCodesPerDayMax` wrong codes a UTC day. Reaching
 * that locks the address until the day ends: no code of it is compared, and none sent. GAP-83
 *
 * A wrong code succeeds with events, because it must be stored: commit them, then answer `refusalOf(events)`. Sign-in
 * has succeeded only if the events hold `OtpExchanged`. A code for an unknown id is `OtpInvalid`; where no address has
 * that id, use `empty(email)`.
 *
 * @example
 * ```ts
 * import { OtpAddress, defaultOtpPolicy } from "studio-billing"
 *
 * const otps = OtpAddress.decider(defaultOtpPolicy)
 * const otp = { otpId: "otp-1", email: "owner@example.com", context: "MAGIC_AUTH" } as const
 * const requested = { _tag: "OtpRequested", ...otp, codeHash: "…", decoy: false, expiresAt: 600_000, at: 0 } as const
 * const address = otps.evolve(OtpAddress.empty(otp.email), requested)
 *
 * otps.decide(address, { _tag: "Validate", ...otp, codeMatches: true, now: 1 })
 * // Result.succeed([{ _tag: "OtpVerified", otpId: "otp-1", email: "owner@example.com", at: 1 }])
 * otps.decide(address, { _tag: "Validate", ...otp, codeMatches: false, now: 1 })
 * // Result.succeed([{ _tag: "OtpAttemptFailed", otpId: "otp-1", at: 1 }])
 * OtpAddress.refusalOf([{ _tag: "OtpAttemptFailed", otpId: "otp-1", at: 1 }]) // { _tag: "OtpInvalid" }
 * ```
 */
export const decider = (
  policy: OtpPolicy,
): Decider<OtpAddress, OtpAddressCommand, OtpAddressEvent, OtpAddressRejection> => {
  const otps = Otp.decider(policy)
  return {
    decide: (address, command) => decide(policy, otps, address, command),
    evolve: (address, event) => evolve(otps, address, event),
  }
}

/** The refusal of a wrong code, if one of the events is that; else null. */
export const refusalOf = (events: ReadonlyArray<OtpAddressEvent>): Otp.OtpInvalid | Otp.OtpLocked | null => {
  const locked = events.find((event) => event._tag === "OtpAddressLocked")
  if (locked !== undefined) return { _tag: "OtpLocked", retryAt: locked.unlocksAt }
  if (events.some((event) => event._tag === "OtpAttemptsExhausted"))
    return { _tag: "OtpLocked", retryAt: null }
  return events.some((event) => event._tag === "OtpAttemptFailed") ? { _tag: "OtpInvalid" } : null
}

/**
 * The instant from which a store may forget the address: its OTPs have expired and the day of its wrong codes is over.
 * If a store forgot it earlier, a caller could get rid of its wrong codes. GAP-12
 */
export const forgettableAt = (address: OtpAddress): number =>
  Math.max(address.wrongCodes.dayAt + DAY_MILLIS, ...address.otps.map((otp) => otp.expiresAt))

type OtpDecider = ReturnType<typeof Otp.decider>

const decide = (
  policy: OtpPolicy,
  otps: OtpDecider,
  address: OtpAddress,
  command: OtpAddressCommand,
): Decided => {
  if (command._tag === "Request" && Otp.normaliseEmail(command.email) !== address.email) {
    return Result.fail({ _tag: "OtpInvalid" })
  }
  const decided = otps.decide(find(address, command.otpId), command)
  if (Result.isFailure(decided) || command._tag === "Expire") return decided
  const { unlocksAt } = address
  if (unlocksAt !== null && command.now < unlocksAt) {
    return Result.fail({ _tag: "OtpLocked", retryAt: unlocksAt })
  }
  const events = decided.success
  if (events.some((event) => event._tag === "OtpRequested")) {
    const live = address.otps.filter((otp) => Otp.isLive(otp, command.now))
    if (live.length < policy.liveMax) return decided
    const retryAt = Math.min(...live.map((otp) => otp.expiresAt))
    return Result.fail({ _tag: "TooManyOtps", liveMax: policy.liveMax, retryAt })
  }
  if (events.some((event) => event._tag === "OtpAttemptFailed")) {
    const { dayAt, count } = countWrongCode(address.wrongCodes, command.now)
    if (count >= policy.wrongCodesPerDayMax) {
      const locked = { email: address.email, unlocksAt: dayAt + DAY_MILLIS, at: command.now }
      return Result.succeed([...events, { _tag: "OtpAddressLocked", ...locked }])
    }
  }
  return decided
}

const evolve = (otps: OtpDecider, address: OtpAddress, event: OtpAddressEvent): OtpAddress => {
  if (event._tag === "OtpAddressLocked") return { ...address, unlocksAt: event.unlocksAt }
  const before = find(address, event.otpId)
  const otp = otps.evolve(before, event)
  if (otp === null) return address
  if (before === null) return { ...address, otps: [...kept(address.otps, event.at), otp] }
  return {
    ...address,
    otps: address.otps.map((other) => (other.otpId === otp.otpId ? otp : other)),
    wrongCodes:
      event._tag === "OtpAttemptFailed" ? countWrongCode(address.wrongCodes, event.at) : address.wrongCodes,
  }
}

// If the clock goes back over midnight, the later day goes on counting, so that the count is not reset.
const countWrongCode = (before: OtpAddress["wrongCodes"], at: number): OtpAddress["wrongCodes"] => {
  const dayAt = at - (at % DAY_MILLIS)
  return dayAt > before.dayAt ? { dayAt, count: 1 } : { dayAt: before.dayAt, count: before.count + 1 }
}

/** The number of finished OTPs that are kept, so that a late call still learns what became of its own. GAP-84 */
const FINISHED_KEPT = 10

const kept = (otps: ReadonlyArray<Otp.Otp>, now: number): ReadonlyArray<Otp.Otp> => {
  const finished = otps.filter((otp) => !Otp.isLive(otp, now)).slice(-FINISHED_KEPT)
  return otps.filter((otp) => Otp.isLive(otp, now) || finished.includes(otp))
}
