import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DAY_MILLIS } from "../../../src/core/time/Instant.ts"
import * as Proration from "../../../src/core/time/Proration.ts"
import { runs } from "../../support/runs.ts"

const at = (text: string) => Date.parse(`${text}Z`)

describe("prorate", () => {
  it("9990 over [31 January, 28 February), active until 10 February 12:00, is 3746", () => {
    const window = { startAt: at("2025-01-31T00:00:00"), endAt: at("2025-02-28T00:00:00") }
    const active = Proration.activeMillis([{ from: window.startAt, to: at("2025-02-10T12:00:00") }], window)
    expect(active).toBe(10.5 * DAY_MILLIS)
    const share = { amount: 9990, activeMillis: active, cycleMillis: window.endAt - window.startAt }
    expect(Proration.prorate(share)).toEqual(Result.succeed(3746))
  })

  it("29 of 30 days of 9990 are 9657", () => {
    const share = { amount: 9990, activeMillis: 29 * DAY_MILLIS, cycleMillis: 30 * DAY_MILLIS }
    expect(Proration.prorate(share)).toEqual(Result.succeed(9657))
  })

  it("a whole cycle is exactly the amount, no time is 0, a cycle without time is rejected", () => {
    const cycleMillis = 31 * DAY_MILLIS
    expect(Proration.prorate({ amount: 9990, activeMillis: cycleMillis, cycleMillis })).toEqual(
      Result.succeed(9990),
    )
    expect(Proration.prorate({ amount: 9990, activeMillis: 0, cycleMillis })).toEqual(Result.succeed(0))
    expect(Proration.prorate({ amount: 9990, activeMillis: 1, cycleMillis: 0 })).toEqual(
      Result.fail({ _tag: "AmountOutOfRange", operation: "mulDiv", operands: [9990, 1, 0] }),
    )
  })
})

describe("activeMillis", () => {
  const window = { startAt: 100, endAt: 200 }

  it.each([
    ["nothing", [], 0],
    ["the whole window", [{ from: 100, to: 200 }], 100],
    ["more than the window", [{ from: 0, to: 300 }], 100],
    ["an open span", [{ from: 150, to: null }], 50],
    ["an open span from before", [{ from: 0, to: null }], 100],
    ["a span over the start", [{ from: 50, to: 130 }], 30],
    ["a span over the end", [{ from: 190, to: 230 }], 10],
    [
      "a pause",
      [
        { from: 0, to: 120 },
        { from: 150, to: null },
      ],
      70,
    ],
    ["ended where the window starts", [{ from: 0, to: 100 }], 0],
    ["started where the window ends", [{ from: 200, to: null }], 0],
    ["before", [{ from: 0, to: 50 }], 0],
    ["after", [{ from: 250, to: null }], 0],
    ["empty spans", [{ from: 150, to: 150 }], 0],
  ])("%s", (_name, spans, expected) => {
    expect(Proration.activeMillis(spans, window)).toBe(expected)
  })

  it("law: counts the milliseconds that a span holds, and splitting the window changes nothing", () => {
    const spans = fc.uniqueArray(fc.nat(60), { maxLength: 8 }).map((marks) => {
      const sorted = marks.toSorted((a, b) => a - b)
      return sorted.flatMap((from, index) => (index % 2 ? [] : [{ from, to: sorted[index + 1] ?? null }]))
    })
    fc.assert(
      fc.property(spans, fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60)), (all, marks) => {
        const [startAt = 0, middle = 0, endAt = 0] = marks.toSorted((a, b) => a - b)
        const held = (t: number) => all.some(({ from, to }) => from <= t && (to === null || t < to))
        const counted = Array.from({ length: endAt - startAt }, (_, i) => startAt + i).filter(held).length
        const halves =
          Proration.activeMillis(all, { startAt, endAt: middle }) +
          Proration.activeMillis(all, { startAt: middle, endAt })
        return Proration.activeMillis(all, { startAt, endAt }) === counted && halves === counted
      }),
      { numRuns: runs(2000) },
    )
  })
})
