import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as TokenBucket from "../../../src/core/identity/TokenBucket.ts"
import { runs } from "../../support/runs.ts"

const NOON = Date.UTC(2026, 0, 31, 12)
const limit: TokenBucket.RateLimit = { quota: 3, windowMillis: 60_000 }

/** Takes at these instants, one after the other: the bucket after each, or when to try again. */
const takes = (instants: ReadonlyArray<number>, limited = limit): ReadonlyArray<number | "taken"> => {
  let bucket: TokenBucket.TokenBucket | null = null
  return instants.map((at) => {
    const taken: Result.Result<TokenBucket.TokenBucket, TokenBucket.RateLimited> = TokenBucket.take(
      bucket,
      limited,
      NOON + at,
    )
    if (Result.isFailure(taken)) return taken.failure.retryAt - NOON
    bucket = taken.success
    return "taken"
  })
}

describe("a bucket of three a minute", () => {
  it.each<readonly [string, ReadonlyArray<number>, ReadonlyArray<number | "taken">]>([
    ["takes three at once and no fourth", [0, 0, 0, 0], ["taken", "taken", "taken", 20_000]],
    [
      "has one more after a third of the minute",
      [0, 0, 0, 19_999, 20_000],
      ["taken", "taken", "taken", 20_000, "taken"],
    ],
    [
      "counts the time of a refusal too",
      [0, 0, 0, 10_000, 20_000],
      ["taken", "taken", "taken", 20_000, "taken"],
    ],
    [
      "is full again after a minute",
      [0, 0, 0, 60_000, 60_000, 60_000, 60_000],
      ["taken", "taken", "taken", "taken", "taken", "taken", 80_000],
    ],
    [
      "is never more than full",
      [0, 3_600_000, 3_600_000, 3_600_000, 3_600_000],
      ["taken", "taken", "taken", "taken", 3_620_000],
    ],
    [
      "gives nothing for a clock that goes back",
      [0, 0, 0, -60_000, 0],
      ["taken", "taken", "taken", 20_000, 20_000],
    ],
    // GAP-154
    [
      "gives nothing for two clocks that differ and take in turn",
      [0, -20_000, 0, -20_000, 0],
      ["taken", "taken", "taken", 20_000, 20_000],
    ],
    [
      "gives nothing for clocks that are as far apart as they may be",
      [0, -900_000, 0, -900_000, 60_000 - 900_000, 20_000 - 900_000, 20_000],
      ["taken", "taken", "taken", 20_000, 20_000, 20_000, "taken"],
    ],
    [
      "begins anew for a clock that was set back by more than its window and that",
      [0, 0, 0, -960_000, -960_001, -960_001, -960_001, -960_001],
      ["taken", "taken", "taken", 20_000, "taken", "taken", "taken", -940_001],
    ],
  ])("%s", (_, instants, expected) => {
    expect(takes(instants)).toEqual(expected)
  })

  it("says what it has and when there is more", () => {
    const used = Result.getOrThrow(TokenBucket.take(null, limit, NOON))
    const twice = Result.getOrThrow(TokenBucket.take(used, limit, NOON + 5_000))
    expect(
      [
        TokenBucket.stateAt(null, limit, NOON),
        TokenBucket.stateAt(used, limit, NOON),
        TokenBucket.stateAt(twice, limit, NOON + 5_000),
        TokenBucket.stateAt(twice, limit, NOON + 19_999),
        TokenBucket.stateAt(twice, limit, NOON + 20_000),
        TokenBucket.stateAt(twice, limit, NOON + 40_000),
      ].map(({ remaining, nextAt }) => [remaining, nextAt - NOON]),
    ).toEqual([
      [3, 0],
      [2, 20_000],
      [1, 20_000],
      [1, 20_000],
      [2, 40_000],
      [3, 40_000],
    ])
  })

  it("rounds up what is no whole number of milliseconds", () => {
    expect(takes([0, 0, 0, 0, 0, 0, 0, 0], { quota: 7, windowMillis: 1_000 })).toEqual([
      ...Array(7).fill("taken"),
      143,
    ])
  })
})

describe("any bucket", () => {
  const anyLimit = fc.record({
    quota: fc.integer({ min: 1, max: 1_000_000 }),
    windowMillis: fc.integer({ min: 1, max: 3_600_000 }),
  })
  const waits = fc.array(fc.oneof(fc.constant(0), fc.nat(100), fc.nat(120_000)), { maxLength: 60 })

  it("has what an exact sum of fractions says", () => {
    const property = fc.property(anyLimit, waits, ({ quota, windowMillis }, pauses) => {
      const limited = { quota, windowMillis }
      // Tokens times windowMillis, in integers without a bound.
      const [cost, capacity] = [BigInt(windowMillis), BigInt(quota) * BigInt(windowMillis)]
      let exact = capacity
      let bucket: TokenBucket.TokenBucket | null = null
      let now = NOON
      for (const pause of pauses) {
        now += pause
        const refilled: bigint = exact + BigInt(pause) * BigInt(quota)
        exact = refilled > capacity ? capacity : refilled
        expect(BigInt(TokenBucket.stateAt(bucket, limited, now).remaining)).toBe(exact / cost)
        const taken: Result.Result<TokenBucket.TokenBucket, TokenBucket.RateLimited> = TokenBucket.take(
          bucket,
          limited,
          now,
        )
        expect(Result.isSuccess(taken)).toBe(exact >= cost)
        if (Result.isFailure(taken)) continue
        bucket = taken.success
        exact -= cost
        expect(Number.isSafeInteger(bucket.level)).toBe(true)
      }
    })
    fc.assert(property, { numRuns: runs(300) })
  })

  it("refuses until the instant that it names, and no longer", () => {
    const property = fc.property(
      anyLimit,
      fc.nat(),
      fc.integer({ min: -3, max: 3 }),
      (limited, level, pause) => {
        const held = level % limited.windowMillis
        const bucket = { level: held, at: NOON }
        const now = NOON + pause
        const refused = TokenBucket.take(bucket, limited, now)
        if (Result.isSuccess(refused)) return
        const { retryAt } = refused.failure
        expect(retryAt).toBe(TokenBucket.stateAt(bucket, limited, now).nextAt)
        expect(Result.isSuccess(TokenBucket.take(bucket, limited, retryAt))).toBe(true)
        expect(Result.isSuccess(TokenBucket.take(bucket, limited, retryAt - 1))).toBe(false)
      },
    )
    fc.assert(property, { numRuns: runs(500) })
  })
})
