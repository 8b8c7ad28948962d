import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { run } from "../../../src/core/Decider.ts"
import * as Otp from "../../../src/core/identity/Otp.ts"
import * as OtpAddress from "../../../src/core/identity/OtpAddress.ts"
import { defaultOtpPolicy } from "../../../src/core/identity/OtpPolicy.ts"
import { runs } from "../../support/runs.ts"
import { audit } from "./auditor.ts"
import {
  address,
  DAY,
  EMAIL,
  exchange,
  expire,
  NOON,
  request,
  type Step,
  said,
  times,
  validate,
  walk,
} from "./fixtures.ts"
import { commandsOf, examples, guesses, type Move, move, moves, SLOTS, signIn } from "./moves.ts"

/** The same move at once and against another OTP than `otp-1`. */
const elsewhere = (each: Move): Move => ({ ...each, slot: 2 + (each.slot % 6), wait: 0 })

const exchangesOf = (steps: ReadonlyArray<Step>, otpId: string): number =>
  steps
    .flatMap((step) => step.events)
    .filter((event) => event._tag === "OtpExchanged" && event.otpId === otpId).length

describe("law 17: an OTP is exchanged at most once", () => {
  it("over any sequence, each of whose answers an independent auditor predicts", () => {
    let exchanges = 0
    fc.assert(
      fc.property(moves, (list) => {
        const steps = walk(commandsOf(list))
        for (const count of audit(steps)) expect(count).toBeLessThanOrEqual(1)
        for (let slot = 0; slot < SLOTS; slot++) {
          const count = exchangesOf(steps, `otp-${slot}`)
          expect(count).toBeLessThanOrEqual(1)
          exchanges += count
        }
      }),
      { numRuns: runs(2000), examples },
    )
    expect(exchanges).toBeGreaterThan(0)
  })

  it("no sequence with five wrong codes of it, at validation or sign-in, ever exchanges it", () => {
    const attempt = fc.record({ atSignIn: fc.boolean(), others: fc.array(move, { maxLength: 4 }) })
    const attempts = fc.array(attempt, { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(fc.boolean(), attempts, moves, (verified, list, later) => {
        const wrong = list.flatMap(({ atSignIn, others }) => [
          // Before it is verified a code is compared, and so counts, only at validation.
          atSignIn && verified ? exchange({ codeMatches: false }) : validate({ codeMatches: false }),
          ...commandsOf(others.map(elsewhere)),
        ])
        const rest = commandsOf(later.map((each) => ({ ...each, slot: each.slot % 2 })))
        const steps = walk([request(), ...(verified ? [validate()] : []), ...wrong, ...rest])
        expect(exchangesOf(steps, "otp-1")).toBe(0)
      }),
      {
        numRuns: runs(2000),
        examples: [[true, times(5, () => ({ atSignIn: true, others: [] })), signIn(1)]],
      },
    )
  })
})

describe("law 5: a repeated command adds no event", () => {
  it("where it succeeded; a repeated exchange is refused; a repeated wrong code is another wrong code", () => {
    fc.assert(
      fc.property(moves, (list) => {
        for (const { command, after, events, answer } of walk(commandsOf(list))) {
          const again = said(address.decide(after, command))
          if (events.some((event) => event._tag === "OtpAttemptFailed")) {
            expect(again.startsWith("OtpAttemptFailed")).toBe(answer?._tag === "OtpInvalid")
          } else if (answer !== null) expect(again).toBe(`refused ${answer._tag}`)
          else if (command._tag === "Exchange") expect(again).toBe("refused OtpAlreadyUsed")
          else expect(again).toBe("nothing")
        }
      }),
      { numRuns: runs(2000), examples },
    )
  })
})

describe("laws 12 and 16: final states absorb, events fold to the stored state", () => {
  it("over any sequence, within the bounds", () => {
    fc.assert(
      fc.property(moves, (list) => {
        const steps = walk(commandsOf(list))
        const log = steps.flatMap((step) => step.events)
        const stored = steps.at(-1)?.after ?? OtpAddress.empty(EMAIL)
        expect(log.reduce(address.evolve, OtpAddress.empty(EMAIL))).toEqual(stored)
        for (const { command, before, after, events, answer } of steps) {
          if (events.length === 0) expect(after).toBe(before)
          if (answer !== null && OtpAddress.refusalOf(events) === null) expect(events).toEqual([])
          expect(after.otps.filter((otp) => Otp.isLive(otp, command.now)).length).toBeLessThanOrEqual(5)
          expect(after.otps.length).toBeLessThanOrEqual(15)
          for (const otp of before.otps) {
            const now = OtpAddress.find(after, otp.otpId)
            if (!["REQUESTED", "VERIFIED"].includes(otp.status) && now !== null) expect(now).toBe(otp)
            if (Otp.isLive(otp, command.now)) expect(now).not.toBeNull()
          }
        }
      }),
      { numRuns: runs(2000), examples },
    )
  })
})

describe("GAP-10: a known and an unknown address", () => {
  it("get the same answers, by the same events, to everybody who does not know a code", () => {
    fc.assert(
      fc.property(moves, (list) => {
        const guessing = list.map((each) => ({ ...each, right: false }))
        const known = walk(commandsOf(guessing))
        const unknown = walk(commandsOf(guessing, true))
        const heard = ({ answer, events }: Step) => [
          answer,
          events.map((event) => ({ ...event, decoy: null })),
        ]
        expect(unknown.map(heard)).toEqual(known.map(heard))
      }),
      { numRuns: runs(2000), examples },
    )
  })

  it("and no sequence at all exchanges a decoy or even verifies it", () => {
    fc.assert(
      fc.property(moves, (list) => {
        const said = walk(commandsOf(list, true)).flatMap((step) => step.events.map(({ _tag }) => _tag))
        expect(said).not.toContain("OtpVerified")
        expect(said).not.toContain("OtpExchanged")
      }),
      { numRuns: runs(2000), examples },
    )
  })
})

describe("GAP-12: forgetting an address in time", () => {
  it("loosens nothing: requests are decided as before, and no old OTP opens again", () => {
    fc.assert(
      fc.property(moves, fc.nat({ max: 2 * DAY }), (list, later) => {
        const stored = walk(commandsOf(list)).at(-1)?.after ?? OtpAddress.empty(EMAIL)
        const now = Math.max(OtpAddress.forgettableAt(stored), NOON) + later
        const fresh = request({ otpId: "fresh", now })
        expect(address.decide(stored, fresh)).toEqual(address.decide(OtpAddress.empty(EMAIL), fresh))
        for (const { otpId } of stored.otps) {
          expect(Result.isFailure(address.decide(stored, validate({ otpId, now })))).toBe(true)
          expect(Result.isFailure(address.decide(stored, exchange({ otpId, now })))).toBe(true)
        }
        // Nor does what is kept count against the day that begins: nineteen wrong codes are as free as ever.
        const { wrongCodes } = address.evolve(stored, { _tag: "OtpAttemptFailed", otpId: "otp-0", at: now })
        if (OtpAddress.find(stored, "otp-0") !== null) expect(wrongCodes.count).toBe(1)
      }),
      {
        numRuns: runs(2000),
        examples: [[[...signIn(0).slice(0, 1), ...guesses(0, 1)], 0]],
      },
    )
  })
})

describe("totality", () => {
  it("every sequence of up to five commands over two OTPs and two days: no throw, nothing lost", () => {
    const small = OtpAddress.decider({
      ...defaultOtpPolicy,
      liveMax: 1,
      wrongAttemptsMax: 2,
      wrongCodesPerDayMax: 3,
    })
    const commands = [NOON, NOON + DAY].flatMap((now) =>
      ["a", "b"].flatMap(
        (otpId): ReadonlyArray<Otp.OtpCommand> => [
          request({ otpId, now }),
          validate({ otpId, now }),
          validate({ otpId, now, codeMatches: false }),
          exchange({ otpId, now }),
          exchange({ otpId, now, codeMatches: false }),
          expire({ otpId, now }),
        ],
      ),
    )
    const reached = new Set<string>()
    const visit = (
      state: OtpAddress.OtpAddress,
      log: ReadonlyArray<OtpAddress.OtpAddressEvent>,
      left: number,
    ): void => {
      if (left === 0) return
      for (const command of commands) {
        const decided = run(small, state, command)
        reached.add(said(Result.map(decided, ({ events }) => events)))
        if (Result.isFailure(decided) || decided.success.events.length === 0) continue
        const { state: next, events } = decided.success
        const all = [...log, ...events]
        for (const otp of next.otps) {
          const own = all.filter((event) => "otpId" in event && event.otpId === otp.otpId)
          if (own.filter((event) => event._tag === "OtpExchanged").length > 1)
            throw new Error("exchanged twice")
          expect(own.filter((event) => event._tag === "OtpAttemptFailed")).toHaveLength(otp.wrongAttempts)
        }
        expect(all.reduce(small.evolve, OtpAddress.empty(EMAIL))).toEqual(next)
        visit(Object.freeze(next), all, left - 1)
      }
    }
    visit(Object.freeze(OtpAddress.empty(EMAIL)), [], 5)
    expect([...reached].sort()).toEqual([
      "OtpAttemptFailed",
      "OtpAttemptFailed, OtpAddressLocked",
      "OtpAttemptFailed, OtpAttemptsExhausted",
      "OtpAttemptFailed, OtpAttemptsExhausted, OtpAddressLocked",
      "OtpExchanged",
      "OtpLapsed",
      "OtpRequested",
      "OtpVerified",
      "nothing",
      "refused OtpAlreadyUsed",
      "refused OtpExpired",
      "refused OtpInvalid",
      "refused OtpLocked",
      "refused TooManyOtps",
    ])
  })

  it("no number as an instant makes a command throw or a code right", () => {
    const stored = walk([request(), validate()]).at(-1)?.after ?? OtpAddress.empty(EMAIL)
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(said(address.decide(stored, exchange({ now })))).toBe("refused OtpExpired")
    }
  })
})
