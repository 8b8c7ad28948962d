// Slips by the São Paulo calendar: when they fall due, and until when their money may still arrive (E15, E16).
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { defaultPolicy, Iso, SlipDates } from "../../../src/index.ts"

const dates = (at: string, holidays: ReadonlyArray<string> = []) => {
  const issuedAt = Result.getOrThrow(Iso.fromIso(at))
  return Result.getOrThrow(SlipDates.slipDates(issuedAt, { ...defaultPolicy, holidays }))
}

describe("a slip", () => {
  const none: ReadonlyArray<string> = []
  const christmas = ["2025-12-25", "2025-12-26"]
  it.each([
    ["three days later", "2025-03-10T12:00:00Z", none, "2025-03-13", "2025-03-18T02:59:59.999Z"],
    [
      "on a Saturday: the Monday after",
      "2025-03-12T12:00:00Z",
      none,
      "2025-03-17",
      "2025-03-20T02:59:59.999Z",
    ],
    [
      "still the day before in São Paulo",
      "2025-03-11T02:59:59.999Z",
      none,
      "2025-03-13",
      "2025-03-18T02:59:59.999Z",
    ],
    ["the day itself in São Paulo", "2025-03-11T03:00:00Z", none, "2025-03-14", "2025-03-19T02:59:59.999Z"],
    [
      "over holidays and a weekend",
      "2025-12-22T12:00:00Z",
      christmas,
      "2025-12-29",
      "2026-01-01T02:59:59.999Z",
    ],
    [
      "on a Friday before a holiday",
      "2025-03-11T12:00:00Z",
      ["2025-03-17"],
      "2025-03-14",
      "2025-03-20T02:59:59.999Z",
    ],
  ])("falls due %s", (_, at, holidays, dueDate, lapsesAt) => {
    const found = dates(at, holidays)
    expect(found.dueDate).toBe(dueDate)
    expect(Iso.toIso(found.lapsesAt)).toBe(lapsesAt)
    // Until the last millisecond of its day, which is three hours later in UTC.
    expect(Iso.toIso(found.expiresAt - 3 * 3_600_000)).toBe(`${dueDate}T23:59:59.999Z`)
  })

  it("is refused for an instant that is none", () => {
    expect(Result.getOrThrow(Result.flip(SlipDates.slipDates(Number.NaN, defaultPolicy)))).toMatchObject({
      _tag: "InstantOutOfRange",
    })
  })
})
