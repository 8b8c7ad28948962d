// One e-mail address with all its one-time passwords: the unit that is loaded, decided on and committed, so that
// its bounds hold under concurrency. OTPs never cancel each other; wrong codes add up over all of them by UTC day.
// Known and unknown addresses have the same life. Models "OTP request and validation" of the specification.
import * as Result from "effect/Result"
import type { Decider } from "../Decider.ts"
import { DAY_MILLIS } from "../time/Instant.ts"
import * as Otp from "./Otp.ts"
import type { OtpPolicy } from "./OtpPolicy.ts"

/** What is known of one address. */
export interface OtpAddress {
  /** Normalised by `Otp.normaliseEmail`. */
  readonly email: string
  /** The live ones and the latest of the others, oldest request first. */
  readonly otps: ReadonlyArray<Otp.Otp>
  /** How many wrong codes the UTC day that begins at `dayAt` has seen. */
  readonly wrongCodes: { readonly dayAt: number; readonly count: number }
  /** The end of the latest lock of the address; null when it was never locked. */
  readonly unlocksAt: number | null
}

/** Everything that can be asked of an address names one of its OTPs. */
export type OtpAddressCommand = Otp.OtpCommand

/** What happens at an address. */
export type OtpAddressEvent =
  | Otp.OtpEvent
  | {
      readonly _tag: "OtpAddressLocked"
      readonly email: string
      readonly unlocksAt: number
      readonly at: number
    }

/** The address has as many live OTPs as it may have. GAP-12 */
export interface TooManyOtps {
  readonly _tag: "TooManyOtps"
  readonly liveMax: number
  /** When the first of the live ones expires. */
  readonly retryAt: number
}

/** Why an address refuses. */
export type OtpAddressRejection = Otp.OtpRejection | TooManyOtps

type Decided = Result.Result<ReadonlyArray<OtpAddressEvent>, OtpAddressRejection>

/** An address of which nothing is known yet; every address begins here, whether or not a user has it. */
export const empty = (email: string): OtpAddress => ({
  email: Otp.normaliseEmail(email),
  otps: [],
  wrongCodes: { dayAt: 0, count: 0 },
  unlocksAt: null,
})

/** The OTP of this id, or null. */
export const find = (address: OtpAddress, otpId: string): Otp.Otp | null =>
  address.otps.find((otp) => otp.otpId === otpId) ?? null

/**
 * What one address may do: at most `liveMax` live OTPs, each with its own life, and `wrongCodesPerDayMax` wrong
 * codes a UTC day. Reaching that locks the address until the day ends: no code of it is compared, and none sent. GAP-83
 *
 * A wrong code succeeds with events, because it must be stored: commit them, then answer `refusalOf(events)`.
 * Sign-in has succeeded only if the events hold `OtpExchanged`. A code for an id that this address does not have
 * is `OtpInvalid`; for an id that no address has, `empty(email)` stands in.
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

/** The answer to a command whose events are these: the refusal of a wrong code, or null when none of them is one. */
export const refusalOf = (events: ReadonlyArray<OtpAddressEvent>): Otp.OtpInvalid | Otp.OtpLocked | null => {
  const locked = events.find((event) => event._tag === "OtpAddressLocked")
  if (locked !== undefined) return { _tag: "OtpLocked", retryAt: locked.unlocksAt }
  if (events.some((event) => event._tag === "OtpAttemptsExhausted"))
    return { _tag: "OtpLocked", retryAt: null }
  return events.some((event) => event._tag === "OtpAttemptFailed") ? { _tag: "OtpInvalid" } : null
}

/**
 * From when on a store may forget the address without loosening a bound: its OTPs have expired and the day of
 * its wrong codes is over. A store that forgets earlier lets a caller wash its wrong codes away. GAP-12
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

// A clock that goes back over midnight goes on counting in the later day, so that it cannot reset the count.
const countWrongCode = (before: OtpAddress["wrongCodes"], at: number): OtpAddress["wrongCodes"] => {
  const dayAt = at - (at % DAY_MILLIS)
  return dayAt > before.dayAt ? { dayAt, count: 1 } : { dayAt: before.dayAt, count: before.count + 1 }
}

/** How many OTPs that are no longer live are kept, so that a late call still learns what became of its own. GAP-84 */
const FINISHED_KEPT = 10

const kept = (otps: ReadonlyArray<Otp.Otp>, now: number): ReadonlyArray<Otp.Otp> => {
  const finished = otps.filter((otp) => !Otp.isLive(otp, now)).slice(-FINISHED_KEPT)
  return otps.filter((otp) => Otp.isLive(otp, now) || finished.includes(otp))
}
