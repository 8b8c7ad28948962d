// The bounds of one-time passwords are checked when the service starts.
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { CurrentOtpPolicy, defaultOtpPolicy, type OtpPolicy, otpPolicy } from "../../../src/index.ts"

const started = (changes: Partial<OtpPolicy>): Promise<OtpPolicy> =>
  Effect.runPromise(
    Effect.provide(Effect.service(CurrentOtpPolicy), otpPolicy({ ...defaultOtpPolicy, ...changes })),
  )

it.each<Partial<OtpPolicy>>([
  {},
  { digits: 4 },
  { digits: 12 },
  { otpTtlMillis: 1_000 },
  { otpTtlMillis: 86_400_000 },
  { wrongAttemptsMax: 1, liveMax: 1, wrongCodesPerDayMax: 1 },
  { wrongAttemptsMax: 100, liveMax: 100, wrongCodesPerDayMax: 1_000 },
])("bounds that can be kept are those that use cases follow: %o", async (changes) => {
  expect(await started(changes)).toEqual({ ...defaultOtpPolicy, ...changes })
})

it.each<readonly [Partial<OtpPolicy>, string]>([
  [{ digits: 0 }, "digits (0), give a whole number from 4 to 12"],
  [{ digits: 3 }, "digits (3), give a whole number from 4 to 12"],
  [{ digits: 13 }, "digits (13), give a whole number from 4 to 12"],
  [{ digits: 4.5 }, "digits (4.5), give a whole number from 4 to 12"],
  [{ digits: "6" as never }, "digits (6), give a whole number from 4 to 12"],
  [{ otpTtlMillis: 600 }, "otpTtlMillis (600), give a whole number from 1000 to 86400000"],
  [{ otpTtlMillis: Number.NaN }, "otpTtlMillis (NaN), give a whole number from 1000 to 86400000"],
  [{ wrongAttemptsMax: 0 }, "wrongAttemptsMax (0), give a whole number from 1 to 100"],
  [{ liveMax: -1 }, "liveMax (-1), give a whole number from 1 to 100"],
  [{ wrongCodesPerDayMax: 1_001 }, "wrongCodesPerDayMax (1001), give a whole number from 1 to 1000"],
])("bounds that cannot be kept end the start, with what to give instead: %o", async (changes, fault) => {
  await expect(started(changes)).rejects.toThrow(`The OTP policy cannot be kept: ${fault}`)
})
