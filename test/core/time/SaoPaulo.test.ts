import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MAX_INSTANT } from "../../../src/core/time/Instant.ts"
import * as LocalDate from "../../../src/core/time/LocalDate.ts"
import * as SaoPaulo from "../../../src/core/time/SaoPaulo.ts"
import { runs } from "../../support/runs.ts"

const at = (text: string) => Date.parse(text)

describe("the date in São Paulo", () => {
  it.each([
    ["an evening that is the next day in UTC", "2025-02-01T02:59:59.999Z", "2025-01-31"],
    ["its midnight", "2025-02-01T03:00:00.000Z", "2025-02-01"],
    ["in summer time, before midnight", "2018-12-01T01:59:59.999Z", "2018-11-30"],
    ["in summer time, after midnight", "2018-12-01T02:00:00.000Z", "2018-12-01"],
    ["before the midnight that did not exist", "2018-11-04T02:59:59.999Z", "2018-11-03"],
    ["at 01:00 after it", "2018-11-04T03:00:00.000Z", "2018-11-04"],
    ["in the first of two last hours", "2018-02-18T01:30:00.000Z", "2018-02-17"],
    ["in the second of them", "2018-02-18T02:30:00.000Z", "2018-02-17"],
    ["after both", "2018-02-18T03:00:00.000Z", "2018-02-18"],
  ])("%s", (_name, instant, expected) => {
    expect(SaoPaulo.localDateOf(at(instant))).toEqual(Result.succeed(expected))
  })

  it.each([Number.NaN, 0.5, -1, MAX_INSTANT + 1, 0])("at %d is rejected", (instant) => {
    expect(SaoPaulo.localDateOf(instant)).toEqual(Result.fail({ _tag: "InstantOutOfRange", instant }))
  })
})

describe("the end of a day in São Paulo", () => {
  it.each([
    ["without summer time, as since 2019", "2025-01-31", "2025-02-01T02:59:59.999Z"],
    ["in what was summer time until 2019", "2024-12-31", "2025-01-01T02:59:59.999Z"],
    ["in summer time", "2018-12-31", "2019-01-01T01:59:59.999Z"],
    ["before the midnight that did not exist", "2018-11-03", "2018-11-04T02:59:59.999Z"],
    ["after that midnight", "2018-11-04", "2018-11-05T01:59:59.999Z"],
    ["before the date whose last hour came twice", "2018-02-16", "2018-02-17T01:59:59.999Z"],
    ["whose last hour came twice: the later one", "2018-02-17", "2018-02-18T02:59:59.999Z"],
    ["after it", "2018-02-18", "2018-02-19T02:59:59.999Z"],
    ["the first date", "1970-01-01", "1970-01-02T02:59:59.999Z"],
  ])("%s", (_name, date, expected) => {
    expect(SaoPaulo.endOfDay(date)).toEqual(Result.succeed(at(expected)))
  })

  it.each(["2025-02-30", "2025-1-1", "", "9999-12-31", "1969-12-31"])("%j is rejected", (date) => {
    expect(SaoPaulo.endOfDay(date)).toEqual(Result.fail({ _tag: "LocalDateOutOfRange", date }))
  })

  it("law: the last millisecond of the date, in every year: it is that date, a millisecond later the next", () => {
    const date = fc.integer({ min: 1, max: 50_000 }).map((days) => LocalDate.ofMidnight(days * 86_400_000))
    fc.assert(
      fc.property(date, (one) => {
        const end = Result.getOrThrow(SaoPaulo.endOfDay(one))
        const next = Result.getOrThrow(LocalDate.addDays({ date: one, days: 1 }))
        return (
          Result.getOrThrow(SaoPaulo.localDateOf(end)) === one &&
          Result.getOrThrow(SaoPaulo.localDateOf(end + 1)) === next
        )
      }),
      { numRuns: runs(2000), examples: [["2018-11-03"], ["2018-02-17"], ["1985-11-01"]] },
    )
  })
})
