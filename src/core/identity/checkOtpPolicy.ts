// Checks the bounds of one-time passwords: a code that anybody guesses, or that nobody can use, is no bound.
import * as Result from "effect/Result"
import type { PolicyMemberInvalid } from "../policy/checkPolicy.ts"
import type { OtpPolicy } from "./OtpPolicy.ts"

/** The least and the most that each bound may be. */
const ranges: Readonly<Record<keyof OtpPolicy, readonly [least: number, most: number]>> = {
  digits: [4, 12],
  otpTtlMillis: [1_000, 86_400_000],
  wrongAttemptsMax: [1, 100],
  liveMax: [1, 100],
  wrongCodesPerDayMax: [1, 1_000],
}

/** Checks the bounds of one-time passwords. Fails with the first that cannot be kept, and what to give instead. */
export const checkOtpPolicy = (policy: OtpPolicy): Result.Result<OtpPolicy, PolicyMemberInvalid> => {
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const value = policy[name as keyof OtpPolicy]
    if (Number.isInteger(value) && value >= least && value <= most) continue
    const message = `${name} (${String(value)}), give a whole number from ${least} to ${most}`
    return Result.fail({ _tag: "PolicyMemberInvalid", message })
  }
  return Result.succeed(policy)
}
