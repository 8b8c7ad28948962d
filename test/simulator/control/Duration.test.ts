import { describe, expect, it } from "vitest"
import * as Duration from "../../../simulator/control/Duration.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe("parse", () => {
  it.each([
    ["P1M", { months: 1, millis: 0 }],
    ["P1Y", { months: 12, millis: 0 }],
    ["PT10M", { months: 0, millis: 600_000 }],
    ["P1Y2M3DT4H", { months: 14, millis: 3 * DAY + 4 * HOUR }],
    ["P2W", { months: 0, millis: 14 * DAY }],
    ["PT0.5S", { months: 0, millis: 500 }],
    ["PT0.001S", { months: 0, millis: 1 }],
    ["PT0S", { months: 0, millis: 0 }],
    ["PT2592000S", { months: 0, millis: 30 * DAY }],
    ["PT249999999999.999S", { months: 0, millis: 249_999_999_999_999 }],
  ])("%s", (text, expected) => {
    expect(Duration.parse(text)).toEqual(expected)
  })

  it.each([
    "",
    "P",
    "PT",
    "P1DT",
    "1M",
    "p1m",
    "P-1M",
    "-P1M",
    "P1.5M",
    "PT1.S",
    "P1H",
    "PT1D",
    "P1M ",
    "P1D1M",
  ])("%j is no duration", (text) => {
    expect(Duration.parse(text)).toBeNull()
  })
})

describe("after", () => {
  it.each([
    ["2025-01-31T10:00:00.000Z", "P1M", "2025-02-28T10:00:00.000Z"],
    ["2024-02-29T00:00:00.000Z", "P1Y", "2025-02-28T00:00:00.000Z"],
    ["2025-01-31T00:00:00.000Z", "P1M1D", "2025-03-01T00:00:00.000Z"],
    ["2025-12-31T23:59:59.999Z", "PT0.001S", "2026-01-01T00:00:00.000Z"],
  ])("%s and %s is %s", (at, text, expected) => {
    const duration = Duration.parse(text) as Duration.Duration
    expect(Duration.after(Date.parse(at), duration)).toBe(Date.parse(expected))
  })

  it.each(["P8000Y", "P999999W", "P999999999999Y", "P999999999999W", "PT999999999999S"])(
    "%s from 2026 is no instant",
    (text) => {
      const duration = Duration.parse(text) as Duration.Duration
      expect(Duration.after(Date.parse("2026-01-01T00:00:00.000Z"), duration)).toBeNull()
    },
  )
})
