import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { run } from "../../../src/core/Decider.ts"
import * as Otp from "../../../src/core/identity/Otp.ts"
import { defaultOtpPolicy } from "../../../src/core/identity/OtpPolicy.ts"
import { runs } from "../../support/runs.ts"
import { anOtp, EMAIL, exchange, expire, MINUTE, NOON, request, said, validate } from "./fixtures.ts"

const otp = Otp.decider(defaultOtpPolicy)
const over = NOON + 10 * MINUTE

const verified = anOtp({ status: "VERIFIED", verifiedAt: NOON })
const states: Record<string, Otp.Otp | null> = {
  none: null,
  REQUESTED: anOtp(),
  "REQUESTED, 4 wrong": anOtp({ wrongAttempts: 4 }),
  "REQUESTED, time over": anOtp({ createdAt: NOON - 10 * MINUTE, expiresAt: NOON }),
  "REQUESTED, decoy": anOtp({ decoy: true }),
  VERIFIED: verified,
  "VERIFIED, 4 wrong": { ...verified, wrongAttempts: 4 },
  "VERIFIED, time over": { ...verified, createdAt: NOON - 10 * MINUTE, expiresAt: NOON },
  EXCHANGED: { ...verified, status: "EXCHANGED", exchangedAt: NOON },
  "EXCHANGED, time over": { ...verified, status: "EXCHANGED", exchangedAt: NOON, expiresAt: NOON },
  LOCKED: anOtp({ status: "LOCKED", wrongAttempts: 5 }),
  EXPIRED: anOtp({ status: "EXPIRED", expiresAt: NOON }),
}

const commands = {
  Request: [request()],
  Validate: [
    validate(),
    validate({ codeMatches: false }),
    validate({ email: "other@example.com" }),
    validate({ email: "other@example.com", codeMatches: false }),
    validate({ context: "RESET_PASSWORD" }),
    validate({ context: "RESET_PASSWORD", codeMatches: false }),
  ],
  Exchange: [exchange(), exchange({ codeMatches: false })],
  Expire: [expire()],
} satisfies Record<Otp.OtpCommand["_tag"], ReadonlyArray<Otp.OtpCommand>>
const columns: ReadonlyArray<Otp.OtpCommand> = Object.values(commands).flat()

const N = "nothing"
const R = "OtpRequested"
const V = "OtpVerified"
const X = "OtpExchanged"
const F = "OtpAttemptFailed"
const FL = "OtpAttemptFailed, OtpAttemptsExhausted"
const L = "OtpLapsed"
const inv = "refused OtpInvalid"
const exp = "refused OtpExpired"
const lck = "refused OtpLocked"
const use = "refused OtpAlreadyUsed"

// Columns: request | validate: right, wrong, address (right, wrong code), context (right, wrong code)
//          | exchange: right, wrong | expire
const table: Record<string, ReadonlyArray<string>> = {
  none: [R, inv, inv, inv, inv, inv, inv, inv, inv, N],
  REQUESTED: [N, V, F, inv, inv, inv, inv, inv, inv, N],
  "REQUESTED, 4 wrong": [N, V, FL, inv, inv, inv, inv, inv, inv, N],
  "REQUESTED, time over": [N, exp, exp, inv, inv, inv, inv, exp, exp, L],
  "REQUESTED, decoy": [N, F, F, inv, inv, inv, inv, inv, inv, N],
  VERIFIED: [N, N, F, inv, inv, inv, inv, X, F, N],
  "VERIFIED, 4 wrong": [N, N, FL, inv, inv, inv, inv, X, FL, N],
  "VERIFIED, time over": [N, exp, exp, inv, inv, inv, inv, exp, exp, L],
  EXCHANGED: [N, use, use, inv, inv, inv, inv, use, use, N],
  "EXCHANGED, time over": [N, use, use, inv, inv, inv, inv, use, use, N],
  LOCKED: [N, lck, lck, inv, inv, inv, inv, lck, lck, N],
  EXPIRED: [N, exp, exp, inv, inv, inv, inv, exp, exp, N],
}

describe("decide", () => {
  it("has a row for every status and a cell for every command", () => {
    expect(Object.keys(table)).toEqual(Object.keys(states))
    expect(new Set(Object.values(states).flatMap((state) => state?.status ?? []))).toEqual(
      new Set(Otp.OTP_STATUSES),
    )
    for (const row of Object.values(table)) expect(row).toHaveLength(columns.length)
  })

  it.each(Object.keys(table))("%s", (name) => {
    const state = states[name] ?? null
    expect(columns.map((command) => said(otp.decide(state, command)))).toEqual(table[name])
  })

  it("refuses an exchange in every context but MAGIC_AUTH, whatever the status", () => {
    for (const context of Otp.OTP_CONTEXTS.filter((each) => each !== "MAGIC_AUTH")) {
      for (const status of Otp.OTP_STATUSES) {
        const state = anOtp({ context, status })
        expect(said(otp.decide(state, exchange()))).toBe(inv)
        expect(said(otp.decide(state, exchange({ codeMatches: false })))).toBe(inv)
      }
    }
  })

  it("never lets a decoy be verified or exchanged, even from VERIFIED", () => {
    expect(said(otp.decide({ ...verified, decoy: true }, exchange()))).toBe(F)
    expect(said(otp.decide({ ...verified, decoy: true }, validate()))).toBe(F)
  })

  it("gives events with everything that they change", () => {
    expect(otp.decide(null, request({ email: " Owner@Example.COM ", decoy: true }))).toEqual(
      Result.succeed([
        {
          _tag: "OtpRequested",
          otpId: "otp-1",
          email: EMAIL,
          context: "MAGIC_AUTH",
          codeHash: "hash",
          decoy: true,
          expiresAt: NOON + 600_000,
          at: NOON,
        },
      ]),
    )
    expect(otp.decide(anOtp(), validate({ email: "OWNER@example.com", now: NOON + 1 }))).toEqual(
      Result.succeed([{ _tag: "OtpVerified", otpId: "otp-1", email: EMAIL, at: NOON + 1 }]),
    )
    expect(otp.decide(verified, exchange({ now: NOON + 2 }))).toEqual(
      Result.succeed([{ _tag: "OtpExchanged", otpId: "otp-1", at: NOON + 2 }]),
    )
    expect(otp.decide(anOtp({ status: "LOCKED" }), exchange())).toEqual(
      Result.fail({ _tag: "OtpLocked", retryAt: null }),
    )
  })
})

describe("evolve", () => {
  const [opened] = Result.getOrThrow(otp.decide(null, request()))
  const events = {
    OtpRequested: opened as Otp.OtpEvent,
    OtpVerified: { _tag: "OtpVerified", otpId: "otp-1", email: EMAIL, at: NOON + 1 },
    OtpExchanged: { _tag: "OtpExchanged", otpId: "otp-1", at: NOON + 2 },
    OtpAttemptFailed: { _tag: "OtpAttemptFailed", otpId: "otp-1", at: NOON + 3 },
    OtpAttemptsExhausted: { _tag: "OtpAttemptsExhausted", otpId: "otp-1", at: NOON + 4 },
    OtpLapsed: { _tag: "OtpLapsed", otpId: "otp-1", at: over },
  } satisfies Record<Otp.OtpEvent["_tag"], Otp.OtpEvent>

  it.each(["REQUESTED", "VERIFIED"] as const)("from %s", (status) => {
    const state = anOtp({ status })
    expect(otp.evolve(state, events.OtpRequested)).toEqual(state)
    expect(otp.evolve(state, events.OtpVerified)).toEqual({
      ...state,
      status: "VERIFIED",
      verifiedAt: NOON + 1,
    })
    expect(otp.evolve(state, events.OtpExchanged)).toEqual({
      ...state,
      status: "EXCHANGED",
      exchangedAt: NOON + 2,
    })
    expect(otp.evolve(state, events.OtpAttemptFailed)).toEqual({ ...state, wrongAttempts: 1 })
    expect(otp.evolve(state, events.OtpAttemptsExhausted)).toEqual({ ...state, status: "LOCKED" })
    expect(otp.evolve(state, events.OtpLapsed)).toEqual({ ...state, status: "EXPIRED" })
  })

  it("begins with a request and with nothing else", () => {
    for (const event of Object.values(events)) {
      expect(otp.evolve(null, event)).toEqual(event._tag === "OtpRequested" ? anOtp() : null)
    }
  })

  it.each(["EXCHANGED", "LOCKED", "EXPIRED"] as const)("from %s changes nothing: it is final", (status) => {
    const state = anOtp({ status })
    for (const event of Object.values(events)) expect(otp.evolve(state, event)).toBe(state)
  })
})

describe("the life of an OTP", () => {
  it("is valid while now < expiresAt, ten minutes from its request", () => {
    const state = Result.getOrThrow(run(otp, null, request())).state as Otp.Otp
    expect(state.expiresAt - state.createdAt).toBe(10 * MINUTE)
    expect(said(otp.decide(state, validate({ now: over - 1 })))).toBe(V)
    expect(said(otp.decide(state, validate({ now: over })))).toBe(exp)
    expect([Otp.statusAt(state, over - 1), Otp.statusAt(state, over)]).toEqual(["REQUESTED", "EXPIRED"])
    expect([Otp.isLive(state, over - 1), Otp.isLive(state, over)]).toEqual([true, false])
  })

  it("every sequence of up to five commands: no throw, final is final, events fold to the state", () => {
    const small = Otp.decider({ ...defaultOtpPolicy, wrongAttemptsMax: 2 })
    const moves = columns.flatMap((command) => [command, { ...command, now: over }])
    const reached = new Set<string>()
    let steps = 0
    const visit = (state: Otp.Otp | null, log: ReadonlyArray<Otp.OtpEvent>, left: number): void => {
      if (left === 0) return
      for (const command of moves) {
        steps++
        const decided = run(small, state, command)
        if (Result.isFailure(decided)) continue
        const { state: next, events } = decided.success
        if (events.length === 0) {
          if (next !== state) throw new Error("changed without an event")
          continue
        }
        const all = [...log, ...events]
        if (state !== null && !Otp.isLive(state, NOON)) throw new Error(`left ${state.status}`)
        if (all.filter((event) => event._tag === "OtpExchanged").length > 1)
          throw new Error("exchanged twice")
        if (all.filter((event) => event._tag === "OtpAttemptFailed").length > 2) throw new Error("unlocked")
        expect(all.reduce(small.evolve, null as Otp.Otp | null)).toEqual(next)
        reached.add(next?.status ?? "none")
        visit(Object.freeze(next), all, left - 1)
      }
    }
    // A command without an event leads to where it began, so following only the others visits every sequence.
    visit(null, [], 5)
    expect(reached).toEqual(new Set(Otp.OTP_STATUSES))
    expect(steps).toBeGreaterThan(500)
  })
})

describe("normaliseEmail", () => {
  it.each([
    ["Owner@Example.COM", "owner@example.com"],
    ["  owner@example.com\n", "owner@example.com"],
    ["mike@example.com", "mike@example.com"],
    ["mi\u212Ae@example.com", "mi\u212Ae@example.com"],
    ["\u0130@example.com", "\u0130@example.com"],
    ["", ""],
  ])("%j is %j", (email, normal) => {
    expect(Otp.normaliseEmail(email)).toBe(normal)
  })

  it("twice is once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (email) => {
        expect(Otp.normaliseEmail(Otp.normaliseEmail(email))).toBe(Otp.normaliseEmail(email))
      }),
      { numRuns: runs(2000), examples: [[" \u212A A "], ["\uFEFFA\u00A0"]] },
    )
  })
})
