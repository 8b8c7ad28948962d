import { describe, expect, it } from "vitest"
import {
  formatAge,
  formatDay,
  formatInstant,
  formatMonth,
  formatPeriod,
} from "../../../simulator/console/time.ts"

describe("an instant", () => {
  it("is shown in UTC", () => {
    const instant = "2026-02-28T03:04:05.678Z"
    expect([formatDay(instant), formatMonth(instant), formatInstant(instant)]).toEqual([
      "28 Feb 2026",
      "Feb 2026",
      "28 Feb 2026 03:04:05",
    ])
    expect(formatInstant(Date.parse(instant))).toBe(formatInstant(instant))
  })

  it("with another one is a period", () => {
    expect(formatPeriod("2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z")).toBe(
      "01 Feb 2026 to 01 Mar 2026",
    )
  })
})

describe("an age", () => {
  it.each([
    [-5, "0 s ago"],
    [12_900, "12 s ago"],
    [60_000, "1 min ago"],
    [3_599_999, "59 min ago"],
    [7_200_000, "2 h ago"],
  ])("of %d ms is %s", (millis, text) => {
    expect(formatAge(millis)).toBe(text)
  })
})
