import { describe, expect, it } from "vitest"
import type * as Otp from "../../../src/core/identity/Otp.ts"
import * as OtpAddress from "../../../src/core/identity/OtpAddress.ts"
import {
  address,
  anOtp,
  DAY,
  EMAIL,
  exchange,
  expire,
  given,
  MINUTE,
  NOON,
  request,
  said,
  times,
  validate,
  wrongCodes,
} from "./fixtures.ts"

const dayAt = NOON - DAY / 2
const midnight = NOON + DAY / 2

const states: Record<string, OtpAddress.OtpAddress> = {
  empty: OtpAddress.empty(EMAIL),
  "one requested": given([request()]),
  "one verified": given([request(), validate()]),
  "five live": given(times(5, (index) => request({ otpId: `otp-${index + 1}` }))),
  "19 wrong codes": given([request(), ...wrongCodes(19)]),
  "20 wrong codes": given([request(), ...wrongCodes(20)]),
  "20 wrong codes, verified": given([request(), validate(), ...wrongCodes(20)]),
}
const commands = {
  Request: [request(), request({ otpId: "new" }), request({ otpId: "new", email: "other@example.com" })],
  Validate: [
    validate(),
    validate({ codeMatches: false }),
    validate({ email: "x@y.z" }),
    validate({ otpId: "?" }),
  ],
  Exchange: [exchange(), exchange({ codeMatches: false }), exchange({ otpId: "?" })],
  Expire: [expire(), expire({ now: midnight }), expire({ otpId: "?" })],
} satisfies Record<Otp.OtpCommand["_tag"], ReadonlyArray<Otp.OtpCommand>>
const columns: ReadonlyArray<Otp.OtpCommand> = Object.values(commands).flat()

const N = "nothing"
const R = "OtpRequested"
const V = "OtpVerified"
const X = "OtpExchanged"
const F = "OtpAttemptFailed"
const A = "OtpAttemptFailed, OtpAddressLocked"
const L = "OtpLapsed"
const inv = "refused OtpInvalid"
const lck = "refused OtpLocked"
const max = "refused TooManyOtps"

// Columns: request: known id, new id, of another address | validate: right, wrong, address, unknown id
//          | exchange: right, wrong, unknown id | expire: too early, in time, unknown id
const table: Record<string, ReadonlyArray<string>> = {
  empty: [R, R, inv, inv, inv, inv, inv, inv, inv, inv, N, N, N],
  "one requested": [N, R, inv, V, F, inv, inv, inv, inv, inv, N, L, N],
  "one verified": [N, R, inv, N, F, inv, inv, X, F, inv, N, L, N],
  "five live": [N, max, inv, V, F, inv, inv, inv, inv, inv, N, L, N],
  "19 wrong codes": [N, R, inv, V, A, inv, inv, inv, inv, inv, N, L, N],
  "20 wrong codes": [lck, lck, inv, lck, lck, inv, inv, inv, inv, inv, N, L, N],
  "20 wrong codes, verified": [lck, lck, inv, lck, lck, inv, inv, lck, lck, inv, N, L, N],
}

describe("decide", () => {
  it("has a row for every state and a cell for every command", () => {
    expect(Object.keys(table)).toEqual(Object.keys(states))
    for (const row of Object.values(table)) expect(row).toHaveLength(columns.length)
  })

  it.each(Object.keys(table))("%s", (name) => {
    const state = states[name] as OtpAddress.OtpAddress
    expect(columns.map((command) => said(address.decide(state, command)))).toEqual(table[name])
  })
})

describe("evolve", () => {
  const events = {
    OtpRequested: { ...request(), _tag: "OtpRequested", expiresAt: NOON + 10 * MINUTE, at: NOON },
    OtpVerified: { _tag: "OtpVerified", otpId: "otp-1", email: EMAIL, at: NOON },
    OtpExchanged: { _tag: "OtpExchanged", otpId: "otp-1", at: NOON },
    OtpAttemptFailed: { _tag: "OtpAttemptFailed", otpId: "otp-1", at: NOON },
    OtpAttemptsExhausted: { _tag: "OtpAttemptsExhausted", otpId: "otp-1", at: NOON },
    OtpLapsed: { _tag: "OtpLapsed", otpId: "otp-1", at: NOON },
    OtpAddressLocked: { _tag: "OtpAddressLocked", email: EMAIL, unlocksAt: midnight, at: NOON },
  } satisfies Record<OtpAddress.OtpAddressEvent["_tag"], OtpAddress.OtpAddressEvent>
  const one = states["one requested"] as OtpAddress.OtpAddress

  it("gives each event to the OTP it names", () => {
    const evolved = Object.values(events).map((event) => address.evolve(one, event))
    expect(evolved).toEqual([
      one,
      { ...one, otps: [anOtp({ status: "VERIFIED", verifiedAt: NOON })] },
      { ...one, otps: [anOtp({ status: "EXCHANGED", exchangedAt: NOON })] },
      { ...one, otps: [anOtp({ wrongAttempts: 1 })], wrongCodes: { dayAt, count: 1 } },
      { ...one, otps: [anOtp({ status: "LOCKED" })] },
      { ...one, otps: [anOtp({ status: "EXPIRED" })] },
      { ...one, unlocksAt: midnight },
    ])
  })

  it("of an unknown OTP changes nothing but a request", () => {
    const empty = OtpAddress.empty(EMAIL)
    for (const event of Object.values(events)) {
      const changes = event._tag === "OtpRequested" || event._tag === "OtpAddressLocked"
      expect(address.evolve(empty, event) === empty).toBe(!changes)
    }
  })
})

describe("refusalOf", () => {
  const failed = { _tag: "OtpAttemptFailed", otpId: "otp-1", at: NOON } as const
  const exhausted = { _tag: "OtpAttemptsExhausted", otpId: "otp-1", at: NOON } as const
  const locked = { _tag: "OtpAddressLocked", email: EMAIL, unlocksAt: midnight, at: NOON } as const

  it("is the answer to a wrong code and to nothing else", () => {
    expect(OtpAddress.refusalOf([])).toBeNull()
    expect(OtpAddress.refusalOf([{ _tag: "OtpExchanged", otpId: "otp-1", at: NOON }])).toBeNull()
    expect(OtpAddress.refusalOf([failed])).toEqual({ _tag: "OtpInvalid" })
    expect(OtpAddress.refusalOf([failed, exhausted])).toEqual({ _tag: "OtpLocked", retryAt: null })
    expect(OtpAddress.refusalOf([failed, locked])).toEqual({ _tag: "OtpLocked", retryAt: midnight })
    expect(OtpAddress.refusalOf([failed, exhausted, locked])).toEqual({
      _tag: "OtpLocked",
      retryAt: midnight,
    })
  })
})

describe("what is kept", () => {
  it("every live OTP and the ten latest others", () => {
    const used = times(12, (index) => {
      const otpId = `used-${index}`
      return [request({ otpId }), validate({ otpId }), exchange({ otpId })]
    }).flat()
    const live = (otpId: string) => request({ otpId })
    const before = used.slice(0, -3)
    const state = given([live("old"), ...before, live("amid"), ...used.slice(-3), live("last")])
    expect(state.otps.map((otp) => otp.otpId)).toEqual([
      "old",
      ...times(9, (index) => `used-${index + 2}`),
      "amid",
      "used-11",
      "last",
    ])
    expect(said(address.decide(state, exchange({ otpId: "used-1" })))).toBe(inv)
    expect(said(address.decide(state, exchange({ otpId: "used-2" })))).toBe("refused OtpAlreadyUsed")
  })

  it("an address may be forgotten when its OTPs have expired and its day is over", () => {
    expect(OtpAddress.forgettableAt(given([request()]))).toBe(NOON + 10 * MINUTE)
    expect(OtpAddress.forgettableAt(given([request(), validate({ codeMatches: false })]))).toBe(midnight)
    const late = midnight - 1
    expect(OtpAddress.forgettableAt(given(wrongCodes(1, late)))).toBe(late + 10 * MINUTE)
  })
})
