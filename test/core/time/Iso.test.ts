import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MAX_INSTANT } from "../../../src/core/time/Instant.ts"
import * as Iso from "../../../src/core/time/Iso.ts"
import { runs } from "../../support/runs.ts"

describe("toIso", () => {
  it("is what the platform writes, on each day of four hundred years and at any instant", () => {
    const start = Date.UTC(1999, 6, 1)
    for (let day = 0; day <= 146_097; day++) {
      const instant = start + day * 86_400_000 + ((day * 7919) % 86_400_000)
      if (Iso.toIso(instant) !== new Date(instant).toISOString()) {
        expect(Iso.toIso(instant)).toBe(new Date(instant).toISOString())
      }
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_INSTANT }), (instant) => {
        expect(Iso.toIso(instant)).toBe(new Date(instant).toISOString())
      }),
      { numRuns: runs(2000) },
    )
  })

  it("writes UTC with milliseconds", () => {
    expect(Iso.toIso(0)).toBe("1970-01-01T00:00:00.000Z")
    expect(Iso.toIso(Date.UTC(2024, 1, 29, 12, 30, 5, 7))).toBe("2024-02-29T12:30:05.007Z")
    expect(Iso.toIso(MAX_INSTANT)).toBe("9999-12-31T23:59:59.999Z")
  })

  it.each([Number.NaN, 0.5, -1, MAX_INSTANT + 1, Number.POSITIVE_INFINITY])(
    "%d is no instant: never a text that could be read back",
    (instant) => {
      expect(Iso.toIso(instant)).toBe("Invalid Date")
      expect(Result.isFailure(Iso.fromIso(Iso.toIso(instant)))).toBe(true)
    },
  )
})

describe("fromIso", () => {
  it.each([
    ["2025-01-31T10:20:30.123Z", "2025-01-31T10:20:30.123Z"],
    ["2025-01-31T10:20:30Z", "2025-01-31T10:20:30.000Z"],
    ["2025-01-31T10:20:30.5Z", "2025-01-31T10:20:30.500Z"],
    ["2025-01-31T10:20:30.05Z", "2025-01-31T10:20:30.050Z"],
    ["2025-01-31T22:20:30-03:00", "2025-02-01T01:20:30.000Z"],
    ["2025-01-31T10:20:30.001+05:30", "2025-01-31T04:50:30.001Z"],
    ["2025-01-31T10:20:30+00:00", "2025-01-31T10:20:30.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["1969-12-31T21:00:00-03:00", "1970-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is %s", (text, utc) => {
    expect(Iso.fromIso(text)).toEqual(Result.succeed(Date.parse(utc)))
  })

  it.each([
    ["a date that does not exist", "2025-02-30T00:00:00Z"],
    ["29 February of no leap year", "2025-02-29T00:00:00Z"],
    ["29 February 2100", "2100-02-29T00:00:00Z"],
    ["31 April", "2025-04-31T00:00:00Z"],
    ["day 0", "2025-01-00T00:00:00Z"],
    ["month 13", "2025-13-01T00:00:00Z"],
    ["month 0", "2025-00-01T00:00:00Z"],
    ["hour 24", "2025-01-31T24:00:00Z"],
    ["minute 60", "2025-01-31T10:60:00Z"],
    ["second 60", "2016-12-31T23:59:60Z"],
    ["no zone", "2025-01-31T10:20:30"],
    ["no zone with fraction", "2025-01-31T10:20:30.123"],
    ["no time", "2025-01-31"],
    ["no seconds", "2025-01-31T10:20Z"],
    ["finer than milliseconds", "2025-01-31T10:20:30.1234Z"],
    ["a point without fraction", "2025-01-31T10:20:30.Z"],
    ["a decimal comma", "2025-01-31T10:20:30,5Z"],
    ["a blank for T", "2025-01-31 10:20:30Z"],
    ["lower case", "2025-01-31t10:20:30z"],
    ["a short offset", "2025-01-31T10:20:30-03"],
    ["an offset without colon", "2025-01-31T10:20:30-0300"],
    ["the offset -00:00", "2025-01-31T10:20:30-00:00"],
    ["an offset of a day", "2025-01-31T10:20:30+24:00"],
    ["an offset of 60 minutes", "2025-01-31T10:20:30+00:60"],
    ["a zone name", "2025-01-31T10:20:30[America/Sao_Paulo]"],
    ["before 1970", "1969-12-31T23:59:59.999Z"],
    ["before 1970 by its offset", "1970-01-01T00:00:00+00:01"],
    ["after 9999 by its offset", "9999-12-31T23:59:59-00:01"],
    ["a year of five digits", "+012025-01-31T10:20:30Z"],
    ["a year of two digits", "25-01-31T10:20:30Z"],
    ["blanks around", " 2025-01-31T10:20:30Z"],
    ["a line after it", "2025-01-31T10:20:30Z\n"],
    ["words", "Fri, 31 Jan 2025 10:20:30 GMT"],
    ["a number", "1738318830000"],
    ["nothing", ""],
  ])("%s is refused", (_name, text) => {
    expect(Iso.fromIso(text)).toEqual(Result.fail({ _tag: "NotAnInstant", text }))
  })

  it("law: every instant comes back, from UTC and from any offset", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 86_400_000, max: MAX_INSTANT - 86_400_000 }),
        fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
        (instant, minutes) => {
          const two = (value: number) => String(Math.abs(value)).padStart(2, "0")
          const zone = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
          const local = Iso.toIso(instant + minutes * 60_000).replace("Z", zone)
          return (
            Result.getOrThrow(Iso.fromIso(Iso.toIso(instant))) === instant &&
            Result.getOrThrow(Iso.fromIso(local)) === instant
          )
        },
      ),
      { numRuns: runs(2000), examples: [[Date.UTC(2100, 1, 28), -180]] },
    )
  })
})
