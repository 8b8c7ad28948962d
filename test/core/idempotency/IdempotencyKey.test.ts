import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { run } from "../../../src/core/Decider.ts"
import {
  IDEMPOTENCY_KEY_STATUSES,
  IdempotencyKey,
  type IdempotencyKeyCommand,
  type IdempotencyKeyEvent,
} from "../../../src/core/identity/IdempotencyKey.ts"
import { runs } from "../../support/runs.ts"

const NOON = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const SKEW = 15 * MINUTE

const take = (now: number, callId = "call-2", fingerprint = "body-1"): IdempotencyKeyCommand => ({
  _tag: "Take",
  keyId: "key-1",
  callId,
  fingerprint,
  now,
  clockSkewMillis: SKEW,
})

const inUse: IdempotencyKey = {
  keyId: "key-1",
  status: "IN_USE",
  callId: "call-1",
  fingerprint: "body-1",
  answer: null,
  takenAt: NOON,
  expiresAt: NOON + DAY,
}

const states: Record<"unknown" | (typeof IDEMPOTENCY_KEY_STATUSES)[number], IdempotencyKey | null> = {
  unknown: null,
  IN_USE: inUse,
  ANSWERED: { ...inUse, status: "ANSWERED", answer: "200" },
  FREE: { ...inUse, status: "FREE" },
}

const columns: Record<string, IdempotencyKeyCommand> = {
  "at once": take(NOON),
  "a millisecond before a minute by any clock": take(NOON + MINUTE + SKEW - 1),
  "after a minute by any clock": take(NOON + MINUTE + SKEW),
  "another body, after that minute": take(NOON + MINUTE + SKEW, "call-2", "body-2"),
  "a millisecond before the day": take(NOON + DAY - 1),
  "after the day": take(NOON + DAY),
  "another body, after the day": take(NOON + DAY, "call-2", "body-2"),
  "by its own call": take(NOON, "call-1"),
  answer: { _tag: "Answer", callId: "call-1", answer: "201" },
  "answer of another call": { _tag: "Answer", callId: "call-0", answer: "201" },
  release: { _tag: "Release", callId: "call-1" },
  "release of another call": { _tag: "Release", callId: "call-0" },
}

const no = "nothing"
const TAK = "KeyTaken"
const ANS = "KeyAnswered"
const REL = "KeyReleased"
const use = "refused IdempotencyKeyInUse"
const reu = "refused IdempotencyKeyReused"

const table: Record<keyof typeof states, ReadonlyArray<string>> = {
  unknown: [TAK, TAK, TAK, TAK, TAK, TAK, TAK, TAK, no, no, no, no],
  IN_USE: [use, use, TAK, reu, TAK, TAK, TAK, no, ANS, no, REL, no],
  ANSWERED: [no, no, no, reu, no, TAK, TAK, no, no, no, no, no],
  FREE: [TAK, TAK, TAK, TAK, TAK, TAK, TAK, TAK, no, no, no, no],
}

describe("decide", () => {
  it("has a row for every status and a cell for every command", () => {
    expect(Object.keys(table)).toEqual(["unknown", ...IDEMPOTENCY_KEY_STATUSES])
    for (const row of Object.values(table)) expect(row).toHaveLength(Object.keys(columns).length)
  })

  it.each(Object.keys(states) as ReadonlyArray<keyof typeof states>)("%s", (name) => {
    const cells = Object.entries(columns).map(([column, command]) => {
      const decided = IdempotencyKey.decide(states[name], command)
      const told = Result.match(decided, {
        onFailure: (rejection) => `refused ${rejection._tag}`,
        onSuccess: (events) => events.map((event) => event._tag).join(", ") || no,
      })
      return `${column}: ${told}`
    })
    expect(cells).toEqual(Object.keys(columns).map((column, index) => `${column}: ${table[name][index]}`))
  })
})

describe("evolve", () => {
  const taken: IdempotencyKeyEvent = {
    _tag: "KeyTaken",
    keyId: "key-1",
    callId: "call-1",
    fingerprint: "body-1",
    expiresAt: NOON + DAY,
    at: NOON,
  }
  const answered: IdempotencyKeyEvent = { _tag: "KeyAnswered", answer: "200" }

  it("takes a key from whatever it was", () => {
    for (const state of Object.values(states)) expect(IdempotencyKey.evolve(state, taken)).toEqual(inUse)
  })

  it("answers and releases a key that is in use, and no other", () => {
    expect(Object.values(states).map((state) => IdempotencyKey.evolve(state, answered))).toEqual([
      null,
      states.ANSWERED,
      states.ANSWERED,
      states.FREE,
    ])
    expect(
      Object.values(states).map((state) => IdempotencyKey.evolve(state, { _tag: "KeyReleased" })),
    ).toEqual([null, states.FREE, states.ANSWERED, states.FREE])
  })
})

describe("a key, whatever is asked of it in whatever order", () => {
  const calls = ["call-1", "call-2", "call-3"]
  const step = fc.oneof(
    fc.record({
      ask: fc.constant("Take"),
      callId: fc.constantFrom(...calls),
      wait: fc.oneof(fc.nat(2 * SKEW), fc.nat(DAY)),
    }),
    fc.record({
      ask: fc.constantFrom("Answer", "Release"),
      callId: fc.constantFrom(...calls),
      wait: fc.nat(),
    }),
  )

  const told = (state: IdempotencyKey | null, command: IdempotencyKeyCommand): IdempotencyKey | null =>
    Result.match(run(IdempotencyKey, state, command), {
      onFailure: () => state,
      onSuccess: (decided) => decided.state,
    })

  it("gives one answer a day, and it is that of the call that had it last", () => {
    const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state: IdempotencyKey | null = null
      let now = NOON
      const kept: Array<number> = []
      for (const { ask, callId, wait } of steps) {
        if (ask === "Take") now += wait
        const command: IdempotencyKeyCommand =
          ask === "Take"
            ? take(now, callId)
            : ask === "Answer"
              ? { _tag: "Answer", callId, answer: callId }
              : { _tag: "Release", callId }
        const after = told(state, command)
        if (after !== null && after.status === "ANSWERED" && ask === "Answer" && after !== state) {
          expect([after.callId, after.answer]).toEqual([callId, callId])
          kept.push(after.takenAt)
        }
        state = after
      }
      for (const [index, takenAt] of kept.entries()) {
        expect(kept[index + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(takenAt + DAY)
      }
    })
    fc.assert(property, { numRuns: runs(500) })
  })

  it("is taken from no call that has had it for less than a minute, however far clocks may be apart", () => {
    const clock = fc.integer({ min: -SKEW / 2, max: SKEW / 2 })
    const property = fc.property(clock, clock, fc.nat(MINUTE - 1), (one, other, later) => {
      const taken = told(null, take(NOON + one, "call-1"))
      expect(told(taken, take(NOON + later + other, "call-2"))).toEqual(taken)
    })
    fc.assert(property, { numRuns: runs(500) })
  })

  it("adds no event when it is told the same again", () => {
    for (const state of Object.values(states)) {
      for (const command of Object.values(columns)) {
        const first = run(IdempotencyKey, state, command)
        if (Result.isFailure(first)) continue
        const again = run(IdempotencyKey, first.success.state, command)
        expect(Result.map(again, ({ events }) => events)).toEqual(Result.succeed([]))
      }
    }
  })
})
