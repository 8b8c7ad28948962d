// When something is tried again: tables of the default policy, and that a late run changes nothing.
import { describe, expect, it } from "vitest"
import { defaultPolicy, Instant, RetrySchedules } from "../../../src/index.ts"

const startedAt = Date.UTC(2026, 0, 1)
const days = (count: number): number => startedAt + count * Instant.DAY_MILLIS
const MINUTE = 60_000

describe("dunning", () => {
  it.each([
    [0, days(1)],
    [1, days(3)],
    [2, days(7)],
    [3, days(14)],
    [4, null],
  ])("after %i tries is next at %s", (tries, at) => {
    expect(RetrySchedules.nextDunningAt({ startedAt, tries }, defaultPolicy)).toBe(at)
  })
})

it("a charge of an attempt is over so long after it was let go last", () => {
  // 15 minutes for clocks that differ, one until a decided charge is made, and half a one until it is answered.
  const over = 16.5 * MINUTE
  expect(RetrySchedules.chargeOverAt({ startedAt }, defaultPolicy)).toBe(startedAt + over)
  expect(RetrySchedules.chargeOverAt({ startedAt, chargedAt: days(1) }, defaultPolicy)).toBe(days(1) + over)
})

describe("reconciliation", () => {
  it.each([
    [0, startedAt + 5 * MINUTE],
    [1, startedAt + 60 * MINUTE],
    [2, days(1)],
    [3, days(2)],
    [4, days(3)],
    [5, days(4)],
    [6, days(5)],
    [7, null],
  ])("after %i look-ups is next at %s", (lookups, at) => {
    expect(RetrySchedules.nextLookupAt({ unknownAt: startedAt, lookups }, defaultPolicy)).toBe(at)
  })

  it("charges again only while the gateway remembers the key by any clock, also when the charge arrives late", () => {
    // 15 minutes for clocks that differ, one until a decided charge is made, and half a one until it arrives.
    const usable = 24 * 3_600_000 - 15 * 60_000 - 60_000 - 30_000
    expect(RetrySchedules.keyUsableMillis(defaultPolicy)).toBe(usable)
    expect(RetrySchedules.mayChargeAgain({ startedAt: 7, now: 7 + usable - 1 }, defaultPolicy)).toBe(true)
    expect(RetrySchedules.mayChargeAgain({ startedAt: 7, now: 7 + usable }, defaultPolicy)).toBe(false)
  })
})
