import { expect } from "vitest"
import type * as Otp from "../../../src/core/identity/Otp.ts"
import { DAY, EMAIL, MINUTE, type Step } from "./fixtures.ts"

/** What is known of one OTP from the commands and their answers alone. */
interface Seen {
  readonly requestedAt: number
  readonly context: Otp.OtpContext
  verified: boolean
  exchanges: number
  wrong: number
  lapsed: boolean
}

/**
 * Predicts every answer of a walk from GAP-10 to GAP-13 and GAP-72, apart from the code under test, and expects
 * each to be given. No decoys, and a clock that does not go back. Returns how often each OTP was exchanged.
 */
export const audit = (steps: ReadonlyArray<Step>): ReadonlyArray<number> => {
  const otps = new Map<string, Seen>()
  const wrongByDay = new Map<number, number>()

  const codeCalled = (command: Extract<Otp.OtpCommand, { readonly codeMatches: boolean }>): string => {
    const otp = otps.get(command.otpId)
    const day = Math.floor(command.now / DAY)
    const wrongToday = wrongByDay.get(day) ?? 0
    const signsIn = command._tag === "Exchange"
    const asked = command._tag === "Exchange" ? { context: "MAGIC_AUTH", email: EMAIL } : command
    if (otp === undefined || otp.context !== asked.context || asked.email !== EMAIL) return "OtpInvalid"
    if (otp.exchanges > 0) return "OtpAlreadyUsed"
    if (otp.wrong === 5) return "OtpLocked"
    if (otp.lapsed || command.now >= otp.requestedAt + 10 * MINUTE) return "OtpExpired"
    if (signsIn && !otp.verified) return "OtpInvalid"
    if (wrongToday === 20) return "OtpLocked"
    if (command.codeMatches) {
      otp.verified = true
      if (signsIn) otp.exchanges++
      return "ok"
    }
    otp.wrong++
    wrongByDay.set(day, wrongToday + 1)
    return otp.wrong === 5 || wrongToday === 19 ? "OtpLocked" : "OtpInvalid"
  }

  const requested = ({
    otpId,
    context,
    now,
  }: Extract<Otp.OtpCommand, { readonly _tag: "Request" }>): string => {
    if (wrongByDay.get(Math.floor(now / DAY)) === 20) return "OtpLocked"
    if (otps.has(otpId)) return "ok"
    const live = [...otps.values()].filter(
      (otp) => now < otp.requestedAt + 10 * MINUTE && otp.exchanges === 0 && otp.wrong < 5,
    )
    if (live.length === 5) return "TooManyOtps"
    otps.set(otpId, { requestedAt: now, context, verified: false, exchanges: 0, wrong: 0, lapsed: false })
    return "ok"
  }

  const expired = ({ otpId, now }: Otp.OtpCommand): string => {
    const otp = otps.get(otpId)
    if (otp !== undefined && now >= otp.requestedAt + 10 * MINUTE) otp.lapsed = true
    return "ok"
  }

  for (const { command, answer } of steps) {
    const predicted =
      command._tag === "Request"
        ? requested(command)
        : command._tag === "Expire"
          ? expired(command)
          : codeCalled(command)
    expect(answer?._tag ?? "ok").toBe(predicted)
  }
  return [...otps.values()].map((otp) => otp.exchanges)
}
