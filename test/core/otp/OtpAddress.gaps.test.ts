import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Otp from "../../../src/core/identity/Otp.ts"
import * as OtpAddress from "../../../src/core/identity/OtpAddress.ts"
import { defaultOtpPolicy } from "../../../src/core/identity/OtpPolicy.ts"
import {
  address,
  anOtp,
  answers,
  DAY,
  exchange,
  given,
  MINUTE,
  NOON,
  request,
  said,
  times,
  validate,
  walk,
  wrongCodes,
} from "./fixtures.ts"

const dayAt = NOON - DAY / 2
const midnight = NOON + DAY / 2

describe("the specification: on successful validation the OTP is marked verified", () => {
  it("and a verified OTP can be exchanged once for tokens", () => {
    expect(answers([request(), validate(), exchange(), exchange()])).toEqual([
      "ok",
      "ok",
      "ok",
      "OtpAlreadyUsed",
    ])
  })
})

describe("GAP-10", () => {
  it("the code of a request is valid for ten minutes and says so", () => {
    expect(OtpAddress.find(given([request()]), "otp-1")).toEqual(anOtp())
  })

  it.each(Otp.OTP_CONTEXTS)("an OTP of %s can be validated", (context) => {
    expect(answers([request({ context }), validate({ context })])).toEqual(["ok", "ok"])
  })

  it.each(["EMAIL_VERIFICATION", "RESET_PASSWORD"] as const)("%s does not lead to sign-in", (context) => {
    expect(answers([request({ context }), validate({ context }), exchange()])).toEqual([
      "ok",
      "ok",
      "OtpInvalid",
    ])
  })

  it("a known and an unknown address get the same answers to wrong codes, to the lock and past it", () => {
    const calls = [
      request(),
      ...times(7, () => validate({ codeMatches: false })),
      exchange(),
      ...wrongCodes(20),
    ]
    const decoys = calls.map((call) => (call._tag === "Request" ? { ...call, decoy: true } : call))
    expect(walk(decoys).map((step) => step.answer)).toEqual(walk(calls).map((step) => step.answer))
  })

  it("nobody was sent the code of a decoy, so a lucky guess is as wrong as any other", () => {
    expect(answers([request({ decoy: true }), validate(), exchange()])).toEqual([
      "ok",
      "OtpInvalid",
      "OtpInvalid",
    ])
  })
})

describe("GAP-11", () => {
  it.each([
    ["a wrong code", validate({ codeMatches: false })],
    ["a wrong address", validate({ email: "other@example.com" })],
    ["a wrong context", validate({ context: "RESET_PASSWORD" })],
    ["an unknown id", validate({ otpId: "unknown" })],
  ])("%s is the same OtpInvalid", (_name, command) => {
    expect(walk([request(), command]).at(-1)?.answer).toEqual({ _tag: "OtpInvalid" })
  })

  it("an expired one is OtpExpired, a locked one OtpLocked", () => {
    const locked = times(5, () => validate({ codeMatches: false }))
    expect(answers([request(), validate({ now: NOON + 10 * MINUTE })]).at(-1)).toBe("OtpExpired")
    expect(answers([request(), ...locked, validate()]).at(-1)).toBe("OtpLocked")
  })

  it("a wrong address or context tells nothing of the state: it is OtpInvalid for a locked one too", () => {
    const locked = [request(), ...times(5, () => validate({ codeMatches: false }))]
    expect(answers([...locked, validate({ email: "other@example.com" })]).at(-1)).toBe("OtpInvalid")
    expect(answers([...locked, validate({ context: "RESET_PASSWORD" })]).at(-1)).toBe("OtpInvalid")
  })

  it("a stranger who knows the id but not the address can lock neither the OTP nor the address", () => {
    const strange = times(100, () => validate({ email: "other@example.com", codeMatches: false }))
    expect(answers([request(), ...strange, validate(), exchange()]).slice(-2)).toEqual(["ok", "ok"])
  })

  it("addresses are compared in their normal form", () => {
    const calls = [request({ email: "OWNER@example.com" }), validate({ email: " owner@EXAMPLE.com" })]
    expect(answers(calls)).toEqual(["ok", "ok"])
  })
})

describe("GAP-12", () => {
  it("six digits, ten minutes, five wrong attempts, five live ones, twenty wrong codes a day", () => {
    expect(defaultOtpPolicy).toEqual({
      digits: 6,
      otpTtlMillis: 600_000,
      wrongAttemptsMax: 5,
      liveMax: 5,
      wrongCodesPerDayMax: 20,
    })
  })

  it.each([false, true])("the sixth live one of an address is refused, decoy: %s", (decoy) => {
    const six = times(6, (index) => request({ otpId: `otp-${index}`, decoy, now: NOON + index }))
    expect(walk(six).map((step) => step.answer)).toEqual([
      ...times(5, () => null),
      { _tag: "TooManyOtps", liveMax: 5, retryAt: NOON + 10 * MINUTE },
    ])
  })

  it.each([
    ["exchanged", [validate({ otpId: "otp-0" }), exchange({ otpId: "otp-0" })], NOON],
    ["locked", times(5, () => validate({ otpId: "otp-0", codeMatches: false })), NOON],
    ["expired", [], NOON + 10 * MINUTE],
  ] as const)("once one of the five is %s, another may be requested", (_name, calls, now) => {
    const five = times(5, (index) => request({ otpId: `otp-${index}` }))
    expect(answers([...five, ...calls, request({ otpId: "new", now })]).at(-1)).toBe("ok")
  })

  it("a verified one is still live", () => {
    const five = times(5, (index) => request({ otpId: `otp-${index}` }))
    const calls = [...five, validate({ otpId: "otp-0" }), request({ otpId: "new" })]
    expect(answers(calls).at(-1)).toBe("TooManyOtps")
  })

  it("requests do not cancel each other", () => {
    const calls = [
      request(),
      request({ otpId: "otp-2" }),
      validate(),
      exchange(),
      validate({ otpId: "otp-2" }),
    ]
    expect(answers([...calls, exchange({ otpId: "otp-2" })])).toEqual(times(6, () => "ok"))
  })

  it("twenty wrong codes of an address, over all its OTPs, lock it until the UTC day ends", () => {
    const calls = [...wrongCodes(20), request({ otpId: "new" }), request({ otpId: "new", now: midnight - 1 })]
    const steps = walk(calls)
    const locked = { _tag: "OtpLocked", retryAt: midnight }
    expect(
      steps.filter((step) => step.events.some((event) => event._tag === "OtpAddressLocked")),
    ).toHaveLength(1)
    expect(steps.slice(-3).map((step) => step.answer)).toEqual([locked, locked, locked])
    expect(answers([...calls, request({ otpId: "new", now: midnight })]).at(-1)).toBe("ok")
  })

  it("a locked address compares no code: the right one is refused and a wrong one is not counted", () => {
    const late = NOON + DAY / 2 - MINUTE
    const locked = [request({ now: late }), ...wrongCodes(20, late)]
    expect(answers([...locked, validate({ now: late })]).at(-1)).toBe("OtpLocked")
    const before = given(locked)
    const wrong = validate({ codeMatches: false, now: late })
    expect(given([...locked, wrong, wrong])).toEqual(before)
    expect(answers([...locked, validate({ now: midnight })]).at(-1)).toBe("ok")
  })

  it("the next day counts from one again", () => {
    const next = NOON + DAY
    expect(answers([...wrongCodes(19), ...wrongCodes(19, next)])).not.toContain("TooManyOtps")
    expect(
      given([...wrongCodes(19), request({ now: next }), validate({ codeMatches: false, now: next })]),
    ).toMatchObject({
      wrongCodes: { dayAt: dayAt + DAY, count: 1 },
      unlocksAt: null,
    })
  })

  it("a clock that goes back over midnight does not reset the count", () => {
    const early = dayAt + MINUTE
    const back = [
      request({ now: early }),
      ...wrongCodes(19, early),
      validate({ codeMatches: false, now: dayAt - 1 }),
    ]
    expect(walk(back).at(-1)?.answer).toEqual({ _tag: "OtpLocked", retryAt: dayAt + DAY })
  })
})

describe("GAP-13", () => {
  it("sign-in needs a VERIFIED OTP; before that no code is compared or counted", () => {
    const early = times(9, () => exchange({ codeMatches: false }))
    expect(answers([request(), ...early, exchange()])).toEqual(["ok", ...times(10, () => "OtpInvalid")])
    expect(given([request(), ...early, exchange()])).toEqual(given([request()]))
  })

  it("and the same code: a wrong one counts together with those of validation", () => {
    const wrong = (command: Otp.OtpCommand) => ({ ...command, codeMatches: false })
    const calls = [wrong(validate()), wrong(validate()), validate(), wrong(exchange()), wrong(exchange())]
    expect(answers([request(), ...calls, wrong(exchange()), exchange()]).slice(-3)).toEqual([
      "OtpInvalid",
      "OtpLocked",
      "OtpLocked",
    ])
  })

  it("of two simultaneous calls one gets tokens and the other OtpAlreadyUsed", () => {
    const loaded = given([request(), validate()])
    expect(said(address.decide(loaded, exchange()))).toBe("OtpExchanged")
    const [winner, loser] = walk([exchange(), exchange()], loaded)
    expect(winner?.events.map((event) => event._tag)).toEqual(["OtpExchanged"])
    expect(loser?.answer).toEqual({ _tag: "OtpAlreadyUsed" })
  })

  it("an exchange that is not committed, because an organization must be named, does not use it up", () => {
    const loaded = given([request(), validate()])
    expect(Result.isSuccess(address.decide(loaded, exchange()))).toBe(true)
    expect(said(address.decide(loaded, exchange()))).toBe("OtpExchanged")
  })
})

describe("GAP-72", () => {
  it("the fifth wrong code is already OtpLocked", () => {
    const five = times(5, () => validate({ codeMatches: false }))
    expect(answers([request(), ...five])).toEqual(["ok", ...times(4, () => "OtpInvalid"), "OtpLocked"])
  })

  it.each([
    ["unknown", [], "OtpInvalid"],
    ["unverified", [request()], "OtpInvalid"],
    ["wrong", [request(), validate()], "OtpInvalid"],
    ["expired", [request({ now: NOON - 10 * MINUTE }), validate({ now: NOON - 1 })], "OtpExpired"],
    ["used", [request(), validate(), exchange()], "OtpAlreadyUsed"],
    ["locked", [request(), ...times(5, () => validate({ codeMatches: false }))], "OtpLocked"],
  ] as const)("at sign-in %s", (_name, given, refusal) => {
    expect(answers([...given, exchange({ codeMatches: false })]).at(-1)).toBe(refusal)
  })
})
